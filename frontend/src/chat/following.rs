//! Questions that follow earlier ones.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, DocumentId, QuestionId};

use crate::chat::store::ChatStore;

impl ChatStore {
    /// Makes the next question follow an earlier one, which the model sees with it; none for a new
    /// topic.
    pub fn follow(self, question: Option<QuestionId>) {
        self.follows.set(question);
        self.turn_to_questions();
    }

    /// The earlier question that the next one follows, and its words. A question to more documents
    /// than the current ones cannot be followed.
    pub fn followed(self) -> Option<(QuestionId, Arc<str>)> {
        let question = self.follows.get()?;
        let (words, documents) = self.asked(question)?;
        let asked = self.asked_documents();
        let within = documents.iter().all(|document| asked.contains(document));
        within.then_some((question, words))
    }

    /// The question that an earlier one followed, unless it was removed since.
    pub fn still_followed(
        self,
        question: Option<QuestionId>,
        documents: &[DocumentId],
    ) -> Option<QuestionId> {
        question.filter(|&question| untrack(|| !self.is_removed(question, documents)))
    }

    /// Makes the next question follow the latest answer, if the user is following.
    pub fn go_on_following(self, answer: &Answer) {
        let follows = self.follows.get_untracked();
        if follows.is_some() && follows == answer.options.follows {
            self.follows.set(Some(answer.id));
        }
    }
}
