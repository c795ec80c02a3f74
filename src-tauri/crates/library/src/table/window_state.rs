use protocol::{WindowStateChange, WindowStateEntry, WindowStateOwner};
use rusqlite::{Row, Transaction, params};

use crate::error::Result;
use crate::{Library, Writer};

impl Library {
    /// Returns everything that the window keeps.
    pub fn window_state(&self) -> Result<Vec<WindowStateEntry>> {
        let sql = "SELECT key, document, question, value FROM window_state ORDER BY rowid";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], entry)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer {
    /// Changes what the window keeps. Changes about a document or a question that is gone have no effect.
    pub fn save_window_state(&mut self, changes: &[WindowStateChange]) -> Result<()> {
        self.write(|transaction| {
            changes.iter().try_for_each(|change| save(transaction, change))?;
            Ok(())
        })
    }
}

fn save(transaction: &Transaction<'_>, change: &WindowStateChange) -> rusqlite::Result<()> {
    let (document, question) = match change.owner {
        WindowStateOwner::Library => (None, None),
        WindowStateOwner::Document { document } => (Some(document), None),
        WindowStateOwner::Question { question } => (None, Some(question)),
    };
    transaction.execute(
        "DELETE FROM window_state WHERE key = ?1 AND document IS ?2 AND question IS ?3",
        params![change.key, document, question],
    )?;
    if let Some(value) = &change.value {
        transaction.execute(
            "INSERT INTO window_state (key, document, question, value) SELECT ?1, ?2, ?3, ?4
             WHERE (?2 IS NULL OR EXISTS (SELECT 1 FROM documents WHERE id = ?2))
               AND (?3 IS NULL OR EXISTS (SELECT 1 FROM questions WHERE id = ?3))",
            params![change.key, document, question, value],
        )?;
    }
    Ok(())
}

fn entry(row: &Row<'_>) -> rusqlite::Result<WindowStateEntry> {
    let owner = match (row.get("document")?, row.get("question")?) {
        (Some(document), _) => WindowStateOwner::Document { document },
        (None, Some(question)) => WindowStateOwner::Question { question },
        (None, None) => WindowStateOwner::Library,
    };
    Ok(WindowStateEntry { key: row.get("key")?, owner, value: row.get("value")? })
}
