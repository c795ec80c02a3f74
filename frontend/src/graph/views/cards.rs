//! Nodes as cards on the picture.

use leptos::prelude::*;

use crate::format;
use crate::graph::map::cards::Card;
use crate::graph::store::use_graph;

/// The maximum number of characters of a node on its card.
const SHOWN: usize = 240;

/// The nodes that are near enough to be read. A click goes through to the picture below.
#[component]
pub fn Cards() -> impl IntoView {
    let graph = use_graph();
    let cards = move || {
        let chosen = graph.selected.get();
        let map = graph.map.get()?;
        let frame = graph.frame.get();
        let cards = map.cards(&frame).into_iter();
        let cards = cards
            .map(|Card { index, x, y, width, height }| {
                let node = map.at(index);
                let text = format::opening(&node.text, node.level).trim_start();
                let text: String = text.chars().take(SHOWN).collect();
                view! {
                    <div
                        class="card"
                        class:chosen=chosen == Some(node.id)
                        class:faded=chosen.is_some_and(|chosen| chosen != node.id)
                        style:left=format!("{:.1}px", x - width / 2.0)
                        style:top=format!("{y:.1}px")
                        style:transform=about(y, frame.height)
                        style:width=format!("{width:.1}px")
                    >
                        <p style:-webkit-line-clamp=lines(height)>{text}</p>
                    </div>
                }
            })
            .collect_view();
        Some(cards)
    };
    view! { <div class="cards" aria-hidden="true">{cards}</div> }
}

/// Moves a card, whose own height is 100 %, so that its middle is at `top`, and the whole card is
/// within a picture of this height.
fn about(top: f64, height: f64) -> String {
    /// The distance between a card and the edge of the picture, in pixels.
    const MARGIN: f64 = 2.0;
    let (least, most) = (MARGIN - top, height - MARGIN - top);
    format!("translateY(clamp({least:.1}px, -50%, {most:.1}px - 100%))")
}

/// The number of text lines on a card of this height.
fn lines(height: f64) -> String {
    /// The height of a line, and of the space above and below all lines, in pixels.
    const LINE: f64 = 16.0;
    const AROUND: f64 = 10.0;
    ((height - AROUND) / LINE).floor().max(1.0).to_string()
}
