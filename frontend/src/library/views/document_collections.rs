//! The collections of a document, and choosing them.

use leptos::ev::Event;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary};

use crate::library::store::{LibraryStore, use_library};
use crate::library::strings;
use crate::widgets::fold::Fold;

/// The collections of a document, on request: they can be changed, and new ones created.
#[component]
pub fn Shelved(document: DocumentId, summary: Memo<Option<DocumentSummary>>) -> impl IntoView {
    let library = use_library();
    let unfolded = RwSignal::new(false);
    let field = NodeRef::<Input>::new();
    let begin = move || {
        let Some(field) = field.get_untracked() else { return };
        if library.collect(document, &field.value(), true) {
            field.set_value("");
        }
    };
    let boxes = move || {
        let own = summary.get().map_or_else(Vec::new, |summary| summary.collections);
        let names = library.collection_names().into_iter();
        names.map(|name| choice(library, document, own.contains(&name), name)).collect_view()
    };
    view! {
        <Fold unfolded line=strings::collections() id="collections" />
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
                    placeholder=strings::new_collection()
                    aria-label=strings::new_collection()
                />
                <button type="submit" data-testid="begin-collection">{strings::put_into()}</button>
            </form>
        </Show>
    }
}

fn choice(
    library: LibraryStore,
    document: DocumentId,
    within: bool,
    name: String,
) -> impl IntoView {
    let collection = name.clone();
    let change = move |event: Event| {
        library.collect(document, &collection, event_target_checked(&event));
    };
    view! {
        <label>
            <input type="checkbox" data-testid="in-collection" prop:checked=within on:change=change />
            {name}
        </label>
    }
}
