//! The command palette, which searches everything at once.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use web_sys::ScrollLogicalPosition;

use crate::app::palette::{SearchResult, use_palette};
use crate::app::views::palette_labels;
use crate::app::{App, action_strings, use_app};
use crate::dom::scroll;
use crate::format;
use crate::graph::store::GraphStore;
use crate::graph::strings as graph_strings;
use crate::library::store::LibraryStore;
use crate::library::strings as library_strings;
use crate::library::views::search::excerpt;
use crate::widgets::dialog::Dialog;

const FIELD: &str = "everything-field";
const LIST: &str = "everything-list";
/// The number of characters of a point's text to show.
const BEGINNING: usize = 160;

/// One search field for everything: documents, actions, points of the graph, texts.
#[component]
pub fn PaletteView() -> impl IntoView {
    let palette = use_palette();
    view! {
        <Show when=move || palette.open.get()>
            <Palette />
        </Show>
    }
}

#[component]
fn Palette() -> impl IntoView {
    let app = use_app();
    let palette = app.palette;
    let things = Memo::new(move |_| app.found_everywhere());
    let any = move || things.with(|things| !things.is_empty());
    let chosen = move || any().then(|| option_id(palette.chosen.get()));
    view! {
        <Dialog
            class="everything"
            name=action_strings::action_everything()
            close=move || palette.close()
        >
            <input
                id=FIELD
                type="text"
                role="combobox"
                autocomplete="off"
                spellcheck="false"
                placeholder=action_strings::everything_hint()
                aria-label=action_strings::action_everything()
                aria-autocomplete="list"
                aria-controls=LIST
                aria-expanded=move || any().to_string()
                aria-activedescendant=chosen
                data-testid="everything-field"
                on:input=move |event| app.palette.look_for(event_target_value(&event))
                on:keydown=move |event| walk(app, things, &event)
            />
            <div
                id=LIST
                class="things"
                role="listbox"
                aria-label=action_strings::action_everything()
                data-testid="things"
            >
                {move || groups(app, things.get())}
            </div>
            <Show when=move || !any()>
                <p class="quiet" role="status">{library_strings::found_nothing()}</p>
            </Show>
        </Dialog>
    }
}

/// Handles keys that move through the results; the focus stays in the field.
fn walk(app: App, things: Memo<Vec<SearchResult>>, event: &KeyboardEvent) {
    let palette = app.palette;
    let count = things.with_untracked(Vec::len);
    match event.key().as_str() {
        "ArrowDown" | "ArrowUp" => {
            palette.choose_next(count, event.key() == "ArrowDown");
            request_animation_frame(move || reveal(palette.chosen.get_untracked()));
        }
        "Enter" if !event.is_composing() => {
            let chosen = palette.chosen.get_untracked();
            if let Some(thing) = things.with_untracked(|things| things.get(chosen).cloned()) {
                app.go_to(&thing);
            }
        }
        _ => return,
    }
    event.prevent_default();
}

fn option_id(nth: usize) -> String {
    format!("thing-{nth}")
}

fn reveal(nth: usize) {
    if let Some(option) = document().get_element_by_id(&option_id(nth)) {
        scroll::reveal(&option, ScrollLogicalPosition::Nearest);
    }
}

/// The results, kind by kind.
fn groups(app: App, things: Vec<SearchResult>) -> impl IntoView {
    let numbered: Vec<(usize, SearchResult)> = things.into_iter().enumerate().collect();
    let groups = numbered.chunk_by(|one, other| one.1.kind() == other.1.kind()).map(|group| {
        let name = group.first().map(|(_, thing)| palette_labels::kind_of_things(thing.kind()));
        let options = group.iter().map(|(nth, thing)| option(app, *nth, thing.clone()));
        view! {
            <div role="group" aria-label=name>
                <p class="kind" aria-hidden="true">{name}</p>
                {options.collect_view()}
            </div>
        }
    });
    groups.collect_view()
}

fn option(app: App, nth: usize, thing: SearchResult) -> impl IntoView {
    let chosen = app.palette.chosen;
    let shown = shown(app.library, app.graph, &thing);
    view! {
        <div
            id=option_id(nth)
            class="thing"
            role="option"
            aria-selected=move || (chosen.get() == nth).to_string()
            data-testid="thing"
            on:pointermove=move |_| chosen.set(nth)
            on:click=move |_| app.go_to(&thing)
        >
            {shown}
        </div>
    }
}

fn shown(library: LibraryStore, graph: GraphStore, thing: &SearchResult) -> AnyView {
    match thing {
        SearchResult::Document(document) => {
            let summary = untrack(|| library.summary(*document));
            summary.map(|summary| named(summary.title, summary.author)).into_any()
        }
        SearchResult::Action(action) => {
            let keys = action.key().into_iter().flat_map(|key| key.words());
            let keys = keys.map(|key| view! { <kbd>{key}</kbd> }).collect_view();
            view! { <span class="title">{action.name()}</span><span class="keys">{keys}</span> }
                .into_any()
        }
        SearchResult::Point(node) => {
            let map = graph.map.get_untracked();
            let point = map.as_ref().and_then(|map| {
                let point = map.node(*node)?;
                let name = graph_strings::node(point.id, point.level, Some(map.passages()));
                let text = format::node_beginning(&point.text, point.level, BEGINNING);
                Some(named(text, Some(name)))
            });
            point.into_any()
        }
        SearchResult::Text(hit) => {
            let place = library_strings::hit_place(hit);
            let title = untrack(|| library.title(hit.document));
            let title = title.unwrap_or_else(|| hit.title.clone());
            let text = hit.passage.as_ref().map(excerpt);
            view! { {named(title, Some(place))}{text} }.into_any()
        }
    }
}

/// The title of a result, and a detail.
fn named(title: String, particular: Option<String>) -> impl IntoView {
    view! {
        <span class="title">{title}</span>
        {particular.map(|particular| view! { <span class="state">{particular}</span> })}
    }
}
