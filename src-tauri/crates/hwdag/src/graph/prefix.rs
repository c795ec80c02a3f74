//! The part of a graph that a reader has reached: only what follows from the text before a place.

use super::{Batch, Edge, Graph, Node, SearchStart};

/// The part of a graph that follows from the text before a place. It does not depend on the text after that place:
/// neither do its nodes nor the weights of its edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefix {
    /// The nodes and their edges, renumbered.
    pub graph: Graph,
    /// The number of each node in the whole graph, ascending.
    pub numbers: Vec<usize>,
}

impl Prefix {
    /// The whole of a graph.
    pub fn whole(graph: Graph) -> Self {
        Self { numbers: (0..graph.nodes.len()).collect(), graph }
    }
}

/// The nodes of a level that are kept.
struct KeptNodes {
    /// The first node's number in the whole graph.
    old: usize,
    /// Its number in the part.
    new: usize,
    count: usize,
}

impl KeptNodes {
    fn end(&self) -> usize {
        self.old + self.count
    }

    /// Returns the number that a node has in the part.
    fn renumber(&self, node: usize) -> usize {
        node - self.old + self.new
    }
}

impl Graph {
    /// Returns the part of the graph that follows from the text before a character: the chunks that end there or
    /// earlier, and the points that were written from those alone.
    ///
    /// The end of a batch depends on the node after it, so a batch counts only if that node is kept, too. The last
    /// chunk is left out unless all have equally many tokens: if sentences end chunks, its end depends on the following
    /// text. A place at the end of the text leaves the whole graph.
    pub fn until(&self, character: usize) -> Prefix {
        let chunks = &self.nodes[self.level(1)];
        let ends_by = |node: &Node| node.range.as_ref().is_none_or(|range| range.end <= character);
        let count = chunks.partition_point(ends_by);
        if count == chunks.len() {
            return Prefix::whole(self.clone());
        }
        let length = |node: &Node| node.tokens.len();
        let is_even = chunks[..count].windows(2).all(|two| length(&two[0]) == length(&two[1]));
        let count = if is_even { count } else { count - 1 };
        self.first(count)
    }

    /// The first chunks and the points that were written from them alone.
    fn first(&self, chunks: usize) -> Prefix {
        let mut kept = vec![KeptNodes { old: 0, new: 0, count: chunks }];
        let mut batches: Vec<Batch> = Vec::new();
        for batch in &self.batches {
            let Some(below) = kept.get(batch.level - 2) else { break };
            if batch.outputs.is_empty() || batch.inputs.end >= below.end() {
                continue;
            }
            let inputs = below.renumber(batch.inputs.start)..below.renumber(batch.inputs.end);
            if kept.len() < batch.level {
                let new = kept.iter().map(|level| level.count).sum();
                kept.push(KeptNodes { old: batch.outputs.start, new, count: 0 });
            }
            let level = &mut kept[batch.level - 1];
            level.count += batch.outputs.len();
            let outputs = level.renumber(batch.outputs.start)..level.renumber(batch.outputs.end);
            batches.push(Batch { level: batch.level, inputs, outputs });
        }
        kept.retain(|level| level.count > 0);
        self.of_kept(&kept, batches)
    }

    fn of_kept(&self, kept: &[KeptNodes], batches: Vec<Batch>) -> Prefix {
        let numbers: Vec<usize> = kept.iter().flat_map(|level| level.old..level.end()).collect();
        let mut graph = Self {
            nodes: numbers.iter().map(|&node| self.nodes[node].clone()).collect(),
            levels: kept.iter().map(|level| level.new..level.new + level.count).collect(),
            incoming: vec![Vec::new(); numbers.len()],
            first_edge: vec![0],
            edges: Vec::new(),
            batches,
            start: SearchStart::Unsummarised,
        };
        let new = |node: usize| numbers.partition_point(|&number| number < node);
        for (from, &old) in numbers.iter().enumerate() {
            for edge in self.successors(old) {
                let to = new(edge.to);
                graph.incoming[to].push(graph.edges.len());
                graph.edges.push(Edge { from, to, weight: edge.weight });
            }
            graph.first_edge.push(graph.edges.len());
        }
        Prefix { graph, numbers }
    }
}
