//! A new document in all tables, and what is stored about its file besides its content.

use protocol::DocumentId;
use rusqlite::Transaction;

use crate::error::Result;
use crate::open::Writer;
use crate::table::documents::{self, ContentHash, NewDocument};
use crate::table::existence::require_document;
use crate::table::{covers, headings, originals, pages, search, sources, texts};

/// What is stored about a document's file besides its content.
#[derive(Debug, Clone, Copy)]
pub struct Beside<'a> {
    /// The file's path, if it is to be stored.
    pub source: Option<&'a str>,
    /// The cover; `None`: nothing was found to draw.
    pub cover: Option<&'a [u8]>,
    /// The version of the program that looked for the cover.
    pub version: &'a str,
    /// Its unreadable parts.
    pub damaged: &'a [String],
}

impl Writer {
    /// Adds a document with its text, pages and bytes. An existing document with the same bytes
    /// stays unchanged, and its number is returned.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`](crate::Error::Refused) if the pages do not fit the text,
    /// [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn add_document(&mut self, new: &NewDocument<'_>) -> Result<DocumentId> {
        self.write(|transaction| add(transaction, new))
    }

    /// Adds a document with what is stored about its file besides its content.
    ///
    /// # Errors
    ///
    /// As [`add_document`](Self::add_document).
    pub fn add_file(&mut self, new: &NewDocument<'_>, beside: &Beside<'_>) -> Result<DocumentId> {
        self.write(|transaction| {
            let id = add(transaction, new)?;
            put_beside(transaction, id, beside)?;
            Ok(id)
        })
    }

    /// Stores what is kept about a document's file besides its content.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn set_beside(&mut self, id: DocumentId, beside: &Beside<'_>) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, id)?;
            put_beside(transaction, id, beside)
        })
    }
}

/// Returns the existing document with the same bytes, or else adds the new one.
fn add(transaction: &Transaction<'_>, new: &NewDocument<'_>) -> Result<DocumentId> {
    let hash = ContentHash::of(new.original);
    if let Some(id) = documents::find(transaction, &hash)? {
        return Ok(id);
    }
    let characters = texts::characters(new.text)?;
    pages::check(new.pages, characters)?;
    let id = documents::insert(transaction, new, &hash, characters)?;
    originals::put(transaction, id, new.original)?;
    texts::put(transaction, id, new.text)?;
    pages::put(transaction, id, new.pages)?;
    headings::put(transaction, id, new.outline)?;
    search::put(transaction, id)?;
    Ok(id)
}

fn put_beside(transaction: &Transaction<'_>, id: DocumentId, beside: &Beside<'_>) -> Result<()> {
    let Beside { source, cover, version, damaged } = *beside;
    if let Some(source) = source {
        sources::put(transaction, id, source)?;
    }
    covers::put(transaction, id, version, cover)?;
    documents::put_damaged(transaction, id, damaged)
}
