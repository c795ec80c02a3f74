use std::ops::Range;
use std::sync::Arc;

use leptos::html::Section;
use leptos::prelude::*;
use protocol::{Answer, Round, Score, Step, stop_number};
use web_sys::ScrollLogicalPosition;

use super::fold::Fold;
use super::icon::{IconButton, IconName};
use crate::scroll::reveal;
use crate::state::{App, GraphNode, use_app};
use crate::{format, i18n};

/// The number of characters of a node's text to show.
const BEGINNING: usize = 110;
/// A longer top level is folded at first.
const SHORT: usize = 5;

/// How an answer was found: every node in the order of visits, why it came next, and how far it was
/// enough; why the search ended; and what it cost.
#[component]
pub fn Path(answer: Arc<Answer>) -> impl IntoView {
    let app = use_app();
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
        steps.map(|(number, step)| stop(app, &answer, number, step, most)).collect_view()
    };
    let sentences = (top.start > 0).then(|| {
        view! {
            <ol role="list">{steps(0..top.start)}</ol>
            <p class="why" data-testid="searched-on">{i18n::searched_on()}</p>
        }
    });
    let walked = steps(top.end..answer.steps.len());
    let cost = i18n::made_by(&answer).into_iter().chain(i18n::cost(&answer));
    let traced = Arc::clone(&answer);
    let explained = RwSignal::new(false);
    view! {
        <section class="path" node_ref=section data-testid="path" aria-label=i18n::path()>
            <header>
                <span class="key attention">{i18n::looked_at()}</span>
                <span class="key similarity">{i18n::similarity()}</span>
                <span class="key shared-words">{i18n::shared_words()}</span>
                <button
                    class="quiet-line"
                    data-testid="show-trace"
                    on:click=move |_| app.show_trace(&traced)
                >
                    {i18n::show_on_graph()}
                </button>
            </header>
            <Fold unfolded=explained line=i18n::numbers_explained().to_owned() id="path-numbers" />
            <Show when=move || explained.get()>
                <p class="quiet why" data-testid="numbers-explained">
                    {i18n::score_title()}" "{i18n::enough_title()}
                </p>
            </Show>
            {rounds(&answer)}
            {sentences}
            {(!top.is_empty()).then(|| view! { <TopLevel answer=Arc::clone(&answer) /> })}
            <ol role="list">{walked}</ol>
            <p class="why" data-testid="stop-reason">{i18n::stop(answer.stop)}</p>
            <ul role="list" class="cost" data-testid="cost">
                {cost.map(|line| view! { <li>{line}</li> }).collect_view()}
            </ul>
        </section>
    }
}

/// What was searched for in sentences, round by round.
fn rounds(answer: &Answer) -> impl IntoView + use<> {
    let said = |round: &Round| match round.names.as_slice() {
        [] => i18n::round_all(&round.query),
        names => i18n::round_names(&round.query, &i18n::list(names.to_vec())),
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
    let app = use_app();
    let top = answer.top_level();
    let unfolded = RwSignal::new(top.len() <= SHORT);
    let line = i18n::top_level(top.len());
    let asked = answer.steps[top.clone()].iter().rev().find_map(|step| step.p_yes);
    let needed = answer.confidence;
    let rows = move || {
        let steps = answer.steps[top.clone()].iter();
        steps.map(|step| view! { <li>{row(app, &answer, None, step)}</li> }).collect_view()
    };
    view! {
        <div class="top-level">
            <Fold unfolded line id="top-level" />
            {asked.map(|p_yes| sufficiency(p_yes, needed))}
        </div>
        {move || unfolded.get().then(|| view! { <ul role="list">{rows()}</ul> })}
    }
}

fn stop(app: App, answer: &Answer, number: usize, step: &Step, most: f64) -> impl IntoView + use<> {
    view! {
        <li>
            {row(app, answer, Some(number), step)}
            <div class="scores">
                {score(step, most)}
                {verdicts(step, answer.confidence)}
            </div>
        </li>
    }
}

/// A visited node: a click shows its passage in the text, the button beside it the node itself.
fn row(app: App, answer: &Answer, number: Option<usize>, step: &Step) -> impl IntoView + use<> {
    let (node, at) = (step.node, GraphNode::visited(answer, step));
    let name = app.step_name(answer, step);
    let tinted =
        move || app.mapping.tinted.with(|tinted| tinted.iter().any(|(node, _)| Some(*node) == at));
    view! {
        <div class="row" class:tinted=tinted>
            <button
                class="visited"
                title=i18n::show_passage()
                data-testid=format!("step-{node}")
                on:click=move |_| if let Some(at) = at { app.show_passage_in(at) }
            >
                <span class="at">{number}</span>
                <span class="text">
                    <span class="point-name">{name}" "</span>
                    {format::node_beginning(&step.text, step.level, BEGINNING)}
                </span>
            </button>
            <IconButton
                mark=IconName::Graph
                name=i18n::show_node()
                id=format!("step-node-{node}")
                press=move || if let Some(at) = at { app.show_node_of(at) }
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
        <span class="score" title=i18n::score_title()>
            <span class="bars" aria-hidden="true">
                {parts.map(bar).collect_view()}
            </span>
            {format::decimal(total, 3)}
            <span class="parts">{i18n::score(&step.score)}</span>
        </span>
    }
}

/// How far the nodes visited up to a step were enough, and how far its passage alone was.
pub fn verdicts(step: &Step, needed: Option<f64>) -> impl IntoView + use<> {
    let alone = step
        .p_alone
        .map(|p_yes| judged((i18n::enough_alone(), i18n::enough_alone_title()), p_yes, needed));
    (step.p_yes.map(|p_yes| sufficiency(p_yes, needed)), alone)
}

/// How far the visited nodes were enough.
pub fn sufficiency(p_yes: f64, needed: Option<f64>) -> impl IntoView {
    judged((i18n::enough(), i18n::enough_title()), p_yes, needed)
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
            {i18n::sufficient(p_yes, needed)}
        </span>
    }
}
