//! What is said about an answer that is none, or that is a guess.

use crate::{Answer, StopReason, best_effort};

/// Marks an answer that rests on too little.
pub const BEST_EFFORT: &str = "Pecan did not find enough. This is a guess from what it read.";

/// Marks an answer whose words the visited text does not contain.
pub const UNSUPPORTED: &str =
    "This is a guess: the text that Pecan read does not clearly support it.";

impl StopReason {
    /// Returns the text in place of an answer that is empty.
    pub fn without_answer(self) -> &'static str {
        match self {
            Self::Stopped => "Stopped.",
            Self::Passages => {
                "The model cannot answer questions about this document. These passages match best."
            }
            _ => "Pecan did not find an answer in what it read.",
        }
    }
}

impl Answer {
    /// Returns what is said after the answer, or in its place: that it is a guess, or that there is none.
    pub fn remark(&self) -> Option<String> {
        if self.answer.trim().is_empty() {
            let closest = " These passages match the question best.";
            let closest = if self.is_closest_passages() { closest } else { "" };
            return Some(format!("{}{closest}", self.stop.without_answer()));
        }
        let guess = if self.is_guess() {
            UNSUPPORTED
        } else if best_effort(self.found, self.stop, &self.answer) {
            BEST_EFFORT
        } else {
            return None;
        };
        Some(format!("({guess})"))
    }

    /// Returns the answer for a program that shows only text: the answer, and what is said about it.
    pub fn with_remark(&self) -> String {
        let answer = self.answer.trim();
        match self.remark() {
            None => answer.to_owned(),
            Some(remark) if answer.is_empty() => remark,
            Some(remark) => format!("{answer}\n\n{remark}"),
        }
    }
}
