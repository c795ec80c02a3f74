use protocol::DocumentId;
use rusqlite::Connection;

use crate::error::{Error, Result};

/// Fails with [`Error::DocumentUnknown`] unless the document exists.
pub(crate) fn require_document(connection: &Connection, id: DocumentId) -> Result<()> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM documents WHERE id = ?1")?;
    if statement.exists([id])? { Ok(()) } else { Err(Error::DocumentUnknown(id)) }
}
