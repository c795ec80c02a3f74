use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::picture::Filter;
use crate::state::use_app;
use crate::views::icon::{Icon, IconButton, IconName};
use crate::{format, i18n};

/// The controls for what the graph shows.
#[component]
pub fn Tools() -> impl IntoView {
    let mapping = use_app().mapping;
    let threshold = move |event: leptos::ev::Event| {
        if let Ok(weight) = event_target_value(&event).parse() {
            mapping.threshold.set(weight);
        }
    };
    view! {
        <header class="tools">
            <label title=i18n::threshold_title()>
                {i18n::threshold()}
                <input
                    type="range"
                    min="0"
                    max="0.5"
                    step="0.01"
                    title=i18n::threshold_title()
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
                    title=i18n::table_title()
                    on:click=move |_| mapping.listed.update(|listed| *listed = !*listed)
                >
                    {i18n::table()}
                </button>
            </span>
        </header>
    }
}

#[component]
fn Zoom() -> impl IntoView {
    let mapping = use_app().mapping;
    view! {
        <span class="zoom" data-testid="zoom">
            <IconButton
                mark=IconName::Less
                name=i18n::zoom_out()
                press=move || mapping.zoom_by(Some(false))
            />
            <IconButton
                mark=IconName::Add
                name=i18n::zoom_in()
                press=move || mapping.zoom_by(Some(true))
            />
            <IconButton
                mark=IconName::Whole
                name=i18n::whole()
                press=move || mapping.zoom_by(None)
            />
        </span>
    }
}

/// The filter for nodes: words, pages, or a passage on which they rest.
#[component]
fn FindPoints() -> impl IntoView {
    let app = use_app();
    let filter = app.mapping.filter;
    let sought = move || filter.with(|filter| !filter.is_empty());
    let found = move || {
        let all = app.mapping.with_map(|map| map.len());
        sought().then(|| i18n::points_found(app.found.with(Vec::len), all))
    };
    let pages = Memo::new(move |_| {
        let summary = app.library.summary(app.reading.document.get()?)?;
        (summary.paged || summary.pages > 1).then_some((summary.paged, summary.pages))
    });
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() && sought() {
            app.step_found(!event.shift_key());
        }
    };
    let rests = move || filter.with(|filter| filter.rests_on.is_some());
    view! {
        <input
            type="search"
            class="find"
            data-testid="find-points"
            placeholder=i18n::find_points()
            aria-label=i18n::find_points()
            prop:value=move || filter.with(|filter| filter.words.clone())
            on:input=move |event| filter.update(|filter| filter.words = event_target_value(&event))
            on:keydown=pressed
        />
        {move || pages.get().map(page_limits)}
        <Show when=rests>
            <button
                class="chip"
                title=i18n::rests_title()
                data-testid="rests-on"
                on:click=move |_| filter.update(|filter| filter.rests_on = None)
            >
                {i18n::rests_on_passage()}
                <Icon mark=IconName::Close />
            </button>
        </Show>
        <output data-testid="found">{found}</output>
        <Show when=sought>
            <span class="zoom">
                <IconButton
                    mark=IconName::Back
                    name=i18n::previous_found()
                    id="previous-found"
                    press=move || app.step_found(false)
                />
                <IconButton
                    mark=IconName::Forward
                    name=i18n::next_found()
                    id="next-found"
                    press=move || app.step_found(true)
                />
            </span>
        </Show>
    }
}

/// The first and the last page, or part, on which to find nodes; `all` is their number.
fn page_limits((paged, all): (bool, u32)) -> impl IntoView {
    let [name, first, last] = match paged {
        true => [i18n::on_pages(), i18n::first_page(), i18n::last_page()],
        false => [i18n::in_parts(), i18n::first_part(), i18n::last_part()],
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
    let mapping = use_app().mapping;
    let filter = mapping.filter;
    let count = Memo::new(move |_| {
        let threshold = mapping.threshold.get();
        mapping.with_map(|map| map.uncovered(threshold))
    });
    view! {
        <Show when=move || { count.get() > 0 }>
            <button
                class="chip"
                title=i18n::uncovered_title()
                data-testid="uncovered"
                aria-pressed=move || filter.with(|filter| filter.uncovered).to_string()
                on:click=move |_| filter.update(|filter| filter.uncovered = !filter.uncovered)
            >
                {move || i18n::uncovered(count.get())}
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
    let app = use_app();
    let (filter, reading) = (app.mapping.filter, app.reading);
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
