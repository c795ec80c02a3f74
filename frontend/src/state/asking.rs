use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Answer, AskOptions, DocumentId, DocumentSummary, Event, Outcome, QuestionId, Request, Until,
};

use super::exchange::{ExchangeReply, QuestionExchange, SearchProgress};
use super::{App, SideColumn, stored};
use crate::find::SearchTerms;
use crate::{i18n, ipc, keys};

const OPTIONS: &str = "asking";

/// Questions and answers on the open document.
#[derive(Clone, Copy)]
pub struct Asking {
    /// The exchanges, oldest first.
    pub exchanges: RwSignal<Vec<QuestionExchange>>,
    /// The search options.
    pub options: RwSignal<AskOptions>,
    /// Words that the visible exchanges contain.
    pub wanted: RwSignal<String>,
    /// Unfinished questions, by the document that was open.
    pub(super) drafts: RwSignal<BTreeMap<DocumentId, String>>,
    /// The collection to ask; none for the open document alone.
    pub collection: RwSignal<Option<String>>,
    /// Questions that were stopped or failed since the window was opened; they are in no history.
    unanswered: StoredValue<Vec<QuestionExchange>>,
    /// The earlier question that the next one follows; none for a new topic.
    follows: RwSignal<Option<QuestionId>>,
    /// The exchange whose search is running.
    pub running: RwSignal<Option<QuestionExchange>>,
    next: StoredValue<u32>,
    /// The result of the last question, for users who do not see it.
    pub announced: RwSignal<String>,
    /// The last citation shown, and its answer; none since an answer came.
    pub(super) cited: StoredValue<Option<(Arc<Answer>, usize)>>,
    /// The number in an answer that led to that citation, or to one before it, if one did.
    pub(super) pressed: StoredValue<Option<usize>>,
    /// Exchanges of any document that are leaving the history and can still stay.
    leaving: RwSignal<Vec<QuestionExchange>>,
}

impl Asking {
    pub(super) fn new() -> Self {
        Self {
            exchanges: RwSignal::default(),
            options: RwSignal::new(stored::load(OPTIONS).unwrap_or_default()),
            wanted: RwSignal::default(),
            drafts: RwSignal::default(),
            collection: RwSignal::default(),
            unanswered: StoredValue::default(),
            follows: RwSignal::default(),
            running: RwSignal::default(),
            next: StoredValue::new(0),
            announced: RwSignal::default(),
            cited: StoredValue::new(None),
            pressed: StoredValue::new(None),
            leaving: RwSignal::default(),
        }
    }

    pub(super) fn clear(self) {
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
    pub(super) fn keep(self, document: DocumentId) {
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
    pub(super) fn leave(self, exchange: &QuestionExchange) {
        self.settle(exchange);
        self.leaving.update(|leaving| leaving.push(exchange.clone()));
    }

    /// Marks a question as staying in the history, or as gone.
    pub(super) fn settle(self, exchange: &QuestionExchange) {
        let same = |one: &QuestionExchange| untrack(|| one.kept() == exchange.kept());
        self.leaving.update(|leaving| leaving.retain(|one| !same(one)));
    }

    /// The exchange that began to leave last, and the number of its leaving.
    pub(super) fn last_leaving(self) -> Option<(u32, QuestionExchange)> {
        self.leaving.with(|leaving| {
            let numbered = leaving.iter().filter_map(|one| Some((one.leaving.get()?, one.clone())));
            numbered.max_by_key(|(number, _)| *number)
        })
    }

    /// The exchanges on a document that are in no history: those stopped or failed, and the running
    /// one.
    pub(super) fn unkept(self, document: DocumentId) -> impl Iterator<Item = QuestionExchange> {
        let all = self.unanswered.get_value().into_iter().chain(self.running.get_untracked());
        all.filter(move |other| other.concerns(document))
    }

    /// Makes the next question not follow this one.
    pub(super) fn follow_none(self, question: QuestionId) {
        if self.follows.get_untracked() == Some(question) {
            self.follows.set(None);
        }
    }

    /// Removes exchanges from the screen for good.
    pub(super) fn put_away(self, such: impl Fn(&QuestionExchange) -> bool) {
        self.exchanges.update(|exchanges| exchanges.retain(|one| !such(one)));
        self.unanswered.update_value(|all| all.retain(|one| !such(one)));
        self.forget_last();
    }

    /// Changes the search options, and stores them.
    pub fn set_options(self, change: impl FnOnce(&mut AskOptions)) {
        self.options.update(change);
        stored::save(OPTIONS, &*self.options.read_untracked());
    }

    /// Creates an exchange on the open document.
    pub(super) fn exchange(
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
pub(super) struct Put {
    pub(super) documents: Vec<DocumentId>,
    pub(super) question: String,
    pub(super) follows: Option<QuestionId>,
}

impl App {
    /// The collection to ask, which must contain the open document.
    pub fn asked_collection(self) -> Option<String> {
        let name = self.asking.collection.get()?;
        let open = self.library.summary(self.reading.document.get()?)?;
        open.collections.contains(&name).then_some(name)
    }

    /// The documents to ask: those of the chosen collection that have a graph, or the open one.
    pub fn asked_documents(self) -> Vec<DocumentId> {
        let collected = self.asked_collection().map(|name| self.library.collected(&name));
        match collected {
            Some(documents) => with_graphs(&documents),
            None => {
                let open = self.reading.document.get();
                open.filter(|_| self.mapping.map.with(Option::is_some)).into_iter().collect()
            }
        }
    }

    /// Whether any document can be asked.
    pub fn can_ask(self) -> bool {
        self.reading.document.get().is_some() && !self.asked_documents().is_empty()
    }

    /// The number of documents of a collection that are asked, and of all its documents.
    pub fn asked_within(self, collection: &str) -> (usize, usize) {
        let documents = self.library.collected(collection);
        (with_graphs(&documents).len(), documents.len())
    }

    /// Asks all documents of a collection from now on, and opens one of them.
    pub fn ask_collection(self, name: &str) {
        let documents = untrack(|| self.library.collected(name));
        let open = self.reading.document.get_untracked();
        let stays = documents.iter().any(|document| Some(document.id) == open);
        if let (false, Some(first)) = (stays, documents.iter().find(|first| first.nodes > 0)) {
            self.open(first.id);
        }
        self.asking.collection.set(Some(name.to_owned()));
        self.turn_to_questions();
    }

    /// Moves to the question field.
    pub fn turn_to_questions(self) {
        self.fold(SideColumn::Questions, false);
        // The field must be visible and enabled first.
        request_animation_frame(|| keys::focus(keys::ASK_FIELD));
    }

    /// Makes the next question follow an earlier one, which the model sees with it; none for a new
    /// topic.
    pub fn follow(self, question: Option<QuestionId>) {
        self.asking.follows.set(question);
        self.turn_to_questions();
    }

    /// The earlier question that the next one follows, and its words. A question to more documents
    /// than the current ones cannot be followed.
    pub fn followed(self) -> Option<(QuestionId, Arc<str>)> {
        let question = self.asking.follows.get()?;
        let (words, documents) = self.asking.asked(question)?;
        let asked = self.asked_documents();
        let within = documents.iter().all(|document| asked.contains(document));
        within.then_some((question, words))
    }

    /// Asks the chosen documents. Returns whether they are asked.
    pub fn ask(self, question: &str) -> bool {
        let follows = untrack(|| self.followed()).map(|(question, _)| question);
        let documents = untrack(|| self.asked_documents());
        let options = AskOptions { follows, ..self.options_for(&documents) };
        self.ask_of(documents, question, options)
    }

    /// The options for asking documents now.
    fn options_for(self, documents: &[DocumentId]) -> AskOptions {
        let until = untrack(|| self.asked_until(documents)).map(Until::Character);
        AskOptions { until, ..self.asking.options.get_untracked() }
    }

    /// The character of the open document before which the search stays, if it is limited to what
    /// has been read; none if others are asked.
    pub fn asked_until(self, documents: &[DocumentId]) -> Option<u32> {
        let is_open = documents == self.reading.document.get().as_slice();
        (is_open && self.reading.until_here.get()).then(|| self.reading.place())?
    }

    /// Repeats a question that was stopped or failed, in its place.
    pub fn retry(self, exchange: &QuestionExchange) {
        let mut options = self.options_for(&exchange.documents);
        options.follows = self.still_followed(exchange.follows, &exchange.documents);
        if self.ask_of(exchange.documents.to_vec(), &exchange.question, options) {
            let key = exchange.key;
            self.asking.put_away(|one| one.key == key);
        }
    }

    /// Asks the same question once more, with the current settings, to compare.
    pub fn ask_again(self, answer: &Answer) {
        let mut options = self.options_for(&answer.documents);
        options.follows = self.still_followed(answer.options.follows, &answer.documents);
        self.ask_of(answer.documents.clone(), &answer.question, options);
    }

    /// The question that an earlier one followed, unless it was removed since.
    pub fn still_followed(
        self,
        question: Option<QuestionId>,
        documents: &[DocumentId],
    ) -> Option<QuestionId> {
        question.filter(|&question| untrack(|| !self.asking.is_removed(question, documents)))
    }

    /// Asks documents, unless a search is running or nothing is open. Returns whether they are
    /// asked.
    pub fn ask_of(self, documents: Vec<DocumentId>, question: &str, options: AskOptions) -> bool {
        let question = question.trim().to_owned();
        let Some(document) = self.reading.document.get_untracked() else { return false };
        let busy = self.asking.running.get_untracked().is_some();
        if question.is_empty() || documents.is_empty() || busy {
            return false;
        }
        let reply = ExchangeReply::Searching(SearchProgress::default());
        let follows = options.follows;
        let put = Put { documents: documents.clone(), question: question.clone(), follows };
        let exchange = self.asking.exchange(document, put, reply);
        // The new question is visible, whatever the filter was.
        self.asking.wanted.set(String::new());
        self.asking.exchanges.update(|exchanges| exchanges.push(exchange.clone()));
        self.asking.running.set(Some(exchange.clone()));
        self.mapping.trace.set(None);
        self.show_newest_graph();
        spawn_local(async move {
            let request = Request::Ask { documents, question, options };
            let heard = exchange.clone();
            let hear = move |event| self.searching(&heard, event);
            match ipc::submit(&request, hear).await {
                Ok(job) => exchange.search(|search| {
                    search.job = Some(job);
                    if search.stopping {
                        ipc::stop(job);
                    }
                }),
                Err(failure) => self.searching(&exchange, Event::Failed { failure }),
            }
        });
        true
    }

    fn searching(self, exchange: &QuestionExchange, event: Event) {
        match event {
            Event::Began { steps, growing, confidence } => {
                exchange.growing.set(!growing.is_empty());
                exchange.search(|search| {
                    // A search that the engine's death interrupted starts again.
                    search.text.clear();
                    search.steps = steps;
                    search.confidence = Some(confidence);
                });
            }
            Event::Visited { step } => exchange.search(|search| search.visit(step)),
            Event::Token { text } => exchange.search(|search| search.text += &text),
            Event::Finished { outcome } => self.search_ended(exchange, answered(*outcome)),
            Event::Stopped => {
                let ExchangeReply::Searching(search) = exchange.reply.get_untracked() else {
                    return;
                };
                self.search_ended(exchange, ExchangeReply::Stopped(search));
            }
            Event::Failed { failure } => {
                self.search_ended(exchange, ExchangeReply::Failed(failure))
            }
            Event::Listed { summary } => self.list_document(*summary),
            Event::Notice { .. } | Event::Progress(_) | Event::Waits => {}
        }
    }

    fn search_ended(self, exchange: &QuestionExchange, reply: ExchangeReply) {
        if let ExchangeReply::Answered(answer) = &reply
            && self.is_open(exchange.document)
        {
            self.mapping.trace.set(Some(Arc::clone(answer)));
            self.go_on_following(answer);
            self.asking.cited.set_value(None);
        }
        let open = self.reading.document.get_untracked();
        if open.is_some_and(|open| exchange.concerns(open)) {
            self.asking.announced.set(reply.announced());
        } else if let ExchangeReply::Failed(failure) = &reply {
            let said = i18n::file_failed(&exchange.question, failure);
            self.tell(i18n::failure_heading(failure.code), said);
        }
        if matches!(reply, ExchangeReply::Stopped(_) | ExchangeReply::Failed(_)) {
            self.asking.unanswered.update_value(|all| all.push(exchange.clone()));
        }
        exchange.reply.set(reply);
        let running = self.asking.running.get_untracked();
        if running.is_some_and(|running| running.key == exchange.key) {
            self.asking.running.set(None);
        }
    }

    /// Makes the next question follow the latest answer, if the user is following.
    fn go_on_following(self, answer: &Answer) {
        let follows = self.asking.follows.get_untracked();
        if follows.is_some() && follows == answer.options.follows {
            self.asking.follows.set(Some(answer.id));
        }
    }

    /// Stops the running search.
    pub fn stop_asking(self) {
        if let Some(exchange) = self.asking.running.get_untracked() {
            exchange.search(|search| {
                search.stopping = true;
                if let Some(job) = search.job {
                    ipc::stop(job);
                }
            });
        }
    }

    /// Stops the running search if it looks at this document, whose removal would wait for it.
    pub(super) fn stop_asking_of(self, document: DocumentId) {
        let running = self.asking.running.get_untracked();
        if running.is_some_and(|exchange| exchange.documents.contains(&document)) {
            self.stop_asking();
        }
    }
}

/// Returns the documents that can be asked.
fn with_graphs(documents: &[DocumentSummary]) -> Vec<DocumentId> {
    documents.iter().filter(|document| document.nodes > 0).map(|document| document.id).collect()
}

fn answered(outcome: Outcome) -> ExchangeReply {
    match outcome {
        Outcome::Answer(answer) => ExchangeReply::Answered(Arc::from(answer)),
        _ => ExchangeReply::Failed(ipc::unexpected()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn documents_without_a_graph_are_not_asked() {
        let unbuilt = DocumentSummary { nodes: 0, ..summary(2, "Emma") };
        assert_eq!(with_graphs(&[summary(1, "Emma"), unbuilt, summary(3, "Emma")]), [1, 3]);
    }
}
