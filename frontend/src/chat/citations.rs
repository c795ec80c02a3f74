//! Going from passage to passage of an answer.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, QuestionId};

use crate::chat::store::ChatStore;
use crate::cyclic;
use crate::reader::passage::HighlightedPassage;

impl ChatStore {
    /// Shows the next or previous passage of the answer whose passage was shown last, or else of
    /// the latest answer.
    pub fn show_cited(self, forward: bool) {
        let (answer, shown) = match self.cited.get_value() {
            Some((answer, at)) => (answer, Some(at)),
            None => match untrack(|| self.latest()) {
                Some((_, answer)) => (answer, None),
                None => return,
            },
        };
        let count = answer.passages().len().max(shown.map_or(0, |at| at + 1));
        if let Some(at) = cyclic::next(shown, count, forward) {
            self.show_citation(&answer, at);
        }
    }

    /// Shows a passage on which an answer rests.
    pub fn show_citation(self, answer: &Arc<Answer>, at: usize) {
        let Some(evidence) = answer.evidence.get(at) else { return };
        self.graph
            .reader
            .show_passage(evidence.document, HighlightedPassage::cited(answer, evidence));
        self.cited.set_value(Some((Arc::clone(answer), at)));
        self.pressed.set_value(None);
    }

    /// Shows the passage of a number in an answer; if pressed again, the one after the current one.
    pub fn press_number(self, answer: &Arc<Answer>, at: usize) {
        let passage = self.graph.reader.passage.get_untracked();
        let is_shown = self.cited.with_value(|cited| {
            cited.as_ref().is_some_and(|(cited, shown)| {
                let evidence = cited.evidence.get(*shown);
                let cites = evidence.map(|evidence| HighlightedPassage::cited(cited, evidence));
                cited.id == answer.id && passage.is_some() && cites == passage
            })
        });
        if is_shown && self.pressed.get_value() == Some(at) {
            self.show_cited(true);
        } else {
            self.show_citation(answer, at);
        }
        self.pressed.set_value(Some(at));
    }

    /// Hides the shown passage if it belongs to this answer.
    pub fn leave_citation(self, question: QuestionId) {
        let is_its = |(answer, _): &(Arc<Answer>, usize)| answer.id == question;
        if self.cited.with_value(|cited| cited.as_ref().is_some_and(is_its)) {
            self.graph.reader.passage.set(None);
        }
    }
}
