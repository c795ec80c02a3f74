//! Removing questions from the history, which can be undone for a moment.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{QuestionId, Request, WindowStateOwner};

use crate::chat::exchange::QuestionExchange;
use crate::chat::store::ChatStore;
use crate::ipc;
use crate::undo_period::UNDO_PERIOD;
use crate::window_state::StateKey;

impl ChatStore {
    /// Removes a question from the history in a moment, unless the user undoes that. One that is in
    /// no history leaves the screen.
    pub fn forget(self, exchange: &QuestionExchange) {
        let Some(question) = kept(exchange) else {
            let key = exchange.key;
            self.put_away(|one| one.key == key);
            return;
        };
        let number = self.library.next_number();
        self.library.state.set(StateKey::Removal, of(question), &number);
        exchange.leaving.set(Some(number));
        self.leave(exchange);
        self.follow_none(question);
        let exchange = exchange.clone();
        let forget = async move {
            if exchange.leaving.get_untracked() != Some(number) {
                return;
            }
            // Another window may have undone the removal.
            self.library.state.load().await;
            match self.library.state.get::<u32>(StateKey::Removal, of(question)) {
                Some(_) => self.forget_now(exchange, question).await,
                None => self.stay(&exchange),
            }
        };
        set_timeout(move || spawn_local(forget), UNDO_PERIOD);
    }

    /// Keeps a question in the history that was about to be removed.
    pub fn undo_forgetting(self, exchange: &QuestionExchange) {
        if let Some(question) = kept(exchange) {
            self.library.state.remove(StateKey::Removal, of(question));
        }
        self.stay(exchange);
    }

    fn stay(self, exchange: &QuestionExchange) {
        exchange.leaving.set(None);
        self.settle(exchange);
    }

    /// Starts removing again a question that could still stay when its document was closed: it
    /// still can.
    pub fn forget_left(self, exchange: &QuestionExchange) {
        let was = kept(exchange)
            .and_then(|question| self.library.state.get::<u32>(StateKey::Removal, of(question)));
        if was.is_some() {
            self.forget(exchange);
        }
    }

    async fn forget_now(self, exchange: QuestionExchange, question: QuestionId) {
        match ipc::outcome(Request::Forget { question }).await {
            Ok(_) => {
                self.settle(&exchange);
                self.leave_citation(question);
                let is_it = |one: &QuestionExchange| {
                    untrack(|| one.kept()).is_some_and(|(id, _)| id == question)
                };
                self.put_away(is_it);
                self.library.state.forget(of(question));
            }
            Err(failure) => {
                self.undo_forgetting(&exchange);
                self.notices.fail(&failure);
            }
        }
    }
}

/// The number of a question in the history.
fn kept(exchange: &QuestionExchange) -> Option<QuestionId> {
    untrack(|| Some(exchange.kept()?.0))
}

fn of(question: QuestionId) -> WindowStateOwner {
    WindowStateOwner::Question { question }
}
