//! The hierarchical weighted directed acyclic graph (PECAN §3.1): nodes in levels, weighted edges
//! from each Information Point down to the nodes that it was written from.
//!
//! A graph grows batch by batch. Its whole state is its nodes, its edges and the batches done. Stored as rows and
//! handed to [`Graph::from_parts`], they restore the graph exactly, and building resumes from there.

use std::ops::Range;

use crate::{Chunk, LanguageModel, Token};

pub use self::prefix::Prefix;

/// A node: a chunk of the document (level 1) or an Information Point (above). Its number is its
/// place among the graph's nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// 1 for chunks, 2 and more for points.
    pub level: usize,
    /// The chunk, or the point without its bullet mark.
    pub text: String,
    /// The building model's tokens: a chunk's as it was cut, a point's of one space and its text.
    pub tokens: Vec<Token>,
    /// A chunk's characters in the document's plain text, in Unicode scalar values; none for a
    /// point.
    pub range: Option<Range<usize>>,
}

/// A weighted edge from a point to a node of the level below: `e(i, j)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The predecessor: the higher node.
    pub from: usize,
    /// The successor: the lower node.
    pub to: usize,
    /// The share of the predecessor's attention. The weights of one predecessor sum to 1.
    pub weight: f32,
}

/// An Information Point that has no number yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// Its text, without the bullet mark.
    pub text: String,
    /// The tokens of one space and the text.
    pub tokens: Vec<Token>,
}

/// Consecutive nodes that were summarised together, and the resulting points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Batch {
    /// The level of the points: 2 and more.
    pub level: usize,
    /// The nodes that were read, all of the level below.
    pub inputs: Range<usize>,
    /// The points that were written. Empty if the model wrote nothing usable, or if the whole level was discarded
    /// because it was not shorter.
    pub outputs: Range<usize>,
}

/// The next thing to do in a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PendingStep {
    /// Summarise some of these nodes, the first ones first, into points of `level`.
    Batch {
        /// The level being built.
        level: usize,
        /// All nodes of the level below that no batch has read yet.
        inputs: Range<usize>,
    },
    /// Discard this level: it has no fewer tokens than the one below.
    Discard {
        /// The level, the highest in the graph.
        level: usize,
    },
    /// Nothing: the graph is complete.
    Complete {
        /// Its top level.
        top: usize,
    },
}

/// Parts that do not belong together: some come from another graph, or are damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("these parts do not belong together: {0}")]
pub struct Inconsistent(pub &'static str);

/// A document's graph, complete or partly built.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// By predecessor, then by successor.
    edges: Vec<Edge>,
    /// For each node the index of its first edge; one more entry at the end.
    first_edge: Vec<usize>,
    /// For each node the edges that lead to it, by predecessor.
    incoming: Vec<Vec<usize>>,
    batches: Vec<Batch>,
    /// The nodes of each level, starting with level 1.
    levels: Vec<Range<usize>>,
    start: SearchStart,
}

/// Where a search of a graph begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum SearchStart {
    /// At its top level.
    #[default]
    Top,
    /// At all nodes that no point summarises: the graph is only what follows from a part of the text.
    Unsummarised,
    /// Nowhere: its nodes are candidates from the start.
    Nowhere,
}

impl Graph {
    /// Returns a graph of chunks, nothing summarised yet.
    pub fn new(chunks: Vec<Chunk>) -> Self {
        let node = |chunk: Chunk| Node {
            level: 1,
            text: chunk.text,
            tokens: chunk.tokens,
            range: Some(chunk.range),
        };
        Self::of_chunks(chunks.into_iter().map(node).collect())
    }

    /// Returns a graph of text parts that are all candidates from the start: a search begins with none of them. They
    /// need not be in reading order.
    pub fn of_candidates(parts: Vec<Chunk>) -> Self {
        Self { start: SearchStart::Nowhere, ..Self::new(parts) }
    }

    fn of_chunks(nodes: Vec<Node>) -> Self {
        let count = nodes.len();
        Self {
            nodes,
            edges: Vec::new(),
            first_edge: vec![0; count + 1],
            incoming: vec![Vec::new(); count],
            batches: Vec::new(),
            levels: (count > 0).then_some(0..count).into_iter().collect(),
            start: SearchStart::Top,
        }
    }

    /// All nodes; a node's number is its index. Chunks come first, in reading order, then each
    /// level's points in the order in which they were written.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All edges, by predecessor, then by successor.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The batches done, in order.
    pub fn batches(&self) -> &[Batch] {
        &self.batches
    }

    /// Returns the number of levels with nodes, including the chunks' level.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The nodes of a level, from 1; empty if there is no such level.
    pub fn level(&self, level: usize) -> Range<usize> {
        let end = self.nodes.len();
        level.checked_sub(1).and_then(|index| self.levels.get(index)).cloned().unwrap_or(end..end)
    }

    /// Returns the number of tokens of all nodes of a level.
    pub fn tokens(&self, level: usize) -> usize {
        self.nodes[self.level(level)].iter().map(|node| node.tokens.len()).sum()
    }

    /// The edges down from a node, by successor; none from a chunk.
    pub fn successors(&self, node: usize) -> &[Edge] {
        &self.edges[self.first_edge[node]..self.first_edge[node + 1]]
    }

    /// The edges down to a node, by predecessor; none to a node of the top level.
    pub fn predecessors(&self, node: usize) -> impl Iterator<Item = &Edge> {
        self.incoming[node].iter().map(|&edge| &self.edges[edge])
    }

    /// The level where a search begins: the top one. While the graph is being built, this is the highest complete
    /// level, except that the chunks give way to the first points as soon as there are any.
    pub fn top(&self) -> usize {
        match self.pending() {
            PendingStep::Batch { level: 2, .. } => self.levels(),
            PendingStep::Batch { level, .. } => level - 1,
            PendingStep::Discard { level } => level - 1,
            PendingStep::Complete { top } => top,
        }
    }

    /// The nodes where a search begins: the top level, or, for a [part](Self::until) of a graph, all nodes that no
    /// point summarises; none for [candidates](Self::of_candidates).
    pub fn roots(&self) -> Vec<usize> {
        let is_root = |&node: &usize| self.incoming[node].is_empty();
        match self.start {
            SearchStart::Top => self.level(self.top()).collect(),
            SearchStart::Unsummarised => (0..self.nodes.len()).filter(is_root).collect(),
            SearchStart::Nowhere => Vec::new(),
        }
    }

    /// Whether the graph has its top level.
    pub fn is_complete(&self) -> bool {
        matches!(self.pending(), PendingStep::Complete { .. })
    }

    /// Returns what building has to do next. A level is complete when every node below it has been read. The last level
    /// is the one that came out of one batch (PECAN §3.1), or the one above which nothing became shorter.
    pub fn pending(&self) -> PendingStep {
        let mut level = 1;
        loop {
            let (below, above) = (level, level + 1);
            let inputs = self.unread(below);
            if !inputs.is_empty() {
                return PendingStep::Batch { level: above, inputs };
            }
            if self.level(above).is_empty() {
                return PendingStep::Complete { top: below };
            }
            if self.tokens(above) >= self.tokens(below) {
                return PendingStep::Discard { level: above };
            }
            if self.batches.iter().filter(|batch| batch.level == above).count() == 1 {
                return PendingStep::Complete { top: above };
            }
            level = above;
        }
    }

    /// The nodes of a level that no batch has read.
    fn unread(&self, level: usize) -> Range<usize> {
        let nodes = self.level(level);
        let last = self.batches.iter().rfind(|batch| batch.level == level + 1);
        last.map_or(nodes.start, |batch| batch.inputs.end)..nodes.end
    }

    /// Returns the same graph in another model's tokens, for searching with a model that did not build it (PECAN Table
    /// 2).
    ///
    /// # Errors
    ///
    /// The model's, if it cannot tokenise.
    pub fn retokenized<M: LanguageModel>(&self, model: &M) -> Result<Self, M::Error> {
        let mut graph = self.clone();
        for node in &mut graph.nodes {
            node.tokens = match node.level {
                1 => model.tokenize(&node.text)?,
                _ => model.tokenize(&format!(" {}", node.text))?,
            };
        }
        Ok(graph)
    }
}

mod growth;
mod prefix;
#[cfg(test)]
mod tests;
