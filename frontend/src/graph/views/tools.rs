//! The tools above the graph: zooming, finding and filtering.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::app::navigation::use_navigation;
use crate::format;
use crate::graph::map::filter::Filter;
use crate::graph::store::use_graph;
use crate::graph::strings;
use crate::library::store::use_library;
use crate::reader::store::use_reader;
use crate::widgets::icon::{Icon, IconButton, IconName};

/// The controls for what the graph shows.
#[component]
pub fn Tools() -> impl IntoView {
    let graph = use_graph();
    let threshold = move |event: leptos::ev::Event| {
        if let Ok(weight) = event_target_value(&event).parse() {
            graph.threshold.set(weight);
        }
    };
    view! {
        <header class="tools">
            <label title=strings::threshold_title()>
                {strings::threshold()}
                <input
                    type="range"
                    min="0"
                    max="0.5"
                    step="0.01"
                    title=strings::threshold_title()
                    data-testid="threshold"
                    prop:value=move || graph.threshold.get().to_string()
                    on:input=threshold
                />
                <output>{move || format::percent(graph.threshold.get())}</output>
            </label>
            <FindPoints />
            <Uncovered />
            <span class="end">
                <Show when=move || !graph.listed.get()>
                    <Zoom />
                </Show>
                <button
                    data-testid="as-table"
                    aria-pressed=move || graph.listed.get().to_string()
                    title=strings::table_title()
                    on:click=move |_| graph.listed.update(|listed| *listed = !*listed)
                >
                    {strings::table()}
                </button>
            </span>
        </header>
    }
}

#[component]
fn Zoom() -> impl IntoView {
    let graph = use_graph();
    view! {
        <span class="zoom" data-testid="zoom">
            <IconButton
                mark=IconName::Less
                name=strings::zoom_out()
                press=move || graph.zoom_by(Some(false))
            />
            <IconButton
                mark=IconName::Add
                name=strings::zoom_in()
                press=move || graph.zoom_by(Some(true))
            />
            <IconButton
                mark=IconName::Whole
                name=strings::whole()
                press=move || graph.zoom_by(None)
            />
        </span>
    }
}

/// The filter for nodes: words, pages, or a passage on which they rest.
#[component]
fn FindPoints() -> impl IntoView {
    let library = use_library();
    let navigation = use_navigation();
    let graph = use_graph();
    let filter = graph.filter;
    let sought = move || filter.with(|filter| !filter.is_empty());
    let found = move || {
        let all = graph.with_map(|map| map.len());
        sought().then(|| strings::points_found(graph.found.with(Vec::len), all))
    };
    let pages = Memo::new(move |_| {
        let summary = library.summary(navigation.document.get()?)?;
        (summary.paged || summary.pages > 1).then_some((summary.paged, summary.pages))
    });
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() && sought() {
            graph.step_found(!event.shift_key());
        }
    };
    let rests = move || filter.with(|filter| filter.rests_on.is_some());
    view! {
        <input
            type="search"
            class="find"
            data-testid="find-points"
            placeholder=strings::find_points()
            aria-label=strings::find_points()
            prop:value=move || filter.with(|filter| filter.words.clone())
            on:input=move |event| filter.update(|filter| filter.words = event_target_value(&event))
            on:keydown=pressed
        />
        {move || pages.get().map(page_limits)}
        <Show when=rests>
            <button
                class="chip"
                title=strings::rests_title()
                data-testid="rests-on"
                on:click=move |_| filter.update(|filter| filter.rests_on = None)
            >
                {strings::rests_on_passage()}
                <Icon mark=IconName::Close />
            </button>
        </Show>
        <output data-testid="found">{found}</output>
        <Show when=sought>
            <span class="zoom">
                <IconButton
                    mark=IconName::Back
                    name=strings::previous_found()
                    id="previous-found"
                    press=move || graph.step_found(false)
                />
                <IconButton
                    mark=IconName::Forward
                    name=strings::next_found()
                    id="next-found"
                    press=move || graph.step_found(true)
                />
            </span>
        </Show>
    }
}

/// The first and the last page, or part, on which to find nodes; `all` is their number.
fn page_limits((paged, all): (bool, u32)) -> impl IntoView {
    let [name, first, last] = match paged {
        true => [strings::on_pages(), strings::first_page(), strings::last_page()],
        false => [strings::in_parts(), strings::first_part(), strings::last_part()],
    };
    view! {
        <label>
            {name}
            <PageLimit name=first none=1 of=|filter| &mut filter.pages.0 />
            <PageLimit name=last none=all of=|filter| &mut filter.pages.1 />
        </label>
    }
}

/// How many passages no point covers; a press shows which.
#[component]
fn Uncovered() -> impl IntoView {
    let graph = use_graph();
    let filter = graph.filter;
    let count = Memo::new(move |_| {
        let threshold = graph.threshold.get();
        graph.with_map(|map| map.uncovered(threshold))
    });
    view! {
        <Show when=move || { count.get() > 0 }>
            <button
                class="chip"
                title=strings::uncovered_title()
                data-testid="uncovered"
                aria-pressed=move || filter.with(|filter| filter.uncovered).to_string()
                on:click=move |_| filter.update(|filter| filter.uncovered = !filter.uncovered)
            >
                {move || strings::uncovered(count.get())}
            </button>
        </Show>
    }
}

/// The first or the last page on which to find nodes, and the default.
#[component]
fn PageLimit(
    name: &'static str,
    none: u32,
    of: fn(&mut Filter) -> &mut Option<u32>,
) -> impl IntoView {
    let reader = use_reader();
    let graph = use_graph();
    let (filter, reader) = (graph.filter, reader);
    let shown = move || {
        let limit = filter.with(|filter| *of(&mut filter.clone()));
        limit.map(|page| reader.page_cited(page)).unwrap_or_default()
    };
    let change = move |event: leptos::ev::Event| {
        let page = reader.page_named(&event_target_value(&event));
        filter.update(|filter| *of(filter) = page);
    };
    view! {
        <input
            type="text"
            inputmode="numeric"
            class="number"
            aria-label=name
            title=name
            placeholder=move || reader.page_cited(none)
            prop:value=shown
            on:change=change
        />
    }
}
