//! Removing questions from the history, which can be undone for a moment.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{QuestionId, Request};

use crate::chat::exchange::QuestionExchange;
use crate::chat::store::ChatStore;
use crate::undo::TO_THINK;
use crate::{ipc, storage};

/// Marks a question that is leaving the history.
pub const FORGETTING: &str = "forgetting";

/// What is stored of a question that is leaving: the number of its leaving, and its library, once
/// it is known. A copy of the library has the same questions.
type PendingQuestionRemoval = (u32, Option<String>);

impl ChatStore {
    /// Removes a question from the history in a moment, unless the user undoes that. One that is in
    /// no history leaves the screen.
    pub fn forget(self, exchange: &QuestionExchange) {
        let Some((question, name)) = kept_as(exchange) else {
            let key = exchange.key;
            self.put_away(|one| one.key == key);
            return;
        };
        let number = self.library.next_number();
        let mark: PendingQuestionRemoval = (number, untrack(|| self.library.program.library()));
        storage::save(&name, &mark);
        exchange.leaving.set(Some(number));
        self.leave(exchange);
        self.follow_none(question);
        let is_leaving =
            move || storage::load::<PendingQuestionRemoval>(&name).as_ref() == Some(&mark);
        let exchange = exchange.clone();
        let forget = move || {
            if is_leaving() {
                self.forget_now(exchange, question);
            }
        };
        set_timeout(forget, TO_THINK);
    }

    /// Keeps a question in the history that was about to be removed.
    pub fn undo_forgetting(self, exchange: &QuestionExchange) {
        if let Some((_, name)) = kept_as(exchange) {
            storage::forget(&name);
        }
        exchange.leaving.set(None);
        self.settle(exchange);
    }

    /// Starts removing again a question that could still stay when its document was closed: it
    /// still can.
    pub fn forget_left(self, exchange: &QuestionExchange) {
        let was =
            kept_as(exchange).and_then(|(_, name)| storage::load::<PendingQuestionRemoval>(&name));
        let own = untrack(|| self.library.program.library());
        if was.is_some_and(|(_, library)| own.is_none() || library == own) {
            self.forget(exchange);
        }
    }

    fn forget_now(self, exchange: QuestionExchange, question: QuestionId) {
        let name = kept_as(&exchange).map(|(_, name)| name);
        spawn_local(async move {
            match ipc::outcome(Request::Forget { question }).await {
                Ok(_) => {
                    self.settle(&exchange);
                    self.leave_citation(question);
                    let is_it = |one: &QuestionExchange| {
                        untrack(|| one.kept()).is_some_and(|(id, _)| id == question)
                    };
                    self.put_away(is_it);
                    name.iter().for_each(|name| storage::forget(name));
                }
                Err(failure) => {
                    self.undo_forgetting(&exchange);
                    self.notices.fail(&failure);
                }
            }
        });
    }
}

/// The number of a question in the history, and the key under which its leaving is stored. Numbers
/// belong to a library: another one, unless it is a copy, has a question with this number from
/// another time.
fn kept_as(exchange: &QuestionExchange) -> Option<(QuestionId, String)> {
    let (question, asked) = untrack(|| Some((exchange.kept()?.0, exchange.asked()?)))?;
    Some((question, format!("{FORGETTING}-{question}-{asked}")))
}
