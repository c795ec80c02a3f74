use leptos::prelude::*;

use super::changing::Changing;
use crate::state::use_desk;
use crate::words;

/// A collection: its name, which folds it and unfolds it, and a way to ask all of it.
#[component]
pub fn CollectionEntry(name: String) -> impl IntoView {
    let desk = use_desk();
    let [named, folding, counted, asked, changed] = std::array::from_fn(|_| name.clone());
    let unfolded = move || desk.library.folded.with(|folded| !folded.contains(&named)).to_string();
    let documents = Memo::new(move |_| desk.library.collected(&counted));
    let count = move || documents.with(|all| words::documents(all.len()));
    let can_ask = move || documents.with(|all| all.iter().any(|document| document.nodes > 0));
    view! {
        <button
            class="name"
            aria-expanded=unfolded
            data-testid="fold-collection"
            on:click=move |_| desk.library.toggle_collection(&folding)
        >
            <span class="title">{name}</span>
            <span class="state">{count}</span>
        </button>
        <div class="doing">
            <Show when=can_ask>
                <button
                    class="quiet-line"
                    title=words::ask_collection(&asked)
                    aria-label=words::ask_collection(&asked)
                    data-testid="ask-collection"
                    on:click={
                        let asked = asked.clone();
                        move |_| desk.ask_collection(&asked)
                    }
                >
                    {words::ask()}
                </button>
            </Show>
            <Changing name=changed />
        </div>
    }
}
