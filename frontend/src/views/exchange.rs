use std::sync::Arc;

use leptos::prelude::*;
use protocol::HistoryEntry;

use super::answer::AnswerView;
use super::failure::failed;
use super::link::linked;
use super::path::sufficiency;
use super::removal::Removal;
use crate::state::{App, ExchangeReply, QuestionExchange, SearchProgress, use_app};
use crate::{format, i18n};

/// The number of characters of the latest node to show during the search.
const LATEST: usize = 100;

/// A question and its reply.
#[component]
pub fn ExchangeView(exchange: QuestionExchange) -> impl IntoView {
    let app = use_app();
    let question = exchange.question.to_string();
    let (before, documents) = (exchange.follows, Arc::clone(&exchange.documents));
    let follows = move || {
        let words = match app.asking.asked(before?) {
            Some((question, _)) => i18n::follows(&question),
            None if app.asking.is_removed(before?, &documents) => i18n::follows_removed().into(),
            None => return None,
        };
        Some(view! { <p class="quiet follows" data-testid="follows">{words}</p> })
    };
    let dated = exchange.clone();
    let when = move || {
        dated.asked().map(|asked| {
            view! { <p class="quiet when" data-testid="when">{format::date(asked)}</p> }
        })
    };
    let leaving = exchange.leaving.clone();
    let leaves = Memo::new(move |_| leaving.get().is_some());
    let shown = exchange.clone();
    view! {
        <article class="exchange" data-testid="exchange">
            {follows}
            <h3 data-testid="asked">{question}</h3>
            {when}
            <Forgetting exchange leaves />
            {move || (!leaves.get()).then(|| came_of(app, &shown))}
        </article>
    }
}

/// The reply to a question.
fn came_of(app: App, exchange: &QuestionExchange) -> impl IntoView + use<> {
    let exchange = exchange.clone();
    let (growing, reply) = (exchange.growing.clone(), exchange.reply.clone());
    let grew = move || {
        let earlier = reply.with(|reply| match reply {
            ExchangeReply::Answered(answer) => answer.growing,
            ExchangeReply::Earlier(entry) => entry.growing,
            _ => false,
        });
        earlier || growing.get()
    };
    let body = move || match exchange.reply.get() {
        ExchangeReply::Searching(search) => searching(&search).into_any(),
        ExchangeReply::Answered(answer) => view! { <AnswerView answer /> }.into_any(),
        ExchangeReply::Earlier(entry) => earlier(app, exchange.clone(), &entry).into_any(),
        ExchangeReply::Stopped(search) => {
            view! { {stopped(&search)}{again_button(app, exchange.clone())} }.into_any()
        }
        ExchangeReply::Failed(failure) => {
            view! { {failed(&failure, "ask-failed")}{again_button(app, exchange.clone())} }
                .into_any()
        }
    };
    view! {
        {body}
        <Show when=grew>
            <p class="quiet" data-testid="asked-growing">{i18n::asked_growing()}</p>
        </Show>
    }
}

/// Removes a question from the history; for a moment that can be undone.
#[component]
fn Forgetting(exchange: QuestionExchange, leaves: Memo<bool>) -> impl IntoView {
    let app = use_app();
    let removal = Removal::new();
    let reply = exchange.reply.clone();
    let searched =
        Memo::new(move |_| reply.with(|reply| matches!(reply, ExchangeReply::Searching(_))));
    move || {
        let exchange = exchange.clone();
        if leaves.get() {
            let undo = removal.undo("undo-forget", move || app.undo_forgetting(&exchange));
            let shown = i18n::question_leaving();
            Some(view! { <div class="further"><p class="quiet">{shown}</p>{undo}</div> }.into_any())
        } else {
            let forget = move || app.forget(&exchange);
            (!searched.get()).then(|| removal.remove(i18n::forget(), "forget", forget).into_any())
        }
    }
}

/// The nodes visited so far, and the part of the answer written so far.
fn searching(search: &SearchProgress) -> impl IntoView + use<> {
    let looking = i18n::looking_at(search.steps.len());
    let p_yes = search.steps.iter().rev().find_map(|step| step.p_yes);
    let latest = search.steps.last();
    let latest = latest.map(|step| format::node_beginning(&step.text, step.level, LATEST));
    let writing = !search.text.is_empty();
    view! {
        {writing.then(|| view! {
            <p class="answer" data-testid="streaming">{search.text.clone()}</p>
        })}
        {(!writing).then(|| view! {
            <p class="looking" data-testid="looking">
                {looking}
                {p_yes.map(|p_yes| sufficiency(p_yes, search.confidence))}
            </p>
            <p class="latest">{latest}</p>
        })}
    }
}

/// An answer from the history, whose path has not been fetched yet.
fn earlier(app: App, exchange: QuestionExchange, entry: &HistoryEntry) -> impl IntoView + use<> {
    let question = entry.id;
    let answered = !entry.answer.is_empty();
    let shortfall = i18n::shortfall(entry.found, entry.supported, entry.stop, &entry.answer);
    view! {
        {answered.then(|| view! {
            <p class="answer" data-testid="answer">{linked(app, entry.answer.clone())}</p>
        })}
        {shortfall.map(not_found)}
        <button
            class="quiet-line"
            data-testid="recall"
            on:click=move |_| app.recall(exchange.clone(), question)
        >
            {i18n::recall(answered && entry.supported)}
        </button>
    }
}

/// A button that repeats a question without an answer.
fn again_button(app: App, exchange: QuestionExchange) -> impl IntoView {
    view! {
        <div class="further">
            <button
                data-testid="ask-retry"
                disabled=move || app.asking.running.with(Option::is_some)
                on:click=move |_| app.retry(&exchange)
            >
                {i18n::ask_again()}
            </button>
        </div>
    }
}

/// What an answer lacks.
pub fn not_found(shortfall: &'static str) -> impl IntoView {
    view! { <p class="not-found" data-testid="not-found">{shortfall}</p> }
}

/// A search that was stopped before there was anything to store.
fn stopped(search: &SearchProgress) -> impl IntoView + use<> {
    let text = (!search.text.is_empty()).then(|| search.text.clone());
    view! {
        {text.map(|text| view! { <p class="answer">{text}</p> })}
        {not_found(i18n::ask_stopped())}
    }
}
