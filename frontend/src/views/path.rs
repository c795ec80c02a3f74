use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, Step};

use crate::picture::beginning;
use crate::state::{Desk, use_desk};
use crate::{format, words};

/// So much of a node's text is shown.
const BEGINNING: usize = 110;

/// How an answer was found: every node in the order of visiting, why it came next, how far it was
/// enough; why it ended there; and what it cost.
#[component]
pub fn Path(answer: Arc<Answer>) -> impl IntoView {
    let desk = use_desk();
    let first = beginning(&answer.steps);
    let (begun, visited) = answer.steps.split_at(first);
    let most = visited.iter().map(|step| step.score.total).fold(0.0, f64::max);
    let asked = begun.iter().rev().find_map(|step| step.p_yes);
    let begun_steps: Vec<_> = begun.iter().map(|step| begin(desk, step)).collect();
    let steps: Vec<_> =
        visited.iter().enumerate().map(|(at, step)| stop(desk, at + 1, step, most)).collect();
    let cost = words::cost(&answer.cost, answer.tokens_total).into_iter();
    let traced = Arc::new(answer.steps.clone());
    view! {
        <section class="path" data-testid="path" aria-label=words::PATH>
            <header>
                <span class="key attention">{words::ATTENTION}</span>
                <span class="key similarity">{words::SIMILARITY}</span>
                <button
                    class="quiet-line"
                    data-testid="show-trace"
                    on:click=move |_| desk.show_trace(Arc::clone(&traced))
                >
                    {words::SHOW_ON_GRAPH}
                </button>
            </header>
            <details>
                <summary>
                    {words::top_level(first)}
                    {asked.map(sufficiency)}
                </summary>
                <ul>{begun_steps}</ul>
            </details>
            <ol>{steps}</ol>
            <p class="why" data-testid="stop-reason">{words::stop(answer.stop)}</p>
            <ul class="cost" data-testid="cost">
                {cost.map(|line| view! { <li>{line}</li> }).collect_view()}
            </ul>
        </section>
    }
}

fn begin(desk: Desk, step: &Step) -> impl IntoView + use<> {
    let node = step.node;
    view! {
        <li>
            <button data-testid=format!("step-{node}") on:click=move |_| desk.show_node(node)>
                {format::beginning(&step.text, BEGINNING)}
            </button>
        </li>
    }
}

fn stop(desk: Desk, number: usize, step: &Step, most: f64) -> impl IntoView + use<> {
    let node = step.node;
    let name = words::node(node, step.level);
    view! {
        <li>
            <button data-testid=format!("step-{node}") on:click=move |_| desk.show_node(node)>
                <span class="at">{number}</span>
                <span class="text">
                    <span class="point-name">{name}</span>
                    {format::beginning(&step.text, BEGINNING)}
                </span>
            </button>
            <div class="scores">
                {score(step, most)}
                {step.p_yes.map(sufficiency)}
            </div>
        </li>
    }
}

/// Why it came next: two bars on one another's end, and their sum in figures.
fn score(step: &Step, most: f64) -> impl IntoView + use<> {
    let (attention, similarity) = (step.score.attention.max(0.0), step.score.similarity.max(0.0));
    let scale = 100.0 / most.max(attention + similarity).max(f64::MIN_POSITIVE);
    let numbers = format!(
        "{} ({} {:.3}, {} {:.3})",
        words::SCORE_TITLE,
        words::ATTENTION,
        step.score.attention,
        words::SIMILARITY,
        step.score.similarity
    );
    view! {
        <span class="score" title=numbers>
            <span class="bars" aria-hidden="true">
                <span class="attention" style:width=format!("{:.1}%", attention * scale)></span>
                <span class="similarity" style:width=format!("{:.1}%", similarity * scale)></span>
            </span>
            {format!("{:.3}", step.score.total)}
        </span>
    }
}

/// How far what had been looked at was found enough: a line from 0 to 1.
fn sufficiency(p_yes: f64) -> impl IntoView {
    view! {
        <span class="enough" title=words::ENOUGH_TITLE>
            {words::ENOUGH}
            <span class="line" aria-hidden="true">
                <span style:left=format!("{:.1}%", p_yes.clamp(0.0, 1.0) * 100.0)></span>
            </span>
            {format!("{p_yes:.2}")}
        </span>
    }
}
