//! The column of the library.

pub mod collection;
pub mod collection_editor;
pub mod cover;
pub mod document_collections;
pub mod entry;
pub mod failed_file;
pub mod import;
pub mod queue;
pub mod rows;
pub mod search;

use leptos::ev::Event;
use leptos::prelude::*;
use protocol::Failure;

use crate::app::program::use_program;
use crate::app::strings as app_strings;
use crate::app::tour::use_tour;
use crate::i18n::failure_texts;
use crate::library::imports::use_imports;
use crate::library::order::DocumentOrder;
use crate::library::rows::LibraryRow;
use crate::library::search::use_search;
use crate::library::store::{LibraryStore, use_library};
use crate::library::strings;
use crate::library::views::collection::CollectionEntry;
use crate::library::views::entry::Entry;
use crate::library::views::failed_file::HeldFile;
use crate::library::views::import::AddingEntry;
use crate::library::views::queue::QueueLine;
use crate::library::views::rows::Rows;
use crate::library::views::search::{Results, SearchField};
use crate::settings::models::{ModelStore, use_models};
use crate::widgets::failure::said;

/// The documents and the work on them.
#[component]
pub fn LibraryView() -> impl IntoView {
    let library = use_library();
    let search = use_search();
    let imports = use_imports();
    let models = use_models();
    let rows = Memo::new(move |_| library.rows());
    let searching = Memo::new(move |_| search.is_on());
    view! {
        <aside class="library" data-testid="library" aria-label=app_strings::library()>
            <header>
                <h2>{app_strings::library()}</h2>
                <button data-testid="add" on:click=move |_| imports.pick_documents()>
                    {strings::add()}
                </button>
            </header>
            <Show when=move || library.is_listed() && rows.with(Vec::is_empty)>
                <div class="empty">
                    <p>{strings::library_empty()}</p>
                    <p>{strings::library_empty_hint()}</p>
                    <Sample />
                </div>
            </Show>
            {move || library.failure().map(|failure| closed(library, models, &failure))}
            <QueueLine />
            <Show when=move || !rows.with(Vec::is_empty)>
                <SearchField />
            </Show>
            <Show when=move || library.is_sortable() && !searching.get()>
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
    let library = use_library();
    let sort = move |event: Event| {
        if let Some(order) = DocumentOrder::of(&event_target_value(&event)) {
            library.sort(order);
        }
    };
    let orders = DocumentOrder::ALL.map(|order| {
        let chosen = move || library.order.get() == order;
        view! { <option value=order.name() prop:selected=chosen>{strings::order_name(order)}</option> }
    });
    view! {
        <label class="asked sorted">
            <span class="quiet">{strings::order()}</span>
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
fn closed(library: LibraryStore, models: ModelStore, failure: &Failure) -> impl IntoView + use<> {
    view! {
        <div class="failed" role="alert" data-testid="library-failed">
            <strong>{strings::library_closed()}</strong>
            {said(failure_texts::failure_said(failure))}
            <button
                data-testid="library-again"
                on:click=move |_| {
                    library.refresh();
                    models.refresh();
                }
            >
                {app_strings::retry()}
            </button>
        </div>
    }
}

/// The sample book, for anyone without a document at hand.
#[component]
fn Sample() -> impl IntoView {
    let program = use_program();
    let tour = use_tour();
    view! {
        <Show when=move || program.sample().is_some()>
            <button class="strong" data-testid="try-sample" on:click=move |_| tour.begin()>
                {app_strings::try_sample()}
            </button>
        </Show>
    }
}
