use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use protocol::{Excerpt, Found, Hit};

use crate::state::{Desk, use_desk};
use crate::{text, words};

/// The field that searches all titles and texts.
#[component]
pub fn SearchField() -> impl IntoView {
    let desk = use_desk();
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Escape" && desk.searching.is_on() {
            event.stop_propagation();
            desk.search(String::new());
        }
    };
    view! {
        <input
            class="search"
            type="search"
            autocomplete="off"
            spellcheck="false"
            placeholder=words::search()
            aria-label=words::search()
            data-testid="search"
            prop:value=desk.searching.words
            on:input=move |event| desk.search(event_target_value(&event))
            on:keydown=keys
        />
    }
}

/// The results, best first.
#[component]
pub fn Results() -> impl IntoView {
    let desk = use_desk();
    let told = move || desk.searching.found.with(|found| found.as_ref().map(told));
    let hits = move || {
        let hits = desk.searching.found.get().map_or_else(Vec::new, |found| found.hits);
        hits.into_iter().map(|hit| entry(desk, hit)).collect_view()
    };
    view! {
        <div class="rows" data-testid="results">
            <p class="quiet found" role="status">{told}</p>
            <ul role="list" aria-label=words::search()>{hits}</ul>
        </div>
    }
}

fn told(found: &Found) -> String {
    words::found(found.hits.len(), found.more)
}

fn entry(desk: Desk, hit: Hit) -> impl IntoView {
    let [title, tip] = [hit.title.clone(), hit.title.clone()];
    let place = words::hit_place(&hit);
    let text = hit.passage.as_ref().map(excerpt);
    view! {
        <li class="entry">
            <button
                class="name"
                title=tip
                data-testid="hit"
                on:click=move |_| desk.show_hit(&hit)
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
