use protocol::{GraphId, GraphViewEdge, NodeId};
use rusqlite::{Connection, Row, Transaction, params};

use super::blob;
use crate::blob::{pack_f32, unpack_f32};
use crate::error::Result;

/// The edges of one point: to every node of the batch from which it was written. These are
/// consecutive.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEdges {
    /// The point.
    pub predecessor: NodeId,
    /// The first node of its batch.
    pub first: NodeId,
    /// The weights of the edges to `first`, `first + 1` and so on.
    pub weights: Vec<f32>,
}

impl StoredEdges {
    /// Iterates over single edges.
    pub fn iter(&self) -> impl Iterator<Item = GraphViewEdge> + '_ {
        let from = self.predecessor;
        (self.first..).zip(&self.weights).map(move |(to, &weight)| GraphViewEdge {
            from,
            to,
            weight,
        })
    }
}

pub(crate) fn insert(
    transaction: &Transaction<'_>,
    graph: GraphId,
    predecessor: NodeId,
    first: NodeId,
    weights: &[f32],
) -> Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO edges (graph, predecessor, first, weights) VALUES (?1, ?2, ?3, ?4)",
    )?;
    statement.execute(params![graph, predecessor, first, pack_f32(weights)])?;
    Ok(())
}

pub(crate) fn load(connection: &Connection, graph: GraphId) -> Result<Vec<StoredEdges>> {
    let mut statement = connection.prepare_cached(
        "SELECT predecessor, first, weights FROM edges WHERE graph = ?1 ORDER BY predecessor",
    )?;
    statement.query_and_then([graph], edges)?.collect()
}

fn edges(row: &Row<'_>) -> Result<StoredEdges> {
    Ok(StoredEdges {
        predecessor: row.get(0)?,
        first: row.get(1)?,
        weights: unpack_f32(blob(row, 2)?)?,
    })
}
