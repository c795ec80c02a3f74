//! The path of a document's file, a column of the table `documents`.

use protocol::DocumentId;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::error::{Error, Result};
use crate::open::{Library, Writer};

impl Library {
    /// Returns the document for whose file this path was stored last.
    pub fn find_by_source(&self, path: &str) -> Result<Option<DocumentId>> {
        let sql = "SELECT id FROM documents WHERE source = ?1";
        Ok(self.connection.query_row(sql, [path], |row| row.get(0)).optional()?)
    }

    /// Returns the documents whose files were last in a folder or below it, with the files' paths, by
    /// path.
    pub fn sources_within(&self, folder: &str) -> Result<Vec<(DocumentId, String)>> {
        let begin = format!("{}/", folder.trim_end_matches('/'));
        let sql = "SELECT id, source FROM documents
                   WHERE substr(source, 1, length(?1)) = ?1 ORDER BY source";
        let mut statement = self.connection.prepare_cached(sql)?;
        let sources = statement.query_map([begin], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(sources.collect::<rusqlite::Result<_>>()?)
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
        self.write(|transaction| put(transaction, id, path))
    }
}

/// Stores the path of a document's file, and removes it from any other document.
pub(crate) fn put(transaction: &Transaction<'_>, id: DocumentId, path: &str) -> Result<()> {
    let sql = "UPDATE documents SET source = NULL WHERE source = ?1 AND id <> ?2";
    transaction.execute(sql, params![path, id])?;
    let sql = "UPDATE documents SET source = ?1 WHERE id = ?2";
    match transaction.execute(sql, params![path, id])? {
        0 => Err(Error::DocumentUnknown(id)),
        _ => Ok(()),
    }
}
