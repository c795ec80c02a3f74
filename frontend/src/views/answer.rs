use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, AnswerSentence, AskOptions, Evidence, QuestionId, StopReason};

use super::comparison::{Comparison, Runs};
use super::copying::Copying;
use super::exchange::not_found;
use super::fold::Fold;
use super::link::linked;
use super::path::Path;
use super::weight::Weight;
use crate::state::{App, GraphNode, QUOTED, use_app};
use crate::{format, i18n};

/// The number of characters to show while the pointer is on a citation's number.
const QUOTED_AT_LENGTH: usize = 300;
/// The number of further passages to list at a time.
const FURTHER: usize = 10;

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
    let line = Signal::derive(move || i18n::quiet_line(&summarised, shown.get()));
    let stop = answer.stop;
    // Sentences read directly from the text have no path.
    let way = move || match stop.is_without_model() {
        true => view! {
            <p class="quiet" data-testid="quiet-line">{line}</p>
            <p class="quiet" data-testid="list-explained">{i18n::stop(stop)}</p>
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
    let app = use_app();
    let card = RwSignal::new(None);
    let text = (!answer.answer.is_empty()).then(|| {
        let numbers = answer.passages().iter().enumerate();
        let numbers = numbers.map(|(at, evidence)| number(app, &answer, at, evidence));
        let numbers = numbers.collect_view();
        let sentences = sentences(app, &answer, card);
        view! {
            <p class="answer" data-testid="answer">{sentences}{numbers}</p>
            <div class="rests" role="status">{move || card.get().map(rests)}</div>
        }
    });
    let shortfall = i18n::shortfall(answer.found, answer.supported, answer.stop, &answer.answer);
    let looks_no_further =
        matches!(answer.stop, StopReason::Fixed | StopReason::Unjudged | StopReason::Passages);
    let further = (!answer.found && !looks_no_further).then(|| further(app, &answer));
    let closest = answer.is_closest_passages().then(i18n::closest_passages);
    let closest = closest.or_else(|| answer.is_guess().then(i18n::what_was_read));
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
    fn of(app: App, answer: &Answer, sentence: &AnswerSentence) -> Self {
        let points = i18n::most_looked_at(answer, sentence).into_iter();
        let points = points.map(|(step, share)| {
            let text = format::node_beginning(&step.text, step.level, QUOTED_AT_LENGTH);
            let name = app.step_name(answer, step);
            ((name.clone(), share), (name, text))
        });
        let (named, points): (Vec<_>, Vec<_>) = points.unzip();
        Self { said: i18n::rests_on(&named), points }
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
fn sentences(app: App, answer: &Answer, card: RwSignal<Option<Rests>>) -> impl IntoView + use<> {
    let parts = answer.parts().into_iter().map(|(text, sentence)| {
        let Some(sentence) = sentence else { return linked(app, text).into_any() };
        let points = points_of(answer, sentence);
        let rests = Rests::of(app, answer, sentence);
        let tint = move || {
            app.mapping.tinted.set(points.clone());
            card.set(Some(rests.clone()));
        };
        let (over, focused) = (tint.clone(), tint);
        let name = text.trim().to_owned();
        let clear = move || {
            app.mapping.tinted.set(Vec::new());
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
                {linked(app, text)}
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
fn further(app: App, answer: &Arc<Answer>) -> impl IntoView + use<> {
    let limited = answer.stop == StopReason::Limit;
    let silent = answer.answer.is_empty();
    let (again, anyway) = (Arc::clone(answer), Arc::clone(answer));
    let ask = move |answer: &Answer, change: &dyn Fn(&mut AskOptions)| {
        let mut options = app.asking.options.get_untracked();
        options.follows = app.still_followed(answer.options.follows, &answer.documents);
        change(&mut options);
        app.ask_of(answer.documents.clone(), &answer.question, options);
    };
    let busy = move || app.asking.running.with(Option::is_some);
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
                    {i18n::look_further()}
                </button>
            })}
            {silent.then(|| view! {
                <button
                    data-testid="answer-anyway"
                    disabled=busy
                    on:click=move |_| ask(&anyway, &|options| options.best_effort = true)
                >
                    {i18n::answer_anyway()}
                </button>
            })}
        </div>
    }
}

fn number(app: App, answer: &Arc<Answer>, at: usize, evidence: &Evidence) -> impl IntoView + use<> {
    let cited = Arc::clone(answer);
    view! {
        <sup>
            <button
                class="number"
                title=answer.quote(evidence, QUOTED_AT_LENGTH).to_string()
                data-testid=format!("number-{}", at + 1)
                on:click=move |_| app.press_number(&cited, at)
            >
                {at + 1}
            </button>
        </sup>
    }
}

/// The passages on which an answer rests, by weight; those of little weight on request.
#[component]
fn Citations(answer: Arc<Answer>, shown: RwSignal<usize>) -> impl IntoView {
    let app = use_app();
    let (all, weighed) = (answer.evidence.len(), is_weighed(&answer));
    let left = move || all - shown.get();
    let listed = move || {
        let listed = answer.evidence.iter().take(shown.get()).enumerate();
        listed.map(|(at, evidence)| citation(app, &answer, at, evidence)).collect_view()
    };
    view! {
        {(all > 0 && weighed).then(|| view! {
            <p class="quiet shares" data-testid="shares-explained">{i18n::shares_explained()}</p>
        })}
        <ol role="list" class="citations">{listed}</ol>
        <Show when=move || { left() > 0 }>
            <button
                class="quiet-line"
                data-testid="more-passages"
                on:click=move |_| shown.update(|shown| *shown = all.min(*shown + FURTHER))
            >
                {move || i18n::more_passages(left().min(FURTHER), left())}
            </button>
        </Show>
    }
}

/// Whether the weights of passages mean anything. A guess rests on none of them, and sentences read
/// directly from the text rest on all alike.
fn is_weighed(answer: &Answer) -> bool {
    !answer.stop.is_without_model() && !answer.is_guess() && !answer.is_closest_passages()
}

fn citation(
    app: App,
    answer: &Arc<Answer>,
    at: usize,
    evidence: &Evidence,
) -> impl IntoView + use<> {
    let answered = Arc::clone(answer);
    let several = answer.documents.len() > 1;
    let document = evidence.document;
    let weight = Some(evidence.weight).filter(|_| is_weighed(answer));
    let quote = answer.quote(evidence, QUOTED);
    let quoted = i18n::quoted(&quote.to_string());
    let (page, changed) = (evidence.page_of(&quote), evidence.changed);
    let start = evidence.start + quote.start as u32;
    let part = move || app.reading.heading_over(document, start).filter(|_| !changed);
    let place = move || {
        let title = if several { app.library.title(document) } else { None };
        let place = i18n::cited(title.into_iter().chain(part()), page.clone(), changed);
        place.map(|place| view! { <span class="page">{place}" "</span> })
    };
    view! {
        <li>
            <button
                data-testid=format!("citation-{}", at + 1)
                on:click=move |_| app.show_citation(&answered, at)
            >
                <span class="at">{at + 1}</span>
                <span class="quoted">
                    {place}
                    {quoted}
                </span>
                {weight.map(|weight| view! {
                    <span class="measure" title=i18n::weight_title(weight)>
                        <Weight part=weight />{format::share(weight)}
                    </span>
                })}
            </button>
        </li>
    }
}

/// Asks the same question again.
#[component]
fn Again(answer: Arc<Answer>) -> impl IntoView {
    let app = use_app();
    view! {
        <button
            class="quiet-line"
            title=i18n::ask_again_title()
            data-testid="ask-again"
            disabled=move || app.asking.running.get().is_some()
            on:click=move |_| app.ask_again(&answer)
        >
            {i18n::ask_again()}
        </button>
    }
}

/// Makes the next question follow this one.
#[component]
fn AskOn(question: QuestionId) -> impl IntoView {
    let app = use_app();
    view! {
        <button
            class="quiet-line"
            title=i18n::ask_on_title()
            data-testid="ask-on"
            on:click=move |_| app.follow(Some(question))
        >
            {i18n::ask_on()}
        </button>
    }
}

/// Saves the answer with its passages and its path to a file.
#[component]
fn Export(question: QuestionId) -> impl IntoView {
    let app = use_app();
    let chosen = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        let form = i18n::EXPORT_FORMS.iter().find(|(_, name)| *name == value);
        event_target::<web_sys::HtmlSelectElement>(&event).set_selected_index(0);
        if let Some(&(form, _)) = form {
            app.save_answer(question, form);
        }
    };
    let forms = i18n::EXPORT_FORMS.map(|(_, name)| view! { <option value=name>{name}</option> });
    view! {
        <select class="quiet-line" data-testid="export" aria-label=i18n::export() on:change=chosen>
            <option value="">{i18n::export()}</option>
            {forms.into_iter().collect_view()}
        </select>
    }
}

/// Copies question, answer and citations to the clipboard.
#[component]
fn Copy(answer: Arc<Answer>) -> impl IntoView {
    let app = use_app();
    let title = move |document| untrack(|| app.library.title(document));
    let text = move || i18n::copied_answer(&answer, title);
    view! { <Copying class="quiet-line copy" id="copy" text /> }
}
