use protocol::{DocumentId, Heading};
use rusqlite::{Connection, Transaction, params};

use crate::error::Result;

/// Stores a document's headings, replacing earlier ones.
pub(crate) fn put(
    transaction: &Transaction<'_>,
    document: DocumentId,
    headings: &[Heading],
) -> Result<()> {
    transaction.execute("DELETE FROM headings WHERE document = ?1", [document])?;
    let mut statement = transaction.prepare_cached(
        "INSERT INTO headings (document, number, level, title, start_char)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (heading, number) in headings.iter().zip(1_u32..) {
        // Level 0 would mean no level.
        let level = heading.level.max(1);
        statement.execute(params![document, number, level, heading.title, heading.start])?;
    }
    Ok(())
}

/// Returns a document's headings in order.
pub(crate) fn load(connection: &Connection, document: DocumentId) -> Result<Vec<Heading>> {
    let mut statement = connection.prepare_cached(
        "SELECT level, title, start_char FROM headings WHERE document = ?1 ORDER BY number",
    )?;
    let headings = statement.query_and_then([document], |row| {
        Ok(Heading { level: row.get(0)?, title: row.get(1)?, start: row.get(2)? })
    })?;
    headings.collect()
}
