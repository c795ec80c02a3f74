//! What the next question is asked of.

use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary};

use crate::chat::store::ChatStore;

impl ChatStore {
    /// The collection to ask, which must contain the open document.
    pub fn asked_collection(self) -> Option<String> {
        let name = self.collection.get()?;
        let open = self.library.summary(self.graph.reader.document.get()?)?;
        open.collections.contains(&name).then_some(name)
    }

    /// Stops asking a collection that does not contain the open document.
    pub fn leave_collection(self, document: DocumentId) {
        let Some(name) = self.collection.get_untracked() else { return };
        let within = untrack(|| self.library.collected(&name));
        if within.iter().all(|summary| summary.id != document) {
            self.collection.set(None);
        }
    }

    /// The documents to ask: those of the chosen collection that have a graph, or the open one.
    pub fn asked_documents(self) -> Vec<DocumentId> {
        let collected = self.asked_collection().map(|name| self.library.collected(&name));
        match collected {
            Some(documents) => with_graphs(&documents),
            None => {
                let open = self.graph.reader.document.get();
                open.filter(|_| self.graph.map.with(Option::is_some)).into_iter().collect()
            }
        }
    }

    /// Whether any document can be asked.
    pub fn can_ask(self) -> bool {
        self.graph.reader.document.get().is_some() && !self.asked_documents().is_empty()
    }

    /// The number of documents of a collection that are asked, and of all its documents.
    pub fn asked_within(self, collection: &str) -> (usize, usize) {
        let documents = self.library.collected(collection);
        (with_graphs(&documents).len(), documents.len())
    }

    /// Asks all documents of a collection from now on, and opens one of them.
    pub fn ask_collection(self, name: &str) {
        let documents = untrack(|| self.library.collected(name));
        let open = self.graph.reader.document.get_untracked();
        let stays = documents.iter().any(|document| Some(document.id) == open);
        if let (false, Some(first)) = (stays, documents.iter().find(|first| first.nodes > 0)) {
            self.graph.reader.navigation.open(first.id);
        }
        self.collection.set(Some(name.to_owned()));
        self.turn_to_questions();
    }

    /// The character of the open document before which the search stays, if it is limited to what
    /// has been read; none if others are asked.
    pub fn asked_until(self, documents: &[DocumentId]) -> Option<u32> {
        let is_open = documents == self.graph.reader.document.get().as_slice();
        (is_open && self.graph.reader.until_here.get()).then(|| self.graph.reader.place())?
    }
}

/// Returns the documents that can be asked.
fn with_graphs(documents: &[DocumentSummary]) -> Vec<DocumentId> {
    documents.iter().filter(|document| document.nodes > 0).map(|document| document.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn documents_without_a_graph_are_not_asked() {
        let unbuilt = DocumentSummary { nodes: 0, ..summary(2, "Emma") };
        let asked = with_graphs(&[summary(1, "Emma"), unbuilt, summary(3, "Emma")]);
        assert_eq!(asked, [1, 3].map(DocumentId));
    }
}
