use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Answer, AskOptions, Evidence, StopReason};

use super::path::Path;
use super::weight::Weight;
use crate::state::{Desk, Exchange, Passage, Reply, Search, use_desk};
use crate::{format, ipc, words};

/// So many passages are listed before the rest is asked for.
const LISTED: usize = 5;
/// So much of a passage is quoted in the list.
const QUOTED: usize = 100;

/// A question and what came of it.
#[component]
pub fn ExchangeView(exchange: Exchange) -> impl IntoView {
    let desk = use_desk();
    let question = exchange.question.to_string();
    let reply = exchange.reply.clone();
    let body = move || match reply.get() {
        Reply::Searching(search) => searching(&search).into_any(),
        Reply::Answered(answer) => view! { <AnswerView answer /> }.into_any(),
        Reply::Earlier(entry) => {
            let exchange = exchange.clone();
            let text =
                if entry.answer.is_empty() { words::NOT_FOUND.to_owned() } else { entry.answer };
            view! {
                <p class="answer" class:not-found=!entry.found data-testid="answer">{text}</p>
                <button
                    class="quiet-line"
                    data-testid="recall"
                    on:click=move |_| desk.recall(exchange.clone(), entry.id)
                >
                    {words::RESTS_ON}"…"
                </button>
            }
            .into_any()
        }
        Reply::Stopped(search) => view! {
            {(!search.text.is_empty()).then(|| view! { <p class="answer">{search.text}</p> })}
            <p class="quiet">{words::ASK_STOPPED}</p>
        }
        .into_any(),
        Reply::Failed(failure) => view! {
            <p class="failed" role="alert" data-testid="ask-failed">
                <strong>{words::failure_heading(failure.code)}</strong>
                {failure.message}
            </p>
        }
        .into_any(),
    };
    view! {
        <article class="exchange" data-testid="exchange">
            <h3 data-testid="asked">{question}</h3>
            {body}
        </article>
    }
}

/// What was looked at by now, and the answer as far as it is written.
fn searching(search: &Search) -> impl IntoView + use<> {
    let looking = words::looking_at(search.steps.len());
    let p_yes = search.steps.iter().rev().find_map(|step| step.p_yes);
    let latest = search.steps.last().map(|step| format::beginning(&step.text, QUOTED));
    let writing = !search.text.is_empty();
    view! {
        {writing.then(|| view! {
            <p class="answer" aria-live="polite" data-testid="streaming">{search.text.clone()}</p>
        })}
        {(!writing).then(|| view! {
            <p class="looking" data-testid="looking">
                {looking}
                {p_yes.map(|p_yes| view! {
                    <span class="enough" title=words::ENOUGH_TITLE>
                        {words::ENOUGH}<Weight part=p_yes />{format!("{p_yes:.2}")}
                    </span>
                })}
            </p>
            <p class="latest">{latest}</p>
        })}
    }
}

#[component]
fn AnswerView(answer: Arc<Answer>) -> impl IntoView {
    let unfolded = RwSignal::new(false);
    let passages = answer.evidence.len();
    let read: u64 = answer.steps.iter().map(|step| u64::from(step.tokens)).sum();
    let part = read as f64 / answer.tokens_total.max(1) as f64;
    let line = words::quiet_line(
        answer.steps.len(),
        answer.nodes_total,
        passages,
        part,
        answer.cost.seconds,
    );
    let path = Arc::clone(&answer);
    view! {
        <Verdict answer=Arc::clone(&answer) />
        <Citations answer=Arc::clone(&answer) />
        <div class="under">
            <button
                class="quiet-line"
                aria-expanded=move || unfolded.get().to_string()
                data-testid="quiet-line"
                on:click=move |_| unfolded.update(|unfolded| *unfolded = !*unfolded)
            >
                {line}
            </button>
            {(!answer.answer.is_empty()).then(|| view! { <Copy answer=Arc::clone(&answer) /> })}
        </div>
        <Show when=move || unfolded.get()>
            <Path answer=Arc::clone(&path) />
        </Show>
    }
}

/// The answer, or that there is none and what can be done about it.
#[component]
fn Verdict(answer: Arc<Answer>) -> impl IntoView {
    let desk = use_desk();
    let fixed = answer.stop == StopReason::Fixed;
    let stopped = answer.stop == StopReason::Stopped;
    let text = (!answer.answer.is_empty()).then(|| {
        let numbers = answer.evidence.iter().take(LISTED).enumerate().map(|(at, evidence)| {
            number(desk, at, evidence)
        });
        view! { <p class="answer" data-testid="answer">{answer.answer.clone()}{numbers.collect_view()}</p> }
    });
    let missing = (!answer.found && !fixed).then(|| {
        let words = match (stopped, answer.answer.is_empty()) {
            (true, _) => words::ASK_STOPPED,
            (false, true) => words::NOT_FOUND,
            (false, false) => words::BEST_EFFORT,
        };
        view! { <p class="not-found" data-testid="not-found">{words}</p> }
    });
    let further = (!answer.found && !fixed).then(|| further(desk, &answer));
    view! { {text}{missing}{further} }
}

/// Ways on from an answer that was not found.
fn further(desk: Desk, answer: &Arc<Answer>) -> impl IntoView + use<> {
    let looked_at = answer.steps.len() as u32;
    let limited = answer.stop == StopReason::Limit;
    let (again, anyway) = (Arc::clone(answer), Arc::clone(answer));
    let ask = move |answer: &Answer, change: &dyn Fn(&mut AskOptions)| {
        let mut options = desk.asking.options.get_untracked();
        change(&mut options);
        desk.ask(&answer.question, options);
    };
    let begun = crate::picture::beginning(&answer.steps) as u32;
    let most = (looked_at - begun).max(1);
    view! {
        <div class="further">
            {limited.then(|| view! {
                <button
                    data-testid="look-further"
                    on:click=move |_| ask(&again, &|options| {
                        options.max_nodes = options.max_nodes.max(most).saturating_mul(2);
                    })
                >
                    {words::LOOK_FURTHER}
                </button>
            })}
            <button
                data-testid="answer-anyway"
                on:click=move |_| ask(&anyway, &|options| options.best_effort = true)
            >
                {words::ANSWER_ANYWAY}
            </button>
        </div>
    }
}

fn number(desk: Desk, at: usize, evidence: &Evidence) -> impl IntoView + use<> {
    let passage = Passage { start: evidence.start, end: evidence.end };
    view! {
        <sup>
            <button
                class="number"
                title=format::beginning(&evidence.text, 300)
                data-testid=format!("number-{}", at + 1)
                on:click=move |_| desk.show_passage(passage)
            >
                {at + 1}
            </button>
        </sup>
    }
}

/// The passages that an answer rests on, by weight.
#[component]
fn Citations(answer: Arc<Answer>) -> impl IntoView {
    let desk = use_desk();
    let all = RwSignal::new(false);
    let more = answer.evidence.len().saturating_sub(LISTED);
    let listed = move || {
        let count = if all.get() { usize::MAX } else { LISTED };
        let evidence = answer.evidence.iter().take(count).enumerate();
        evidence.map(|(at, evidence)| citation(desk, at, evidence)).collect_view()
    };
    view! {
        <ol class="citations">{listed}</ol>
        <Show when=move || { more > 0 && !all.get() }>
            <button class="quiet-line" data-testid="more-evidence" on:click=move |_| all.set(true)>
                {words::more(more)}
            </button>
        </Show>
    }
}

fn citation(desk: Desk, at: usize, evidence: &Evidence) -> impl IntoView + use<> {
    let passage = Passage { start: evidence.start, end: evidence.end };
    let weight = evidence.weight;
    view! {
        <li>
            <button
                data-testid=format!("citation-{}", at + 1)
                on:click=move |_| desk.show_passage(passage)
            >
                <span class="at">{at + 1}</span>
                <span class="quoted">
                    {evidence.page.map(|page| view! {
                        <span class="page">{words::cited_page(page)}" "</span>
                    })}
                    "“"{format::quote(&evidence.text, QUOTED)}"”"
                </span>
                <span class="measure" title=words::weight_title(weight)>
                    <Weight part=weight />{format::share(weight)}
                </span>
            </button>
        </li>
    }
}

/// Puts question, answer and citations on the clipboard.
#[component]
fn Copy(answer: Arc<Answer>) -> impl IntoView {
    let desk = use_desk();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let document = answer.documents.first().copied();
        let title = document.and_then(|document| desk.library.summary(document));
        let text = words::copied_answer(&answer, title.as_ref().map(|known| known.title.as_str()));
        spawn_local(async move {
            match ipc::copy(&text).await {
                Ok(()) => copied.set(true),
                Err(failure) => desk.fail(&failure),
            }
        });
    };
    view! {
        <button class="quiet-line copy" data-testid="copy" on:click=copy>
            {move || if copied.get() { words::COPIED } else { words::COPY }}
        </button>
    }
}
