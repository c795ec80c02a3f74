//! The graph as a picture.

use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;

use crate::app::use_app;
use crate::dom::elements;
use crate::graph::map::draw::Strokes;
use crate::graph::map::stops::with_room;
use crate::graph::map::viewport::MapViewport;
use crate::graph::store::use_graph;
use crate::graph::strings;
use crate::graph::views::cards::Cards;
use crate::graph::views::moves::{drag, follow_size, turn_wheel, walk};

/// After this many pixels with the button down, the pointer has dragged, not clicked.
const DRAGGED: f64 = 4.0;

/// The graph as a map of the document.
#[component]
pub fn Picture() -> impl IntoView {
    let app = use_app();
    let holder = NodeRef::<Div>::new();
    let frame = app.graph.frame;
    follow_size(holder, frame);
    let label = move || {
        let (nodes, levels) = app.graph.with_map(|map| (map.len(), map.levels()));
        strings::graph_label(nodes, levels)
    };
    let dragged = StoredValue::new(0.0);
    let click = move |event: MouseEvent| {
        if dragged.get_value() > DRAGGED {
            return;
        }
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let nearest =
            untrack(|| app.graph.with_map(|map| map.nearest(&frame.get_untracked(), x, y)));
        app.graph.selected.set(nearest);
    };
    view! {
        <div
            id=elements::PICTURE
            class="picture"
            node_ref=holder
            tabindex="0"
            role="application"
            aria-label=label
            data-testid="picture"
            on:keydown=move |event| walk(app, &event)
            on:click=click
            on:wheel=move |event| turn_wheel(frame, &event)
            on:pointerdown=move |_| dragged.set_value(0.0)
            on:pointermove=move |event| drag(frame, dragged, &event)
        >
            <Drawing />
            <Cards />
        </div>
    }
}

#[component]
fn Drawing() -> impl IntoView {
    let graph = use_graph();
    let frame = graph.frame;
    let filter = graph.filter;
    let levels = Memo::new(move |_| graph.with_map(|map| map.levels()));
    let size = move || frame.with(|frame| format!("0 0 {} {}", frame.width, frame.height));
    let faded = move || graph.selected.get().is_some() || filter.with(|filter| !filter.is_empty());
    let traced = move || graph.traced().is_some();
    let edges = move || {
        let (frame, threshold) = (frame.get(), graph.threshold.get());
        strokes(graph.with_map(|map| map.edges(&frame, threshold)))
    };
    let dots = move || {
        let frame = frame.get();
        let dots = graph.with_map(|map| map.dots(&frame)).into_iter();
        dots.map(|dots| view! { <path class="dots" stroke-width=dots.width d=dots.path /> })
            .collect_view()
    };
    let hollows = move || {
        let frame = frame.get();
        let hollows = graph.with_map(|map| map.hollows(&frame)).into_iter();
        let drawn = hollows.map(|hollow| {
            view! { <path class="dots hollow" stroke-width=hollow.width d=hollow.path /> }
        });
        drawn.collect_view()
    };
    view! {
        <svg viewBox=size aria-hidden="true" class:traced=traced>
            {move || bands(levels.get(), frame)}
            <g class="all" class:faded=faded>{edges}{dots}{hollows}</g>
            <Found />
            <Tinted />
            <Chosen />
            // The stops' numbers are above the selected node.
            <Stops />
        </svg>
    }
}

/// The nodes that the filter finds.
#[component]
fn Found() -> impl IntoView {
    let graph = use_graph();
    move || {
        let (map, frame) = (graph.map.get()?, graph.frame.get());
        let sought = graph.filter.with(|filter| !filter.is_empty());
        let found = || graph.found.with(|found| map.dots_at(&frame, found.iter().copied()));
        let dots = sought.then(found)?;
        Some(view! { <path class="dots found" stroke-width="7" d=dots /> })
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
fn bands(levels: u32, frame: RwSignal<MapViewport>) -> impl IntoView {
    let band = move |level: u32| {
        let y = move || frame.with(|frame| frame.y(level, levels));
        view! {
            <line class="band" x1="52" y1=y x2=move || frame.with(|f| f.width - 18.0) y2=y />
            <text class="band" x="4" y=move || y() + 4.0>{strings::level(level)}</text>
        }
    };
    (1..=levels).map(band).collect_view()
}

/// The search drawn on the graph. Its visible stops are numbered in the order of visits.
#[component]
fn Stops() -> impl IntoView {
    let graph = use_graph();
    let stops = move || {
        let (frame, last) = (graph.frame.get(), graph.stops.get().unwrap_or(usize::MAX));
        let mut stops = match graph.traced() {
            Some(answer) => {
                graph.with_map(|map| map.trace(&frame, &answer.steps, &answer.top_level()))
            }
            None => Vec::new(),
        };
        stops.retain(|stop| stop.number.is_none_or(|number| number <= last));
        stops
    };
    let line = move || {
        let numbered = stops().into_iter().filter(|stop| stop.number.is_some());
        let points = numbered.map(|stop| format!("{:.1},{:.1}", stop.x, stop.y));
        points.collect::<Vec<_>>().join(" ")
    };
    let marks = move || {
        let stops = stops();
        let mut stops: Vec<_> = with_room(&stops).into_iter().zip(stops).collect();
        // Numbers are above everything else.
        stops.sort_by_key(|(room, _)| *room);
        let marks = stops.into_iter().map(|(room, stop)| match stop.number {
            None => view! { <circle class="first" cx=stop.x cy=stop.y r="6" /> }.into_any(),
            Some(_) if !room => {
                view! { <circle class="stop" cx=stop.x cy=stop.y r="5" /> }.into_any()
            }
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

/// The nodes on which a sentence of an answer rests; stronger ones are larger.
#[component]
fn Tinted() -> impl IntoView {
    let graph = use_graph();
    move || {
        let map = graph.map.get()?;
        let frame = graph.frame.get();
        let tinted = graph.tinted.get().into_iter();
        let here = tinted.filter(|(at, _)| at.graph == map.graph());
        let marks = here.filter_map(|(at, share)| {
            let (x, y) = map.spot(&frame, at.node)?;
            let radius = 5.0 + 9.0 * share.sqrt();
            Some(view! { <circle class="tinted" cx=x cy=y r=radius /> })
        });
        Some(marks.collect_view())
    }
}

/// The selected node and its neighbours.
#[component]
fn Chosen() -> impl IntoView {
    let graph = use_graph();
    move || {
        let (frame, threshold) = (graph.frame.get(), graph.threshold.get());
        let (map, node) = (graph.map.get()?, graph.selected.get()?);
        let (x, y) = map.spot(&frame, node)?;
        Some(view! {
            <g class="chosen">
                {strokes(map.edges_of(&frame, node, threshold))}
                <path class="dots" stroke-width="8" d=map.dots_of(&frame, node, threshold) />
                // Around a stop, which is above it.
                <circle class="ring" cx=x cy=y r="11" />
            </g>
        })
    }
}
