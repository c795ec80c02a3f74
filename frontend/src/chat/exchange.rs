//! A question and its reply.

use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, DocumentId, Failure, HistoryEntry, JobId, QuestionId, Step};

use crate::chat::strings;
use crate::search_terms::SearchTerms;

/// A running search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchProgress {
    /// The job, once it has a number.
    pub job: Option<JobId>,
    /// The nodes visited so far.
    pub steps: Vec<Step>,
    /// The p_yes above which an ask counts as Yes, once the search has begun.
    pub confidence: Option<f64>,
    /// The part of the answer written so far.
    pub text: String,
    /// Whether it was asked to stop.
    pub stopping: bool,
}

impl SearchProgress {
    /// Adds a visit to a node, or updates it.
    pub fn visit(&mut self, step: Step) {
        // One chunk can contain several sentences.
        let node = |step: &Step| (step.document, step.node, step.text.clone());
        let own = node(&step);
        let same = |known: &&mut Step| node(known) == own;
        match self.steps.iter_mut().find(same) {
            Some(known) => *known = step,
            None => self.steps.push(step),
        }
    }
}

/// The reply to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum ExchangeReply {
    /// The search is running.
    Searching(SearchProgress),
    /// It was answered, or the document does not answer it.
    Answered(Arc<Answer>),
    /// It was asked earlier; its path has not been fetched yet.
    Earlier(HistoryEntry),
    /// The user stopped it.
    Stopped(SearchProgress),
    /// It failed.
    Failed(Failure),
}

impl ExchangeReply {
    /// The reply in words, for users who do not see it.
    pub fn announced(&self) -> String {
        match self {
            Self::Answered(answer) => strings::answer_told(
                &answer.answer,
                strings::shortfall(answer.found, answer.supported, answer.stop, &answer.answer),
            ),
            Self::Stopped(_) => strings::ask_stopped().to_owned(),
            // Failures are announced elsewhere.
            Self::Failed(_) | Self::Searching(_) | Self::Earlier(_) => String::new(),
        }
    }
}

/// A question and its reply. Clones are the same exchange.
#[derive(Debug, Clone)]
pub struct QuestionExchange {
    /// Distinguishes exchanges.
    pub key: u32,
    /// The document that was open when it was asked.
    pub document: DocumentId,
    /// The documents that were asked.
    pub documents: Arc<[DocumentId]>,
    /// The question.
    pub question: Arc<str>,
    /// The earlier question that it follows.
    pub follows: Option<QuestionId>,
    /// Whether it was asked after the document was opened.
    pub new: bool,
    /// Whether it was just asked on an incomplete graph.
    pub growing: ArcRwSignal<bool>,
    /// The number of its leaving the history, while it can still stay.
    pub leaving: ArcRwSignal<Option<u32>>,
    /// The reply.
    pub reply: ArcRwSignal<ExchangeReply>,
}

impl QuestionExchange {
    /// When it was asked, in seconds since 1970, once it is in the history.
    pub fn asked(&self) -> Option<i64> {
        self.reply.with(|reply| match reply {
            ExchangeReply::Answered(answer) => Some(answer.asked),
            ExchangeReply::Earlier(entry) => Some(entry.asked),
            ExchangeReply::Searching(_) | ExchangeReply::Stopped(_) | ExchangeReply::Failed(_) => {
                None
            }
        })
    }

    /// Whether it was asked of this document, or while it was open.
    pub fn concerns(&self, document: DocumentId) -> bool {
        self.document == document || self.documents.contains(&document)
    }

    /// Whether its question and its answer together contain all words.
    pub fn has(&self, wanted: &SearchTerms) -> bool {
        if wanted.is_empty() {
            return true;
        }
        let answer = self.reply.with(|reply| match reply {
            ExchangeReply::Answered(answer) => answer.answer.clone(),
            ExchangeReply::Earlier(entry) => entry.answer.clone(),
            ExchangeReply::Searching(search) | ExchangeReply::Stopped(search) => {
                search.text.clone()
            }
            ExchangeReply::Failed(_) => String::new(),
        });
        wanted.are_in(&format!("{} {answer}", self.question))
    }

    /// Its number in the history and the documents that were asked, once it is in the history.
    pub fn kept(&self) -> Option<(QuestionId, Vec<DocumentId>)> {
        self.reply.with(|reply| match reply {
            ExchangeReply::Answered(answer) => Some((answer.id, answer.documents.clone())),
            ExchangeReply::Earlier(entry) => Some((entry.id, entry.documents.clone())),
            ExchangeReply::Searching(_) | ExchangeReply::Stopped(_) | ExchangeReply::Failed(_) => {
                None
            }
        })
    }

    /// Whether it has an answer with a known path for which `such` holds.
    pub fn known_answer(&self, such: impl Fn(&Answer) -> bool) -> bool {
        self.reply.with_untracked(|reply| matches!(reply, ExchangeReply::Answered(a) if such(a)))
    }

    /// Changes the running search, if there is one.
    pub fn search(&self, change: impl FnOnce(&mut SearchProgress)) {
        self.reply.update(|reply| {
            if let ExchangeReply::Searching(search) = reply {
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
    fn a_node_is_visited_once_however_often_it_is_updated() {
        let mut search = SearchProgress::default();
        let sure = Step { p_yes: Some(0.9), ..step(1, 0.5) };
        let elsewhere = Step { document: DocumentId(99), ..step(1, 0.5) };
        for step in [step(1, 0.5), step(2, 0.5), sure.clone(), elsewhere.clone()] {
            search.visit(step);
        }
        assert_eq!(search.steps, [sure.clone(), step(2, 0.5), elsewhere.clone()]);
        let sentence = Step { text: "It rained.".into(), ..step(1, 0.5) };
        search.visit(sentence.clone());
        assert_eq!(search.steps, [sure, step(2, 0.5), elsewhere, sentence]);
    }
}
