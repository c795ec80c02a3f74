//! The card of the selected node.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::NodeId;

use crate::app::visit::{VisitStore, use_visits};
use crate::format;
use crate::graph::map::{Map, Neighbour};
use crate::graph::store::{GraphStore, use_graph};
use crate::graph::strings;
use crate::widgets::icon::{IconButton, IconName};
use crate::widgets::link::linked;
use crate::widgets::weight::Weight;

/// The number of neighbours to list at first.
const LISTED: usize = 12;
/// The number of characters of a neighbour's text to show.
const BEGINNING: usize = 120;

/// Facts about the selected node.
#[component]
pub fn Point() -> impl IntoView {
    let visits = use_visits();
    let graph = use_graph();
    move || {
        let map = graph.map.get()?;
        let node = graph.selected.get()?;
        Some(card(visits, graph, &map, node)?.into_any())
    }
}

fn card(
    visits: VisitStore,
    graph: GraphStore,
    map: &Arc<Map>,
    id: NodeId,
) -> Option<impl IntoView + use<>> {
    let node = map.node(id)?;
    let name = strings::node_on_level(id, node.level, map.passages());
    let text = if node.level == 1 {
        node.text.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        node.text.clone()
    };
    let place = node.place.as_ref().map(|place| place.start..place.end);
    let at_top = node.level == map.levels();
    let none = if at_top { strings::nothing_above() } else { strings::nothing_above_yet() };
    let (above, below) = (map.predecessors(id).to_vec(), map.successors(id).to_vec());
    Some(view! {
        <div class="point" data-testid="point">
            <header>
                <h2 data-testid="point-name">{name}</h2>
                {place.map(|place| view! {
                    <button
                        data-testid="rests-on-it"
                        title=strings::resting_title()
                        on:click=move |_| graph.show_resting_on(place.clone())
                    >
                        {strings::resting()}
                    </button>
                })}
                <button data-testid="point-passage" on:click=move |_| graph.show_passage_of(id)>
                    {strings::show_passage()}
                </button>
                <IconButton
                    mark=IconName::Close
                    name=strings::close()
                    press=move || graph.leave_node()
                />
            </header>
            <p class="text" class:chunk=node.level == 1 data-testid="point-text">
                {linked(visits, text)}
            </p>
            {node.quoted.then(|| view! {
                <p class="quiet" data-testid="point-quoted">{strings::point_quoted()}</p>
            })}
            <div class="neighbours">
                <Neighbours
                    map=Arc::clone(map)
                    neighbours=above
                    heading=strings::predecessors()
                    none=Some(none)
                />
                <Neighbours
                    map=Arc::clone(map)
                    neighbours=below
                    heading=strings::successors()
                    none=None
                />
            </div>
        </div>
    })
}

/// A node's neighbours on one side, strongest first. If there are none, says so, or shows nothing.
#[component]
fn Neighbours(
    map: Arc<Map>,
    neighbours: Vec<Neighbour>,
    heading: &'static str,
    none: Option<&'static str>,
) -> impl IntoView {
    if neighbours.is_empty() && none.is_none() {
        return None;
    }
    let graph = use_graph();
    let all = RwSignal::new(false);
    let none = none.filter(|_| neighbours.is_empty());
    let left = neighbours.len().saturating_sub(LISTED);
    let listed = move || {
        let count = if all.get() { neighbours.len() } else { LISTED };
        let listed = neighbours.iter().take(count);
        listed.map(|&near| neighbour(graph, &map, near)).collect_view()
    };
    Some(view! {
        <section>
            <h3>{heading}</h3>
            {none.map(|none| view! { <p class="quiet">{none}</p> })}
            <ul role="list">{listed}</ul>
            <Show when=move || { left > 0 && !all.get() }>
                <button
                    class="quiet-line"
                    data-testid="more-neighbours"
                    on:click=move |_| all.set(true)
                >
                    {strings::more(left)}
                </button>
            </Show>
        </section>
    })
}

fn neighbour(graph: GraphStore, map: &Map, near: Neighbour) -> impl IntoView + use<> {
    let node = map.at(near.index);
    let id = node.id;
    let weight = f64::from(near.weight);
    view! {
        <li>
            <button
                data-testid=format!("neighbour-{id}")
                on:click=move |_| graph.show_node(id)
            >
                <span class="measure"><Weight part=weight />{format::share(weight)}</span>
                <span class="text">
                    {format::node_beginning(&node.text, node.level, BEGINNING)}
                </span>
            </button>
        </li>
    }
}
