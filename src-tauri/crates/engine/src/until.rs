//! How far a reader has come.

use library::Library;
use protocol::{Code, DocumentId, Failure, Until};

/// The character of a document's plain text before which everything may be told.
pub(crate) fn bound(library: &Library, document: DocumentId, until: Until) -> Result<u32, Failure> {
    let page = match until {
        Until::Character(character) => return Ok(character),
        Until::Page(page) => page,
    };
    let pages = library.document(document)?.summary.pages;
    if page > pages {
        let message = format!("Document {document} has {pages} pages: there is no page {page}.");
        return Err(Failure::new(Code::BadRequest, message));
    }
    // Pages without text are not among these.
    let written = library.pages(document, 0..u32::MAX)?;
    Ok(written.iter().rfind(|known| known.number <= page).map_or(0, |known| known.end))
}
