//! Questions and answers on the open document.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use protocol::{Answer, AskOptions, DocumentId, QuestionId};

use crate::app::layout::LayoutStore;
use crate::app::notices::NoticeStore;
use crate::chat::exchange::{ExchangeReply, QuestionExchange};
use crate::graph::store::GraphStore;
use crate::library::store::LibraryStore;
use crate::search_terms::SearchTerms;
use crate::storage;

/// The key under which the search options are stored.
const OPTIONS: &str = "asking";

/// Questions and answers on the open document.
#[derive(Clone, Copy)]
pub struct ChatStore {
    /// The exchanges, oldest first.
    pub exchanges: RwSignal<Vec<QuestionExchange>>,
    /// The search options.
    pub options: RwSignal<AskOptions>,
    /// Words that the visible exchanges contain.
    pub wanted: RwSignal<String>,
    /// Unfinished questions, by the document that was open.
    pub drafts: RwSignal<BTreeMap<DocumentId, String>>,
    /// The collection to ask; none for the open document alone.
    pub collection: RwSignal<Option<String>>,
    /// Questions that were stopped or failed since the window was opened; they are in no history.
    pub unanswered: StoredValue<Vec<QuestionExchange>>,
    /// The earlier question that the next one follows; none for a new topic.
    pub follows: RwSignal<Option<QuestionId>>,
    /// The exchange whose search is running.
    pub running: RwSignal<Option<QuestionExchange>>,
    next: StoredValue<u32>,
    /// The result of the last question, for users who do not see it.
    pub announced: RwSignal<String>,
    /// The last citation shown, and its answer; none since an answer came.
    pub cited: StoredValue<Option<(Arc<Answer>, usize)>>,
    /// The number in an answer that led to that citation, or to one before it, if one did.
    pub pressed: StoredValue<Option<usize>>,
    /// Exchanges of any document that are leaving the history and can still stay.
    leaving: RwSignal<Vec<QuestionExchange>>,
    /// The open document's graph, its text, and the way to other documents.
    pub graph: GraphStore,
    /// What the window shows.
    pub layout: LayoutStore,
    /// The documents.
    pub library: LibraryStore,
    /// The messages for the user.
    pub notices: NoticeStore,
}

impl ChatStore {
    /// Returns a store without exchanges.
    pub fn new(graph: GraphStore) -> Self {
        let library = graph.reader.navigation.library;
        Self {
            exchanges: RwSignal::default(),
            options: RwSignal::new(storage::load(OPTIONS).unwrap_or_default()),
            wanted: RwSignal::default(),
            drafts: RwSignal::default(),
            collection: library.asked,
            unanswered: StoredValue::default(),
            follows: RwSignal::default(),
            running: RwSignal::default(),
            next: StoredValue::new(0),
            announced: RwSignal::default(),
            cited: StoredValue::new(None),
            pressed: StoredValue::new(None),
            leaving: RwSignal::default(),
            graph,
            layout: graph.layout,
            library,
            notices: graph.notices,
        }
    }

    /// Removes the exchanges from the screen.
    pub fn clear(self) {
        self.exchanges.set(Vec::new());
        self.forget_last();
    }

    /// Forgets the last answer if it is no longer on screen.
    fn forget_last(self) {
        let gone = |question| {
            let is_it = |one: &QuestionExchange| one.kept().is_some_and(|(id, _)| id == question);
            !self.exchanges.with_untracked(|exchanges| exchanges.iter().any(is_it))
        };
        self.announced.set(String::new());
        if self.follows.get_untracked().is_some_and(gone) {
            self.follows.set(None);
        }
        self.cited.update_value(|cited| drop(cited.take_if(|(answer, _)| gone(answer.id))));
    }

    /// The exchanges that contain all wanted words.
    pub fn shown(self) -> Vec<QuestionExchange> {
        let wanted = SearchTerms::of(&self.wanted.get());
        let mut shown = self.exchanges.get();
        shown.retain(|exchange| exchange.has(&wanted));
        shown
    }

    /// Whether there are exchanges, but none with all wanted words.
    pub fn hides_all(self) -> bool {
        !self.exchanges.with(Vec::is_empty) && self.shown().is_empty()
    }

    /// The key of the newest exchange on screen. It grows when one is added, and never when one is
    /// removed.
    pub fn newest(self) -> Option<u32> {
        self.exchanges.with(|exchanges| exchanges.iter().map(|one| one.key).max())
    }

    /// Keeps on screen only the answers that also concern this document, and the search running in
    /// it.
    pub fn keep(self, document: DocumentId) {
        self.wanted.set(String::new());
        self.exchanges.update(|exchanges| {
            exchanges.retain(|exchange| {
                let stays = |reply: &ExchangeReply| {
                    matches!(reply, ExchangeReply::Answered(_) | ExchangeReply::Searching(_))
                };
                exchange.concerns(document) && exchange.reply.with_untracked(stays)
            });
        });
        self.forget_last();
    }

    /// The latest answer whose path is known, and the key of its exchange.
    pub fn latest(self) -> Option<(u32, Arc<Answer>)> {
        self.exchanges.with(|exchanges| {
            exchanges.iter().rev().find_map(|exchange| {
                let answer = exchange.reply.with(|reply| match reply {
                    ExchangeReply::Answered(answer) => Some(Arc::clone(answer)),
                    _ => None,
                });
                answer.map(|answer| (exchange.key, answer))
            })
        })
    }

    /// The question of an exchange on screen, and the documents that were asked.
    pub fn asked(self, question: QuestionId) -> Option<(Arc<str>, Vec<DocumentId>)> {
        self.exchanges.with(|exchanges| {
            exchanges.iter().find_map(|exchange| {
                let documents = exchange.kept().filter(|(id, _)| *id == question)?.1;
                Some((Arc::clone(&exchange.question), documents))
            })
        })
    }

    /// Whether the question that others on these documents follow was removed. Never true for
    /// several documents: it may be in the history of another one.
    pub fn is_removed(self, question: QuestionId, documents: &[DocumentId]) -> bool {
        documents.len() == 1 && self.asked(question).is_none()
    }

    /// The other runs of an answer's question on the same documents, with their times, latest
    /// first.
    pub fn other_runs(self, answer: &Answer) -> Vec<(QuestionId, i64)> {
        self.exchanges.with(|exchanges| {
            let same = |one: &&QuestionExchange| *one.question == *answer.question;
            let runs = exchanges.iter().rev().filter(same).filter_map(|one| {
                let (id, documents) = one.kept()?;
                let other = id != answer.id && documents == answer.documents;
                other.then_some((id, one.asked()?))
            });
            runs.collect()
        })
    }

    /// Marks a question as leaving the history in a moment.
    pub fn leave(self, exchange: &QuestionExchange) {
        self.settle(exchange);
        self.leaving.update(|leaving| leaving.push(exchange.clone()));
    }

    /// Marks a question as staying in the history, or as gone.
    pub fn settle(self, exchange: &QuestionExchange) {
        let same = |one: &QuestionExchange| untrack(|| one.kept() == exchange.kept());
        self.leaving.update(|leaving| leaving.retain(|one| !same(one)));
    }

    /// The exchange that began to leave last, and the number of its leaving.
    pub fn last_leaving(self) -> Option<(u32, QuestionExchange)> {
        self.leaving.with(|leaving| {
            let numbered = leaving.iter().filter_map(|one| Some((one.leaving.get()?, one.clone())));
            numbered.max_by_key(|(number, _)| *number)
        })
    }

    /// The exchanges on a document that are in no history: those stopped or failed, and the running
    /// one.
    pub fn unkept(self, document: DocumentId) -> impl Iterator<Item = QuestionExchange> {
        let all = self.unanswered.get_value().into_iter().chain(self.running.get_untracked());
        all.filter(move |other| other.concerns(document))
    }

    /// Makes the next question not follow this one.
    pub fn follow_none(self, question: QuestionId) {
        if self.follows.get_untracked() == Some(question) {
            self.follows.set(None);
        }
    }

    /// Removes exchanges from the screen for good.
    pub fn put_away(self, such: impl Fn(&QuestionExchange) -> bool) {
        self.exchanges.update(|exchanges| exchanges.retain(|one| !such(one)));
        self.unanswered.update_value(|all| all.retain(|one| !such(one)));
        self.forget_last();
    }

    /// Changes the search options, and stores them.
    pub fn set_options(self, change: impl FnOnce(&mut AskOptions)) {
        self.options.update(change);
        storage::save(OPTIONS, &*self.options.read_untracked());
    }

    /// Creates an exchange on the open document.
    pub fn exchange(
        self,
        document: DocumentId,
        asked: Put,
        reply: ExchangeReply,
    ) -> QuestionExchange {
        let key = self.next.get_value();
        self.next.set_value(key + 1);
        QuestionExchange {
            key,
            document,
            documents: asked.documents.into(),
            question: asked.question.into(),
            follows: asked.follows,
            new: matches!(reply, ExchangeReply::Searching(_)),
            growing: ArcRwSignal::default(),
            leaving: ArcRwSignal::default(),
            reply: ArcRwSignal::new(reply),
        }
    }
}

/// A question, the documents to ask, and the question that it follows.
pub struct Put {
    /// The documents to ask.
    pub documents: Vec<DocumentId>,
    /// The question.
    pub question: String,
    /// The earlier question that it follows.
    pub follows: Option<QuestionId>,
}

/// Returns the store of the window that contains a view.
pub fn use_chat() -> ChatStore {
    expect_context()
}
