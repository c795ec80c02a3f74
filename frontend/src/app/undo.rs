//! Undoing the last removal, whatever was removed.

use leptos::prelude::*;

use crate::app::App;

impl App {
    /// Whether there is a document, a question or a collection whose removal can be undone.
    pub fn is_any_leaving(self) -> bool {
        let document = self.removals.last_leaving().is_some();
        let collection = self.library.last_dissolved().is_some();
        document || collection || self.chat.last_leaving().is_some()
    }

    /// Undoes the last removal.
    pub fn undo_last_removing(self) {
        let documents = untrack(|| self.removals.last_leaving());
        let question = untrack(|| self.chat.last_leaving());
        let collection = untrack(|| self.library.last_dissolved());
        let numbers = [
            documents.as_ref().map(|(number, _)| *number),
            question.as_ref().map(|(number, _)| *number),
            collection.as_ref().map(|(number, _)| *number),
        ];
        let last = numbers.into_iter().flatten().max();
        if let Some((_, question)) = question.filter(|(number, _)| Some(*number) == last) {
            self.chat.undo_forgetting(&question);
            // The user sees again what they restored.
            if !self.navigation.is_open(question.document) {
                self.navigation.open(question.document);
            }
        } else if let Some((_, name)) = collection.filter(|(number, _)| Some(*number) == last) {
            self.library.undo_dissolving(&name);
        } else if let Some((_, documents)) = documents {
            for document in documents {
                self.removals.undo_removing(document);
            }
        }
    }
}
