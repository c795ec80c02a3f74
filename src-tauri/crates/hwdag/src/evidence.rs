//! The passages that an answer rests on: the answer's attention to the visited nodes, carried down
//! along the edges to the chunks.
//!
//! `a(i)` is the attention of the answer's tokens to visited node `i`, as shares that sum to 1. The
//! evidence weight of a chunk is the sum over visited nodes of `a(i)` times, for each path from `i`
//! down to the chunk, the product of its edge weights. A visited chunk counts directly. Since the
//! edges down from a node sum to 1, so do the weights of all chunks.

use crate::graph::Graph;
use crate::graph_set::{GraphSet, NodeKey};

/// A chunk and the extent to which the answer rests on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChunkEvidence {
    /// The chunk.
    pub chunk: NodeKey,
    /// Its evidence weight, from 0 to 1.
    pub weight: f64,
    /// The visited node through which most of the weight came.
    pub node: NodeKey,
}

/// Returns the evidence of visited nodes with their shares `a`, the heaviest first and, of equal
/// ones, the earlier in the documents first. Chunks without weight are left out.
pub(crate) fn evidence(space: &GraphSet<'_>, visited: &[(usize, f64)]) -> Vec<ChunkEvidence> {
    let mut totals = vec![0.0; space.len()];
    let mut largest = vec![(0.0, 0); space.len()];
    for &(node, share) in visited {
        let key = space.key(node);
        let first = node - key.node;
        for (chunk, weight) in descend(space.graph(key), key.node, share) {
            totals[first + chunk] += weight;
            if weight > largest[first + chunk].0 {
                largest[first + chunk] = (weight, node);
            }
        }
    }
    let found = totals.iter().zip(largest).enumerate().filter(|(_, (total, _))| **total > 0.0);
    let mut evidence: Vec<ChunkEvidence> = found
        .map(|(chunk, (&weight, (_, node)))| ChunkEvidence {
            chunk: space.key(chunk),
            weight,
            node: space.key(node),
        })
        .collect();
    evidence.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    evidence
}

/// Returns how much of `share`, given to one node, reaches each chunk.
fn descend(graph: &Graph, node: usize, share: f64) -> impl Iterator<Item = (usize, f64)> {
    let mut mass = vec![0.0; node + 1];
    mass[node] = share;
    // Edges lead to smaller numbers, so a node has received everything before it passes it on.
    for from in (graph.level(1).end..=node).rev() {
        if mass[from] > 0.0 {
            for edge in graph.successors(from) {
                mass[edge.to] += mass[from] * f64::from(edge.weight);
            }
        }
    }
    mass.truncate(graph.level(1).end);
    mass.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0)
}

#[cfg(test)]
mod tests;
