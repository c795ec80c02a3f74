use leptos::ev::Event;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary};

use super::fold::Fold;
use crate::i18n;
use crate::state::{App, use_app};

/// The collections of a document, on request: they can be changed, and new ones created.
#[component]
pub fn Shelved(document: DocumentId, summary: Memo<Option<DocumentSummary>>) -> impl IntoView {
    let app = use_app();
    let unfolded = RwSignal::new(false);
    let field = NodeRef::<Input>::new();
    let begin = move || {
        let Some(field) = field.get_untracked() else { return };
        if app.collect(document, &field.value(), true) {
            field.set_value("");
        }
    };
    let boxes = move || {
        let own = summary.get().map_or_else(Vec::new, |summary| summary.collections);
        let names = app.library.collection_names().into_iter();
        names.map(|name| choice(app, document, own.contains(&name), name)).collect_view()
    };
    view! {
        <Fold unfolded line=i18n::collections() id="collections" />
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
                    placeholder=i18n::new_collection()
                    aria-label=i18n::new_collection()
                />
                <button type="submit" data-testid="begin-collection">{i18n::put_into()}</button>
            </form>
        </Show>
    }
}

fn choice(app: App, document: DocumentId, within: bool, name: String) -> impl IntoView {
    let collection = name.clone();
    let change = move |event: Event| {
        app.collect(document, &collection, event_target_checked(&event));
    };
    view! {
        <label>
            <input type="checkbox" data-testid="in-collection" prop:checked=within on:change=change />
            {name}
        </label>
    }
}
