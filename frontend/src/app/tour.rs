//! The first steps with the sample book.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::app::columns::SideColumn;
use crate::app::program::ProgramStore;
use crate::chat::exchange::ExchangeReply;
use crate::chat::store::ChatStore;
use crate::library::imports::ImportStore;
use crate::storage;

/// The key stored while the first steps are shown.
const TOURING: &str = "first-steps";

/// The steps of the tour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FirstStep {
    /// Ask a question that the sample book answers.
    Ask = 1,
    /// Follow a citation to its passage.
    Follow,
    /// Look at the way to the answer.
    Way,
    /// The tour is over: add a document of one's own.
    Own,
}

impl FirstStep {
    /// The next step, if this one is done. `answered`: an answer has passages. `followed`: a
    /// passage is shown. `seen`: the graph is visible.
    fn next(self, answered: bool, followed: bool, seen: bool) -> Self {
        match self {
            Self::Ask if answered => Self::Follow,
            Self::Follow if followed => Self::Way,
            Self::Way if seen => Self::Own,
            _ => self,
        }
    }
}

/// The tour of the first steps with the sample book.
#[derive(Clone, Copy)]
pub struct TourStore {
    /// The step that is shown, if any.
    pub step: RwSignal<Option<FirstStep>>,
    program: ProgramStore,
    imports: ImportStore,
    chat: ChatStore,
}

impl TourStore {
    /// Returns a tour that has not begun.
    pub fn new(program: ProgramStore, imports: ImportStore, chat: ChatStore) -> Self {
        Self { step: RwSignal::default(), program, imports, chat }
    }

    /// Opens the sample book, and shows the first step.
    pub fn begin(self) {
        if let Some(sample) = untrack(|| self.program.sample()) {
            self.tour_to(FirstStep::Ask);
            self.chat.layout.fold_column(SideColumn::Questions, false);
            self.imports.add(vec![sample.file]);
        }
    }

    /// Resumes the first steps if the previous window was closed on them.
    pub fn resume(self) {
        self.step.set(storage::load(TOURING));
    }

    /// Advances the tour when a step is done.
    pub fn follow(self) {
        Effect::new(move |_| {
            let Some(step) = self.step.get() else { return };
            // Questions from earlier days do not count for the tour.
            let answered = self.chat.exchanges.with(|exchanges| {
                let cited = |reply: &ExchangeReply| match reply {
                    ExchangeReply::Answered(answer) => !answer.passages().is_empty(),
                    _ => false,
                };
                exchanges.iter().any(|one| one.new && one.reply.with(cited))
            });
            let followed = self.chat.graph.reader.passage.get().is_some();
            let seen = self.chat.layout.view.get().has_graph();
            let next = step.next(answered, followed, seen);
            if next != step {
                self.tour_to(next);
            }
        });
    }

    fn tour_to(self, step: FirstStep) {
        self.step.set(Some(step));
        storage::save(TOURING, &step);
    }

    /// Closes the tour.
    pub fn end(self) {
        self.step.set(None);
        storage::forget(TOURING);
    }
}

/// Returns the tour of the window that contains a view.
pub fn use_tour() -> TourStore {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_over_when_it_was_done() {
        use FirstStep::{Ask, Follow, Own, Way};
        for (step, done, next) in [
            (Ask, [false, true, true], Ask),
            (Ask, [true, false, false], Follow),
            (Follow, [true, false, true], Follow),
            (Follow, [false, true, false], Way),
            (Way, [true, true, false], Way),
            (Way, [false, false, true], Own),
            (Own, [true, true, true], Own),
        ] {
            assert_eq!(step.next(done[0], done[1], done[2]), next, "{step:?} {done:?}");
        }
    }
}
