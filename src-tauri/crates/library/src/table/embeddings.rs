use std::ops::Range;

use protocol::{GraphId, NodeId};
use rusqlite::{Connection, params};

use super::{blob, graphs, models, nodes};
use crate::blob::{pack_f32, unpack_f32};
use crate::error::{Error, Result};
use crate::{Library, Writer};

/// The sentence embeddings of a graph's nodes as one matrix.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Embeddings {
    /// Numbers per vector; 0 if no node has one.
    pub dimensions: usize,
    /// One row per node, in the order of their numbers; zeros for a node without an embedding.
    pub vectors: Vec<f32>,
    /// The nodes without an embedding.
    pub missing: Vec<NodeId>,
}

impl Library {
    /// Returns the embeddings that a model made of a graph's nodes.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`], [`Error::Broken`].
    pub fn embeddings(&self, graph: GraphId, model_hash: &str) -> Result<Embeddings> {
        self.read(|connection| {
            graphs::load(connection, graph)?;
            let count = nodes::last(connection, graph)?.map_or(0, |last| last.id + 1);
            matrix(count, load(connection, graph, model_hash)?)
        })
    }

    /// Returns those of these nodes for which a model has made no embedding yet.
    pub fn unembedded(
        &self,
        graph: GraphId,
        model_hash: &str,
        nodes: Range<NodeId>,
    ) -> Result<Vec<NodeId>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id FROM nodes n WHERE graph = ?1 AND id >= ?2 AND id < ?3 AND NOT EXISTS (
                SELECT 1 FROM embeddings e JOIN models m ON m.id = e.model
                WHERE e.graph = n.graph AND e.node = n.id AND m.hash = ?4
             ) ORDER BY id",
        )?;
        let rows = statement
            .query_map(params![graph, nodes.start, nodes.end, model_hash], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer {
    /// Saves a model's embeddings of nodes, replacing earlier ones.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`]; [`Error::Refused`] for a node that the graph does not have.
    pub fn save_embeddings(
        &mut self,
        graph: GraphId,
        model_hash: &str,
        vectors: &[(NodeId, &[f32])],
    ) -> Result<()> {
        self.write(|transaction| {
            graphs::load(transaction, graph)?;
            let last = nodes::last(transaction, graph)?.map(|last| last.id);
            if let Some((node, _)) = vectors.iter().find(|(node, _)| Some(*node) > last) {
                return Err(Error::Refused(format!("graph {graph} has no node {node}")));
            }
            let model = models::key(transaction, model_hash)?;
            let mut statement = transaction.prepare_cached(
                "INSERT OR REPLACE INTO embeddings (graph, node, model, vector)
                 VALUES (?1, ?2, ?3, ?4)",
            )?;
            for (node, vector) in vectors {
                statement.execute(params![graph, node, model, pack_f32(vector)])?;
            }
            Ok(())
        })
    }
}

impl Writer {
    /// Copies embeddings from nodes of another graph with the same texts: the first of `from` to
    /// node `first`, and so on. Existing embeddings stay.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] for a node that the graph does not have.
    pub fn copy_embeddings(
        &mut self,
        (source, from): (GraphId, Range<NodeId>),
        (graph, first): (GraphId, NodeId),
    ) -> Result<()> {
        self.write(|transaction| {
            let last = nodes::last(transaction, graph)?.map_or(0, |last| last.id + 1);
            if from.len() > last.saturating_sub(first) as usize {
                return Err(Error::Refused(format!("graph {graph} has only {last} nodes")));
            }
            transaction.execute(
                "INSERT OR IGNORE INTO embeddings (graph, node, model, vector)
                 SELECT ?1, node - ?2 + ?3, model, vector FROM embeddings
                 WHERE graph = ?4 AND node >= ?2 AND node < ?5",
                params![graph, from.start, first, source, from.end],
            )?;
            Ok(())
        })
    }
}

/// Checks the embeddings of a graph's nodes, by whichever models: finite numbers, and as many for
/// each node.
pub(crate) fn check(connection: &Connection, graph: GraphId) -> Result<()> {
    let mut statement = connection
        .prepare_cached("SELECT model, vector FROM embeddings WHERE graph = ?1 ORDER BY model")?;
    let mut rows = statement.query([graph])?;
    let mut last: Option<(i64, usize)> = None;
    while let Some(row) = rows.next()? {
        let (model, vector): (i64, _) = (row.get(0)?, unpack_f32(blob(row, 1)?)?);
        let fits = last.is_none_or(|(other, length)| other != model || length == vector.len());
        if !fits || vector.is_empty() || !vector.iter().all(|value| value.is_finite()) {
            return Err(Error::Broken(format!("an embedding of graph {graph} does not fit")));
        }
        last = Some((model, vector.len()));
    }
    Ok(())
}

fn load(
    connection: &Connection,
    graph: GraphId,
    model_hash: &str,
) -> Result<Vec<(NodeId, Vec<f32>)>> {
    let Some(model) = models::find(connection, model_hash)? else { return Ok(Vec::new()) };
    let mut statement = connection.prepare_cached(
        "SELECT node, vector FROM embeddings WHERE graph = ?1 AND model = ?2 ORDER BY node",
    )?;
    let rows = statement.query_and_then(params![graph, model], |row| {
        let vector = unpack_f32(blob(row, 1)?)?;
        Ok((row.get(0)?, vector))
    })?;
    rows.collect()
}

fn matrix(count: NodeId, rows: Vec<(NodeId, Vec<f32>)>) -> Result<Embeddings> {
    let dimensions = rows.first().map_or(0, |(_, vector)| vector.len());
    let mut vectors = vec![0.0; count as usize * dimensions];
    let mut missing = Vec::new();
    let mut expected = 0;
    for (node, vector) in rows {
        if vector.len() != dimensions || node >= count {
            return Err(Error::Broken(format!("the embedding of node {node} does not fit")));
        }
        missing.extend(expected..node);
        expected = node + 1;
        let begin = node as usize * dimensions;
        vectors[begin..begin + dimensions].copy_from_slice(&vector);
    }
    missing.extend(expected..count);
    Ok(Embeddings { dimensions, vectors, missing })
}
