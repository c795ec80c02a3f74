use protocol::DocumentId;
use rusqlite::{Transaction, params};

use super::to_json;
use crate::Library;
use crate::error::Result;

impl Library {
    /// Returns the documents of these file kinds that have no cover, and for which this version of
    /// the program has not tried to draw one.
    pub fn without_cover(&self, version: &str, formats: &[&str]) -> Result<Vec<DocumentId>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id FROM documents
             WHERE format IN (SELECT value FROM json_each(?1))
                AND id NOT IN (SELECT document FROM covers)
                AND id NOT IN (SELECT document FROM coverless WHERE version = ?2)
             ORDER BY id",
        )?;
        let formats = to_json(&formats)?;
        let documents = statement.query_map(params![formats, version], |row| row.get(0))?;
        Ok(documents.collect::<rusqlite::Result<_>>()?)
    }
}

/// Stores that this version of the program found nothing to draw for a document.
pub(crate) fn put(
    transaction: &Transaction<'_>,
    document: DocumentId,
    version: &str,
) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO coverless (document, version) VALUES (?1, ?2)";
    transaction.execute(sql, params![document, version])?;
    Ok(())
}

/// Removes the entry of a document that has a cover.
pub(crate) fn take_out(transaction: &Transaction<'_>, document: DocumentId) -> Result<()> {
    transaction.execute("DELETE FROM coverless WHERE document = ?1", [document])?;
    Ok(())
}
