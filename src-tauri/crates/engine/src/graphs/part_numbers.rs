//! The numbers of nodes in the part of a document that a reader has reached.
//!
//! In the library, points are numbered after all chunks, so that their numbers tell how long the document is. In a
//! part, they are numbered after the chunks that begin in it.

use hwdag::Graph;
use library::StoredGraph;
use protocol::{Answer, Failure, NodeId};

use crate::engine::Engine;
use crate::graphs::rows::{from_rows, load};
use crate::until::bound;

/// The nodes of a graph that a reader has reached.
pub(crate) struct PartNumbers {
    /// The chunks that begin in the part, and the points that follow from it, in the library's numbers, ascending.
    numbered: Vec<NodeId>,
    /// Those that follow from the part, without a chunk that ends beyond it.
    reached: Vec<NodeId>,
}

impl PartNumbers {
    /// Numbers the nodes of a stored graph that follow from the text before a character; without one, all.
    pub fn of(stored: &StoredGraph, until: Option<u32>) -> Result<Self, Failure> {
        match until {
            Some(character) => Ok(Self::before(&from_rows(stored)?, character)),
            None => {
                let all: Vec<NodeId> = stored.nodes.iter().map(|node| node.id).collect();
                Ok(Self { numbered: all.clone(), reached: all })
            }
        }
    }

    fn before(graph: &Graph, character: u32) -> Self {
        let chunks = graph.level(1);
        let begins = |&node: &usize| {
            let range = graph.nodes()[node].range.as_ref();
            range.is_none_or(|range| range.start < character as usize)
        };
        let reached = graph.until(character as usize).numbers;
        let points = reached.iter().copied().filter(|&node| node >= chunks.end);
        let numbered = chunks.clone().filter(begins).chain(points);
        let ids = |nodes: Vec<usize>| nodes.into_iter().map(|node| node as NodeId).collect();
        Self { numbered: ids(numbered.collect()), reached: ids(reached) }
    }

    /// Returns the number of nodes that follow from the part.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Returns whether a node follows from the part.
    pub fn has(&self, node: NodeId) -> bool {
        self.reached.binary_search(&node).is_ok()
    }

    /// Returns the number that a node has in the part. A node outside it keeps its number.
    pub fn in_part(&self, node: NodeId) -> NodeId {
        self.numbered.binary_search(&node).map_or(node, |number| number as NodeId)
    }

    /// Returns the library's number of a node that follows from the part.
    pub fn in_library(&self, number: NodeId) -> Option<NodeId> {
        self.numbered.get(number as usize).copied().filter(|&node| self.has(node))
    }
}

impl Engine {
    /// If a question was asked as of a place, numbers the nodes in its answer as [`Request::Show`] does for that place,
    /// so that they reveal nothing about the text after it.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    ///
    /// [`Request::Show`]: protocol::Request::Show
    pub fn number_as_of_place(&mut self, answer: &mut Answer) -> Result<(), Failure> {
        let place = (answer.options.until, answer.documents.first(), answer.graphs.first());
        let (Some(until), Some(&document), Some(&graph)) = place else { return Ok(()) };
        let library = self.access.read()?;
        let numbers = PartNumbers::before(&load(library, graph)?, bound(library, document, until)?);
        for step in &mut answer.steps {
            step.node = numbers.in_part(step.node);
        }
        for passage in &mut answer.evidence {
            passage.chunk = numbers.in_part(passage.chunk);
            passage.node = numbers.in_part(passage.node);
        }
        Ok(())
    }
}
