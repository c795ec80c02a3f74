use protocol::{Code, DocumentId, DocumentPage, DocumentState, DocumentSummary, Failure, Heading};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use sha2::{Digest, Sha256};

use super::{from_word, now, to_word};
use crate::error::{Error, Result};
use crate::open::{Library, Writer};

/// SHA-256 of a document's original bytes, by which a document is recognised.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ContentHash(String);

impl ContentHash {
    /// Hashes these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns a hash that was stored before.
    pub(crate) fn known(hash: &str) -> Self {
        Self(hash.to_owned())
    }

    /// Returns the hash in hexadecimal, 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A document to be added.
#[derive(Debug, Clone, Copy)]
pub struct NewDocument<'a> {
    /// Its title, if the file has one.
    pub title: Option<&'a str>,
    /// Its author, if the file names one.
    pub author: Option<&'a str>,
    /// Its language, if known.
    pub language: Option<&'a str>,
    /// The kind of file, in a word.
    pub format: &'a str,
    /// The file's name, without its folder.
    pub file_name: &'a str,
    /// The file's bytes.
    pub original: &'a [u8],
    /// Its plain text. Every place counts Unicode scalar values in it.
    pub text: &'a str,
    /// Whether its pages are printed ones.
    pub paged: bool,
    /// Its pages in order, numbered from 1, each after the previous one in the text.
    pub pages: &'a [DocumentPage],
    /// Its headings in order.
    pub outline: &'a [Heading],
}

/// A document without its text and its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentRecord {
    /// Its entry in the list.
    pub summary: DocumentSummary,
    /// Its content.
    pub hash: ContentHash,
    /// Its language, if known.
    pub language: Option<String>,
    /// The kind of file, in a word.
    pub format: String,
    /// The file's name.
    pub file_name: String,
}

const SELECT: &str = "
    SELECT d.id, coalesce(nullif(d.title, ''), d.file_name) AS title, d.author, d.paged,
        d.characters, d.added, d.failure_code, d.failure_message, d.content_hash, d.language,
        substr(d.content_hash, 1, 16) AS content, d.format, d.file_name, d.damaged,
        g.complete AND (SELECT count(*) FROM nodes WHERE graph = g.id) <= (
            SELECT coalesce(max(embedded), 0) FROM (
                SELECT count(*) AS embedded FROM embeddings WHERE graph = g.id GROUP BY model
            )
        ) AS whole,
        (SELECT coalesce(max(number), 0) FROM pages WHERE document = d.id) AS pages,
        (SELECT coalesce(max(id) + 1, 0) FROM nodes WHERE graph = g.id AND level = 1) AS chunks,
        (SELECT coalesce(max(id) + 1, 0) FROM nodes WHERE graph = g.id) AS nodes,
        (SELECT coalesce(max(level), 0) FROM nodes WHERE graph = g.id) AS levels,
        (SELECT json_group_array(json_object(
                'id', o.id,
                'model', coalesce(m.info ->> 'name', ''),
                'complete', json(iif(o.complete, 'true', 'false')),
                'chunks', coalesce(o.settings ->> 'ends', 'exact'),
                'signal', coalesce(o.settings ->> 'signal', 'paper'),
                'quoted', o.quoted,
                'unsupported', o.unsupported
            ) ORDER BY o.id)
            FROM graphs o JOIN models m ON m.id = o.model
            WHERE o.document = d.id AND NOT o.earlier
        ) AS graphs,
        (SELECT json_group_array(c.name ORDER BY c.name)
            FROM collection_documents i JOIN collections c ON c.id = i.collection
            WHERE i.document = d.id
        ) AS collections,
        (SELECT json_group_array(c.name ORDER BY c.name)
            FROM collection_documents i JOIN collections c ON c.id = i.collection
            WHERE i.document = d.id AND c.shared
        ) AS shared,
        EXISTS (SELECT 1 FROM covers WHERE document = d.id) AS cover
    FROM documents d
    LEFT JOIN graphs g ON g.id = (
        SELECT id FROM graphs WHERE document = d.id AND NOT earlier
        ORDER BY complete DESC, id DESC LIMIT 1
    )";

const FIRST: &str = "
    WHERE d.id IN (
        SELECT o.id FROM documents o
        ORDER BY (
            SELECT min(lower(c.name))
            FROM collection_documents i JOIN collections c ON c.id = i.collection
            WHERE i.document = o.id
        ) NULLS LAST, o.id
        LIMIT ?1
    )
    ORDER BY d.id";

impl Library {
    /// Returns all documents in the order in which they were added.
    pub fn list(&self) -> Result<Vec<DocumentSummary>> {
        let mut statement = self.connection.prepare_cached(&format!("{SELECT} ORDER BY d.id"))?;
        statement.query_and_then([], summary)?.collect()
    }

    /// Returns at most `most` documents: those that come first when collections are sorted by name
    /// above all other documents. They are returned in the order in which they were added.
    pub fn list_first(&self, most: u32) -> Result<Vec<DocumentSummary>> {
        let mut statement = self.connection.prepare_cached(&format!("{SELECT} {FIRST}"))?;
        statement.query_and_then([most], summary)?.collect()
    }

    /// Returns one document.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn document(&self, id: DocumentId) -> Result<DocumentRecord> {
        load(&self.connection, id)
    }

    /// Returns the document with this content, if it is in the library.
    pub fn find_by_hash(&self, hash: &ContentHash) -> Result<Option<DocumentId>> {
        find(&self.connection, hash)
    }
}

impl Writer {
    /// Stores why reading or building a document failed; `None` clears it.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn set_failure(&mut self, id: DocumentId, failure: Option<&Failure>) -> Result<()> {
        let code = failure.map(|failure| to_word(&failure.code)).transpose()?;
        let message = failure.map(|failure| &failure.message);
        self.write(|transaction| {
            let changed = transaction.execute(
                "UPDATE documents SET failure_code = ?2, failure_message = ?3 WHERE id = ?1",
                params![id, code, message],
            )?;
            if changed == 0 { Err(Error::DocumentUnknown(id)) } else { Ok(()) }
        })
    }
}

/// Stores the names of a document's unreadable parts, replacing earlier ones.
pub(crate) fn put_damaged(
    transaction: &Transaction<'_>,
    id: DocumentId,
    damaged: &[String],
) -> Result<()> {
    let damaged = serde_json::to_string(damaged)
        .map_err(|error| Error::Broken(format!("the list of damaged parts: {error}")))?;
    transaction.execute("UPDATE documents SET damaged = ?2 WHERE id = ?1", params![id, damaged])?;
    Ok(())
}

/// Deletes a document's row, and with it the rows of other tables that refer to it.
pub(crate) fn delete(transaction: &Transaction<'_>, id: DocumentId) -> Result<()> {
    transaction.execute("DELETE FROM documents WHERE id = ?1", [id])?;
    Ok(())
}

/// Clears the last failure when building is attempted again.
pub(crate) fn clear_failure(transaction: &Transaction<'_>, id: DocumentId) -> Result<()> {
    transaction.execute(
        "UPDATE documents SET failure_code = NULL, failure_message = NULL WHERE id = ?1",
        [id],
    )?;
    Ok(())
}

/// Returns one document, or fails with [`Error::DocumentUnknown`].
pub(crate) fn load(connection: &Connection, id: DocumentId) -> Result<DocumentRecord> {
    let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE d.id = ?1"))?;
    let mut found = statement.query_and_then([id], document)?;
    found.next().ok_or(Error::DocumentUnknown(id))?
}

/// Returns the document with this content, if it is in the library.
pub(crate) fn find(connection: &Connection, hash: &ContentHash) -> Result<Option<DocumentId>> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM documents WHERE content_hash = ?1")?;
    Ok(statement.query_row([hash.as_str()], |row| row.get(0)).optional()?)
}

/// Inserts a document's row and returns the number assigned to it.
pub(crate) fn insert(
    transaction: &Transaction<'_>,
    new: &NewDocument<'_>,
    hash: &ContentHash,
    characters: u32,
) -> Result<DocumentId> {
    transaction.execute(
        "INSERT INTO documents
            (content_hash, title, author, language, format, file_name, paged, characters, added)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            hash.as_str(),
            new.title,
            new.author,
            new.language,
            new.format,
            new.file_name,
            new.paged,
            characters,
            now(),
        ],
    )?;
    Ok(DocumentId(transaction.last_insert_rowid()))
}

/// Replaces a document's row by that of a new version, and clears the last failure.
pub(crate) fn update(
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

fn document(row: &Row<'_>) -> Result<DocumentRecord> {
    Ok(DocumentRecord {
        summary: summary(row)?,
        hash: ContentHash(row.get("content_hash")?),
        language: row.get("language")?,
        format: row.get("format")?,
        file_name: row.get("file_name")?,
    })
}

fn summary(row: &Row<'_>) -> Result<DocumentSummary> {
    let failure = failure(row)?;
    Ok(DocumentSummary {
        id: row.get("id")?,
        title: row.get("title")?,
        author: row.get("author")?,
        pages: row.get("pages")?,
        paged: row.get("paged")?,
        characters: row.get("characters")?,
        state: state(failure.is_some(), row.get("whole")?),
        failure,
        chunks: row.get("chunks")?,
        nodes: row.get("nodes")?,
        levels: row.get("levels")?,
        added: row.get("added")?,
        graphs: serde_json::from_str(&row.get::<_, String>("graphs")?)
            .map_err(|error| Error::Broken(format!("the list of graphs: {error}")))?,
        collections: serde_json::from_str(&row.get::<_, String>("collections")?)
            .map_err(|error| Error::Broken(format!("the list of collections: {error}")))?,
        shared: serde_json::from_str(&row.get::<_, String>("shared")?)
            .map_err(|error| Error::Broken(format!("the list of shared collections: {error}")))?,
        cover: row.get("cover")?,
        content: row.get("content")?,
        damaged: serde_json::from_str(&row.get::<_, String>("damaged")?)
            .map_err(|error| Error::Broken(format!("the list of damaged parts: {error}")))?,
    })
}

fn state(failed: bool, graph_whole: Option<bool>) -> DocumentState {
    match graph_whole {
        _ if failed => DocumentState::Failed,
        None => DocumentState::Read,
        Some(false) => DocumentState::Building,
        Some(true) => DocumentState::Ready,
    }
}

/// The code may come from a newer program that shares this schema; the sentence says everything.
fn failure(row: &Row<'_>) -> Result<Option<Failure>> {
    let code: Option<String> = row.get("failure_code")?;
    let Some(code) = code else { return Ok(None) };
    let message: String = row.get("failure_message")?;
    Ok(Some(Failure::new(from_word(code).unwrap_or(Code::Internal), message)))
}
