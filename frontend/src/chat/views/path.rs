//! The path of a search, step by step.

use std::ops::Range;
use std::sync::Arc;

use leptos::html::Section;
use leptos::prelude::*;
use protocol::{Answer, Round, Score, Step, stop_number};
use web_sys::ScrollLogicalPosition;

use crate::app::strings as app_strings;
use crate::chat::{answer_numbers, comparison_strings, strings};
use crate::dom::scroll::reveal;
use crate::format;
use crate::graph::graph_node::GraphNode;
use crate::graph::store::{GraphStore, use_graph};
use crate::graph::strings as graph_strings;
use crate::widgets::fold::Fold;
use crate::widgets::icon::{IconButton, IconName};

/// The number of characters of a node's text to show.
const BEGINNING: usize = 110;
/// A longer top level is folded at first.
const SHORT: usize = 5;

/// How an answer was found: every node in the order of visits, why it came next, and how far it was
/// enough; why the search ended; and what it cost.
#[component]
pub fn Path(answer: Arc<Answer>) -> impl IntoView {
    let graph = use_graph();
    let section = NodeRef::<Section>::new();
    Effect::new(move |_| {
        if let Some(section) = section.get() {
            // The path unfolds below its button, and so below the visible part.
            request_animation_frame(move || reveal(&section, ScrollLogicalPosition::Nearest));
        }
    });
    let top = answer.top_level();
    let most = answer.stops().map(|step| step.score.total).fold(0.0, f64::max);
    let steps = |range: Range<usize>| {
        let steps = range.filter_map(|at| Some((stop_number(at, &top)?, &answer.steps[at])));
        steps.map(|(number, step)| stop(graph, &answer, number, step, most)).collect_view()
    };
    let sentences = (top.start > 0).then(|| {
        view! {
            <ol role="list">{steps(0..top.start)}</ol>
            <p class="why" data-testid="searched-on">{strings::searched_on()}</p>
        }
    });
    let walked = steps(top.end..answer.steps.len());
    let cost =
        comparison_strings::made_by(&answer).into_iter().chain(answer_numbers::cost(&answer));
    let traced = Arc::clone(&answer);
    let explained = RwSignal::new(false);
    view! {
        <section class="path" node_ref=section data-testid="path" aria-label=strings::path()>
            <header>
                <span class="key attention">{strings::looked_at()}</span>
                <span class="key similarity">{strings::similarity()}</span>
                <span class="key shared-words">{strings::shared_words()}</span>
                <button
                    class="quiet-line"
                    data-testid="show-trace"
                    on:click=move |_| graph.show_trace(&traced)
                >
                    {strings::show_on_graph()}
                </button>
            </header>
            <Fold unfolded=explained line=strings::numbers_explained().to_owned() id="path-numbers" />
            <Show when=move || explained.get()>
                <p class="quiet why" data-testid="numbers-explained">
                    {strings::score_title()}" "{strings::enough_title()}
                </p>
            </Show>
            {rounds(&answer)}
            {sentences}
            {(!top.is_empty()).then(|| view! { <TopLevel answer=Arc::clone(&answer) /> })}
            <ol role="list">{walked}</ol>
            <p class="why" data-testid="stop-reason">{strings::stop(answer.stop)}</p>
            <ul role="list" class="cost" data-testid="cost">
                {cost.map(|line| view! { <li>{line}</li> }).collect_view()}
            </ul>
        </section>
    }
}

/// What was searched for in sentences, round by round.
fn rounds(answer: &Answer) -> impl IntoView + use<> {
    let said = |round: &Round| match round.names.as_slice() {
        [] => strings::round_all(&round.query),
        names => strings::round_names(&round.query, &app_strings::list(names.to_vec())),
    };
    let lines: Vec<String> = answer.rounds.iter().map(said).collect();
    (!lines.is_empty()).then(|| {
        let lines = lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
        view! { <ol role="list" class="why" data-testid="rounds">{lines}</ol> }
    })
}

/// The nodes with which the search began; a long list is folded at first.
#[component]
fn TopLevel(answer: Arc<Answer>) -> impl IntoView {
    let graph = use_graph();
    let top = answer.top_level();
    let unfolded = RwSignal::new(top.len() <= SHORT);
    let line = strings::top_level(top.len());
    let asked = answer.steps[top.clone()].iter().rev().find_map(|step| step.p_yes);
    let needed = answer.confidence;
    let rows = move || {
        let steps = answer.steps[top.clone()].iter();
        steps.map(|step| view! { <li>{row(graph, &answer, None, step)}</li> }).collect_view()
    };
    view! {
        <div class="top-level">
            <Fold unfolded line id="top-level" />
            {asked.map(|p_yes| sufficiency(p_yes, needed))}
        </div>
        {move || unfolded.get().then(|| view! { <ul role="list">{rows()}</ul> })}
    }
}

fn stop(
    graph: GraphStore,
    answer: &Answer,
    number: usize,
    step: &Step,
    most: f64,
) -> impl IntoView + use<> {
    view! {
        <li>
            {row(graph, answer, Some(number), step)}
            <div class="scores">
                {score(step, most)}
                {verdicts(step, answer.confidence)}
            </div>
        </li>
    }
}

/// A visited node: a click shows its passage in the text, the button beside it the node itself.
fn row(
    graph: GraphStore,
    answer: &Answer,
    number: Option<usize>,
    step: &Step,
) -> impl IntoView + use<> {
    let (node, at) = (step.node, GraphNode::visited(answer, step));
    let name = graph.step_name(answer, step);
    let tinted =
        move || graph.tinted.with(|tinted| tinted.iter().any(|(node, _)| Some(*node) == at));
    view! {
        <div class="row" class:tinted=tinted>
            <button
                class="visited"
                title=graph_strings::show_passage()
                data-testid=format!("step-{node}")
                on:click=move |_| if let Some(at) = at { graph.show_passage_in(at) }
            >
                <span class="at">{number}</span>
                <span class="text">
                    <span class="point-name">{name}" "</span>
                    {format::node_beginning(&step.text, step.level, BEGINNING)}
                </span>
            </button>
            <IconButton
                mark=IconName::Graph
                name=graph_strings::show_node()
                id=format!("step-node-{node}")
                press=move || if let Some(at) = at { graph.show_node_of(at) }
            />
        </div>
    }
}

/// Why a node came next: a bar for each part of the score, side by side, their sum in figures, and
/// the parts.
pub fn score(step: &Step, most: f64) -> impl IntoView + use<> {
    let Score { attention, similarity, words, total } = step.score;
    let parts = [("attention", attention), ("similarity", similarity), ("shared-words", words)]
        .map(|(name, part)| (name, part.max(0.0)));
    let sum: f64 = parts.iter().map(|(_, part)| part).sum();
    let scale = 100.0 / most.max(sum).max(f64::MIN_POSITIVE);
    let bar = |(name, part): (&'static str, f64)| {
        view! { <span class=name style:width=format!("{:.1}%", part * scale)></span> }
    };
    view! {
        <span class="score" title=strings::score_title()>
            <span class="bars" aria-hidden="true">
                {parts.map(bar).collect_view()}
            </span>
            {format::decimal(total, 3)}
            <span class="parts">{strings::score(&step.score)}</span>
        </span>
    }
}

/// How far the nodes visited up to a step were enough, and how far its passage alone was.
pub fn verdicts(step: &Step, needed: Option<f64>) -> impl IntoView + use<> {
    let alone = step.p_alone.map(|p_yes| {
        judged((strings::enough_alone(), strings::enough_alone_title()), p_yes, needed)
    });
    (step.p_yes.map(|p_yes| sufficiency(p_yes, needed)), alone)
}

/// How far the visited nodes were enough.
pub fn sufficiency(p_yes: f64, needed: Option<f64>) -> impl IntoView {
    judged((strings::enough(), strings::enough_title()), p_yes, needed)
}

/// A name with its explanation, and a line from 0 to 1 with the needed value marked, if it is
/// known.
fn judged(
    (name, title): (&'static str, &'static str),
    p_yes: f64,
    needed: Option<f64>,
) -> impl IntoView + use<> {
    let at = |part: f64| format!("{:.1}%", part.clamp(0.0, 1.0) * 100.0);
    let needed_there =
        needed.map(|needed| view! { <span class="needed" style:left=at(needed)></span> });
    view! {
        <span class="enough" title=title>
            {name}
            <span class="line" aria-hidden="true">
                {needed_there}
                <span style:left=at(p_yes)></span>
            </span>
            {strings::sufficient(p_yes, needed)}
        </span>
    }
}
