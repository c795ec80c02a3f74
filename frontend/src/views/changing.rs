use leptos::ev::KeyboardEvent;
use leptos::html::Input;
use leptos::prelude::*;

use crate::state::use_desk;
use crate::words;

/// What can be done to a collection: it gets another name, is taken apart, or its documents leave. Whether
/// it is to become one with the collection that has a name already, the user is asked.
#[component]
pub fn Changing(name: String) -> impl IntoView {
    let desk = use_desk();
    let open = RwSignal::new(false);
    // The name that another collection has, while that is asked.
    let taken = RwSignal::new(None::<String>);
    let field = NodeRef::<Input>::new();
    let [own, shown, joined, apart, left] = std::array::from_fn(|_| name.clone());
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
            data-testid="change-collection"
            aria-expanded=move || open.get().to_string()
            on:click=move |_| {
                taken.set(None);
                open.update(|open| *open = !*open);
            }
        >
            {words::change_collection()}
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
            <button
                type="button"
                data-testid="dissolve-collection"
                on:click=move |_| desk.dissolve_collection(&apart)
            >
                {words::dissolve_collection()}
            </button>
            <button
                type="button"
                data-testid="remove-collected"
                on:click=move |_| {
                    open.set(false);
                    desk.remove_collected(&left);
                }
            >
                {words::remove_collected()}
            </button>
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
