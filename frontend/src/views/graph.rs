mod cards;
mod moves;
mod picture;
mod replay;
mod table;
mod tools;

use leptos::prelude::*;

use super::failure::not_shown;
use super::point::Point;
use super::reader::nothing_open;
use crate::state::{MainView, Work, use_app};
use crate::{format, i18n};
use picture::Picture;
use replay::Replay;
use table::Table;
use tools::Tools;

/// The number of characters of a node's text to announce.
const BEGINNING: usize = 200;

/// The open document's graph, as a picture or as a table, and the facts about the selected node.
#[component]
pub fn GraphView() -> impl IntoView {
    let app = use_app();
    // A growing graph is still the same one: typed text and the position stay.
    let there = Memo::new(move |_| app.mapping.map.with(Option::is_some));
    let body = move || match (app.reading.document.get(), there.get()) {
        (Some(_), true) => view! { <Whole /> }.into_any(),
        (Some(_), false) if app.mapping.loading.get() => {
            view! { <div class="loading" aria-hidden="true"></div> }.into_any()
        }
        (Some(_), false) => match app.mapping.failed.get() {
            Some(failure) => {
                not_shown(&failure, "graph-failed", move || app.load_graph()).into_any()
            }
            None => view! { <NoGraph /> }.into_any(),
        },
        // Beside it, the document says so.
        (None, _) => (app.view.get() == MainView::Graph).then(|| nothing_open(app)).into_any(),
    };
    view! {
        <section class="graph-view" data-testid="graph" aria-label=i18n::graph()>
            {body}
            <Show when=move || app.mapping.selected.get().is_some()>
                <Point />
            </Show>
            <PointAnnouncement />
        </section>
    }
}

/// Announces the selected node to screen readers. The element exists beforehand, since one that
/// appears together with its words is not always read.
#[component]
fn PointAnnouncement() -> impl IntoView {
    let mapping = use_app().mapping;
    let shown = move || {
        let (map, id) = (mapping.map.get()?, mapping.selected.get()?);
        let node = map.node(id)?;
        let name = i18n::node_on_level(id, node.level, map.passages());
        Some(format!("{name}: {}", format::node_beginning(&node.text, node.level, BEGINNING)))
    };
    view! { <p class="unseen" role="status" data-testid="point-announced">{shown}</p> }
}

#[component]
fn Whole() -> impl IntoView {
    let mapping = use_app().mapping;
    let body = move || match mapping.listed.get() {
        true => view! { <Table /> }.into_any(),
        false => view! { <Picture /> }.into_any(),
    };
    view! {
        <Tools />
        <Older />
        <Origins />
        {body}
        <Replay />
    }
}

/// How many points quote the text, and how many the model wrote in vain.
#[component]
fn Origins() -> impl IntoView {
    let mapping = use_app().mapping;
    let origins = Memo::new(move |_| mapping.with_map(|map| i18n::origins(map.origins())));
    view! {
        <Show when=move || origins.with(Option::is_some)>
            <p class="older" data-testid="origins">{move || origins.get()}</p>
        </Show>
    }
}

#[component]
fn NoGraph() -> impl IntoView {
    let app = use_app();
    let building = move || {
        app.reading.document.get().is_some_and(|document| app.library.is_building(document))
    };
    // If other work on the document is in progress, the user must wait for it.
    let idle = move || {
        let document = app.reading.document.get()?;
        let work = app.library.works.with(|works| works.get(&document).cloned());
        matches!(work, None | Some(Work::Proposed(_))).then_some(document)
    };
    let build = move |document| {
        view! {
            <button
                class="strong"
                data-testid="build-graph"
                on:click=move |_| app.build(document)
            >
                {i18n::build()}
            </button>
        }
    };
    view! {
        <div class="empty">
            <p>{move || if building() { i18n::graph_growing() } else { i18n::no_graph() }}</p>
            <p>{i18n::no_graph_hint()}</p>
            {move || idle().map(build)}
        </div>
    }
}

/// Says that this is not the newest graph but that of an answer, and leads back.
#[component]
fn Older() -> impl IntoView {
    let app = use_app();
    view! {
        <Show when=move || app.mapping.is_older()>
            <p class="older" role="status" data-testid="older-graph">
                {i18n::older_graph()}
                <button
                    class="quiet-line"
                    data-testid="newest-graph"
                    on:click=move |_| app.show_newest_graph()
                >
                    {i18n::newest_graph()}
                </button>
            </p>
        </Show>
    }
}
