//! Addresses in texts, which the user may open.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use web_sys::Element;

use crate::app::visit::VisitStore;
use crate::reader::text::{HighlightKind, TextRun};
use crate::reader::{links, selection};

/// A text with its addresses as links.
pub fn linked(visits: VisitStore, text: String) -> impl IntoView {
    let piece = TextRun { text, start: 0, part: HighlightKind::Rest };
    with_links(visits, vec![piece], |piece| piece.text.into_any())
}

/// Pieces of a text, each drawn by the caller, with their addresses as links.
pub fn with_links(
    visits: VisitStore,
    pieces: Vec<TextRun>,
    draw: impl Fn(TextRun) -> AnyView,
) -> impl IntoView {
    let runs = links::runs(pieces).into_iter().map(|run| {
        let content = run.pieces.into_iter().map(&draw).collect_view();
        match run.address {
            Some(address) => link(visits, address, content).into_any(),
            None => content.into_any(),
        }
    });
    runs.collect_view()
}

/// A link without an `href`: the browser would look up its host before anyone wants to go there.
fn link(visits: VisitStore, address: String, content: impl IntoView) -> impl IntoView {
    let (title, typed) = (address.clone(), address.clone());
    // A user who selects the text does not want to open it, but a second press selects a word
    // itself.
    let press = move |event: MouseEvent| {
        let again = event.detail() > 1;
        if again || !selection::touches(&event_target::<Element>(&event)) {
            visits.ask(address.clone());
        }
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            visits.ask(typed.clone());
        }
    };
    view! {
        <span
            class="link"
            role="link"
            tabindex="0"
            aria-haspopup="dialog"
            title=title
            data-testid="link"
            on:click=press
            on:keydown=key
        >
            {content}
        </span>
    }
}
