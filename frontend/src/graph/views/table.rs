//! The graph as a table: for screen readers, for the keyboard, and for anyone who prefers it.

use leptos::prelude::*;

use crate::app::strings as app_strings;
use crate::dom::elements;
use crate::format;
use crate::graph::map::Map;
use crate::graph::map::filter::Filter;
use crate::graph::map::order::NodeSortColumn;
use crate::graph::store::{GraphStore, use_graph};
use crate::graph::strings;
use crate::reader::store::{ReaderStore, use_reader};
use crate::widgets::icon::{IconButton, IconName};

/// The number of rows on a page.
const ROWS: usize = 100;
/// The number of characters of a node's text to show.
const BEGINNING: usize = 160;

/// The columns that can always order the rows.
fn columns() -> [(NodeSortColumn, &'static str); 4] {
    [
        (NodeSortColumn::Place, strings::column_place()),
        (NodeSortColumn::Level, strings::column_level()),
        (NodeSortColumn::Above(0.0), strings::predecessors()),
        (NodeSortColumn::Strongest, strings::column_strongest()),
    ]
}

/// The nodes that the filter finds, one page at a time.
#[component]
pub fn Table() -> impl IntoView {
    let reader = use_reader();
    let graph = use_graph();
    let (order, page) = (graph.order, graph.rows);
    // How much of each node rests on the chosen passage, if there is one.
    let resting = Memo::new(move |_| {
        let (range, threshold) =
            (graph.filter.with(|filter| filter.rests_on.clone())?, graph.threshold.get());
        Some(graph.with_map(|map| map.resting_on(&range, threshold)))
    });
    let asks_resting = Memo::new(move |_| resting.with(Option::is_some));
    let rows = Memo::new(move |_| {
        let ((column, backwards), threshold) = (order.get(), graph.threshold.get());
        let column = match column {
            NodeSortColumn::Above(_) => NodeSortColumn::Above(threshold),
            NodeSortColumn::Resting if !asks_resting.get() => NodeSortColumn::Place,
            column => column,
        };
        let found = graph.found.get();
        graph.with_map(|map| {
            // They may still be from the previous graph.
            let found = found.into_iter().filter(|&index| index < map.len()).collect();
            resting.with(|resting| {
                let resting = resting.as_deref().unwrap_or_default();
                map.ordered(found, (column, backwards), resting)
            })
        })
    });
    // A new order or filter starts on the first page; a growing graph stays on its page.
    Effect::new(move |before: Option<((NodeSortColumn, bool), f32, Filter)>| {
        let now = (order.get(), graph.threshold.get(), graph.filter.get());
        if before.is_some_and(|before| before != now) {
            page.set(0);
        }
        now
    });
    Effect::new(move |_| {
        let last = rows.with(Vec::len).saturating_sub(1) / ROWS;
        if page.get_untracked() > last {
            page.set(last);
        }
    });
    let shown = move || {
        let (rows, map) = (rows.get(), graph.map.get()?);
        let here = rows.iter().skip(page.get() * ROWS).take(ROWS);
        // The graph may have changed since the rows were made.
        let here = here.filter(|&&index| index < map.len());
        let rests = |index: usize| resting.with(|all| Some(*all.as_ref()?.get(index)?));
        Some(here.map(|&index| row(reader, graph, &map, index, rests(index))).collect_view())
    };
    let heads = columns().map(|(column, name)| view! { <Head column name order /> });
    let [place, level, above, strongest] = heads;
    let share = move || {
        let (column, name) = (NodeSortColumn::Resting, strings::column_resting());
        asks_resting.get().then(|| view! { <Head column name order /> })
    };
    view! {
        <div
            id=elements::TABLE
            class="table"
            tabindex="-1"
            role="region"
            aria-label=strings::table()
            data-testid="graph-table"
        >
            <table>
                <caption class="unseen">{app_strings::graph()}</caption>
                <thead>
                    <tr>
                        {place}
                        {level}
                        <th scope="col">{strings::column_text()}</th>
                        {share}
                        {strongest}
                        {above}
                    </tr>
                </thead>
                <tbody>{shown}</tbody>
            </table>
            <Show when=move || rows.with(Vec::is_empty)>
                <p class="quiet">{strings::nothing_found()}</p>
            </Show>
            <Turning page rows=Signal::derive(move || rows.with(Vec::len)) />
        </div>
    }
}

/// A column's name. A click orders by the column, or reverses that order.
#[component]
fn Head(
    column: NodeSortColumn,
    name: &'static str,
    order: RwSignal<(NodeSortColumn, bool)>,
) -> impl IntoView {
    let sorted = move || match order.get() {
        (by, _) if by != column => "none",
        (_, backwards) if backwards != column.falls() => "descending",
        _ => "ascending",
    };
    let sort = move |_| {
        order.update(|order| *order = (column, order.0 == column && !order.1));
    };
    view! {
        <th scope="col" aria-sort=sorted>
            <button title=strings::sort_title() on:click=sort>{name}</button>
        </th>
    }
}

/// A node, and how much of it rests on the chosen passage, if there is one.
fn row(
    reader: ReaderStore,
    graph: GraphStore,
    map: &Map,
    index: usize,
    rests: Option<f32>,
) -> impl IntoView + use<> {
    let node = map.at(index);
    let (id, level) = (node.id, node.level);
    let page = map.passage_of(id).and_then(|place| place.page);
    let across = format::share(map.across(index));
    let place = move || match page {
        Some(page) => strings::numbered_page(&reader.page_cited(page)),
        None => across.clone(),
    };
    let strongest = map.successors(id).first().map(|edge| format::share(edge.weight.into()));
    let weights: Vec<f32> = map.predecessors(id).iter().map(|edge| edge.weight).collect();
    let above = move || {
        let threshold = graph.threshold.get();
        weights.iter().take_while(|weight| **weight >= threshold).count()
    };
    let chosen = move || graph.selected.get() == Some(id);
    view! {
        <tr class:chosen=chosen data-testid=format!("row-{id}")>
            <td>{place}</td>
            <td>{strings::level(level)}</td>
            <th scope="row">
                <button
                    aria-pressed=move || chosen().to_string()
                    on:click=move |_| graph.selected.set(Some(id))
                >
                    <span class="point-name">{strings::node(id, level, Some(map.passages()))}" "</span>
                    {format::node_beginning(&node.text, level, BEGINNING)}
                </button>
            </th>
            {rests.map(|rests| view! { <td class="number">{format::share(rests.into())}</td> })}
            <td class="number">{strongest}</td>
            <td class="number">{move || format::count(above() as u64)}</td>
        </tr>
    }
}

/// Buttons for the pages of the table, if there are several.
#[component]
fn Turning(page: RwSignal<usize>, rows: Signal<usize>) -> impl IntoView {
    let pages = move || rows.get().div_ceil(ROWS);
    view! {
        <Show when=move || { pages() > 1 }>
            <nav class="turning" aria-label=strings::table_rows()>
                <IconButton
                    mark=IconName::Back
                    name=strings::previous_rows()
                    disabled=Signal::derive(move || page.get() == 0)
                    press=move || page.update(|page| *page = page.saturating_sub(1))
                />
                {move || strings::rows(page.get() * ROWS, ROWS, rows.get())}
                <IconButton
                    mark=IconName::Forward
                    name=strings::next_rows()
                    disabled=Signal::derive(move || { page.get() + 1 >= pages() })
                    press=move || page.update(|page| *page += 1)
                />
            </nav>
        </Show>
    }
}
