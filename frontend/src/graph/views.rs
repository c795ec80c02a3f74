//! The graph of the open document.

pub mod cards;
pub mod moves;
pub mod picture;
pub mod point;
pub mod replay;
pub mod table;
pub mod tools;

use leptos::prelude::*;

use crate::app::layout::{MainView, use_layout};
use crate::app::navigation::use_navigation;
use crate::app::strings as app_strings;
use crate::format;
use crate::graph::store::use_graph;
use crate::graph::strings;
use crate::graph::views::picture::Picture;
use crate::graph::views::point::Point;
use crate::graph::views::replay::Replay;
use crate::graph::views::table::Table;
use crate::graph::views::tools::Tools;
use crate::library::builds::use_builds;
use crate::library::imports::use_imports;
use crate::library::store::use_library;
use crate::library::strings as library_strings;
use crate::library::work::Work;
use crate::reader::views::nothing_open::nothing_open;
use crate::widgets::failure::not_shown;

/// The number of characters of a node's text to announce.
const BEGINNING: usize = 200;

/// The open document's graph, as a picture or as a table, and the facts about the selected node.
#[component]
pub fn GraphView() -> impl IntoView {
    let layout = use_layout();
    let library = use_library();
    let imports = use_imports();
    let navigation = use_navigation();
    let graph = use_graph();
    // A growing graph is still the same one: typed text and the position stay.
    let there = Memo::new(move |_| graph.map.with(Option::is_some));
    let body = move || match (navigation.document.get(), there.get()) {
        (Some(_), true) => view! { <Whole /> }.into_any(),
        (Some(_), false) if graph.loading.get() => {
            view! { <div class="loading" aria-hidden="true"></div> }.into_any()
        }
        (Some(_), false) => match graph.failed.get() {
            Some(failure) => not_shown(&failure, "graph-failed", move || graph.load()).into_any(),
            None => view! { <NoGraph /> }.into_any(),
        },
        // Beside it, the document says so.
        (None, _) => (layout.view.get() == MainView::Graph)
            .then(|| nothing_open(library, imports))
            .into_any(),
    };
    view! {
        <section class="graph-view" data-testid="graph" aria-label=app_strings::graph()>
            {body}
            <Show when=move || graph.selected.get().is_some()>
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
    let graph = use_graph();
    let shown = move || {
        let (map, id) = (graph.map.get()?, graph.selected.get()?);
        let node = map.node(id)?;
        let name = strings::node_on_level(id, node.level, map.passages());
        Some(format!("{name}: {}", format::node_beginning(&node.text, node.level, BEGINNING)))
    };
    view! { <p class="unseen" role="status" data-testid="point-announced">{shown}</p> }
}

#[component]
fn Whole() -> impl IntoView {
    let graph = use_graph();
    let body = move || match graph.listed.get() {
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
    let graph = use_graph();
    let origins = Memo::new(move |_| graph.with_map(|map| strings::origins(map.origins())));
    view! {
        <Show when=move || origins.with(Option::is_some)>
            <p class="older" data-testid="origins">{move || origins.get()}</p>
        </Show>
    }
}

#[component]
fn NoGraph() -> impl IntoView {
    let library = use_library();
    let builds = use_builds();
    let navigation = use_navigation();
    let building =
        move || navigation.document.get().is_some_and(|document| library.is_building(document));
    // If other work on the document is in progress, the user must wait for it.
    let idle = move || {
        let document = navigation.document.get()?;
        let work = library.works.with(|works| works.get(&document).cloned());
        matches!(work, None | Some(Work::Proposed(_))).then_some(document)
    };
    let build = move |document| {
        view! {
            <button
                class="strong"
                data-testid="build-graph"
                on:click=move |_| builds.build(document)
            >
                {library_strings::build()}
            </button>
        }
    };
    view! {
        <div class="empty">
            <p>{move || if building() { strings::graph_growing() } else { strings::no_graph() }}</p>
            <p>{strings::no_graph_hint()}</p>
            {move || idle().map(build)}
        </div>
    }
}

/// Says that this is not the newest graph but that of an answer, and leads back.
#[component]
fn Older() -> impl IntoView {
    let graph = use_graph();
    view! {
        <Show when=move || graph.is_older()>
            <p class="older" role="status" data-testid="older-graph">
                {strings::older_graph()}
                <button
                    class="quiet-line"
                    data-testid="newest-graph"
                    on:click=move |_| graph.show_newest()
                >
                    {strings::newest_graph()}
                </button>
            </p>
        </Show>
    }
}
