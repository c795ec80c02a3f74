//! What kind of result a question got.

use serde::{Deserialize, Serialize};

use crate::StopReason;

/// The kind of result that a question got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// An answer whose words occur in the text that was read.
    Answer,
    /// An answer that the model does not find sufficient, or whose words do not occur in the text
    /// that was read.
    Guess,
    /// No answer, but the best-matching passages.
    Passages,
    /// Nothing.
    Nothing,
}

impl AnswerKind {
    /// Returns its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Guess => "guess",
            Self::Passages => "passages",
            Self::Nothing => "nothing",
        }
    }
}

/// The default for earlier answers, of which it is unknown.
pub(crate) fn is_supported() -> bool {
    true
}

/// Returns whether an answer was given although not enough was found.
pub fn best_effort(found: bool, stop: StopReason, answer: &str) -> bool {
    !found && !matches!(stop, StopReason::Fixed | StopReason::Unjudged) && !answer.trim().is_empty()
}
