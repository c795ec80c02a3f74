use leptos::ev::Event;
use leptos::prelude::*;
use protocol::Failure;

use super::adding::AddingEntry;
use super::collection::CollectionEntry;
use super::entry::Entry;
use super::failure::said;
use super::held::HeldFile;
use super::queue::QueueLine;
use super::rows::Rows;
use super::search::{Results, SearchField};
use crate::state::{Desk, Order, Row, use_desk};
use crate::words;

/// The documents and the work on them.
#[component]
pub fn LibraryView() -> impl IntoView {
    let desk = use_desk();
    let rows = Memo::new(move |_| desk.library.rows());
    let searching = Memo::new(move |_| desk.searching.is_on());
    view! {
        <aside class="library" data-testid="library" aria-label=words::library()>
            <header>
                <h2>{words::library()}</h2>
                <button data-testid="add" on:click=move |_| desk.pick_documents()>
                    {words::add()}
                </button>
            </header>
            <Show when=move || desk.library.is_listed() && rows.with(Vec::is_empty)>
                <div class="empty">
                    <p>{words::library_empty()}</p>
                    <p>{words::library_empty_hint()}</p>
                    <Sample />
                </div>
            </Show>
            {move || desk.library.failure().map(|failure| closed(desk, &failure))}
            <QueueLine />
            <Show when=move || !rows.with(Vec::is_empty)>
                <SearchField />
            </Show>
            <Show when=move || desk.library.is_sortable() && !searching.get()>
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
    let desk = use_desk();
    let sort = move |event: Event| {
        if let Some(order) = Order::of(&event_target_value(&event)) {
            desk.library.sort(order);
        }
    };
    let orders = Order::ALL.map(|order| {
        let chosen = move || desk.library.order.get() == order;
        view! { <option value=order.name() prop:selected=chosen>{words::order_name(order)}</option> }
    });
    view! {
        <label class="asked sorted">
            <span class="quiet">{words::order()}</span>
            <select data-testid="order" on:change=sort>{orders.into_iter().collect_view()}</select>
        </label>
    }
}

fn draw(row: Row) -> AnyView {
    match row {
        Row::Held(held) => view! { <HeldFile held /> }.into_any(),
        Row::Adding(key) => view! { <AddingEntry key /> }.into_any(),
        Row::Collection(name) => view! { <CollectionEntry name /> }.into_any(),
        Row::Document { id, .. } => view! { <Entry document=id /> }.into_any(),
    }
}

/// Says that the library exists, but cannot be opened.
fn closed(desk: Desk, failure: &Failure) -> impl IntoView + use<> {
    view! {
        <div class="failed" role="alert" data-testid="library-failed">
            <strong>{words::library_closed()}</strong>
            {said(words::failure_said(failure))}
            <button
                data-testid="library-again"
                on:click=move |_| {
                    desk.refresh_library();
                    desk.refresh_model();
                }
            >
                {words::retry()}
            </button>
        </div>
    }
}

/// The sample book, for anyone without a document at hand.
#[component]
fn Sample() -> impl IntoView {
    let desk = use_desk();
    view! {
        <Show when=move || desk.sample().is_some()>
            <button class="strong" data-testid="try-sample" on:click=move |_| desk.begin_tour()>
                {words::try_sample()}
            </button>
        </Show>
    }
}
