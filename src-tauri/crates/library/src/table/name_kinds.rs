use std::collections::HashMap;

use protocol::{DocumentId, EntityCost, EntityKind};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::existence::require_document;
use super::{from_word, models, to_word};
use crate::error::Result;
use crate::{Library, Writer};

/// The kinds of a document's names, where a model was asked. `None` if it could not determine one.
pub type NameKinds = HashMap<String, Option<EntityKind>>;

impl Library {
    /// Returns the known kinds of a document's names.
    pub fn name_kinds(&self, document: DocumentId) -> Result<NameKinds> {
        load(&self.connection, document)
    }

    /// Returns the cost of determining them.
    pub fn name_kinds_cost(&self, document: DocumentId) -> Result<EntityCost> {
        let sql =
            "SELECT tokens_evaluated, flops, seconds FROM name_kind_costs WHERE document = ?1";
        let row = self.connection.query_row(sql, [document], |row| {
            let tokens_evaluated = row.get::<_, i64>(0)?.cast_unsigned();
            Ok(EntityCost { tokens_evaluated, flops: row.get(1)?, seconds: row.get(2)? })
        });
        Ok(row.optional()?.unwrap_or_default())
    }
}

impl Writer {
    /// Stores the kinds that the model with this hash determined for some names of a document, and
    /// adds up the cost.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn save_name_kinds(
        &mut self,
        document: DocumentId,
        model_hash: &str,
        kinds: &[(&str, Option<EntityKind>)],
        cost: EntityCost,
    ) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, document)?;
            let sql = "INSERT OR REPLACE INTO name_kinds (document, name, kind) VALUES (?1, ?2, ?3)";
            let mut insert = transaction.prepare_cached(sql)?;
            for (name, kind) in kinds {
                let kind = kind.as_ref().map(to_word).transpose()?;
                insert.execute(params![document, name, kind])?;
            }
            let model = models::key(transaction, model_hash)?;
            let tokens = cost.tokens_evaluated.cast_signed();
            transaction.execute(
                "INSERT INTO name_kind_costs (document, model, tokens_evaluated, flops, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (document) DO UPDATE SET model = ?2,
                 tokens_evaluated = tokens_evaluated + ?3, flops = flops + ?4, seconds = seconds + ?5",
                params![document, model, tokens, cost.flops, cost.seconds],
            )?;
            Ok(())
        })
    }
}

/// Returns the known kinds of a document's names.
pub(crate) fn load(connection: &Connection, document: DocumentId) -> Result<NameKinds> {
    let mut statement =
        connection.prepare_cached("SELECT name, kind FROM name_kinds WHERE document = ?1")?;
    let rows = statement.query_map([document], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let kind = |row: rusqlite::Result<(String, Option<String>)>| {
        let (name, kind) = row?;
        Ok((name, kind.map(from_word).transpose()?))
    };
    rows.map(kind).collect()
}

/// Deletes the kinds of names of a document's earlier text.
pub(crate) fn take_out(transaction: &Transaction<'_>, document: DocumentId) -> Result<()> {
    transaction.execute("DELETE FROM name_kinds WHERE document = ?1", [document])?;
    transaction.execute("DELETE FROM name_kind_costs WHERE document = ?1", [document])?;
    Ok(())
}
