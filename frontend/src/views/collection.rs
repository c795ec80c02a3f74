use leptos::html::Button;
use leptos::prelude::*;

use super::collection_editor::Changing;
use super::removal::focus_soon;
use crate::state::{Fate, use_app};
use crate::{focus, i18n};

/// A collection: its name, which folds and unfolds it, and buttons to ask all of it and to change
/// it; or its pending change, with a button to undo that.
#[component]
pub fn CollectionEntry(name: String) -> impl IntoView {
    let app = use_app();
    let (change, undo) = (NodeRef::<Button>::new(), NodeRef::<Button>::new());
    let [named, folding, counted, fated, known] = std::array::from_fn(|_| name.clone());
    let unfolded = move || app.library.folded.with(|folded| !folded.contains(&named)).to_string();
    let documents = Memo::new(move |_| app.library.collected(&counted));
    let count = move || documents.with(|all| i18n::documents(all.len()));
    let can_ask = Memo::new(move |_| documents.with(|all| all.iter().any(|one| one.nodes > 0)));
    let fate = Memo::new(move |_| app.library.fate(&fated));
    let title = name.clone();
    let doing = move || {
        let name = name.clone();
        let line = match fate.get() {
            Fate::Stays => {
                let asked = name.clone();
                return view! {
                    <Show when=move || can_ask.get()>
                        <Asking name=asked.clone() />
                    </Show>
                    <Changing name change undo />
                }
                .into_any();
            }
            Fate::Leaving(count) => i18n::collection_leaving(count),
            Fate::Removing => return shown(i18n::removing().to_owned()).into_any(),
            Fate::Dissolved => i18n::collection_dissolved().to_owned(),
        };
        // The time to undo can end while the button has the focus.
        on_cleanup(focus::land);
        view! { {shown(line)}<Undoing name change undo /> }.into_any()
    };
    view! {
        <button
            class="name"
            aria-expanded=unfolded
            data-testid="fold-collection"
            data-collection=known
            on:click=move |_| app.library.toggle_collection(&folding)
        >
            <span class="title">{title}</span>
            <span class="state">{count}</span>
        </button>
        <div class="doing">{doing}</div>
    }
}

fn shown(line: String) -> impl IntoView {
    view! { <p class="state" data-testid="collection-state">{line}</p> }
}

/// Moves to questions on all documents of a collection.
#[component]
fn Asking(name: String) -> impl IntoView {
    let app = use_app();
    view! {
        <button
            class="quiet-line"
            title=i18n::ask_collection(&name)
            aria-label=i18n::ask_collection(&name)
            data-testid="ask-collection"
            on:click=move |_| app.ask_collection(&name)
        >
            {i18n::ask()}
        </button>
    }
}

/// Undoes the last change to a collection. The focus returns to the button that made it.
#[component]
fn Undoing(name: String, change: NodeRef<Button>, undo: NodeRef<Button>) -> impl IntoView {
    let app = use_app();
    view! {
        <button
            class="strong"
            node_ref=undo
            data-testid="undo-collection"
            on:click=move |_| {
                app.undo_collection(&name);
                focus_soon(change);
            }
        >
            {i18n::undo()}
        </button>
    }
}
