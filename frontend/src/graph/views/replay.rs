//! The search of an answer, step by step.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use protocol::{Answer, Step};

use crate::chat::strings as chat_strings;
use crate::chat::views::path::{score, verdicts};
use crate::format;
use crate::graph::graph_node::GraphNode;
use crate::graph::store::{GraphStore, use_graph};
use crate::graph::strings;
use crate::widgets::icon::{IconButton, IconName};

/// How long a stop is shown.
const PACE: Duration = Duration::from_millis(900);
/// The number of characters of a node's text to show.
const BEGINNING: usize = 140;

/// A scrubber over the stops of the current search, with the reason why each came next.
#[component]
pub fn Replay() -> impl IntoView {
    let graph = use_graph();
    // The replay continues on a growing graph.
    let traced = Memo::new(move |_| graph.traced());
    move || {
        let answer = traced.get()?;
        let has_stops = answer.stops().next().is_some();
        Some(match has_stops {
            true => view! { <Scrubber answer /> }.into_any(),
            false => ended_at_the_top(graph, &answer).into_any(),
        })
    }
}

/// The search visited only the nodes with which it began: there is nothing to step through.
fn ended_at_the_top(graph: GraphStore, answer: &Answer) -> impl IntoView + use<> {
    let shown = [
        chat_strings::top_level(answer.top_level().len()),
        chat_strings::stop(answer.stop).to_owned(),
    ];
    view! {
        <div class="replay" role="status" data-testid="replay-top">
            <div class="scrubber">
                <output>{shown.join(" · ")}</output>
                {way_out(graph)}
            </div>
        </div>
    }
}

/// Removes the path from the graph.
fn way_out(graph: GraphStore) -> impl IntoView {
    view! {
        <span class="room"></span>
        <IconButton
            mark=IconName::Close
            name=strings::leave_path()
            press=move || graph.leave_path()
        />
    }
}

#[component]
fn Scrubber(answer: Arc<Answer>) -> impl IntoView {
    let graph = use_graph();
    let stops = graph.stops;
    let count = answer.stops().count();
    let at = move || stops.get().unwrap_or(count);
    let playing = graph.playing;
    play(playing, stops, count);
    let go = move |to: usize| {
        playing.set(false);
        stops.set(Some(to.min(count)));
    };
    let scrub = move |event: leptos::ev::Event| {
        if let Ok(to) = event_target_value(&event).parse() {
            go(to);
        }
    };
    let most = answer.stops().map(|step| step.score.total).fold(0.0, f64::max);
    let shown = move || {
        let step = answer.stops().nth(at().checked_sub(1)?)?;
        Some(stop(graph, &answer, step, most))
    };
    view! {
        <div class="replay" role="group" aria-label=strings::replay() data-testid="replay">
            <div class="scrubber">
                <IconButton
                    mark=IconName::Back
                    name=strings::step_back()
                    id="step-back"
                    disabled=Signal::derive(move || at() == 0)
                    press=move || go(at().saturating_sub(1))
                />
                <input
                    type="range"
                    min="0"
                    max=count
                    aria-label=strings::replay()
                    data-testid="scrubber"
                    prop:value=move || at().to_string()
                    on:input=scrub
                />
                <IconButton
                    mark=IconName::Forward
                    name=strings::step_on()
                    id="step-on"
                    disabled=Signal::derive(move || { at() >= count })
                    press=move || go(at() + 1)
                />
                <button
                    data-testid="play"
                    aria-pressed=move || playing.get().to_string()
                    on:click=move |_| playing.update(|playing| *playing = !*playing)
                >
                    {move || if playing.get() { strings::pause_replay() } else { strings::play() }}
                </button>
                <output>{move || strings::stop_of(at(), count)}</output>
                {way_out(graph)}
            </div>
            {shown}
        </div>
    }
}

/// Moves from stop to stop while it plays; at the end, restarts from the beginning.
fn play(playing: RwSignal<bool>, stops: RwSignal<Option<usize>>, count: usize) {
    Effect::new(move |_| {
        if !playing.get() {
            return;
        }
        if stops.get_untracked().unwrap_or(count) >= count {
            stops.set(Some(0));
        }
        let next = move || {
            let at = stops.get_untracked().unwrap_or(count);
            stops.set(Some((at + 1).min(count)));
            if at + 1 >= count {
                playing.set(false);
            }
        };
        if let Ok(ticking) = set_interval_with_handle(next, PACE) {
            on_cleanup(move || ticking.clear());
        }
    });
}

/// The current stop: its text, why it came next, and how far the nodes up to it were enough.
fn stop(graph: GraphStore, answer: &Answer, step: &Step, most: f64) -> impl IntoView + use<> {
    let (name, at) = (graph.step_name(answer, step), GraphNode::visited(answer, step));
    view! {
        <div class="stop-card" data-testid="stop-card" aria-live="polite">
            <button on:click=move |_| if let Some(at) = at { graph.show_node_of(at) }>
                <span class="point-name">{name}" "</span>
                {format::node_beginning(&step.text, step.level, BEGINNING)}
            </button>
            <div class="scores">
                {score(step, most)}
                {verdicts(step, answer.confidence)}
            </div>
        </div>
    }
}
