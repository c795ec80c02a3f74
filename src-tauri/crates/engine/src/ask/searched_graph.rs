//! A graph as a question searches it.

use std::ops::Range;

use hwdag::Graph;
use protocol::DocumentId;

/// A searched graph.
pub(crate) struct SearchedGraph {
    pub document: DocumentId,
    pub graph: Graph,
    /// The numbers of its nodes in the library; for a part of a document, some are missing. For a sentence, the number
    /// of its chunk.
    pub numbers: Vec<usize>,
    /// For candidates, the ranges of the sentences of each, in characters.
    pub ranges: Vec<Vec<Range<u32>>>,
}

impl SearchedGraph {
    /// Creates a part from a graph, with the numbers of its nodes in the library.
    pub(crate) fn of_graph(document: DocumentId, graph: Graph, numbers: Vec<usize>) -> Self {
        Self { document, graph, numbers, ranges: Vec::new() }
    }

    /// Returns the ranges of a node that has a place in the text; for a candidate, those of its sentences.
    pub(crate) fn ranges(&self, node: usize) -> Vec<Range<u32>> {
        let characters = |range: &Range<usize>| range.start as u32..range.end as u32;
        let whole = || self.graph.nodes()[node].range.iter().map(characters).collect();
        self.ranges.get(node).cloned().unwrap_or_else(whole)
    }

    pub(crate) fn len(&self) -> usize {
        self.graph.nodes().len()
    }
}

/// The size of the material from which a question could be answered.
pub(crate) struct Totals {
    pub nodes: usize,
    pub chunks: usize,
    pub tokens: u64,
}

impl Totals {
    pub(crate) fn of(parts: &[SearchedGraph]) -> Self {
        let all = || parts.iter().flat_map(|part| part.graph.nodes());
        let chunks = || all().filter(|node| node.level == 1);
        Self {
            nodes: all().count(),
            chunks: chunks().count(),
            tokens: chunks().map(|node| node.tokens.len() as u64).sum(),
        }
    }
}

/// Returns where the chunks of a document end, in characters.
pub(crate) fn chunk_ends(part: &SearchedGraph) -> Vec<usize> {
    let chunks = part.graph.nodes()[part.graph.level(1)].iter();
    chunks.map(|chunk| chunk.range.as_ref().map_or(0, |at| at.end)).collect()
}
