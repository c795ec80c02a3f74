use protocol::DocumentSummary;

/// The documents that other programs see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those in a shared collection.
    Shared,
    /// All of the library.
    All,
}

impl Scope {
    /// Returns the visible documents, with the names of the visible collections alone.
    pub(crate) fn visible(self, mut documents: Vec<DocumentSummary>) -> Vec<DocumentSummary> {
        if self == Self::Shared {
            documents.retain(|document| !document.shared.is_empty());
            for document in &mut documents {
                document.collections.clone_from(&document.shared);
            }
        }
        documents
    }
}
