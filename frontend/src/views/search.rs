use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use protocol::{Excerpt, Hit, WordSearchResult};

use crate::state::{App, use_app};
use crate::{i18n, text};

/// The field that searches all titles and texts.
#[component]
pub fn SearchField() -> impl IntoView {
    let app = use_app();
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Escape" && app.searching.is_on() {
            event.stop_propagation();
            app.search(String::new());
        }
    };
    view! {
        <input
            class="search"
            type="search"
            autocomplete="off"
            spellcheck="false"
            placeholder=i18n::search()
            aria-label=i18n::search()
            data-testid="search"
            prop:value=app.searching.words
            on:input=move |event| app.search(event_target_value(&event))
            on:keydown=keys
        />
    }
}

/// The results, best first.
#[component]
pub fn Results() -> impl IntoView {
    let app = use_app();
    let shown = move || app.searching.found.with(|found| found.as_ref().map(shown));
    let hits = move || {
        let hits = app.searching.found.get().map_or_else(Vec::new, |found| found.hits);
        hits.into_iter().map(|hit| entry(app, hit)).collect_view()
    };
    view! {
        <div class="rows" data-testid="results">
            <p class="quiet found" role="status">{shown}</p>
            <ul role="list" aria-label=i18n::search()>{hits}</ul>
        </div>
    }
}

fn shown(found: &WordSearchResult) -> String {
    i18n::found(found.hits.len(), found.more)
}

fn entry(app: App, hit: Hit) -> impl IntoView {
    let [title, tip] = [hit.title.clone(), hit.title.clone()];
    let place = i18n::hit_place(&hit);
    let text = hit.passage.as_ref().map(excerpt);
    view! {
        <li class="entry">
            <button
                class="name"
                title=tip
                data-testid="hit"
                on:click=move |_| app.show_hit(&hit)
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
    let pieces = text::found(passage).into_iter().map(piece).collect_view();
    view! { <span class="excerpt">"… "{pieces}" …"</span> }
}
