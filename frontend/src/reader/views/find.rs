//! The bar that finds words in the text.

use std::ops::Range;
use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::DocumentText;

use crate::dom::elements;
use crate::graph::strings as graph_strings;
use crate::reader::find::places;
use crate::reader::passage::HighlightedPassage;
use crate::reader::store::use_reader;
use crate::reader::strings;
use crate::widgets::icon::{IconButton, IconName};

/// Finds words in the open document, place by place.
#[component]
pub fn Find(text: Arc<DocumentText>) -> impl IntoView {
    let reader = use_reader();
    view! {
        <Show when=move || reader.finding.get()>
            <Bar text=Arc::clone(&text) />
        </Show>
    }
}

#[component]
fn Bar(text: Arc<DocumentText>) -> impl IntoView {
    let reader = use_reader();
    let field = NodeRef::<Input>::new();
    let document = text.id;
    let found = RwSignal::new(Arc::<[Range<u32>]>::default());
    let at = RwSignal::new(0);
    let show = move |to: usize| {
        if let Some(place) = found.with_untracked(|found| found.get(to).cloned()) {
            at.set(to);
            let passage = HighlightedPassage { start: place.start, end: place.end, quoted: None };
            reader.show_passage(document, passage);
        }
    };
    let look = move |event| {
        found.set(places(&text, &event_target_value(&event)).into());
        let from = text.pages.get(reader.page.get_untracked()).map_or(0, |page| page.start);
        show(found.with_untracked(|found| first(found, from)));
    };
    let step = move |forward: bool| {
        let count = found.with_untracked(|found| found.len());
        if count > 0 {
            let here = at.get_untracked();
            show(if forward { here + 1 } else { here + count - 1 } % count);
        }
    };
    let pressed = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => step(!event.shift_key()),
        "Escape" => {
            event.stop_propagation();
            reader.leave_find();
        }
        _ => {}
    };
    let said = move || {
        let words = field.get().map(|field| field.value()).unwrap_or_default();
        let count = found.with(|found| found.len());
        (!words.trim().is_empty()).then(|| strings::place_of(at.get(), count))
    };
    view! {
        <div class="finding" role="search">
            <input
                id=elements::FIND
                type="search"
                node_ref=field
                data-testid="find"
                placeholder=strings::find_here()
                aria-label=strings::find_here()
                on:input=look
                on:keydown=pressed
            />
            <IconButton
                mark=IconName::Back
                name=strings::find_previous()
                press=move || step(false)
            />
            <IconButton
                mark=IconName::Forward
                name=strings::find_next()
                id="find-next"
                press=move || step(true)
            />
            <output data-testid="places">{said}</output>
            <span class="room"></span>
            <IconButton
                mark=IconName::Close
                name=graph_strings::close()
                press=move || reader.leave_find()
            />
        </div>
    }
}

/// The first place from a character on, or else the first of all.
fn first(places: &[Range<u32>], from: u32) -> usize {
    places.iter().position(|place| place.start >= from).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_begins_on_the_page_that_is_shown() {
        let places = [2..5, 40..43, 90..93];
        for (from, expected) in [(0, 0), (3, 1), (40, 1), (91, 0)] {
            assert_eq!(first(&places, from), expected);
        }
        assert_eq!(first(&[], 7), 0);
    }
}
