//! Unfinished questions.

use leptos::prelude::*;
use protocol::{DocumentId, WindowStateOwner};

use crate::chat::store::ChatStore;
use crate::reader::strings as reader_strings;
use crate::window_state::StateKey;

impl ChatStore {
    /// The unfinished question on the open document.
    pub fn draft(self) -> String {
        let open = self.graph.reader.document.get();
        open.and_then(|open| self.drafts.with(|drafts| drafts.get(&open).cloned()))
            .unwrap_or_default()
    }

    /// Stores the unfinished question on the open document.
    pub fn write_draft(self, question: String) {
        let Some(open) = self.graph.reader.document.get_untracked() else { return };
        if question.is_empty() {
            self.drop_draft(open);
            return;
        }
        self.library.state.set_soon(
            StateKey::Draft,
            WindowStateOwner::Document { document: open },
            &question,
        );
        self.drafts.update(|drafts| drop(drafts.insert(open, question)));
    }

    /// Loads the unfinished question from when the window was closed, unless one was typed since.
    pub fn load_draft(self, document: DocumentId) {
        let owner = WindowStateOwner::Document { document };
        if let Some(question) = self.library.state.get(StateKey::Draft, owner) {
            self.drafts.update(|drafts| _ = drafts.entry(document).or_insert(question));
        }
    }

    /// Deletes the unfinished question on a document.
    pub fn drop_draft(self, document: DocumentId) {
        self.library.state.remove(StateKey::Draft, WindowStateOwner::Document { document });
        self.drafts.update(|drafts| drop(drafts.remove(&document)));
    }

    /// Begins a question about words of the document, for the user to finish. The text typed so far
    /// comes after them.
    pub fn begin_question(self, about: &str) {
        self.write_draft(reader_strings::about(about) + &untrack(|| self.draft()));
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
