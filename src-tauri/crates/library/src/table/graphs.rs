use protocol::{DocumentId, GraphId};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::existence::require_document;
use super::{documents, models, now};
use crate::error::{Error, Result};
use crate::open::{Library, Writer};

/// A graph without its nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphRecord {
    /// Its number.
    pub id: GraphId,
    /// Its document.
    pub document: DocumentId,
    /// SHA-256 of the building model, in hexadecimal.
    pub model_hash: String,
    /// The build settings, in JSON.
    pub settings: String,
    /// When it was begun: seconds since 1970-01-01 UTC.
    pub begun: i64,
    /// Whether it reached its top level.
    pub complete: bool,
    /// Whether it was begun for an earlier text of the document.
    pub earlier: bool,
}

const SELECT: &str = "
    SELECT g.id, g.document, m.hash, g.settings, g.begun, g.complete, g.earlier
    FROM graphs g JOIN models m ON m.id = g.model";

impl Library {
    /// Returns one graph, without its nodes.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`].
    pub fn graph(&self, id: GraphId) -> Result<GraphRecord> {
        load(&self.connection, id)
    }

    /// Returns the graphs of a document in the order in which they were begun, including those of
    /// its earlier texts.
    pub fn graphs(&self, document: DocumentId) -> Result<Vec<GraphRecord>> {
        let sql = format!("{SELECT} WHERE g.document = ?1 ORDER BY g.id");
        self.connection.prepare_cached(&sql)?.query_and_then([document], graph)?.collect()
    }

    /// Returns the graph of a document that is shown and asked: the complete one that was begun
    /// last, or while none is complete the one that was begun last. Graphs of an earlier text do
    /// not count.
    pub fn graph_to_ask(&self, document: DocumentId) -> Result<Option<GraphId>> {
        let sql = "SELECT id FROM graphs WHERE document = ?1 AND NOT earlier
                   ORDER BY complete DESC, id DESC LIMIT 1";
        Ok(self.connection.query_row(sql, [document], |row| row.get(0)).optional()?)
    }
}

impl Writer {
    /// Returns the graph of a document's text for a model and settings: begun now, or earlier. A
    /// failure of an earlier attempt is forgotten.
    ///
    /// `settings` is JSON and compared letter by letter, so its fields must always be written in
    /// the same order.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn begin_graph(
        &mut self,
        document: DocumentId,
        model_hash: &str,
        settings: &str,
    ) -> Result<GraphId> {
        self.write(|transaction| {
            require_document(transaction, document)?;
            documents::clear_failure(transaction, document)?;
            let model = models::key(transaction, model_hash)?;
            transaction.execute(
                "INSERT INTO graphs (document, model, settings, begun) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (document, model, settings) WHERE earlier = 0 DO NOTHING",
                params![document, model, settings, now()],
            )?;
            let sql = "SELECT id FROM graphs
                 WHERE document = ?1 AND model = ?2 AND settings = ?3 AND earlier = 0";
            Ok(transaction.query_row(sql, params![document, model, settings], |row| row.get(0))?)
        })
    }
}

/// Marks all graphs of a document as those of an earlier text.
pub(crate) fn set_aside(transaction: &Transaction<'_>, document: DocumentId) -> Result<()> {
    transaction.execute("UPDATE graphs SET earlier = 1 WHERE document = ?1", [document])?;
    Ok(())
}

/// Marks a graph as one of an earlier text.
pub(crate) fn set_one_aside(transaction: &Transaction<'_>, id: GraphId) -> Result<()> {
    transaction.execute("UPDATE graphs SET earlier = 1 WHERE id = ?1", [id])?;
    Ok(())
}

/// Returns the graph of the present text with the model and settings of one of an earlier text.
pub(crate) fn successor(
    transaction: &Transaction<'_>,
    earlier: GraphId,
) -> Result<Option<GraphId>> {
    let sql = "SELECT g.id FROM graphs g
        JOIN graphs e ON g.document = e.document AND g.model = e.model AND g.settings = e.settings
        WHERE e.id = ?1 AND NOT g.earlier";
    Ok(transaction.query_row(sql, [earlier], |row| row.get(0)).optional()?)
}

/// Marks a graph as complete.
pub(crate) fn complete(transaction: &Transaction<'_>, id: GraphId) -> Result<()> {
    transaction.execute("UPDATE graphs SET complete = 1 WHERE id = ?1", [id])?;
    Ok(())
}

/// Deletes the graphs that a graph replaces; none, if it is itself of an earlier text.
pub(crate) fn forget_earlier(transaction: &Transaction<'_>, id: GraphId) -> Result<()> {
    let earlier = "SELECT e.id FROM graphs e
         JOIN graphs g ON g.document = e.document AND g.model = e.model AND g.settings = e.settings
         WHERE g.id = ?1 AND NOT g.earlier AND e.earlier";
    let delete = format!(
        "DELETE FROM graphs WHERE id IN ({earlier})
         AND id NOT IN (SELECT graph FROM question_documents)"
    );
    transaction.execute(&delete, [id])?;
    let delete = format!("DELETE FROM embeddings WHERE graph IN ({earlier})");
    transaction.execute(&delete, [id])?;
    Ok(())
}

/// Returns the graph, unless it is complete: then nothing can be added to it.
pub(crate) fn require_growing(transaction: &Transaction<'_>, id: GraphId) -> Result<GraphRecord> {
    let graph = load(transaction, id)?;
    if graph.complete {
        return Err(Error::Refused(format!("graph {id} is complete")));
    }
    Ok(graph)
}

/// Returns a graph, or fails with [`Error::GraphUnknown`].
pub(crate) fn load(connection: &Connection, id: GraphId) -> Result<GraphRecord> {
    let sql = format!("{SELECT} WHERE g.id = ?1");
    let found =
        connection.prepare_cached(&sql)?.query_row([id], |row| Ok(graph(row))).optional()?;
    found.ok_or(Error::GraphUnknown(id))?
}

fn graph(row: &Row<'_>) -> Result<GraphRecord> {
    Ok(GraphRecord {
        id: row.get(0)?,
        document: row.get(1)?,
        model_hash: row.get(2)?,
        settings: row.get(3)?,
        begun: row.get(4)?,
        complete: row.get(5)?,
        earlier: row.get(6)?,
    })
}
