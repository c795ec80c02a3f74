use protocol::DocumentId;
use rusqlite::{OptionalExtension, params};

use super::documents::require;
use crate::error::Result;
use crate::{Library, Writer};

impl Library {
    /// What a document looks like from afar, as a PNG file, where that is known.
    pub fn cover(&self, document: DocumentId) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT png FROM covers WHERE document = ?1";
        Ok(self.connection.query_row(sql, [document], |row| row.get(0)).optional()?)
    }
}

impl Writer {
    /// Keeps what a document looks like from afar in place of what it looked like before; with none,
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn set_cover(&mut self, document: DocumentId, png: Option<&[u8]>) -> Result<()> {
        self.write(|transaction| {
            require(transaction, document)?;
            match png {
                Some(png) => transaction.execute(
                    "INSERT OR REPLACE INTO covers (document, png) VALUES (?1, ?2)",
                    params![document, png],
                )?,
                None => {
                    transaction.execute("DELETE FROM covers WHERE document = ?1", [document])?
                }
            };
            Ok(())
        })
    }
}
