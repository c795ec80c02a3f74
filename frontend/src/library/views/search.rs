//! The search of the library, and its results.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use protocol::{Excerpt, Hit, WordSearchResult};

use crate::library::search::use_search;
use crate::library::strings;
use crate::reader::excerpt;
use crate::reader::store::{ReaderStore, use_reader};

/// The field that searches all titles and texts.
#[component]
pub fn SearchField() -> impl IntoView {
    let search = use_search();
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Escape" && search.is_on() {
            event.stop_propagation();
            search.look_for(String::new());
        }
    };
    view! {
        <input
            class="search"
            type="search"
            autocomplete="off"
            spellcheck="false"
            placeholder=strings::search()
            aria-label=strings::search()
            data-testid="search"
            prop:value=search.words
            on:input=move |event| search.look_for(event_target_value(&event))
            on:keydown=keys
        />
    }
}

/// The results, best first.
#[component]
pub fn Results() -> impl IntoView {
    let search = use_search();
    let reader = use_reader();
    let shown = move || search.found.with(|found| found.as_ref().map(shown));
    let hits = move || {
        let hits = search.found.get().map_or_else(Vec::new, |found| found.hits);
        hits.into_iter().map(|hit| entry(reader, hit)).collect_view()
    };
    view! {
        <div class="rows" data-testid="results">
            <p class="quiet found" role="status">{shown}</p>
            <ul role="list" aria-label=strings::search()>{hits}</ul>
        </div>
    }
}

fn shown(found: &WordSearchResult) -> String {
    strings::found(found.hits.len(), found.more)
}

fn entry(reader: ReaderStore, hit: Hit) -> impl IntoView {
    let [title, tip] = [hit.title.clone(), hit.title.clone()];
    let place = strings::hit_place(&hit);
    let text = hit.passage.as_ref().map(excerpt);
    view! {
        <li class="entry">
            <button
                class="name"
                title=tip
                data-testid="hit"
                on:click=move |_| reader.show_hit(&hit)
            >
                <span class="title">{title}</span>
                <span class="state">{place}</span>
                {text}
            </button>
        </li>
    }
}

/// A piece of the text with the words highlighted.
pub fn excerpt(passage: &Excerpt) -> impl IntoView + use<> {
    let piece = |(piece, found): (String, bool)| match found {
        true => view! { <strong>{piece}</strong> }.into_any(),
        false => piece.into_any(),
    };
    let pieces = excerpt::found(passage).into_iter().map(piece).collect_view();
    view! { <span class="excerpt">"… "{pieces}" …"</span> }
}
