use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, QuestionId};

use super::{App, HighlightedPassage};

impl App {
    /// Shows the next or previous passage of the answer whose passage was shown last, or else of
    /// the latest answer.
    pub fn show_cited(self, forward: bool) {
        let (answer, shown) = match self.asking.cited.get_value() {
            Some((answer, at)) => (answer, Some(at)),
            None => match untrack(|| self.asking.latest()) {
                Some((_, answer)) => (answer, None),
                None => return,
            },
        };
        let count = answer.passages().len().max(shown.map_or(0, |at| at + 1));
        if let Some(at) = next(shown, count, forward) {
            self.show_citation(&answer, at);
        }
    }

    /// Shows a passage on which an answer rests.
    pub fn show_citation(self, answer: &Arc<Answer>, at: usize) {
        let Some(evidence) = answer.evidence.get(at) else { return };
        self.show_passage(evidence.document, HighlightedPassage::cited(answer, evidence));
        self.asking.cited.set_value(Some((Arc::clone(answer), at)));
        self.asking.pressed.set_value(None);
    }

    /// Shows the passage of a number in an answer; if pressed again, the one after the current one.
    pub fn press_number(self, answer: &Arc<Answer>, at: usize) {
        let passage = self.reading.passage.get_untracked();
        let is_shown = self.asking.cited.with_value(|cited| {
            cited.as_ref().is_some_and(|(cited, shown)| {
                let evidence = cited.evidence.get(*shown);
                let cites = evidence.map(|evidence| HighlightedPassage::cited(cited, evidence));
                cited.id == answer.id && passage.is_some() && cites == passage
            })
        });
        if is_shown && self.asking.pressed.get_value() == Some(at) {
            self.show_cited(true);
        } else {
            self.show_citation(answer, at);
        }
        self.asking.pressed.set_value(Some(at));
    }

    /// Hides the shown passage if it belongs to this answer.
    pub(super) fn leave_citation(self, question: QuestionId) {
        let is_its = |(answer, _): &(Arc<Answer>, usize)| answer.id == question;
        if self.asking.cited.with_value(|cited| cited.as_ref().is_some_and(is_its)) {
            self.reading.passage.set(None);
        }
    }
}

/// The position after or before this one among `count`, wrapping around.
pub(super) fn next(shown: Option<usize>, count: usize, forward: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (shown, forward) {
        (None, true) => 0,
        (None, false) => last,
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => at.checked_sub(1).unwrap_or(last),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_come_one_after_the_other_all_around() {
        for (shown, count, forward, expected) in [
            (None, 0, true, None),
            (None, 3, true, Some(0)),
            (None, 3, false, Some(2)),
            (Some(2), 3, true, Some(0)),
            (Some(1), 3, true, Some(2)),
            (Some(0), 3, false, Some(2)),
        ] {
            assert_eq!(next(shown, count, forward), expected, "{shown:?} of {count}");
        }
    }
}
