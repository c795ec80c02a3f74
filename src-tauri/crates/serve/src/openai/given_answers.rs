//! The answers that clients were given: a client sends a conversation each time as a whole, and Pecan recognises its
//! own answers in it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use protocol::{DocumentId, QuestionId};

use super::request::Conversation;

/// The number of answers that are remembered.
const MOST: usize = 1_000;

/// The answers of this run.
#[derive(Default)]
pub struct GivenAnswers(Mutex<VecDeque<GivenAnswer>>);

/// An answer as a client has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The question's number in the library.
    pub id: QuestionId,
    /// The documents that were asked.
    pub documents: Vec<DocumentId>,
    /// The question.
    pub question: String,
    /// The whole text that the client got.
    pub content: String,
}

impl GivenAnswers {
    /// Remembers an answer in place of the oldest one.
    pub fn remember(&self, given: GivenAnswer) {
        let mut answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() == MOST {
            answers.pop_front();
        }
        answers.push_back(given);
    }

    /// Returns the question before that of a conversation, if it was answered here from the same documents.
    pub fn followed(&self, said: &Conversation, documents: &[DocumentId]) -> Option<QuestionId> {
        let (question, content) = said.before.as_ref()?;
        let answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |given: &&GivenAnswer| {
            given.documents == documents
                && given.question.trim() == question.trim()
                && given.content.trim() == content.trim()
        };
        answers.iter().rev().find(is_same).map(|given| given.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_answers_are_followed() {
        let answers = GivenAnswers::default();
        answers.remember(GivenAnswer {
            id: QuestionId(4),
            documents: vec![DocumentId(1)],
            question: "Who?".into(),
            content: "Mira.".into(),
        });
        let said = |question: &str, answer: &str| Conversation {
            question: "Why?".into(),
            before: Some((question.into(), answer.into())),
        };
        let one = [DocumentId(1)];
        assert_eq!(answers.followed(&said("Who?", "Mira.\n"), &one), Some(QuestionId(4)));
        assert_eq!(answers.followed(&said("Who?", "Tom."), &one), None);
        assert_eq!(answers.followed(&said("When?", "Mira."), &one), None);
        assert_eq!(answers.followed(&said("Who?", "Mira."), &[DocumentId(2)]), None);
    }
}
