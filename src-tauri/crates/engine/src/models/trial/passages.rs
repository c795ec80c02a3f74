//! The passages of the trial, with a question that each answers and one that it does not.

use protocol::{Code, Failure};
use serde::Deserialize;

const PASSAGES: &str = include_str!("passages.json");

/// A passage and its questions.
#[derive(Debug, Deserialize)]
pub(crate) struct TrialPassage {
    pub text: String,
    pub answerable: Answerable,
    pub unanswerable: Unanswerable,
}

/// A question that the passage answers, and the answer in its words.
#[derive(Debug, Deserialize)]
pub(super) struct Answerable {
    pub question: String,
    pub answer: String,
}

/// A question that the passage does not answer.
#[derive(Debug, Deserialize)]
pub(super) struct Unanswerable {
    pub question: String,
}

/// All passages.
pub(crate) fn passages() -> Result<Vec<TrialPassage>, Failure> {
    #[derive(Deserialize)]
    struct All {
        passages: Vec<TrialPassage>,
    }
    let all: Result<All, _> = serde_json::from_str(PASSAGES);
    all.map(|all| all.passages).map_err(|error| {
        Failure::new(Code::Internal, format!("The passages for the trial cannot be read: {error}."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_stands_in_its_passage() {
        let all = passages().unwrap();
        assert!(all.len() >= 30);
        for TrialPassage { text, answerable, unanswerable } in &all {
            let answer = answerable.answer.to_lowercase();
            assert!(text.to_lowercase().contains(&answer), "{}", answerable.question);
            assert_ne!(answerable.question, unanswerable.question);
        }
    }
}
