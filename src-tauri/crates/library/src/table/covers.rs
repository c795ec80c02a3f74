use protocol::DocumentId;
use rusqlite::{OptionalExtension, Transaction, params};

use super::cover_failures;
use super::existence::require_document;
use crate::error::Result;
use crate::{Library, Writer};

impl Library {
    /// Returns a document's cover as a PNG file, if known.
    pub fn cover(&self, document: DocumentId) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT png FROM covers WHERE document = ?1";
        Ok(self.connection.query_row(sql, [document], |row| row.get(0)).optional()?)
    }
}

impl Writer {
    /// Replaces a document's cover; `None` records that this version of the program found nothing
    /// to draw.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn set_cover(
        &mut self,
        document: DocumentId,
        version: &str,
        png: Option<&[u8]>,
    ) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, document)?;
            put(transaction, document, version, png)
        })
    }
}

pub(crate) fn put(
    transaction: &Transaction<'_>,
    document: DocumentId,
    version: &str,
    png: Option<&[u8]>,
) -> Result<()> {
    match png {
        Some(png) => {
            let sql = "INSERT OR REPLACE INTO covers (document, png) VALUES (?1, ?2)";
            transaction.execute(sql, params![document, png])?;
            cover_failures::take_out(transaction, document)
        }
        None => {
            transaction.execute("DELETE FROM covers WHERE document = ?1", [document])?;
            cover_failures::put(transaction, document, version)
        }
    }
}
