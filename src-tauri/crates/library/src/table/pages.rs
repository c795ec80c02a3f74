use std::ops::Range;

use protocol::{DocumentId, DocumentPage, PageText, PageWord, Rect};
use rusqlite::{Connection, Row, Transaction, params};

use super::blob;
use super::existence::require_document;
use super::texts::Cuttable;
use crate::blob::records;
use crate::error::{Error, Result};
use crate::open::Library;
/// The bytes of a stored word: two character numbers and a rectangle, of four bytes each.
const WORD_BYTES: usize = 24;

impl Library {
    /// Returns the pages that share characters with a range of the document's text, in order, with
    /// their words. `0..u32::MAX` returns every page that has text.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn pages(&self, document: DocumentId, characters: Range<u32>) -> Result<Vec<DocumentPage>> {
        self.read(|connection| {
            require_document(connection, document)?;
            let mut statement = connection.prepare_cached(
                "SELECT number, label, start_char, end_char, width, height, words FROM pages
                 WHERE document = ?1 AND start_char < ?3 AND end_char > ?2 AND end_char > start_char
                 ORDER BY number",
            )?;
            let range = params![document, characters.start, characters.end];
            statement.query_and_then(range, page)?.collect()
        })
    }
}

/// Returns all pages of a document in order.
pub(crate) fn load(connection: &Connection, document: DocumentId) -> Result<Vec<DocumentPage>> {
    let mut statement = connection.prepare_cached(
        "SELECT number, label, start_char, end_char, width, height, words FROM pages
         WHERE document = ?1 ORDER BY number",
    )?;
    statement.query_and_then([document], page)?.collect()
}

/// Checks that pages are numbered from 1 without gaps and follow one another in the text.
pub(crate) fn check(pages: &[DocumentPage], characters: u32) -> Result<()> {
    let mut text_behind = 0;
    for (page, number) in pages.iter().zip(1..) {
        let in_order = page.start >= text_behind && page.end >= page.start;
        if page.number != number || !in_order || page.end > characters {
            return Err(Error::Refused(format!(
                "page {} ({}..{}) at place {number} of a text of {characters} characters",
                page.number, page.start, page.end
            )));
        }
        text_behind = page.end;
    }
    Ok(())
}

/// Stores a document's pages, replacing earlier ones.
pub(crate) fn put(
    transaction: &Transaction<'_>,
    document: DocumentId,
    pages: &[DocumentPage],
) -> Result<()> {
    transaction.execute("DELETE FROM pages WHERE document = ?1", [document])?;
    let mut statement = transaction.prepare_cached(
        "INSERT INTO pages (document, number, label, start_char, end_char, width, height, words)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for page in pages {
        statement.execute(params![
            document,
            page.number,
            page.label,
            page.start,
            page.end,
            page.size.map(|(width, _)| width),
            page.size.map(|(_, height)| height),
            pack_words(&page.words),
        ])?;
    }
    Ok(())
}

/// Returns pages with their part of the document's text, without marks.
pub(crate) fn cut_pages(
    connection: &Connection,
    document: DocumentId,
    numbers: Range<u32>,
    text: &str,
) -> Result<Vec<PageText>> {
    let text = Cuttable::new(text);
    let mut statement = connection.prepare_cached(
        "SELECT number, label, start_char, end_char, width, height FROM pages
         WHERE document = ?1 AND number >= ?2 AND number < ?3 ORDER BY number",
    )?;
    let pages = statement.query_and_then(params![document, numbers.start, numbers.end], |row| {
        let (start, end) = (row.get(2)?, row.get(3)?);
        Ok(PageText {
            number: row.get(0)?,
            label: row.get(1)?,
            start,
            end,
            text: text.cut(start..end)?.to_owned(),
            size: size(row)?,
            marks: Vec::new(),
        })
    })?;
    pages.collect()
}

fn page(row: &Row<'_>) -> Result<DocumentPage> {
    let number = row.get(0)?;
    Ok(DocumentPage {
        number,
        label: row.get(1)?,
        start: row.get(2)?,
        end: row.get(3)?,
        size: size(row)?,
        words: unpack_words(number, blob(row, 6)?)?,
    })
}

fn size(row: &Row<'_>) -> Result<Option<(f32, f32)>> {
    let width: Option<f32> = row.get(4)?;
    Ok(width.zip(row.get(5)?))
}

fn pack_words(words: &[PageWord]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(words.len() * WORD_BYTES);
    for word in words {
        bytes.extend(word.start.to_le_bytes());
        bytes.extend(word.end.to_le_bytes());
        let Rect { x, y, width, height, .. } = word.rect;
        for value in [x, y, width, height] {
            bytes.extend(value.to_le_bytes());
        }
    }
    bytes
}

/// Returns the words of the page with this number.
fn unpack_words(page: u32, bytes: &[u8]) -> Result<Vec<PageWord>> {
    Ok(records::<WORD_BYTES>(bytes)?.iter().map(|record| unpack_word(page, record)).collect())
}

fn unpack_word(page: u32, record: &[u8; WORD_BYTES]) -> PageWord {
    let (fields, _) = record.as_chunks::<4>();
    let character = |field: usize| u32::from_le_bytes(fields[field]);
    let points = |field: usize| f32::from_le_bytes(fields[field]);
    PageWord {
        start: character(0),
        end: character(1),
        rect: Rect { page, x: points(2), y: points(3), width: points(4), height: points(5) },
    }
}
