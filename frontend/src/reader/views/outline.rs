//! The headings of the document beside its text.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html::Nav;
use leptos::prelude::*;
use protocol::{DocumentText, Heading};
use web_sys::{Element, ScrollLogicalPosition};

use crate::app::use_app;
use crate::dom::{elements, focus, scroll};
use crate::reader::store::{ReaderStore, use_reader};
use crate::reader::strings;

/// The maximum number of headings to list.
const MOST: usize = 2_000;
/// Deeper levels are shown at this one.
const DEEPEST: u8 = 9;

/// A heading with its number in the outline.
type Numbered = (usize, Heading);

/// The open document's headings, if they are to be visible: each leads to its place.
#[component]
pub fn Outline(text: Arc<DocumentText>) -> impl IntoView {
    let reader = use_reader();
    view! {
        <Show when=move || reader.is_outlined()>
            <Headings text=Arc::clone(&text) />
        </Show>
    }
}

#[component]
fn Headings(text: Arc<DocumentText>) -> impl IntoView {
    let app = use_app();
    let list = NodeRef::<Nav>::new();
    let current = Memo::new(move |_| app.reader.heading());
    Effect::new(move |_| {
        current.track();
        // The current heading must be marked first.
        request_animation_frame(move || reveal(list));
    });
    let keys = move |event: KeyboardEvent| match (event.key().as_str(), list.get_untracked()) {
        ("Escape", _) => {
            event.stop_propagation();
            app.toggle_outline();
        }
        (key, Some(list)) if walk(&list, "button", key) => event.prevent_default(),
        _ => {}
    };
    let headings: Vec<Numbered> = text.outline.iter().take(MOST).cloned().enumerate().collect();
    view! {
        <nav
            id=elements::OUTLINE
            class="outline"
            node_ref=list
            aria-label=strings::outline()
            data-testid="outline"
            on:keydown=keys
        >
            {entries(app.reader, &headings, current)}
        </nav>
    }
}

/// Brings the heading of the reading position into view.
fn reveal(list: NodeRef<Nav>) {
    let list = list.try_get_untracked().flatten();
    let current = list.and_then(|list| list.query_selector("[aria-current]").ok().flatten());
    if let Some(current) = current {
        scroll::reveal(&current, ScrollLogicalPosition::Nearest);
    }
}

/// Handles arrow keys that move through the elements of a kind within a list. Returns whether it
/// was such a key.
pub fn walk(list: &Element, kind: &str, key: &str) -> bool {
    let to: fn(Option<u32>, u32) -> u32 = match key {
        "ArrowDown" => |here, last| here.map_or(0, |here| (here + 1).min(last)),
        "ArrowUp" => |here, _| here.map_or(0, |here| here.saturating_sub(1)),
        "Home" => |_, _| 0,
        "End" => |_, last| last,
        _ => return false,
    };
    focus::step(list, kind, to);
    true
}

fn entries(reader: ReaderStore, headings: &[Numbered], current: Memo<Option<usize>>) -> AnyView {
    if headings.is_empty() {
        return ().into_any();
    }
    let entries = families(headings).into_iter().map(|(first, under)| {
        let under = entries(reader, under, current);
        view! { <li>{entry(reader, first.clone(), current)}{under}</li> }
    });
    view! { <ul role="list">{entries.collect_view()}</ul> }.into_any()
}

/// The headings without a parent among these, each with those under it.
fn families(headings: &[Numbered]) -> Vec<(&Numbered, &[Numbered])> {
    let mut families = Vec::new();
    let mut left = headings;
    while let Some((first, rest)) = left.split_first() {
        let level = |(_, heading): &Numbered| heading.level.min(DEEPEST);
        let end = rest.iter().position(|next| level(next) <= level(first));
        let (under, others) = rest.split_at(end.unwrap_or(rest.len()));
        families.push((first, under));
        left = others;
    }
    families
}

fn entry(
    reader: ReaderStore,
    (nth, heading): Numbered,
    current: Memo<Option<usize>>,
) -> impl IntoView {
    let is_current = move || current.get() == Some(nth);
    let is_first = move || current.get().unwrap_or(0).min(MOST - 1) == nth;
    let title = heading.title.clone();
    view! {
        <button
            // Tab reaches one of them, arrow keys the others.
            tabindex=move || if is_first() { "0" } else { "-1" }
            aria-current=move || is_current().then_some("location")
            data-testid=format!("heading-{nth}")
            on:click=move |_| reader.show_heading(&heading)
        >
            {title}
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_stand_under_the_higher_one_before_them() {
        let headings: Vec<Numbered> = [2, 1, 2, 3, 2, 1, 30]
            .into_iter()
            .map(|level| Heading { level, title: String::new(), start: 0 })
            .enumerate()
            .collect();
        let found = |headings: &[Numbered]| -> Vec<(usize, usize)> {
            families(headings).into_iter().map(|(first, under)| (first.0, under.len())).collect()
        };
        assert_eq!(found(&headings), [(0, 0), (1, 3), (5, 1)]);
        assert_eq!(found(&headings[2..5]), [(2, 1), (4, 0)]);
        assert!(found(&[]).is_empty());
    }
}
