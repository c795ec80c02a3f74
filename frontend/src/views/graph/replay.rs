//! The search of an answer, step by step.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use protocol::{Answer, Step};

use crate::state::{App, GraphNode, use_app};
use crate::views::icon::{IconButton, IconName};
use crate::views::path::{score, verdicts};
use crate::{format, i18n};

/// How long a stop is shown.
const PACE: Duration = Duration::from_millis(900);
/// The number of characters of a node's text to show.
const BEGINNING: usize = 140;

/// A scrubber over the stops of the current search, with the reason why each came next.
#[component]
pub fn Replay() -> impl IntoView {
    let app = use_app();
    // The replay continues on a growing graph.
    let traced = Memo::new(move |_| app.mapping.traced());
    move || {
        let answer = traced.get()?;
        let has_stops = answer.stops().next().is_some();
        Some(match has_stops {
            true => view! { <Scrubber answer /> }.into_any(),
            false => ended_at_the_top(app, &answer).into_any(),
        })
    }
}

/// The search visited only the nodes with which it began: there is nothing to step through.
fn ended_at_the_top(app: App, answer: &Answer) -> impl IntoView + use<> {
    let shown = [i18n::top_level(answer.top_level().len()), i18n::stop(answer.stop).to_owned()];
    view! {
        <div class="replay" role="status" data-testid="replay-top">
            <div class="scrubber">
                <output>{shown.join(" · ")}</output>
                {way_out(app)}
            </div>
        </div>
    }
}

/// Removes the path from the graph.
fn way_out(app: App) -> impl IntoView {
    view! {
        <span class="room"></span>
        <IconButton
            mark=IconName::Close
            name=i18n::leave_path()
            press=move || app.leave_path()
        />
    }
}

#[component]
fn Scrubber(answer: Arc<Answer>) -> impl IntoView {
    let app = use_app();
    let stops = app.mapping.stops;
    let count = answer.stops().count();
    let at = move || stops.get().unwrap_or(count);
    let playing = app.mapping.playing;
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
        Some(stop(app, &answer, step, most))
    };
    view! {
        <div class="replay" role="group" aria-label=i18n::replay() data-testid="replay">
            <div class="scrubber">
                <IconButton
                    mark=IconName::Back
                    name=i18n::step_back()
                    id="step-back"
                    disabled=Signal::derive(move || at() == 0)
                    press=move || go(at().saturating_sub(1))
                />
                <input
                    type="range"
                    min="0"
                    max=count
                    aria-label=i18n::replay()
                    data-testid="scrubber"
                    prop:value=move || at().to_string()
                    on:input=scrub
                />
                <IconButton
                    mark=IconName::Forward
                    name=i18n::step_on()
                    id="step-on"
                    disabled=Signal::derive(move || { at() >= count })
                    press=move || go(at() + 1)
                />
                <button
                    data-testid="play"
                    aria-pressed=move || playing.get().to_string()
                    on:click=move |_| playing.update(|playing| *playing = !*playing)
                >
                    {move || if playing.get() { i18n::pause_replay() } else { i18n::play() }}
                </button>
                <output>{move || i18n::stop_of(at(), count)}</output>
                {way_out(app)}
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
fn stop(app: App, answer: &Answer, step: &Step, most: f64) -> impl IntoView + use<> {
    let (name, at) = (app.step_name(answer, step), GraphNode::visited(answer, step));
    view! {
        <div class="stop-card" data-testid="stop-card" aria-live="polite">
            <button on:click=move |_| if let Some(at) = at { app.show_node_of(at) }>
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
