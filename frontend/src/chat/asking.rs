//! Asking questions.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Answer, AskOptions, DocumentId, Event, Outcome, Request, Until};

use crate::app::columns::SideColumn;
use crate::chat::exchange::{ExchangeReply, QuestionExchange, SearchProgress};
use crate::chat::store::{ChatStore, Put};
use crate::dom::elements;
use crate::i18n::failure_texts;
use crate::ipc;

impl ChatStore {
    /// Moves to the question field.
    pub fn turn_to_questions(self) {
        self.layout.fold_column(SideColumn::Questions, false);
        // The field must be visible and enabled first.
        request_animation_frame(|| elements::focus(elements::ASK_FIELD));
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
        AskOptions { until, ..self.options.get_untracked() }
    }

    /// Repeats a question that was stopped or failed, in its place.
    pub fn retry(self, exchange: &QuestionExchange) {
        let mut options = self.options_for(&exchange.documents);
        options.follows = self.still_followed(exchange.follows, &exchange.documents);
        if self.ask_of(exchange.documents.to_vec(), &exchange.question, options) {
            let key = exchange.key;
            self.put_away(|one| one.key == key);
        }
    }

    /// Asks the same question once more, with the current settings, to compare.
    pub fn ask_again(self, answer: &Answer) {
        let mut options = self.options_for(&answer.documents);
        options.follows = self.still_followed(answer.options.follows, &answer.documents);
        self.ask_of(answer.documents.clone(), &answer.question, options);
    }

    /// Asks documents, unless a search is running or nothing is open. Returns whether they are
    /// asked.
    pub fn ask_of(self, documents: Vec<DocumentId>, question: &str, options: AskOptions) -> bool {
        let question = question.trim().to_owned();
        let Some(document) = self.graph.reader.document.get_untracked() else { return false };
        let busy = self.running.get_untracked().is_some();
        if question.is_empty() || documents.is_empty() || busy {
            return false;
        }
        let reply = ExchangeReply::Searching(SearchProgress::default());
        let follows = options.follows;
        let put = Put { documents: documents.clone(), question: question.clone(), follows };
        let exchange = self.exchange(document, put, reply);
        // The new question is visible, whatever the filter was.
        self.wanted.set(String::new());
        self.exchanges.update(|exchanges| exchanges.push(exchange.clone()));
        self.running.set(Some(exchange.clone()));
        self.graph.trace.set(None);
        self.graph.show_newest();
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
            Event::Listed { summary } => self.library.put(*summary),
            Event::Notice { .. } | Event::Progress(_) | Event::Waits => {}
        }
    }

    fn search_ended(self, exchange: &QuestionExchange, reply: ExchangeReply) {
        if let ExchangeReply::Answered(answer) = &reply
            && self.graph.reader.navigation.is_open(exchange.document)
        {
            self.graph.trace.set(Some(Arc::clone(answer)));
            self.go_on_following(answer);
            self.cited.set_value(None);
        }
        let open = self.graph.reader.document.get_untracked();
        if open.is_some_and(|open| exchange.concerns(open)) {
            self.announced.set(reply.announced());
        } else if let ExchangeReply::Failed(failure) = &reply {
            let said = failure_texts::file_failed(&exchange.question, failure);
            self.notices.tell(failure_texts::failure_heading(failure.code), said);
        }
        if matches!(reply, ExchangeReply::Stopped(_) | ExchangeReply::Failed(_)) {
            self.unanswered.update_value(|all| all.push(exchange.clone()));
        }
        exchange.reply.set(reply);
        let running = self.running.get_untracked();
        if running.is_some_and(|running| running.key == exchange.key) {
            self.running.set(None);
        }
    }

    /// Stops the running search.
    pub fn stop(self) {
        if let Some(exchange) = self.running.get_untracked() {
            exchange.search(|search| {
                search.stopping = true;
                if let Some(job) = search.job {
                    ipc::stop(job);
                }
            });
        }
    }

    /// Stops the running search if it looks at this document, whose removal would wait for it.
    pub fn stop_on(self, document: DocumentId) {
        let running = self.running.get_untracked();
        if running.is_some_and(|exchange| exchange.documents.contains(&document)) {
            self.stop();
        }
    }
}

fn answered(outcome: Outcome) -> ExchangeReply {
    match outcome {
        Outcome::Answer(answer) => ExchangeReply::Answered(Arc::from(answer)),
        _ => ExchangeReply::Failed(ipc::unexpected()),
    }
}
