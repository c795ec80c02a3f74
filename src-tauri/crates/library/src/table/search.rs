use std::ops::Range;

use protocol::{DocumentId, Excerpt, Hit, WordSearchResult, printed};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::existence::require_document;
use super::texts::{self, Cuttable};
use crate::Library;
use crate::error::Result;
use crate::words::{TextSnippet, WordQuery, set_apart};

/// The number of bits for the rows of a document: one for each page, and before them one for its
/// title and author.
const PAGE_BITS: u32 = 24;
/// The maximum number of places in one document if others are searched too.
const PER_DOCUMENT: u32 = 5;

/// Where to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchScope {
    /// In every document.
    Library,
    /// In one document.
    Document(DocumentId),
    /// In the text before a character of one document: later text does not even change the order of
    /// the hits.
    Before {
        /// The document.
        document: DocumentId,
        /// The first excluded character.
        character: u32,
    },
}

impl SearchScope {
    fn document(self) -> Option<DocumentId> {
        match self {
            Self::Library => None,
            Self::Document(document) | Self::Before { document, .. } => Some(document),
        }
    }

    /// Returns the first excluded character, if any.
    fn end(self) -> Option<u32> {
        match self {
            Self::Library | Self::Document(_) => None,
            Self::Before { character, .. } => Some(character),
        }
    }
}

/// The words of a row.
struct RowWords {
    row: i64,
    words: String,
}

impl Library {
    /// Finds titles and pages that contain all of the words, the best first; at most `most` of
    /// them, and five in each document unless only one is searched. Words between quotation marks
    /// follow one another; the last word may be a prefix. Case and accents do not matter.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn search(&self, words: &str, scope: SearchScope, most: u32) -> Result<WordSearchResult> {
        let wanted = WordQuery::of(words);
        self.read(|connection| {
            if let Some(document) = scope.document() {
                require_document(connection, document)?;
            }
            let Some(query) = wanted.query() else { return Ok(WordSearchResult::default()) };
            let mut rows = match scope {
                SearchScope::Before { document, character } => {
                    let index = index_before(connection, document, character)?;
                    rows(&index, &query, Some(document), most)?
                }
                _ => rows(connection, &query, scope.document(), most)?,
            };
            let more = rows.len() > most as usize;
            rows.truncate(most as usize);
            let hit = |&row: &i64| hit(connection, row, (&wanted, scope.end()));
            let hits: Result<_> = rows.iter().map(hit).collect();
            Ok(WordSearchResult { hits: hits?, more })
        })
    }
}

/// Indexes the text before a character. The library's own index would rank by the word counts of
/// the rest, too.
fn index_before(connection: &Connection, document: DocumentId, end: u32) -> Result<Connection> {
    let index = Connection::open_in_memory()?;
    let sql = "SELECT sql FROM sqlite_schema WHERE name = 'search'";
    let created: String = connection.query_row(sql, [], |row| row.get(0))?;
    index.execute_batch(&created)?;
    insert(&index, words(connection, document, Some(end))?)?;
    Ok(index)
}

/// Returns the matching rows, the best first; one more than `most` if there are more.
fn rows(
    connection: &Connection,
    query: &str,
    within: Option<DocumentId>,
    most: u32,
) -> Result<Vec<i64>> {
    let mut statement = connection.prepare_cached(
        "SELECT rowid FROM (
            SELECT rowid, rank,
                row_number() OVER (PARTITION BY rowid >> ?5 ORDER BY rank, rowid) AS nth
            FROM search WHERE search MATCH ?1 AND rowid BETWEEN ?2 AND ?3
         )
         WHERE nth <= ?4 ORDER BY rank, rowid LIMIT ?6",
    )?;
    let one_more = most.saturating_add(1);
    let (range, each) = match within {
        Some(document) => (row(document, 0)..row(DocumentId(document.0 + 1), 0), one_more),
        None => (0..i64::MAX, PER_DOCUMENT),
    };
    let matching = params![query, range.start, range.end - 1, each, PAGE_BITS, one_more];
    Ok(statement.query_map(matching, |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

fn hit(connection: &Connection, row: i64, (wanted, end): (&WordQuery, Option<u32>)) -> Result<Hit> {
    let (document, page) = (DocumentId(row >> PAGE_BITS), row & ((1 << PAGE_BITS) - 1));
    let mut statement = connection.prepare_cached(
        "SELECT coalesce(nullif(title, ''), file_name), paged FROM documents WHERE id = ?1",
    )?;
    let (title, paged) =
        statement.query_row([document], |row| Ok((row.get(0)?, row.get::<_, bool>(1)?)))?;
    let passage = match page {
        0 => None,
        page => Some(excerpt(connection, document, (page, paged), (wanted, end))?),
    };
    Ok(Hit { document, title, passage })
}

/// Returns the part of a page that contains the words, as far as they precede a character.
fn excerpt(
    connection: &Connection,
    document: DocumentId,
    (page, paged): (i64, bool),
    (wanted, end): (&WordQuery, Option<u32>),
) -> Result<Excerpt> {
    let sql = "SELECT start_char, end_char, label FROM pages WHERE document = ?1 AND number = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row((document, page), |row| {
        Ok((row.get(0)?..row.get(1)?, row.get::<_, String>(2)?))
    });
    let text = texts::load(connection, document)?;
    let text = Cuttable::new(&text);
    let (range, label) = match found.optional()? {
        Some(found) => found,
        None => (0..text.characters(), String::new()),
    };
    let range = before(range, end);
    let TextSnippet { range: piece, found } = wanted.piece(text.cut(range.clone())?);
    let in_text = |part: &Range<u32>| range.start + part.start..range.start + part.end;
    let Range { start, end } = in_text(&piece);
    let page = paged.then(|| u32::try_from(page).unwrap_or(u32::MAX));
    Ok(Excerpt {
        page,
        label: page.and_then(|page| printed(&label, page)).map(str::to_owned),
        start,
        end,
        text: text.cut(start..end)?.to_owned(),
        found: found.iter().map(in_text).map(|part| (part.start, part.end)).collect(),
    })
}

/// Makes a document's title and pages searchable.
pub(crate) fn put(connection: &Connection, document: DocumentId) -> Result<()> {
    insert(connection, words(connection, document, None)?)
}

fn insert(index: &Connection, words: Vec<RowWords>) -> Result<()> {
    let mut statement =
        index.prepare_cached("INSERT INTO search (rowid, words) VALUES (?1, ?2)")?;
    for RowWords { row, words } in words {
        statement.execute(params![row, words])?;
    }
    Ok(())
}

/// Removes a document's words, while title and text are still unchanged.
pub(crate) fn take_out(transaction: &Transaction<'_>, document: DocumentId) -> Result<()> {
    let sql = "INSERT INTO search (search, rowid, words) VALUES ('delete', ?1, ?2)";
    let mut statement = transaction.prepare_cached(sql)?;
    for RowWords { row, words } in words(transaction, document, None)? {
        statement.execute(params![row, words])?;
    }
    Ok(())
}

/// Makes every document searchable, in a library in which none is.
pub(crate) fn fill(connection: &Connection) -> Result<()> {
    let mut statement = connection.prepare("SELECT id FROM documents ORDER BY id")?;
    let documents: Vec<DocumentId> =
        statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    documents.into_iter().try_for_each(|document| put(connection, document))
}

/// Returns the searchable words of a document before a character. To remove them, they must be the
/// same as when they were added.
fn words(connection: &Connection, document: DocumentId, end: Option<u32>) -> Result<Vec<RowWords>> {
    let text = texts::load(connection, document)?;
    let text = Cuttable::new(&text);
    let mut all = vec![RowWords { row: row(document, 0), words: title(connection, document)? }];
    for (page, range) in pages(connection, document, text.characters())? {
        let range = before(range, end);
        if !range.is_empty() {
            all.push(RowWords { row: row(document, page), words: set_apart(text.cut(range)?) });
        }
    }
    Ok(all)
}

/// Returns the part of a range before a character.
fn before(range: Range<u32>, end: Option<u32>) -> Range<u32> {
    let last = end.unwrap_or(u32::MAX);
    range.start.min(last)..range.end.min(last)
}

fn row(document: DocumentId, page: i64) -> i64 {
    (document.0 << PAGE_BITS) + page
}

fn title(connection: &Connection, document: DocumentId) -> Result<String> {
    let sql = "SELECT coalesce(nullif(title, ''), file_name) || ' ' || coalesce(author, '')
               FROM documents WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(set_apart(&statement.query_row([document], |row| row.get::<_, String>(0))?))
}

/// Returns the pages that have text; a text without pages counts as one.
fn pages(
    connection: &Connection,
    document: DocumentId,
    characters: u32,
) -> Result<Vec<(i64, Range<u32>)>> {
    let sql = "SELECT number, start_char, end_char FROM pages WHERE document = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    let pages = statement.query_map([document], |row| Ok((row.get(0)?, row.get(1)?..row.get(2)?)));
    let mut pages: Vec<_> = pages?.collect::<rusqlite::Result<_>>()?;
    if pages.is_empty() {
        pages.push((1, 0..characters));
    }
    pages.retain(|(_, range)| !range.is_empty());
    Ok(pages)
}
