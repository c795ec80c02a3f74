//! The text of a document's pages, with everything that a reader shows beside it.

use protocol::{DocumentId, DocumentText};

use crate::error::Result;
use crate::open::Library;
use crate::table::documents::DocumentRecord;
use crate::table::{headings, pages, texts};

impl Library {
    /// Returns the text of `count` pages from page `first` on, without marks, and the headings of
    /// all.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn page_texts(&self, id: DocumentId, first: u32, count: u32) -> Result<DocumentText> {
        self.read(|connection| {
            let text = texts::load(connection, id)?;
            let DocumentRecord { summary, language, .. } = self.document(id)?;
            Ok(DocumentText {
                id,
                title: summary.title,
                language,
                paged: summary.paged,
                pages_total: summary.pages,
                pages: pages::cut_pages(connection, id, first..first.saturating_add(count), &text)?,
                outline: headings::load(connection, id)?,
            })
        })
    }
}
