//! The history of questions.

use serde::{Deserialize, Serialize};

use crate::answer_kind::is_supported;
use crate::{DocumentId, QuestionId, StopReason, best_effort};

/// A line of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The question's number.
    pub id: QuestionId,
    /// The question.
    pub question: String,
    /// The documents it was asked of.
    pub documents: Vec<DocumentId>,
    /// Whether enough was found.
    pub found: bool,
    /// Why the search ended.
    pub stop: StopReason,
    /// The answer's text.
    pub answer: String,
    /// When it was asked: seconds since 1970-01-01 UTC.
    pub asked: i64,
    /// The earlier question that it follows.
    #[serde(default)]
    pub follows: Option<QuestionId>,
    /// Whether a graph was incomplete: the answer rests on the part built by then.
    #[serde(default)]
    pub growing: bool,
    /// Whether the answer's words occur in the text from which it was written.
    #[serde(default = "is_supported")]
    pub supported: bool,
}

impl HistoryEntry {
    /// Returns whether the answer was given although not enough was found.
    pub fn best_effort(&self) -> bool {
        best_effort(self.found, self.stop, &self.answer)
    }
}
