use protocol::{Correction, CorrectionId, DocumentId, NameCorrection};
use rusqlite::{Connection, Row, params};

use super::existence::require_document;
use super::{from_word, to_word};
use crate::error::{Error, Result};
use crate::{Library, Writer};

impl Library {
    /// Returns a reader's corrections of a document's names, in the order in which they were made.
    pub fn name_corrections(&self, document: DocumentId) -> Result<Vec<Correction>> {
        load(&self.connection, document)
    }
}

/// Returns a reader's corrections of a document's names, in the order in which they were made.
pub(crate) fn load(connection: &Connection, document: DocumentId) -> Result<Vec<Correction>> {
    let sql =
        "SELECT id, correction, name, value FROM name_corrections WHERE document = ?1 ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_and_then([document], correction)?;
    rows.collect()
}

impl Writer {
    /// Stores a correction.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn save_name_correction(
        &mut self,
        document: DocumentId,
        correction: &NameCorrection,
    ) -> Result<CorrectionId> {
        let (kind, name, value) = columns(correction)?;
        self.write(|transaction| {
            require_document(transaction, document)?;
            transaction.execute(
                "INSERT INTO name_corrections (document, correction, name, value) VALUES (?1, ?2, ?3, ?4)",
                params![document, kind, name, value],
            )?;
            Ok(CorrectionId(transaction.last_insert_rowid()))
        })
    }

    /// Deletes a correction of a document; returns whether it existed.
    pub fn forget_name_correction(
        &mut self,
        document: DocumentId,
        correction: CorrectionId,
    ) -> Result<bool> {
        self.write(|transaction| {
            let sql = "DELETE FROM name_corrections WHERE document = ?1 AND id = ?2";
            Ok(transaction.execute(sql, params![document, correction])? > 0)
        })
    }
}

fn columns(correction: &NameCorrection) -> Result<(&'static str, &str, Option<String>)> {
    Ok(match correction {
        NameCorrection::Merge { name, other } => ("merge", name, Some(other.clone())),
        NameCorrection::Split { name } => ("split", name, None),
        NameCorrection::Rename { name, title } => ("rename", name, Some(title.clone())),
        NameCorrection::SetKind { name, kind } => ("set_kind", name, Some(to_word(kind)?)),
        NameCorrection::Discard { name } => ("discard", name, None),
    })
}

fn correction(row: &Row<'_>) -> Result<Correction> {
    let (id, kind, name): (_, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let value = || -> Result<String> {
        row.get::<_, Option<String>>(3)?
            .ok_or_else(|| Error::Broken(format!("correction {id} lacks its value")))
    };
    let what = match kind.as_str() {
        "merge" => NameCorrection::Merge { name, other: value()? },
        "split" => NameCorrection::Split { name },
        "rename" => NameCorrection::Rename { name, title: value()? },
        "set_kind" => NameCorrection::SetKind { name, kind: from_word(value()?)? },
        "discard" => NameCorrection::Discard { name },
        other => return Err(Error::Broken(format!("there is no correction “{other}”"))),
    };
    Ok(Correction { id, what })
}
