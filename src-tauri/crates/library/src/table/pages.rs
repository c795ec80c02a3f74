use std::ops::Range;

use protocol::{DocumentId, DocumentText, PageText};
use rusqlite::{Connection, Row, Transaction, params};

use super::texts::{self, Cuttable};
use super::{blob, documents, headings};
use crate::blob::records;
use crate::error::{Error, Result};
use crate::{DocumentRecord, Library};

/// A word and its position on its page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Word {
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Left edge, in points from the top left corner of the page as shown.
    pub x: f32,
    /// Top edge, in points.
    pub y: f32,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
}

/// A page, or a chapter or part if the document has no pages of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its position among the pages, from 1.
    pub number: u32,
    /// The printed page number, or the chapter's heading.
    pub label: String,
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Width and height in points, if it is a page of its own.
    pub size: Option<(f32, f32)>,
    /// Its words; empty if it has no geometry.
    pub words: Vec<Word>,
}

impl Library {
    /// Returns the pages that share characters with a range of the document's text, in order, with
    /// their words. `0..u32::MAX` returns every page that has text.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn pages(&self, document: DocumentId, characters: Range<u32>) -> Result<Vec<Page>> {
        self.read(|connection| {
            documents::require(connection, document)?;
            let mut statement = connection.prepare_cached(
                "SELECT number, label, start_char, end_char, width, height, words FROM pages
                 WHERE document = ?1 AND start_char < ?3 AND end_char > ?2 AND end_char > start_char
                 ORDER BY number",
            )?;
            let range = params![document, characters.start, characters.end];
            statement.query_and_then(range, page)?.collect()
        })
    }

    /// Returns the text of `count` pages from page `first` on, without marks, and the headings of
    /// all.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
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
                pages: cut_pages(connection, id, first..first.saturating_add(count), &text)?,
                outline: headings::load(connection, id)?,
            })
        })
    }
}

/// Checks that pages are numbered from 1 without gaps and follow one another in the text.
pub(crate) fn check(pages: &[Page], characters: u32) -> Result<()> {
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
    pages: &[Page],
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

fn cut_pages(
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

fn page(row: &Row<'_>) -> Result<Page> {
    Ok(Page {
        number: row.get(0)?,
        label: row.get(1)?,
        start: row.get(2)?,
        end: row.get(3)?,
        size: size(row)?,
        words: unpack_words(blob(row, 6)?)?,
    })
}

fn size(row: &Row<'_>) -> Result<Option<(f32, f32)>> {
    let width: Option<f32> = row.get(4)?;
    Ok(width.zip(row.get(5)?))
}

fn pack_words(words: &[Word]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(words.len() * 24);
    for word in words {
        bytes.extend(word.start.to_le_bytes());
        bytes.extend(word.end.to_le_bytes());
        for value in [word.x, word.y, word.width, word.height] {
            bytes.extend(value.to_le_bytes());
        }
    }
    bytes
}

fn unpack_words(bytes: &[u8]) -> Result<Vec<Word>> {
    Ok(records::<24>(bytes)?.iter().map(unpack_word).collect())
}

fn unpack_word(record: &[u8; 24]) -> Word {
    let (fields, _) = record.as_chunks::<4>();
    let character = |field: usize| u32::from_le_bytes(fields[field]);
    let points = |field: usize| f32::from_le_bytes(fields[field]);
    Word {
        start: character(0),
        end: character(1),
        x: points(2),
        y: points(3),
        width: points(4),
        height: points(5),
    }
}
