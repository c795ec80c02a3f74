use leptos::ev::Event;
use leptos::prelude::*;
use protocol::Failure;

use super::adding::AddingEntry;
use super::collection::CollectionEntry;
use super::entry::Entry;
use super::failed_file::HeldFile;
use super::failure::said;
use super::queue::QueueLine;
use super::rows::Rows;
use super::search::{Results, SearchField};
use crate::i18n;
use crate::state::{App, DocumentOrder, LibraryRow, use_app};

/// The documents and the work on them.
#[component]
pub fn LibraryView() -> impl IntoView {
    let app = use_app();
    let rows = Memo::new(move |_| app.library.rows());
    let searching = Memo::new(move |_| app.searching.is_on());
    view! {
        <aside class="library" data-testid="library" aria-label=i18n::library()>
            <header>
                <h2>{i18n::library()}</h2>
                <button data-testid="add" on:click=move |_| app.pick_documents()>
                    {i18n::add()}
                </button>
            </header>
            <Show when=move || app.library.is_listed() && rows.with(Vec::is_empty)>
                <div class="empty">
                    <p>{i18n::library_empty()}</p>
                    <p>{i18n::library_empty_hint()}</p>
                    <Sample />
                </div>
            </Show>
            {move || app.library.failure().map(|failure| closed(app, &failure))}
            <QueueLine />
            <Show when=move || !rows.with(Vec::is_empty)>
                <SearchField />
            </Show>
            <Show when=move || app.library.is_sortable() && !searching.get()>
                <Sorting />
            </Show>
            <Rows rows draw hidden=searching />
            <Show when=move || searching.get()>
                <Results />
            </Show>
        </aside>
    }
}

/// The order of the documents.
#[component]
fn Sorting() -> impl IntoView {
    let app = use_app();
    let sort = move |event: Event| {
        if let Some(order) = DocumentOrder::of(&event_target_value(&event)) {
            app.library.sort(order);
        }
    };
    let orders = DocumentOrder::ALL.map(|order| {
        let chosen = move || app.library.order.get() == order;
        view! { <option value=order.name() prop:selected=chosen>{i18n::order_name(order)}</option> }
    });
    view! {
        <label class="asked sorted">
            <span class="quiet">{i18n::order()}</span>
            <select data-testid="order" on:change=sort>{orders.into_iter().collect_view()}</select>
        </label>
    }
}

fn draw(row: LibraryRow) -> AnyView {
    match row {
        LibraryRow::Held(held) => view! { <HeldFile held /> }.into_any(),
        LibraryRow::Adding(key) => view! { <AddingEntry key /> }.into_any(),
        LibraryRow::Collection(name) => view! { <CollectionEntry name /> }.into_any(),
        LibraryRow::Document { id, .. } => view! { <Entry document=id /> }.into_any(),
    }
}

/// Says that the library exists, but cannot be opened.
fn closed(app: App, failure: &Failure) -> impl IntoView + use<> {
    view! {
        <div class="failed" role="alert" data-testid="library-failed">
            <strong>{i18n::library_closed()}</strong>
            {said(i18n::failure_said(failure))}
            <button
                data-testid="library-again"
                on:click=move |_| {
                    app.refresh_library();
                    app.refresh_model();
                }
            >
                {i18n::retry()}
            </button>
        </div>
    }
}

/// The sample book, for anyone without a document at hand.
#[component]
fn Sample() -> impl IntoView {
    let app = use_app();
    view! {
        <Show when=move || app.sample().is_some()>
            <button class="strong" data-testid="try-sample" on:click=move |_| app.begin_tour()>
                {i18n::try_sample()}
            </button>
        </Show>
    }
}
