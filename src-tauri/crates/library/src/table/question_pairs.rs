use std::collections::HashSet;
use std::ops::Range;

use protocol::{DocumentId, EntityCost};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::existence::require_document;
use super::{models, now};
use crate::error::Result;
use crate::{Library, Writer};

/// A question about an entity that a model wrote, with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPair {
    /// The name with which the model was asked.
    pub name: String,
    /// The sentence with the answer, in characters of the text.
    pub sentence: Range<u32>,
    /// The question.
    pub question: String,
    /// Its answer.
    pub answer: String,
    /// The answer's share of attention on that sentence, of everything the model was shown.
    pub attention: f64,
}

/// The pairs that a model wrote about the sentences of a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredPairs {
    /// The pairs, in the order of their sentences.
    pub pairs: Vec<StoredPair>,
    /// The sentences that it was shown: the name with which it was asked, and where each begins.
    pub shown: HashSet<(String, u32)>,
    /// The cost.
    pub cost: EntityCost,
}

/// The pairs that a model wrote about a few sentences.
pub struct NewPairs<'a> {
    /// The document.
    pub document: DocumentId,
    /// SHA-256 of the model's file.
    pub model_hash: &'a str,
    /// The name of the entity about which it was asked.
    pub name: &'a str,
    /// The start of each sentence that it was shown.
    pub shown: &'a [u32],
    /// The pairs.
    pub pairs: &'a [StoredPair],
    /// The cost.
    pub cost: EntityCost,
}

impl Library {
    /// Returns the pairs about the sentences of a document by the model that last wrote some.
    pub fn latest_pairs(&self, document: DocumentId) -> Result<StoredPairs> {
        let sql = "SELECT hash FROM pair_costs JOIN models ON models.id = model
                   WHERE document = ?1 ORDER BY written DESC LIMIT 1";
        let hash: Option<String> =
            self.connection.query_row(sql, [document], |row| row.get(0)).optional()?;
        hash.map_or_else(|| Ok(StoredPairs::default()), |hash| self.pairs(document, &hash))
    }

    /// Returns the pairs that the model with this hash wrote about the sentences of a document.
    pub fn pairs(&self, document: DocumentId, model_hash: &str) -> Result<StoredPairs> {
        let Some(model) = models::find(&self.connection, model_hash)? else {
            return Ok(StoredPairs::default());
        };
        let sql = "SELECT name, start, \"end\", question, answer, attention FROM pairs
                   WHERE document = ?1 AND model = ?2 ORDER BY start, name, question";
        let mut statement = self.connection.prepare_cached(sql)?;
        let pairs = statement.query_map((document, model), |row| {
            Ok(StoredPair {
                name: row.get(0)?,
                sentence: row.get(1)?..row.get(2)?,
                question: row.get(3)?,
                answer: row.get(4)?,
                attention: row.get(5)?,
            })
        })?;
        let pairs = pairs.collect::<rusqlite::Result<_>>()?;
        let sql = "SELECT name, start FROM paired_sentences WHERE document = ?1 AND model = ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let shown = statement.query_map((document, model), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let shown = shown.collect::<rusqlite::Result<_>>()?;
        let sql = "SELECT tokens_evaluated, flops, seconds FROM pair_costs
                   WHERE document = ?1 AND model = ?2";
        let cost = self.connection.query_row(sql, (document, model), |row| {
            let tokens_evaluated = row.get::<_, i64>(0)?.cast_unsigned();
            Ok(EntityCost { tokens_evaluated, flops: row.get(1)?, seconds: row.get(2)? })
        });
        Ok(StoredPairs { pairs, shown, cost: cost.optional()?.unwrap_or_default() })
    }
}

impl Writer {
    /// Stores the pairs that a model wrote about a few sentences, and that it was shown these.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown).
    pub fn save_pairs(&mut self, new: &NewPairs<'_>) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, new.document)?;
            let model = models::key(transaction, new.model_hash)?;
            let sql = "INSERT OR REPLACE INTO pairs
                       (document, model, name, start, \"end\", question, answer, attention)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let mut insert = transaction.prepare_cached(sql)?;
            for StoredPair { name, sentence, question, answer, attention } in new.pairs {
                let Range { start, end } = sentence;
                insert.execute(params![
                    new.document, model, name, start, end, question, answer, attention
                ])?;
            }
            let sql = "INSERT OR IGNORE INTO paired_sentences (document, model, name, start)
                       VALUES (?1, ?2, ?3, ?4)";
            let mut insert = transaction.prepare_cached(sql)?;
            for start in new.shown {
                insert.execute(params![new.document, model, new.name, start])?;
            }
            let EntityCost { tokens_evaluated, flops, seconds } = new.cost;
            transaction.execute(
                "INSERT INTO pair_costs (document, model, written, tokens_evaluated, flops, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (document, model) DO UPDATE SET written = ?3,
                 tokens_evaluated = tokens_evaluated + ?4, flops = flops + ?5, seconds = seconds + ?6",
                params![new.document, model, now(), tokens_evaluated.cast_signed(), flops, seconds],
            )?;
            Ok(())
        })
    }
}

/// Returns whether all pairs about a document lie within a text of this length.
pub(crate) fn within(
    connection: &Connection,
    document: DocumentId,
    characters: u32,
) -> Result<bool> {
    let sql = "SELECT 1 FROM pairs
               WHERE document = ?1 AND NOT (0 <= start AND start <= \"end\" AND \"end\" <= ?2)
               UNION ALL SELECT 1 FROM paired_sentences
               WHERE document = ?1 AND NOT (0 <= start AND start <= ?2)";
    Ok(!connection.prepare_cached(sql)?.exists(params![document, characters])?)
}

/// Deletes the pairs about a document's earlier text.
pub(crate) fn take_out(transaction: &Transaction<'_>, document: DocumentId) -> Result<()> {
    for table in ["pairs", "paired_sentences", "pair_costs"] {
        transaction.execute(&format!("DELETE FROM {table} WHERE document = ?1"), [document])?;
    }
    Ok(())
}
