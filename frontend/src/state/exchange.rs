use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, DocumentId, Failure, HistoryEntry, JobId, QuestionId, Step};

use crate::find::Wanted;
use crate::words;

/// A search under way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Search {
    /// The job, once it has a number.
    pub job: Option<JobId>,
    /// The nodes looked at by now.
    pub steps: Vec<Step>,
    /// p_yes above which an ask counts as Yes, once it has begun.
    pub confidence: Option<f64>,
    /// The answer as far as it is written.
    pub text: String,
    /// Whether it was told to stop.
    pub stopping: bool,
}

impl Search {
    /// A node is looked at, or what is known of it changes.
    pub(super) fn visit(&mut self, step: Step) {
        // Several sentences can stand in one chunk.
        let node = |step: &Step| (step.document, step.node, step.text.clone());
        let own = node(&step);
        let same = |known: &&mut Step| node(known) == own;
        match self.steps.iter_mut().find(same) {
            Some(known) => *known = step,
            None => self.steps.push(step),
        }
    }
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The search is under way.
    Searching(Search),
    /// It was answered, or the document does not answer it.
    Answered(Arc<Answer>),
    /// It was asked before; its path has not been fetched yet.
    Earlier(HistoryEntry),
    /// The user stopped it.
    Stopped(Search),
    /// It could not be done.
    Failed(Failure),
}

impl Reply {
    /// In words, for those who do not see it.
    pub(super) fn announced(&self) -> String {
        match self {
            Self::Answered(answer) => words::answer_told(
                &answer.answer,
                words::shortfall(answer.found, answer.supported, answer.stop, &answer.answer),
            ),
            Self::Stopped(_) => words::ask_stopped().to_owned(),
            // Those who hear of failures hear of this one.
            Self::Failed(_) | Self::Searching(_) | Self::Earlier(_) => String::new(),
        }
    }
}

/// A question and what came of it. Clones are the same exchange.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// Tells exchanges apart.
    pub key: u32,
    /// The document that was open when it was asked.
    pub document: DocumentId,
    /// The documents that were asked.
    pub documents: Arc<[DocumentId]>,
    /// The question.
    pub question: Arc<str>,
    /// The earlier question that it follows.
    pub follows: Option<QuestionId>,
    /// Whether it was asked since the document was opened.
    pub new: bool,
    /// Whether it was asked, just now, of a graph that was not whole.
    pub growing: ArcRwSignal<bool>,
    /// The number of its leaving the history, while it can still stay.
    pub leaving: ArcRwSignal<Option<u32>>,
    /// What came of it.
    pub reply: ArcRwSignal<Reply>,
}

impl Exchange {
    /// When it was asked, in seconds since 1970, once it is kept.
    pub fn asked(&self) -> Option<i64> {
        self.reply.with(|reply| match reply {
            Reply::Answered(answer) => Some(answer.asked),
            Reply::Earlier(entry) => Some(entry.asked),
            Reply::Searching(_) | Reply::Stopped(_) | Reply::Failed(_) => None,
        })
    }

    /// Whether it was asked of this document, or beside it.
    pub fn concerns(&self, document: DocumentId) -> bool {
        self.document == document || self.documents.contains(&document)
    }

    /// Whether all words stand in its question and its answer together.
    pub(super) fn has(&self, wanted: &Wanted) -> bool {
        if wanted.is_empty() {
            return true;
        }
        let answer = self.reply.with(|reply| match reply {
            Reply::Answered(answer) => answer.answer.clone(),
            Reply::Earlier(entry) => entry.answer.clone(),
            Reply::Searching(search) | Reply::Stopped(search) => search.text.clone(),
            Reply::Failed(_) => String::new(),
        });
        wanted.are_in(&format!("{} {answer}", self.question))
    }

    /// The number under which it is kept and the documents that it was asked of, once it is kept.
    pub(super) fn kept(&self) -> Option<(QuestionId, Vec<DocumentId>)> {
        self.reply.with(|reply| match reply {
            Reply::Answered(answer) => Some((answer.id, answer.documents.clone())),
            Reply::Earlier(entry) => Some((entry.id, entry.documents.clone())),
            Reply::Searching(_) | Reply::Stopped(_) | Reply::Failed(_) => None,
        })
    }

    /// Whether it was answered, the path is known, and the answer is such a one.
    pub(super) fn known_answer(&self, such: impl Fn(&Answer) -> bool) -> bool {
        self.reply.with_untracked(|reply| matches!(reply, Reply::Answered(a) if such(a)))
    }

    pub(super) fn search(&self, change: impl FnOnce(&mut Search)) {
        self.reply.update(|reply| {
            if let Reply::Searching(search) = reply {
                change(search);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::step;

    #[test]
    fn a_node_is_visited_once_whatever_is_told_of_it() {
        let mut search = Search::default();
        let sure = Step { p_yes: Some(0.9), ..step(1, 0.5) };
        let elsewhere = Step { document: 99, ..step(1, 0.5) };
        for step in [step(1, 0.5), step(2, 0.5), sure.clone(), elsewhere.clone()] {
            search.visit(step);
        }
        assert_eq!(search.steps, [sure.clone(), step(2, 0.5), elsewhere.clone()]);
        let sentence = Step { text: "It rained.".into(), ..step(1, 0.5) };
        search.visit(sentence.clone());
        assert_eq!(search.steps, [sure, step(2, 0.5), elsewhere, sentence]);
    }
}
