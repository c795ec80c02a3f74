//! A collection in the list.

use leptos::html::Button;
use leptos::prelude::*;

use crate::chat::store::use_chat;
use crate::chat::strings as chat_strings;
use crate::dom::focus;
use crate::library::collections::Fate;
use crate::library::removals::use_removals;
use crate::library::store::use_library;
use crate::library::strings;
use crate::library::views::collection_editor::Changing;
use crate::widgets::removal::focus_soon;

/// A collection: its name, which folds and unfolds it, and buttons to ask all of it and to change
/// it; or its pending change, with a button to undo that.
#[component]
pub fn CollectionEntry(name: String) -> impl IntoView {
    let library = use_library();
    let (change, undo) = (NodeRef::<Button>::new(), NodeRef::<Button>::new());
    let [named, folding, counted, fated, known] = std::array::from_fn(|_| name.clone());
    let unfolded = move || library.folded.with(|folded| !folded.contains(&named)).to_string();
    let documents = Memo::new(move |_| library.collected(&counted));
    let count = move || documents.with(|all| strings::documents(all.len()));
    let can_ask = Memo::new(move |_| documents.with(|all| all.iter().any(|one| one.nodes > 0)));
    let fate = Memo::new(move |_| library.fate(&fated));
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
            Fate::Leaving(count) => strings::collection_leaving(count),
            Fate::Removing => return shown(strings::removing().to_owned()).into_any(),
            Fate::Dissolved => strings::collection_dissolved().to_owned(),
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
            on:click=move |_| library.toggle_collection(&folding)
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
    let chat = use_chat();
    view! {
        <button
            class="quiet-line"
            title=chat_strings::ask_collection(&name)
            aria-label=chat_strings::ask_collection(&name)
            data-testid="ask-collection"
            on:click=move |_| chat.ask_collection(&name)
        >
            {chat_strings::ask()}
        </button>
    }
}

/// Undoes the last change to a collection. The focus returns to the button that made it.
#[component]
fn Undoing(name: String, change: NodeRef<Button>, undo: NodeRef<Button>) -> impl IntoView {
    let removals = use_removals();
    view! {
        <button
            class="strong"
            node_ref=undo
            data-testid="undo-collection"
            on:click=move |_| {
                removals.undo_collection(&name);
                focus_soon(change);
            }
        >
            {strings::undo()}
        </button>
    }
}
