//! Batches written for an earlier version of the document that still hold. The points of a batch
//! depend on its inputs alone. So where the same nodes recur in the same order, their points and
//! edges are taken from the earlier graph without running the model.

use std::collections::HashMap;
use std::ops::Range;

use super::summarised_batch::{BatchOrigin, SummarisedBatch};
use crate::graph::{Batch, Edge, Graph, Node, Point};
use crate::{Ending, Token, TokenCounts};

/// Graphs of earlier versions of a document, built by the same model with the same settings.
#[derive(Debug, Default)]
pub struct EarlierVersions {
    versions: Vec<Version>,
    /// For each level of inputs, from 0: the batches by the tokens of their first input.
    beginnings: Vec<HashMap<Vec<Token>, Vec<BatchPosition>>>,
}

#[derive(Debug)]
struct Version {
    graph: Graph,
    complete: bool,
}

/// A batch among those of all versions.
#[derive(Debug, Clone, Copy)]
struct BatchPosition {
    version: usize,
    batch: usize,
}

impl EarlierVersions {
    /// Takes graphs of earlier versions, the preferred one first, each with whether it was built up
    /// to its top level.
    pub fn new(graphs: impl IntoIterator<Item = (Graph, bool)>) -> Self {
        let mut earlier = Self::default();
        for (graph, complete) in graphs {
            earlier.note(&graph);
            earlier.versions.push(Version { graph, complete });
        }
        earlier
    }

    fn note(&mut self, graph: &Graph) {
        let version = self.versions.len();
        for (place, batch) in graph.batches().iter().enumerate() {
            // The batches of a discarded level have lost their outputs.
            if batch.level > graph.levels() {
                continue;
            }
            if self.beginnings.len() < batch.level {
                self.beginnings.resize_with(batch.level, HashMap::new);
            }
            let first = graph.nodes()[batch.inputs.start].tokens.clone();
            let batches = self.beginnings[batch.level - 1].entry(first).or_default();
            batches.push(BatchPosition { version, batch: place });
        }
    }

    /// Returns the longest batch whose inputs are the first of these nodes, if there is one.
    ///
    /// The last batch of a level was ended by the level, not by the window: it is found only where
    /// the level ends again.
    pub(super) fn find(
        &self,
        graph: &Graph,
        level: usize,
        left: Range<usize>,
    ) -> Option<BatchOrigin> {
        let nodes = &graph.nodes()[left];
        let beginnings = self.beginnings.get(level.checked_sub(1)?)?;
        let places = beginnings.get(&nodes.first()?.tokens)?;
        let fitting = places.iter().filter(|place| {
            let (earlier, batch) = self.at(place);
            let inputs = &earlier.nodes()[batch.inputs.clone()];
            let was_last = batch.inputs.end == earlier.level(level - 1).end;
            is_same(inputs, nodes.get(..inputs.len()).unwrap_or_default())
                && (!was_last || inputs.len() == nodes.len())
        });
        // Of several equally long ones, the first.
        let longest = fitting.rev().max_by_key(|place| self.at(place).1.inputs.len())?;
        Some(BatchOrigin { graph: longest.version, batch: self.at(longest).1.clone() })
    }

    fn at(&self, place: &BatchPosition) -> (&Graph, &Batch) {
        let graph = &self.versions[place.version].graph;
        (graph, &graph.batches()[place.batch])
    }

    /// Returns the first of these inputs, up to one that an earlier batch begins with.
    pub(super) fn until_known(
        &self,
        graph: &Graph,
        level: usize,
        inputs: Range<usize>,
        end: usize,
    ) -> Range<usize> {
        let mut further = inputs.start + 1..inputs.end;
        let known = further.find(|&node| self.find(graph, level, node..end).is_some());
        inputs.start..known.unwrap_or(inputs.end)
    }

    /// Returns whether an earlier graph was complete with exactly this level on top.
    pub(super) fn ended(&self, graph: &Graph, level: usize) -> bool {
        self.versions.iter().any(|Version { graph: earlier, complete }| {
            let (was, is) = (earlier.level(level), graph.level(level));
            *complete
                && earlier.levels() == level
                && is_same(&earlier.nodes()[was], &graph.nodes()[is])
        })
    }

    /// Returns the batch with its inputs, and its points from `first` on, numbered as in the new
    /// graph.
    pub(super) fn take(&self, origin: BatchOrigin, inputs: usize, first: usize) -> SummarisedBatch {
        let graph = &self.versions[origin.graph].graph;
        let batch = &origin.batch;
        let (mut points, mut edges) = (Vec::new(), Vec::new());
        for (from, output) in (first..).zip(batch.outputs.clone()) {
            let Node { text, tokens, .. } = graph.nodes()[output].clone();
            points.push(Point { text, tokens });
            edges.extend(graph.successors(output).iter().map(|edge| Edge {
                from,
                to: edge.to - batch.inputs.start + inputs,
                weight: edge.weight,
            }));
        }
        SummarisedBatch {
            batch: Batch {
                level: batch.level,
                inputs: inputs..inputs + batch.inputs.len(),
                outputs: first..first + points.len(),
            },
            points,
            edges,
            unseeing: 0,
            unsupported: 0,
            quoted: false,
            is_passed_on: false,
            asked_again: false,
            ending: Ending::Finished,
            written: 0,
            counts: TokenCounts::default(),
            flops: 0.0,
            origin: Some(origin),
        }
    }
}

/// Returns whether the model would read the same.
fn is_same(some: &[Node], others: &[Node]) -> bool {
    let same = |(a, b): (&Node, &Node)| a.tokens == b.tokens && a.text == b.text;
    some.len() == others.len() && some.iter().zip(others).all(same)
}
