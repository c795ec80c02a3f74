//! Unfinished questions.

use leptos::prelude::*;
use protocol::DocumentId;

use super::saved_layout::DRAFT;
use super::{App, stored};
use crate::i18n;

impl App {
    /// The unfinished question on the open document.
    pub fn draft(self) -> String {
        let open = self.reading.document.get();
        open.and_then(|open| self.asking.drafts.with(|drafts| drafts.get(&open).cloned()))
            .unwrap_or_default()
    }

    /// Stores the unfinished question on the open document.
    pub fn write_draft(self, question: String) {
        let Some(open) = self.reading.document.get_untracked() else { return };
        let name = untrack(|| self.name_of(DRAFT, open));
        if question.is_empty() {
            self.drop_draft(open);
            return;
        }
        if let Some(name) = name {
            stored::save(&name, &question);
        }
        self.asking.drafts.update(|drafts| drop(drafts.insert(open, question)));
    }

    /// Loads the unfinished question from when the window was closed, unless one was typed since.
    pub(super) fn load_draft(self, document: DocumentId) {
        let kept = untrack(|| self.name_of(DRAFT, document)).and_then(|name| stored::load(&name));
        if let Some(question) = kept {
            self.asking.drafts.update(|drafts| _ = drafts.entry(document).or_insert(question));
        }
    }

    /// Deletes the unfinished question on a document.
    pub(super) fn drop_draft(self, document: DocumentId) {
        if let Some(name) = untrack(|| self.name_of(DRAFT, document)) {
            stored::forget(&name);
        }
        self.asking.drafts.update(|drafts| drop(drafts.remove(&document)));
    }

    /// Begins a question about words of the document, for the user to finish. The text typed so far
    /// comes after them.
    pub fn begin_question(self, about: &str) {
        self.write_draft(i18n::about(about) + &untrack(|| self.draft()));
        self.turn_to_questions();
    }

    /// Puts a question into the field, where it can be changed, unless the field has one.
    pub fn offer_question(self, question: String) {
        if untrack(|| self.draft()).trim().is_empty() {
            self.write_draft(question);
        }
        self.turn_to_questions();
    }
}
