//! The keys under which the window stores items about documents.

use std::collections::BTreeSet;

use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary};

use crate::library::store::LibraryStore;
use crate::storage;

/// The layout of the window.
pub const ARRANGED: &str = "arranged";
/// The columns beside the middle.
pub const COLUMNS: &str = "columns";
/// A question that is being typed.
pub const DRAFT: &str = "draft";
/// Marks a document that is about to be removed from the library.
pub const LEAVING: &str = "leaving";
/// What is stored for each document.
const KEPT: [&str; 4] = [ARRANGED, COLUMNS, DRAFT, LEAVING];

/// A document's number, and when it was added. Only a copy of the library has a document with the
/// same number that was added in the same second.
pub type DocumentIdentity = (DocumentId, i64);

impl LibraryStore {
    /// Returns the documents of the library for which such an item is stored.
    pub fn kept_of(self, what: &str) -> Vec<DocumentId> {
        let keys: BTreeSet<String> =
            storage::names().into_iter().filter(|key| key.starts_with(what)).collect();
        let is_kept = |summary: &&DocumentSummary| keys.contains(&key(what, identity(summary)));
        self.documents.with_untracked(|there| match there {
            Some(Ok(there)) if !keys.is_empty() => {
                there.iter().filter(is_kept).map(|summary| summary.id).collect()
            }
            _ => Vec::new(),
        })
    }

    /// Returns the key under which an item about a document is stored.
    pub fn key_of(self, what: &str, document: DocumentId) -> Option<String> {
        self.summary(document).map(|summary| key(what, identity(&summary)))
    }

    /// Deletes everything that is stored about a document.
    pub fn forget_stored(self, document: DocumentId) {
        if let Some(summary) = untrack(|| self.summary(document)) {
            forget(identity(&summary));
        }
    }
}

/// Returns what distinguishes a document from those of other libraries.
pub fn identity(summary: &DocumentSummary) -> DocumentIdentity {
    (summary.id, summary.added)
}

/// Returns the key under which an item about a document is stored.
pub fn key(what: &str, (id, added): DocumentIdentity) -> String {
    format!("{what}-{id}-{added}")
}

/// Returns the documents with an arrangement under these keys that are no longer there.
pub fn gone(keys: &[String], there: &[DocumentSummary]) -> Vec<DocumentIdentity> {
    let there: BTreeSet<DocumentIdentity> = there.iter().map(identity).collect();
    let kept = keys.iter().filter_map(|key| arranged_under(key));
    kept.filter(|document| !there.contains(document)).collect()
}

/// Deletes everything that is stored about a document.
pub fn forget(document: DocumentIdentity) {
    for what in KEPT {
        storage::forget(&key(what, document));
    }
}

/// Returns the document whose arrangement is stored under a key.
fn arranged_under(key: &str) -> Option<DocumentIdentity> {
    let (id, added) = key.strip_prefix(ARRANGED)?.strip_prefix('-')?.split_once('-')?;
    Some((id.parse().ok()?, added.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn what_is_kept_of_documents_that_are_gone_is_found() {
        let there =
            [(3, 50), (4, -1)].map(|(id, added)| DocumentSummary { added, ..summary(id, "Emma") });
        let mut keys: Vec<String> = [(3, 50), (3, 51), (4, -1), (5, -1)]
            .map(|(id, added)| key(ARRANGED, (DocumentId(id), added)))
            .into();
        assert_eq!(gone(&keys, &there), [(DocumentId(3), 51), (DocumentId(5), -1)]);
        keys = [COLUMNS, "open", ARRANGED, "arranged-x-1", "columns-9-9"].map(str::to_owned).into();
        assert!(gone(&keys, &there).is_empty());
    }
}
