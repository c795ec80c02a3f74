//! An answer, with its sentences and what can be done with it.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, AnswerSentence, AskOptions, Evidence, QuestionId, StopReason};

use crate::app::visit::{VisitStore, use_visits};
use crate::chat::store::{ChatStore, use_chat};
use crate::chat::views::citations::Citations;
use crate::chat::views::comparison::{Comparison, Runs};
use crate::chat::views::path::Path;
use crate::chat::views::shortfall::not_found;
use crate::chat::{answer_numbers, answer_sheet, strings};
use crate::format;
use crate::graph::graph_node::GraphNode;
use crate::graph::store::{GraphStore, use_graph};
use crate::library::store::use_library;
use crate::widgets::copying::Copying;
use crate::widgets::fold::Fold;
use crate::widgets::link::linked;

/// The number of characters to show while the pointer is on a citation's number.
const QUOTED_AT_LENGTH: usize = 300;

/// An answer with the passages on which it rests.
#[component]
pub fn AnswerView(answer: Arc<Answer>) -> impl IntoView {
    let unfolded = RwSignal::new(false);
    let shown = RwSignal::new(answer.passages().len());
    let (path, summarised) = (Arc::clone(&answer), Arc::clone(&answer));
    let (other, own) = (RwSignal::new(None), Arc::clone(&answer));
    let compared = move || {
        let other = other.get()?;
        Some(view! { <Comparison answer=Arc::clone(&own) other /> })
    };
    let line = Signal::derive(move || answer_numbers::quiet_line(&summarised, shown.get()));
    let stop = answer.stop;
    // Sentences read directly from the text have no path.
    let way = move || match stop.is_without_model() {
        true => view! {
            <p class="quiet" data-testid="quiet-line">{line}</p>
            <p class="quiet" data-testid="list-explained">{strings::stop(stop)}</p>
        }
        .into_any(),
        false => view! { <Fold unfolded line id="quiet-line" /> }.into_any(),
    };
    view! {
        <Verdict answer=Arc::clone(&answer) />
        <Citations answer=Arc::clone(&answer) shown />
        <div class="under">
            {way()}
            {(!answer.answer.is_empty()).then(|| view! { <Copy answer=Arc::clone(&answer) /> })}
            <Export question=answer.id />
            <Again answer=Arc::clone(&answer) />
            <AskOn question=answer.id />
            <Runs answer=Arc::clone(&answer) other />
        </div>
        {compared}
        <Show when=move || unfolded.get()>
            <Path answer=Arc::clone(&path) />
        </Show>
    }
}

/// The answer, or that there is none and what to do.
#[component]
fn Verdict(answer: Arc<Answer>) -> impl IntoView {
    let visits = use_visits();
    let graph = use_graph();
    let chat = use_chat();
    let card = RwSignal::new(None);
    let text = (!answer.answer.is_empty()).then(|| {
        let numbers = answer.passages().iter().enumerate();
        let numbers = numbers.map(|(at, evidence)| number(chat, &answer, at, evidence));
        let numbers = numbers.collect_view();
        let sentences = sentences(graph, visits, &answer, card);
        view! {
            <p class="answer" data-testid="answer">{sentences}{numbers}</p>
            <div class="rests" role="status">{move || card.get().map(rests)}</div>
        }
    });
    let shortfall = strings::shortfall(answer.found, answer.supported, answer.stop, &answer.answer);
    let looks_no_further =
        matches!(answer.stop, StopReason::Fixed | StopReason::Unjudged | StopReason::Passages);
    let further = (!answer.found && !looks_no_further).then(|| further(chat, &answer));
    let closest = answer.is_closest_passages().then(strings::closest_passages);
    let closest = closest.or_else(|| answer.is_guess().then(strings::what_was_read));
    view! {
        {text}
        {shortfall.map(not_found)}
        {further}
        {closest.map(|closest| view! { <p class="closest" data-testid="closest">{closest}</p> })}
    }
}

/// What a sentence rests on: in words, and as points.
#[derive(Debug, Clone, PartialEq)]
struct Rests {
    said: String,
    points: Vec<(String, String)>,
}

impl Rests {
    fn of(graph: GraphStore, answer: &Answer, sentence: &AnswerSentence) -> Self {
        let points = strings::most_looked_at(answer, sentence).into_iter();
        let points = points.map(|(step, share)| {
            let text = format::node_beginning(&step.text, step.level, QUOTED_AT_LENGTH);
            let name = graph.step_name(answer, step);
            ((name.clone(), share), (name, text))
        });
        let (named, points): (Vec<_>, Vec<_>) = points.unzip();
        Self { said: strings::rests_on(&named), points }
    }
}

/// A small card that shows what a sentence rests on.
fn rests(Rests { said, points }: Rests) -> impl IntoView {
    let points = points.into_iter().map(|(name, text)| {
        view! { <li><span class="point-name">{name}</span>" "{text}</li> }
    });
    view! {
        <div class="rests-card" data-testid="rests-on">
            <p class="quiet">{said}</p>
            <ul role="list">{points.collect_view()}</ul>
        </div>
    }
}

/// The answer's sentences, each of which shows what it rests on while the pointer is on it.
fn sentences(
    graph: GraphStore,
    visits: VisitStore,
    answer: &Answer,
    card: RwSignal<Option<Rests>>,
) -> impl IntoView + use<> {
    let parts = answer.parts().into_iter().map(|(text, sentence)| {
        let Some(sentence) = sentence else { return linked(visits, text).into_any() };
        let points = points_of(answer, sentence);
        let rests = Rests::of(graph, answer, sentence);
        let tint = move || {
            graph.tinted.set(points.clone());
            card.set(Some(rests.clone()));
        };
        let (over, focused) = (tint.clone(), tint);
        let name = text.trim().to_owned();
        let clear = move || {
            graph.tinted.set(Vec::new());
            card.set(None);
        };
        view! {
            <span
                class="sentence"
                role="note"
                aria-label=name
                tabindex="0"
                data-testid="sentence"
                on:pointerenter=move |_| over()
                on:focus=move |_| focused()
                on:pointerleave=move |_| clear()
                on:blur=move |_| clear()
            >
                {linked(visits, text)}
            </span>
        }
        .into_any()
    });
    parts.collect_view()
}

/// The nodes to which a sentence attended.
fn points_of(answer: &Answer, sentence: &AnswerSentence) -> Vec<(GraphNode, f64)> {
    let steps = answer.steps.iter().zip(&sentence.looked);
    let looked = steps.filter(|(_, share)| **share > 0.0);
    looked.filter_map(|(step, &share)| Some((GraphNode::visited(answer, step)?, share))).collect()
}

/// What to do after an answer that was not found.
fn further(chat: ChatStore, answer: &Arc<Answer>) -> impl IntoView + use<> {
    let limited = answer.stop == StopReason::Limit;
    let silent = answer.answer.is_empty();
    let (again, anyway) = (Arc::clone(answer), Arc::clone(answer));
    let ask = move |answer: &Answer, change: &dyn Fn(&mut AskOptions)| {
        let mut options = chat.options.get_untracked();
        options.follows = chat.still_followed(answer.options.follows, &answer.documents);
        change(&mut options);
        chat.ask_of(answer.documents.clone(), &answer.question, options);
    };
    let busy = move || chat.running.with(Option::is_some);
    let most = (answer.stops().count() as u32).max(1);
    view! {
        <div class="further">
            {limited.then(|| view! {
                <button
                    data-testid="look-further"
                    disabled=busy
                    on:click=move |_| ask(&again, &|options| {
                        let allowed = options.max_nodes.unwrap_or_default().max(most);
                        options.max_nodes = Some(allowed.saturating_mul(2));
                    })
                >
                    {strings::look_further()}
                </button>
            })}
            {silent.then(|| view! {
                <button
                    data-testid="answer-anyway"
                    disabled=busy
                    on:click=move |_| ask(&anyway, &|options| options.best_effort = true)
                >
                    {strings::answer_anyway()}
                </button>
            })}
        </div>
    }
}

fn number(
    chat: ChatStore,
    answer: &Arc<Answer>,
    at: usize,
    evidence: &Evidence,
) -> impl IntoView + use<> {
    let cited = Arc::clone(answer);
    view! {
        <sup>
            <button
                class="number"
                title=answer.quote(evidence, QUOTED_AT_LENGTH).to_string()
                data-testid=format!("number-{}", at + 1)
                on:click=move |_| chat.press_number(&cited, at)
            >
                {at + 1}
            </button>
        </sup>
    }
}

/// Asks the same question again.
#[component]
fn Again(answer: Arc<Answer>) -> impl IntoView {
    let chat = use_chat();
    view! {
        <button
            class="quiet-line"
            title=strings::ask_again_title()
            data-testid="ask-again"
            disabled=move || chat.running.get().is_some()
            on:click=move |_| chat.ask_again(&answer)
        >
            {strings::ask_again()}
        </button>
    }
}

/// Makes the next question follow this one.
#[component]
fn AskOn(question: QuestionId) -> impl IntoView {
    let chat = use_chat();
    view! {
        <button
            class="quiet-line"
            title=strings::ask_on_title()
            data-testid="ask-on"
            on:click=move |_| chat.follow(Some(question))
        >
            {strings::ask_on()}
        </button>
    }
}

/// Saves the answer with its passages and its path to a file.
#[component]
fn Export(question: QuestionId) -> impl IntoView {
    let chat = use_chat();
    let chosen = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        let form = answer_sheet::EXPORT_FORMS.iter().find(|(_, name)| *name == value);
        event_target::<web_sys::HtmlSelectElement>(&event).set_selected_index(0);
        if let Some(&(form, _)) = form {
            chat.save_answer(question, form);
        }
    };
    let forms =
        answer_sheet::EXPORT_FORMS.map(|(_, name)| view! { <option value=name>{name}</option> });
    view! {
        <select class="quiet-line" data-testid="export" aria-label=strings::export() on:change=chosen>
            <option value="">{strings::export()}</option>
            {forms.into_iter().collect_view()}
        </select>
    }
}

/// Copies question, answer and citations to the clipboard.
#[component]
fn Copy(answer: Arc<Answer>) -> impl IntoView {
    let library = use_library();
    let title = move |document| untrack(|| library.title(document));
    let text = move || answer_sheet::copied_answer(&answer, title);
    view! { <Copying class="quiet-line copy" id="copy" text /> }
}
