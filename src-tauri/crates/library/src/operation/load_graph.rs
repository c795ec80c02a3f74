//! A graph with its nodes, edges and batches.

use protocol::GraphId;
use rusqlite::Connection;

use crate::error::Result;
use crate::open::Library;
use crate::table::batches::{self, StoredBatch};
use crate::table::edges::{self, StoredEdges};
use crate::table::graphs::{self, GraphRecord};
use crate::table::nodes::{self, StoredNode};

/// A graph with everything saved about it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredGraph {
    /// Its number and build settings.
    pub graph: GraphRecord,
    /// Its nodes in the order of their numbers, which count from 0 without gaps.
    pub nodes: Vec<StoredNode>,
    /// The points' edges in the order of their predecessors.
    pub edges: Vec<StoredEdges>,
    /// The finished batches, by level and in order.
    pub batches: Vec<StoredBatch>,
}

impl Library {
    /// Returns a graph with its nodes, edges and batches at one moment.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`](crate::Error::GraphUnknown), [`Error::Broken`](crate::Error::Broken).
    pub fn load_graph(&self, id: GraphId) -> Result<StoredGraph> {
        self.read(|connection| load(connection, id))
    }
}

/// Returns a graph with its nodes, edges and batches.
pub(crate) fn load(connection: &Connection, id: GraphId) -> Result<StoredGraph> {
    Ok(StoredGraph {
        graph: graphs::load(connection, id)?,
        nodes: nodes::load(connection, id)?,
        edges: edges::load(connection, id)?,
        batches: batches::load(connection, id)?,
    })
}
