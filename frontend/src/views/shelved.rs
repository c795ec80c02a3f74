use leptos::ev::{Event, KeyboardEvent};
use leptos::html::Input;
use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary};

use super::fold::Fold;
use crate::state::{Desk, use_desk};
use crate::words;

/// In which collections a document lies, once somebody wants to know: they can be changed, and new ones
/// begun.
#[component]
pub fn Shelved(document: DocumentId, summary: Memo<Option<DocumentSummary>>) -> impl IntoView {
    let desk = use_desk();
    let unfolded = RwSignal::new(false);
    let field = NodeRef::<Input>::new();
    let begin = move || {
        let Some(field) = field.get_untracked() else { return };
        if desk.collect(document, &field.value(), true) {
            field.set_value("");
        }
    };
    let boxes = move || {
        let own = summary.get().map_or_else(Vec::new, |summary| summary.collections);
        let names = desk.library.collection_names().into_iter();
        names.map(|name| choice(desk, document, own.contains(&name), name)).collect_view()
    };
    view! {
        <Fold unfolded line=words::collections() id="collections" />
        <Show when=move || unfolded.get()>
            <form
                class="shelved"
                on:submit=move |event| { event.prevent_default(); begin(); }
            >
                {boxes}
                <input
                    node_ref=field
                    type="text"
                    data-testid="new-collection"
                    placeholder=words::new_collection()
                    aria-label=words::new_collection()
                />
                <button type="submit" data-testid="begin-collection">{words::put_into()}</button>
            </form>
        </Show>
    }
}

fn choice(desk: Desk, document: DocumentId, within: bool, name: String) -> impl IntoView {
    let collection = name.clone();
    let change = move |event: Event| {
        desk.collect(document, &collection, event_target_checked(&event));
    };
    view! {
        <label>
            <input type="checkbox" data-testid="in-collection" prop:checked=within on:change=change />
            {name}
        </label>
    }
}

/// Gives a collection another name. Whether it is to become one with the collection that has it, the
/// user is asked.
#[component]
pub fn Renaming(name: String) -> impl IntoView {
    let desk = use_desk();
    let open = RwSignal::new(false);
    // The name that another collection has, while that is asked.
    let taken = RwSignal::new(None::<String>);
    let field = NodeRef::<Input>::new();
    let [own, shown, joined] = std::array::from_fn(|_| name.clone());
    Effect::new(move |before: Option<bool>| {
        let open = open.get();
        // It can have the focus once it is seen.
        if open && before.is_some() {
            request_animation_frame(move || {
                if let Some(field) = field.try_get_untracked().flatten() {
                    let _ = field.focus();
                    field.select();
                }
            });
        }
        open
    });
    let leave = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            taken.set(None);
            open.set(false);
        }
    };
    let rename = move || {
        let Some(name) = field.get_untracked().map(|field| field.value()) else { return };
        if desk.takes_in(&name, &own) {
            taken.set(Some(name.trim().to_owned()));
        } else {
            open.set(false);
            desk.rename_collection(&own, &name);
        }
    };
    let join = move |name: String| {
        open.set(false);
        desk.rename_collection(&joined, &name);
    };
    let question = move || taken.get().map(|name| joining(taken, name, join.clone()));
    view! {
        <button
            class="quiet-line"
            data-testid="rename-collection"
            aria-expanded=move || open.get().to_string()
            on:click=move |_| {
                taken.set(None);
                open.update(|open| *open = !*open);
            }
        >
            {words::rename()}
        </button>
        <form
            class="shelved"
            hidden=move || !open.get()
            on:keydown=leave
            on:submit=move |event| { event.prevent_default(); rename(); }
        >
            <input
                node_ref=field
                type="text"
                data-testid="collection-name"
                value=shown
                aria-label=words::collection_name()
                on:input=move |_| taken.set(None)
            />
            <button type="submit">{words::rename()}</button>
            {question}
        </form>
    }
}

/// Asks whether two collections are to become one.
fn joining(
    taken: RwSignal<Option<String>>,
    name: String,
    join: impl Fn(String) + 'static,
) -> impl IntoView {
    let told = words::collection_taken(&name);
    view! {
        <p role="status" data-testid="collection-taken">{told}</p>
        <button
            type="button"
            class="strong"
            data-testid="join-collections"
            on:click=move |_| {
                taken.set(None);
                join(name.clone());
            }
        >
            {words::join_collections()}
        </button>
        <button type="button" data-testid="keep-apart" on:click=move |_| taken.set(None)>
            {words::cancel()}
        </button>
    }
}
