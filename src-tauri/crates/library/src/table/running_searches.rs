//! The paths of running questions.

use protocol::{Answer, AskOptions, GraphId, Step};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{from_json, models, to_json};
use crate::Writer;
use crate::error::Result;

/// The identity of a running question.
#[derive(Debug, Clone, Copy)]
pub struct RunningSearchKey<'a> {
    /// The question.
    pub question: &'a str,
    /// Its options.
    pub options: &'a AskOptions,
    /// The model's hash.
    pub model_hash: &'a str,
    /// The graphs that are searched, in order.
    pub graphs: &'a [GraphId],
}

impl Writer {
    /// Stores the path of a running question, replacing the earlier one. It is deleted when an
    /// answer is stored, or a document is removed.
    pub fn keep_walk(&mut self, asked: &RunningSearchKey<'_>, steps: &[Step]) -> Result<()> {
        let steps = to_json(&steps)?;
        let (options, graphs) = (to_json(asked.options)?, to_json(&asked.graphs)?);
        self.write(|transaction| {
            let model = models::key(transaction, asked.model_hash)?;
            transaction.execute(
                "INSERT INTO walks (question, options, model, graphs, steps)
                 VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT DO UPDATE SET steps = excluded.steps",
                params![asked.question, options, model, graphs, steps],
            )?;
            Ok(())
        })
    }
}

/// Returns the stored path of a running question, if any.
pub(crate) fn load(
    connection: &Connection,
    asked: &RunningSearchKey<'_>,
) -> Result<Option<Vec<Step>>> {
    let Some(model) = models::find(connection, asked.model_hash)? else { return Ok(None) };
    let (options, graphs) = (to_json(asked.options)?, to_json(&asked.graphs)?);
    let steps: Option<String> = connection
        .query_row(
            "SELECT steps FROM walks
             WHERE question = ?1 AND options = ?2 AND model = ?3 AND graphs = ?4",
            params![asked.question, options, model, graphs],
            |row| row.get(0),
        )
        .optional()?;
    steps.map(|steps| from_json(&steps)).transpose()
}

/// Deletes the path of a question that now has its answer.
pub(crate) fn forget(transaction: &Transaction<'_>, answer: &Answer, model: i64) -> Result<()> {
    transaction.execute(
        "DELETE FROM walks WHERE question = ?1 AND options = ?2 AND model = ?3 AND graphs = ?4",
        params![answer.question, to_json(&answer.options)?, model, to_json(&answer.graphs)?],
    )?;
    Ok(())
}
