use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::picture::Filter;
use crate::state::use_desk;
use crate::views::icon::{Icon, IconButton, Mark};
use crate::{format, words};

/// The controls for what the graph shows.
#[component]
pub fn Tools() -> impl IntoView {
    let mapping = use_desk().mapping;
    let threshold = move |event: leptos::ev::Event| {
        if let Ok(weight) = event_target_value(&event).parse() {
            mapping.threshold.set(weight);
        }
    };
    view! {
        <header class="tools">
            <label title=words::threshold_title()>
                {words::threshold()}
                <input
                    type="range"
                    min="0"
                    max="0.5"
                    step="0.01"
                    title=words::threshold_title()
                    data-testid="threshold"
                    prop:value=move || mapping.threshold.get().to_string()
                    on:input=threshold
                />
                <output>{move || format::percent(mapping.threshold.get())}</output>
            </label>
            <FindPoints />
            <Uncovered />
            <span class="end">
                <Show when=move || !mapping.listed.get()>
                    <Zoom />
                </Show>
                <button
                    data-testid="as-table"
                    aria-pressed=move || mapping.listed.get().to_string()
                    title=words::table_title()
                    on:click=move |_| mapping.listed.update(|listed| *listed = !*listed)
                >
                    {words::table()}
                </button>
            </span>
        </header>
    }
}

#[component]
fn Zoom() -> impl IntoView {
    let mapping = use_desk().mapping;
    view! {
        <span class="zoom" data-testid="zoom">
            <IconButton
                mark=Mark::Less
                name=words::zoom_out()
                press=move || mapping.zoom_by(Some(false))
            />
            <IconButton
                mark=Mark::Add
                name=words::zoom_in()
                press=move || mapping.zoom_by(Some(true))
            />
            <IconButton
                mark=Mark::Whole
                name=words::whole()
                press=move || mapping.zoom_by(None)
            />
        </span>
    }
}

/// The filter for nodes: words, pages, or a passage on which they rest.
#[component]
fn FindPoints() -> impl IntoView {
    let desk = use_desk();
    let filter = desk.mapping.filter;
    let sought = move || filter.with(|filter| !filter.is_empty());
    let found = move || {
        let all = desk.mapping.told(|map| map.len());
        sought().then(|| words::points_found(desk.found.with(Vec::len), all))
    };
    let pages = Memo::new(move |_| {
        let summary = desk.library.summary(desk.reading.document.get()?)?;
        (summary.paged || summary.pages > 1).then_some((summary.paged, summary.pages))
    });
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() && sought() {
            desk.step_found(!event.shift_key());
        }
    };
    let rests = move || filter.with(|filter| filter.rests_on.is_some());
    view! {
        <input
            type="search"
            class="find"
            data-testid="find-points"
            placeholder=words::find_points()
            aria-label=words::find_points()
            prop:value=move || filter.with(|filter| filter.words.clone())
            on:input=move |event| filter.update(|filter| filter.words = event_target_value(&event))
            on:keydown=pressed
        />
        {move || pages.get().map(page_limits)}
        <Show when=rests>
            <button
                class="chip"
                title=words::rests_title()
                data-testid="rests-on"
                on:click=move |_| filter.update(|filter| filter.rests_on = None)
            >
                {words::rests_on_passage()}
                <Icon mark=Mark::Close />
            </button>
        </Show>
        <output data-testid="found">{found}</output>
        <Show when=sought>
            <span class="zoom">
                <IconButton
                    mark=Mark::Back
                    name=words::previous_found()
                    id="previous-found"
                    press=move || desk.step_found(false)
                />
                <IconButton
                    mark=Mark::Forward
                    name=words::next_found()
                    id="next-found"
                    press=move || desk.step_found(true)
                />
            </span>
        </Show>
    }
}

/// The first and the last page, or part, on which to find nodes; `all` is their number.
fn page_limits((paged, all): (bool, u32)) -> impl IntoView {
    let [name, first, last] = match paged {
        true => [words::on_pages(), words::first_page(), words::last_page()],
        false => [words::in_parts(), words::first_part(), words::last_part()],
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
    let mapping = use_desk().mapping;
    let filter = mapping.filter;
    let count = Memo::new(move |_| {
        let threshold = mapping.threshold.get();
        mapping.told(|map| map.uncovered(threshold))
    });
    view! {
        <Show when=move || { count.get() > 0 }>
            <button
                class="chip"
                title=words::uncovered_title()
                data-testid="uncovered"
                aria-pressed=move || filter.with(|filter| filter.uncovered).to_string()
                on:click=move |_| filter.update(|filter| filter.uncovered = !filter.uncovered)
            >
                {move || words::uncovered(count.get())}
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
    let desk = use_desk();
    let (filter, reading) = (desk.mapping.filter, desk.reading);
    let shown = move || {
        let limit = filter.with(|filter| *of(&mut filter.clone()));
        limit.map(|page| reading.page_cited(page)).unwrap_or_default()
    };
    let change = move |event: leptos::ev::Event| {
        let page = reading.page_named(&event_target_value(&event));
        filter.update(|filter| *of(filter) = page);
    };
    view! {
        <input
            type="text"
            inputmode="numeric"
            class="number"
            aria-label=name
            title=name
            placeholder=move || reading.page_cited(none)
            prop:value=shown
            on:change=change
        />
    }
}
