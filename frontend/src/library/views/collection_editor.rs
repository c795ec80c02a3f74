//! Renaming, dissolving and removing a collection.

use leptos::ev::KeyboardEvent;
use leptos::html::{Button, Input};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::dom::{elements, focus};
use crate::library::removals::use_removals;
use crate::library::store::use_library;
use crate::library::strings;
use crate::reader::strings as reader_strings;
use crate::widgets::removal::focus_soon;

/// Changes a collection: renames it, dissolves it, or removes its documents. If another collection
/// already has the name, asks the user whether to merge the two. Dissolving and removing can be
/// undone with a button that appears.
#[component]
pub fn Changing(name: String, change: NodeRef<Button>, undo: NodeRef<Button>) -> impl IntoView {
    let library = use_library();
    let removals = use_removals();
    let open = RwSignal::new(false);
    // The name of the other collection, while the user is asked.
    let taken = RwSignal::new(None::<String>);
    let field = NodeRef::<Input>::new();
    let [own, shown, joined, apart, left] = std::array::from_fn(|_| name.clone());
    Effect::new(move |before: Option<bool>| {
        let open = open.get();
        // The field can take the focus once it is visible.
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
    let close = move || {
        taken.set(None);
        open.set(false);
        focus_soon(change);
    };
    let leave = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            close();
        }
    };
    let join = move |name: String| {
        library.rename_collection(&joined, &name);
        land_on(name);
    };
    let rename = {
        let join = join.clone();
        move || {
            let Some(name) = field.get_untracked().map(|field| field.value()) else { return };
            let name = name.trim().to_owned();
            if name == own {
                close();
            } else if let Some(other) = library.takes_in(&name, &own) {
                taken.set(Some(other));
            } else if !name.is_empty() {
                join(name);
            }
        }
    };
    let question = move || taken.get().map(|name| joining(taken, field, name, join.clone()));
    view! {
        <button
            class="quiet-line"
            node_ref=change
            data-testid="change-collection"
            aria-expanded=move || open.get().to_string()
            on:click=move |_| {
                taken.set(None);
                open.update(|open| *open = !*open);
            }
        >
            {strings::change_collection()}
        </button>
        <form
            class="shelved"
            hidden=move || !open.get()
            on:keydown=leave
            on:submit=move |event| { event.prevent_default(); rename(); }
        >
            <div class="abreast">
                <input
                    node_ref=field
                    type="text"
                    data-testid="collection-name"
                    value=shown
                    aria-label=strings::collection_name()
                    on:input=move |_| taken.set(None)
                />
                <button type="submit">{strings::rename()}</button>
            </div>
            {question}
            <div class="abreast">
                <button
                    type="button"
                    class="quiet-line"
                    data-testid="dissolve-collection"
                    on:click=move |_| {
                        library.dissolve_collection(&apart);
                        focus_soon(undo);
                    }
                >
                    {strings::dissolve_collection()}
                </button>
                <button
                    type="button"
                    class="quiet-line apart"
                    data-testid="remove-collected"
                    on:click=move |_| {
                        removals.remove_collected(&left);
                        focus_soon(undo);
                    }
                >
                    {strings::remove_collected()}
                </button>
            </div>
        </form>
    }
}

/// Asks whether to merge two collections.
fn joining(
    taken: RwSignal<Option<String>>,
    field: NodeRef<Input>,
    name: String,
    join: impl Fn(String) + 'static,
) -> impl IntoView {
    let shown = strings::collection_taken(&name);
    view! {
        <p role="status" data-testid="collection-taken">{shown}</p>
        <div class="abreast">
            <button
                type="button"
                class="strong"
                data-testid="join-collections"
                on:click=move |_| join(name.clone())
            >
                {strings::join_collections()}
            </button>
            <button
                type="button"
                data-testid="keep-apart"
                on:click=move |_| {
                    taken.set(None);
                    focus_soon(field);
                }
            >
                {reader_strings::cancel()}
            </button>
        </div>
    }
}

/// Moves the focus to a collection once it has this name.
fn land_on(name: String) {
    request_animation_frame(move || {
        let Ok(all) = document().query_selector_all("[data-collection]") else { return };
        let elements = (0..all.length()).filter_map(|nth| all.get(nth)?.dyn_into::<Element>().ok());
        let is_it = |one: &Element| one.get_attribute("data-collection").as_ref() == Some(&name);
        elements::focus_on(elements.into_iter().find(is_it));
        // It may be out of view.
        focus::land();
    });
}
