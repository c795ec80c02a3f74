//! The nodes of one or several graphs, searched as if they were one.

use std::collections::HashMap;

use crate::Graph;
use crate::graph::Node;

/// A node of one of the graphs that are searched together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKey {
    /// The graph's place among those searched, from 0.
    pub graph: usize,
    /// The node's number in it.
    pub node: usize,
}

/// Graphs side by side. A node's number here is its own plus the number of nodes of all graphs
/// before.
pub(crate) struct GraphSet<'a> {
    graphs: &'a [&'a Graph],
    first: Vec<usize>,
    len: usize,
}

impl<'a> GraphSet<'a> {
    pub(crate) fn new(graphs: &'a [&'a Graph]) -> Self {
        let mut len = 0;
        let first = graphs.iter().map(|graph| {
            let first = len;
            len += graph.nodes().len();
            first
        });
        Self { graphs, first: first.collect(), len }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn key(&self, node: usize) -> NodeKey {
        let graph = self.first.partition_point(|&first| first <= node) - 1;
        NodeKey { graph, node: node - self.first[graph] }
    }

    pub(crate) fn number(&self, key: NodeKey) -> usize {
        self.first[key.graph] + key.node
    }

    /// Returns the level of a node, if the node exists.
    pub(crate) fn level(&self, key: NodeKey) -> Option<usize> {
        Some(self.graphs.get(key.graph)?.nodes().get(key.node)?.level)
    }

    pub(crate) fn graph(&self, key: NodeKey) -> &'a Graph {
        self.graphs[key.graph]
    }

    pub(crate) fn node(&self, node: usize) -> &'a Node {
        let key = self.key(node);
        &self.graph(key).nodes()[key.node]
    }

    /// The edges down from a node.
    pub(crate) fn successors(&self, node: usize) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let key = self.key(node);
        let first = self.first[key.graph];
        let edges = self.graph(key).successors(key.node);
        edges.iter().map(move |edge| (first + edge.to, f64::from(edge.weight)))
    }

    /// The nodes of every graph where a search begins, in order.
    pub(crate) fn top(&self) -> Vec<usize> {
        let each = self.graphs.iter().zip(&self.first);
        each.flat_map(|(graph, first)| graph.roots().into_iter().map(move |node| first + node))
            .collect()
    }

    /// Returns for each node the first one of its graph with the same text, word for word: itself,
    /// unless a point was passed on unchanged from the level below.
    pub(crate) fn first_of_same_text(&self) -> Vec<usize> {
        let mut found = Vec::with_capacity(self.len);
        for (graph, &first) in self.graphs.iter().zip(&self.first) {
            let mut known = HashMap::new();
            let same = graph
                .nodes()
                .iter()
                .enumerate()
                .map(|(place, node)| *known.entry(node.text.as_str()).or_insert(first + place));
            found.extend(same);
        }
        found
    }

    /// Returns the number of levels of the highest graph.
    pub(crate) fn levels(&self) -> usize {
        self.graphs.iter().map(|graph| graph.levels()).max().unwrap_or(0)
    }
}
