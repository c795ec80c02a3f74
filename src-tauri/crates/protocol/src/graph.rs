use serde::{Deserialize, Serialize};

use crate::{DocumentId, GraphId, NodeId, Place};

/// A node of the graph: a chunk of the document (level 1) or an Information Point (above).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GraphViewNode {
    /// Its number in the graph.
    pub id: NodeId,
    /// 1 for chunks, 2 and more for points.
    pub level: u32,
    /// The whole chunk, or the point.
    pub text: String,
    /// The place of a chunk; `None` for a point.
    pub place: Option<Place>,
    /// Whether it is a point that the model did not write: a sentence of the text, or another
    /// point.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quoted: bool,
}

/// A weighted edge from a point to a node of the level below from which it was written.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GraphViewEdge {
    /// The predecessor: the higher node.
    pub from: NodeId,
    /// The successor: the lower node.
    pub to: NodeId,
    /// The share of the predecessor's attention, from 0 to 1; all of one predecessor sum to 1.
    pub weight: f32,
}

/// A document's graph, or one node of it with its neighbours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GraphView {
    /// The document.
    pub document: DocumentId,
    /// The graph.
    pub graph: GraphId,
    /// Whether the graph reached its top level.
    pub complete: bool,
    /// Nodes in the order of their numbers.
    pub nodes: Vec<GraphViewNode>,
    /// Edges in the order of their predecessors.
    pub edges: Vec<GraphViewEdge>,
    /// The number of points of the whole graph that the model wrote but that were dropped, because
    /// the text does not support them.
    #[serde(default)]
    pub unsupported: u32,
}
