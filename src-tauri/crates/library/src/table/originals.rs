use protocol::DocumentId;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::blob;
use crate::Library;
use crate::error::{Error, Result};

/// A document's file, as added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    /// The file's name.
    pub file_name: String,
    /// The kind of file, in a word.
    pub format: String,
    /// The file's bytes.
    pub bytes: Vec<u8>,
}

impl Library {
    /// Returns the file from which a document was read.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn original(&self, document: DocumentId) -> Result<Original> {
        let sql = "SELECT file_name, format, bytes FROM originals
                   JOIN documents ON id = document WHERE document = ?1";
        let original = self.connection.query_row(sql, [document], |row| {
            Ok(Original { file_name: row.get(0)?, format: row.get(1)?, bytes: row.get(2)? })
        });
        original.optional()?.ok_or(Error::DocumentUnknown(document))
    }

    /// Returns the size of the file from which a document was read.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn original_bytes(&self, document: DocumentId) -> Result<u64> {
        let sql = "SELECT length(bytes) FROM originals WHERE document = ?1";
        let bytes = self.connection.query_row(sql, [document], |row| row.get::<_, i64>(0));
        bytes.optional()?.map(i64::cast_unsigned).ok_or(Error::DocumentUnknown(document))
    }
}

/// Returns what is made of a document's bytes, without a copy of them.
pub(crate) fn with_bytes<T>(
    connection: &Connection,
    document: DocumentId,
    make: impl FnOnce(&[u8]) -> T,
) -> Result<T> {
    let mut statement =
        connection.prepare_cached("SELECT bytes FROM originals WHERE document = ?1")?;
    let mut rows = statement.query([document])?;
    let row = rows.next()?.ok_or(Error::DocumentUnknown(document))?;
    Ok(make(blob(row, 0)?))
}

/// Stores a document's bytes, replacing earlier ones.
pub(crate) fn put(transaction: &Transaction<'_>, document: DocumentId, bytes: &[u8]) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO originals (document, bytes) VALUES (?1, ?2)";
    transaction.execute(sql, params![document, bytes])?;
    Ok(())
}
