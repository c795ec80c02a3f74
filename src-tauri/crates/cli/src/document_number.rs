//! Documents by their numbers.

use protocol::DocumentId;

/// Parses a document's number on a command line.
pub fn document_number(text: &str) -> Result<DocumentId, String> {
    text.parse().map_err(|_| "enter a document's number, which `pecan list` shows".to_owned())
}
