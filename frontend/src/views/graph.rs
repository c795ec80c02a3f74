mod moves;

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html::Div;
use leptos::prelude::*;

use super::icon::{Icon, Mark};
use super::point::Point;
use crate::picture::{Frame, Map, Strokes};
use crate::state::{Mapping, use_desk};
use crate::words;
use moves::{drag, follow_size, turn_wheel, walk};

/// A pointer that moved so many pixels with the button down has dragged, not clicked.
const DRAGGED: f64 = 4.0;
/// A step of the zoom's buttons and of the wheel.
const ZOOM: f64 = 0.7;

/// The open document's graph: the picture, and what is known of the node looked at.
#[component]
pub fn GraphView() -> impl IntoView {
    let desk = use_desk();
    let body = move || match (desk.reading.document.get(), desk.mapping.map.get()) {
        (Some(_), Some(map)) => view! { <Picture map /> }.into_any(),
        (Some(_), None) if desk.mapping.loading.get() => {
            view! { <div class="loading" aria-hidden="true"></div> }.into_any()
        }
        (Some(_), None) => view! { <NoGraph /> }.into_any(),
        (None, _) => ().into_any(),
    };
    view! {
        <section class="graph-view" data-testid="graph" aria-label=words::GRAPH>
            {body}
            <Show when=move || desk.mapping.selected.get().is_some()>
                <Point />
            </Show>
        </section>
    }
}

#[component]
fn NoGraph() -> impl IntoView {
    let desk = use_desk();
    let building = move || {
        desk.reading.document.get().is_some_and(|document| desk.library.is_building(document))
    };
    view! {
        <div class="empty">
            <p>{move || if building() { words::GRAPH_GROWING } else { words::NO_GRAPH }}</p>
            <p>{words::NO_GRAPH_HINT}</p>
        </div>
    }
}

#[component]
fn Picture(map: Arc<Map>) -> impl IntoView {
    let desk = use_desk();
    let holder = NodeRef::<Div>::new();
    let frame = desk.mapping.frame;
    follow_size(holder, frame);
    let (nodes, levels) = (map.len(), map.levels());
    let dragged = StoredValue::new(0.0);
    let keys = {
        let map = Arc::clone(&map);
        move |event: KeyboardEvent| walk(desk, &map, &event)
    };
    let click = {
        let map = Arc::clone(&map);
        move |event: MouseEvent| {
            if dragged.get_value() > DRAGGED {
                return;
            }
            let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
            desk.mapping.selected.set(map.nearest(&frame.get_untracked(), x, y));
        }
    };
    view! {
        <Tools mapping=desk.mapping />
        <Older />
        <div
            class="picture"
            node_ref=holder
            tabindex="0"
            role="application"
            aria-label=words::graph_label(nodes, levels)
            data-testid="picture"
            on:keydown=keys
            on:click=click
            on:wheel=move |event| turn_wheel(frame, &event)
            on:pointerdown=move |_| dragged.set_value(0.0)
            on:pointermove=move |event| drag(frame, dragged, &event)
        >
            <Drawing map />
        </div>
    }
}

/// That this is not the newest graph but the one of an answer, and the way back.
#[component]
fn Older() -> impl IntoView {
    let desk = use_desk();
    view! {
        <Show when=move || desk.mapping.is_older()>
            <p class="older" role="status" data-testid="older-graph">
                {words::OLDER_GRAPH}
                <button
                    class="quiet-line"
                    data-testid="newest-graph"
                    on:click=move |_| desk.show_newest_graph()
                >
                    {words::NEWEST_GRAPH}
                </button>
            </p>
        </Show>
    }
}

/// How much is drawn, and of which part.
#[component]
fn Tools(mapping: Mapping) -> impl IntoView {
    let frame = mapping.frame;
    let zoom = move |factor: f64| {
        frame.update(|frame| frame.span = frame.zoomed(frame.width / 2.0, factor));
    };
    let threshold = move |event: leptos::ev::Event| {
        if let Ok(weight) = event_target_value(&event).parse() {
            mapping.threshold.set(weight);
        }
    };
    view! {
        <header class="tools">
            <label title=words::THRESHOLD_TITLE>
                {words::THRESHOLD}
                <input
                    type="range"
                    min="0"
                    max="0.5"
                    step="0.01"
                    data-testid="threshold"
                    prop:value=move || mapping.threshold.get().to_string()
                    on:input=threshold
                />
                <output>{move || format!("{:.0} %", mapping.threshold.get() * 100.0)}</output>
            </label>
            <span class="room"></span>
            <button
                class="icon"
                title=words::ZOOM_OUT
                aria-label=words::ZOOM_OUT
                on:click=move |_| zoom(1.0 / ZOOM)
            >
                <Icon mark=Mark::Less />
            </button>
            <button
                class="icon"
                title=words::ZOOM_IN
                aria-label=words::ZOOM_IN
                on:click=move |_| zoom(ZOOM)
            >
                <Icon mark=Mark::Add />
            </button>
            <button
                title=words::WHOLE_TITLE
                on:click=move |_| frame.update(|frame| frame.span = (0.0, 1.0))
            >
                {words::WHOLE}
            </button>
        </header>
    }
}

#[component]
fn Drawing(map: Arc<Map>) -> impl IntoView {
    let mapping = use_desk().mapping;
    let frame = mapping.frame;
    let size = move || frame.with(|frame| format!("0 0 {} {}", frame.width, frame.height));
    let faded = move || mapping.selected.get().is_some();
    let here = Arc::clone(&map);
    let traced = move || mapping.traced(&here).is_some();
    let all = Arc::clone(&map);
    let edges = move || strokes(all.edges(&frame.get(), mapping.threshold.get()));
    let all = Arc::clone(&map);
    let dots = move || {
        let dots = all.dots(&frame.get()).into_iter();
        dots.map(|dots| view! { <path class="dots" stroke-width=dots.width d=dots.path /> })
            .collect_view()
    };
    view! {
        <svg viewBox=size aria-hidden="true" class:traced=traced>
            <Bands levels=map.levels() frame />
            <g class="all" class:faded=faded>{edges}{dots}</g>
            <Stops map=Arc::clone(&map) />
            <Chosen map />
        </svg>
    }
}

fn strokes(strokes: Vec<Strokes>) -> impl IntoView {
    let drawn = strokes.into_iter().map(|stroke| {
        let colour = format!("color-mix(in srgb, var(--accent) {}%, var(--line))", stroke.accent);
        view! { <path class="edges" stroke-width=stroke.width style:stroke=colour d=stroke.path /> }
    });
    drawn.collect_view()
}

/// The levels' names and their lines.
#[component]
fn Bands(levels: u32, frame: RwSignal<Frame>) -> impl IntoView {
    let band = move |level: u32| {
        let y = move || frame.with(|frame| frame.y(level, levels));
        view! {
            <line class="band" x1="52" y1=y x2=move || frame.with(|f| f.width - 18.0) y2=y />
            <text class="band" x="4" y=move || y() + 4.0>{words::level(level)}</text>
        }
    };
    (1..=levels).map(band).collect_view()
}

/// The search that is drawn on the graph, its stops numbered in the order of visiting.
#[component]
fn Stops(map: Arc<Map>) -> impl IntoView {
    let mapping = use_desk().mapping;
    let stops = move || {
        let traced = mapping.traced(&map);
        traced.map_or_else(Vec::new, |answer| map.trace(&mapping.frame.get(), &answer.steps))
    };
    let line = {
        let stops = stops.clone();
        move || {
            let numbered = stops().into_iter().filter(|stop| stop.number.is_some());
            let points = numbered.map(|stop| format!("{:.1},{:.1}", stop.x, stop.y));
            points.collect::<Vec<_>>().join(" ")
        }
    };
    let marks = move || {
        let marks = stops().into_iter().map(|stop| match stop.number {
            None => view! { <circle class="first" cx=stop.x cy=stop.y r="6" /> }.into_any(),
            Some(number) => view! {
                <circle class="stop" cx=stop.x cy=stop.y r="9" />
                <text class="stop" x=stop.x y=stop.y + 4.0>{number}</text>
            }
            .into_any(),
        });
        marks.collect_view()
    };
    view! {
        <g class="trace" data-testid="trace">
            <polyline points=line />
            {marks}
        </g>
    }
}

/// The node looked at, with its neighbours.
#[component]
fn Chosen(map: Arc<Map>) -> impl IntoView {
    let mapping = use_desk().mapping;
    move || {
        let (frame, threshold) = (mapping.frame.get(), mapping.threshold.get());
        let node = mapping.selected.get()?;
        let (x, y) = map.spot(&frame, node)?;
        Some(view! {
            <g class="chosen">
                {strokes(map.edges_of(&frame, node, threshold))}
                <path class="dots" stroke-width="8" d=map.dots_of(&frame, node, threshold) />
                <circle class="ring" cx=x cy=y r="9" />
            </g>
        })
    }
}
