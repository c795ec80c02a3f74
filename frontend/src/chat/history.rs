//! Earlier questions and answers.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Answer, DocumentId, ExportForm, Failure, HistoryEntry, Outcome, QuestionId, Request,
};

use crate::chat::exchange::{ExchangeReply, QuestionExchange};
use crate::chat::store::{ChatStore, Put};
use crate::chat::{answer_sheet, strings};
use crate::ipc;

impl ChatStore {
    /// Loads the earlier questions on a document.
    pub fn load_history(self, document: DocumentId) {
        spawn_local(async move {
            let history = ipc::outcome(Request::History { document: Some(document) }).await;
            if !self.graph.reader.navigation.is_open(document) {
                return;
            }
            match history {
                Ok(Outcome::History(entries)) => self.take_in_history(document, entries),
                Ok(_) => self.notices.fail(&ipc::unexpected()),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Puts earlier exchanges above those since the document was opened.
    fn take_in_history(self, document: DocumentId, entries: Vec<HistoryEntry>) {
        let newest = entries.first().map(|entry| entry.id);
        let known = self.exchanges.get_untracked();
        let mut exchanges: Vec<QuestionExchange> = entries
            .into_iter()
            .rev()
            .map(|entry| {
                let same =
                    |one: &&QuestionExchange| one.known_answer(|answer| answer.id == entry.id);
                if let Some(exchange) = known.iter().find(same) {
                    return exchange.clone();
                }
                let put = Put {
                    documents: entry.documents.clone(),
                    question: entry.question.clone(),
                    follows: entry.follows,
                };
                self.exchange(document, put, ExchangeReply::Earlier(entry))
            })
            .collect();
        exchanges.iter().for_each(|exchange| self.forget_left(exchange));
        if let (Some(exchange), Some(question)) = (exchanges.last(), newest)
            && !exchange.known_answer(|_| true)
        {
            self.recall(exchange.clone(), question);
        }
        exchanges.extend(self.unkept(document));
        self.exchanges.set(exchanges);
    }

    /// Fetches an earlier answer with its path.
    pub fn recall(self, exchange: QuestionExchange, question: QuestionId) {
        spawn_local(async move {
            match ipc::outcome(Request::Recall { question }).await {
                Ok(Outcome::Answer(answer)) => {
                    exchange.reply.set(ExchangeReply::Answered(Arc::from(answer)));
                }
                Ok(_) => self.notices.fail(&ipc::unexpected()),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Fetches another run of a question for comparison.
    pub fn compare_with(self, question: QuestionId, other: RwSignal<Option<Arc<Answer>>>) {
        spawn_local(async move {
            match ipc::outcome(Request::Recall { question }).await {
                Ok(Outcome::Answer(answer)) => other.set(Some(Arc::from(answer))),
                Ok(_) => self.notices.fail(&ipc::unexpected()),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Saves an answer with its passages and its path to a file.
    pub fn save_answer(self, question: QuestionId, form: ExportForm) {
        let asked = untrack(|| self.asked(question)).map(|(words, _)| words);
        let name = answer_sheet::file_of(asked.as_deref().unwrap_or_default(), form);
        spawn_local(async move {
            let saved = async {
                let page = self.written(question, form).await?;
                ipc::save_text(strings::save_answer(), &name, &page).await
            };
            if let Err(failure) = saved.await {
                self.notices.fail(&failure);
            }
        });
    }

    /// An answer as a file: for people, in the current language.
    async fn written(self, question: QuestionId, form: ExportForm) -> Result<String, Failure> {
        let request = match form {
            ExportForm::Json => Request::Export { question, form },
            ExportForm::Markdown | ExportForm::Html => Request::Recall { question },
        };
        let title = |document| untrack(|| self.library.title(document));
        match (ipc::outcome(request).await?, form) {
            (Outcome::Exported(page), _) => Ok(page),
            (Outcome::Answer(answer), ExportForm::Html) => {
                Ok(answer_sheet::sheet(&answer, title).html())
            }
            (Outcome::Answer(answer), _) => Ok(answer_sheet::sheet(&answer, title).markdown()),
            _ => Err(ipc::unexpected()),
        }
    }
}
