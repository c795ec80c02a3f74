//! A question and its reply in the list.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::HistoryEntry;

use crate::app::visit::{VisitStore, use_visits};
use crate::chat::exchange::{ExchangeReply, QuestionExchange, SearchProgress};
use crate::chat::store::{ChatStore, use_chat};
use crate::chat::strings;
use crate::chat::views::answer::AnswerView;
use crate::chat::views::path::sufficiency;
use crate::chat::views::shortfall::not_found;
use crate::format;
use crate::widgets::failure::failed;
use crate::widgets::link::linked;
use crate::widgets::removal::Removal;

/// The number of characters of the latest node to show during the search.
const LATEST: usize = 100;

/// A question and its reply.
#[component]
pub fn ExchangeView(exchange: QuestionExchange) -> impl IntoView {
    let visits = use_visits();
    let chat = use_chat();
    let question = exchange.question.to_string();
    let (before, documents) = (exchange.follows, Arc::clone(&exchange.documents));
    let follows = move || {
        let words = match chat.asked(before?) {
            Some((question, _)) => strings::follows(&question),
            None if chat.is_removed(before?, &documents) => strings::follows_removed().into(),
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
            {move || (!leaves.get()).then(|| came_of(visits, chat, &shown))}
        </article>
    }
}

/// The reply to a question.
fn came_of(
    visits: VisitStore,
    chat: ChatStore,
    exchange: &QuestionExchange,
) -> impl IntoView + use<> {
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
        ExchangeReply::Earlier(entry) => earlier(visits, chat, exchange.clone(), &entry).into_any(),
        ExchangeReply::Stopped(search) => {
            view! { {stopped(&search)}{again_button(chat, exchange.clone())} }.into_any()
        }
        ExchangeReply::Failed(failure) => {
            view! { {failed(&failure, "ask-failed")}{again_button(chat, exchange.clone())} }
                .into_any()
        }
    };
    view! {
        {body}
        <Show when=grew>
            <p class="quiet" data-testid="asked-growing">{strings::asked_growing()}</p>
        </Show>
    }
}

/// Removes a question from the history; for a moment that can be undone.
#[component]
fn Forgetting(exchange: QuestionExchange, leaves: Memo<bool>) -> impl IntoView {
    let chat = use_chat();
    let removal = Removal::new();
    let reply = exchange.reply.clone();
    let searched =
        Memo::new(move |_| reply.with(|reply| matches!(reply, ExchangeReply::Searching(_))));
    move || {
        let exchange = exchange.clone();
        if leaves.get() {
            let undo = removal.undo("undo-forget", move || chat.undo_forgetting(&exchange));
            let shown = strings::question_leaving();
            Some(view! { <div class="further"><p class="quiet">{shown}</p>{undo}</div> }.into_any())
        } else {
            let forget = move || chat.forget(&exchange);
            (!searched.get())
                .then(|| removal.remove(strings::forget(), "forget", forget).into_any())
        }
    }
}

/// The nodes visited so far, and the part of the answer written so far.
fn searching(search: &SearchProgress) -> impl IntoView + use<> {
    let looking = strings::looking_at(search.steps.len());
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
fn earlier(
    visits: VisitStore,
    chat: ChatStore,
    exchange: QuestionExchange,
    entry: &HistoryEntry,
) -> impl IntoView + use<> {
    let question = entry.id;
    let answered = !entry.answer.is_empty();
    let shortfall = strings::shortfall(entry.found, entry.supported, entry.stop, &entry.answer);
    view! {
        {answered.then(|| view! {
            <p class="answer" data-testid="answer">{linked(visits, entry.answer.clone())}</p>
        })}
        {shortfall.map(not_found)}
        <button
            class="quiet-line"
            data-testid="recall"
            on:click=move |_| chat.recall(exchange.clone(), question)
        >
            {strings::recall(answered && entry.supported)}
        </button>
    }
}

/// A button that repeats a question without an answer.
fn again_button(chat: ChatStore, exchange: QuestionExchange) -> impl IntoView {
    view! {
        <div class="further">
            <button
                data-testid="ask-retry"
                disabled=move || chat.running.with(Option::is_some)
                on:click=move |_| chat.retry(&exchange)
            >
                {strings::ask_again()}
            </button>
        </div>
    }
}

/// A search that was stopped before there was anything to store.
fn stopped(search: &SearchProgress) -> impl IntoView + use<> {
    let text = (!search.text.is_empty()).then(|| search.text.clone());
    view! {
        {text.map(|text| view! { <p class="answer">{text}</p> })}
        {not_found(strings::ask_stopped())}
    }
}
