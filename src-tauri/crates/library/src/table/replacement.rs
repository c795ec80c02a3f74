//! The path of a document's file, and the changes in all tables when the file has changed.

use std::ops::Range;

use protocol::DocumentId;
use rusqlite::{OptionalExtension, Transaction, params};

use super::evidence::{self, TextChange};
use super::{
    documents, graphs, headings, name_kinds, nodes, originals, pages, question_pairs,
    recognised_pages, search, texts,
};
use crate::error::{Error, Result};
use crate::{ContentHash, Library, NewDocument, Page, Writer};

pub(crate) fn put_source(transaction: &Transaction<'_>, id: DocumentId, path: &str) -> Result<()> {
    let sql = "UPDATE documents SET source = NULL WHERE source = ?1 AND id <> ?2";
    transaction.execute(sql, params![path, id])?;
    let sql = "UPDATE documents SET source = ?1 WHERE id = ?2";
    match transaction.execute(sql, params![path, id])? {
        0 => Err(Error::DocumentUnknown(id)),
        _ => Ok(()),
    }
}

impl Library {
    /// Returns the document for whose file this path was stored last.
    pub fn find_by_source(&self, path: &str) -> Result<Option<DocumentId>> {
        let sql = "SELECT id FROM documents WHERE source = ?1";
        Ok(self.connection.query_row(sql, [path], |row| row.get(0)).optional()?)
    }

    /// Returns the path stored last for a document's file; `None` if another document has it now,
    /// or the document does not exist.
    pub fn source(&self, id: DocumentId) -> Result<Option<String>> {
        let sql = "SELECT source FROM documents WHERE id = ?1";
        let row = self.connection.query_row(sql, [id], |row| row.get(0)).optional()?;
        Ok(row.flatten())
    }
}

impl Writer {
    /// Stores the path of a document's file, which from now on belongs to no other.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn set_source(&mut self, id: DocumentId, path: &str) -> Result<()> {
        self.write(|transaction| put_source(transaction, id, path))
    }

    /// Replaces a document by a new version, under the same number. `place` maps characters of the
    /// existing text to those that replace them in the new one.
    ///
    /// Its graphs become those of an earlier text. Answers keep the passages that they rest on:
    /// those that the new text contains move to their places in it, of the others the words are
    /// kept. All of this happens at once or not at all.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`]; as [`add_document`](Self::add_document), also if another
    /// document has the same bytes.
    pub fn replace_document(
        &mut self,
        id: DocumentId,
        new: &NewDocument<'_>,
        place: &dyn Fn(Range<u32>) -> Range<u32>,
    ) -> Result<()> {
        let characters = texts::characters(new.text)?;
        pages::check(new.pages, characters)?;
        self.write(|transaction| {
            documents::require(transaction, id)?;
            let old = texts::load(transaction, id)?;
            let page = |character| match new.paged {
                true => page_at(new.pages, character),
                false => None,
            };
            let change = TextChange { document: id, old: &old, new: new.text, place, page: &page };
            evidence::follow(transaction, &change)?;
            nodes::follow(transaction, &change)?;
            graphs::set_aside(transaction, id)?;
            search::take_out(transaction, id)?;
            name_kinds::take_out(transaction, id)?;
            question_pairs::take_out(transaction, id)?;
            recognised_pages::take_out(transaction, id, Some(&ContentHash::of(new.original)))?;
            update(transaction, id, new, characters)?;
            originals::put(transaction, id, new.original)?;
            texts::put(transaction, id, new.text)?;
            pages::put(transaction, id, new.pages)?;
            headings::put(transaction, id, new.outline)?;
            search::put(transaction, id)
        })?;
        // The new version is already stored; the old one only has to be overwritten.
        let _ = self.empty_the_wal();
        Ok(())
    }
}

/// Returns the page of a range that begins with this character.
fn page_at(pages: &[Page], character: u32) -> Option<u32> {
    let after = pages.partition_point(|page| page.start <= character);
    let page = pages[..after].iter().rev().find(|page| page.end > character)?;
    Some(page.number)
}

fn update(
    transaction: &Transaction<'_>,
    id: DocumentId,
    new: &NewDocument<'_>,
    characters: u32,
) -> Result<()> {
    transaction.execute(
        "UPDATE documents SET content_hash = ?2, title = ?3, author = ?4, language = ?5, format = ?6,
            file_name = ?7, paged = ?8, characters = ?9, failure_code = NULL, failure_message = NULL
         WHERE id = ?1",
        params![
            id,
            ContentHash::of(new.original).as_str(),
            new.title,
            new.author,
            new.language,
            new.format,
            new.file_name,
            new.paged,
            characters,
        ],
    )?;
    Ok(())
}
