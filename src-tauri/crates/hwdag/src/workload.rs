//! How far a construction is, in tokens read and written.

use std::ops::Range;

use crate::graph::{Graph, Pending};

/// Output tokens per input token of a level, before any batch has shown it.
const FIRST_GUESS: f64 = 0.3;

/// What was read and written for a graph so far, and what is still to come, about.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Workload {
    /// Tokens of the nodes that were read, and of the points that were written about them.
    pub done: f64,
    /// Those to come, if what is written stays as much shorter than what is read as it was so far.
    pub left: f64,
}

impl Workload {
    /// That of a graph as it stands. The levels to come are a geometric series.
    pub fn of(graph: &Graph) -> Self {
        let tokens = |nodes: Range<usize>| -> f64 {
            graph.nodes()[nodes].iter().map(|node| node.tokens.len() as f64).sum()
        };
        let batches = graph.batches();
        let read: f64 = batches.iter().map(|batch| tokens(batch.inputs.clone())).sum();
        let written: f64 = batches.iter().map(|batch| tokens(batch.outputs.clone())).sum();
        let ratio = if read > 0.0 { (written / read).clamp(0.02, 0.9) } else { FIRST_GUESS };
        let left = match graph.pending() {
            Pending::Batch { level, inputs } => {
                let above = tokens(graph.level(level - 1)) * ratio / (1.0 - ratio);
                (tokens(inputs) + above) * (1.0 + ratio)
            }
            Pending::Discard { .. } | Pending::Complete { .. } => 0.0,
        };
        Self { done: read + written, left }
    }

    /// The same with so many tokens of the batch under way read and written.
    #[must_use]
    pub fn with(self, under_way: f64) -> Self {
        Self { done: self.done + under_way, left: (self.left - under_way).max(0.0) }
    }

    /// The share that is done: 0 to 1, and 1 of an empty graph.
    pub fn share(self) -> f64 {
        match self.done + self.left {
            0.0 => 1.0,
            all => self.done / all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Batch, Chunk, Edge, Point};

    /// Batches of ten chunks of 100 tokens, each with two points of so many tokens.
    fn batch(graph: &Graph, tokens: usize) -> (Batch, Vec<Point>, Vec<Edge>) {
        let Pending::Batch { level, inputs } = graph.pending() else { panic!("it is complete") };
        let inputs = inputs.start..inputs.end.min(inputs.start + 10);
        let outputs = graph.nodes().len()..graph.nodes().len() + 2;
        let point = Point { text: "one".into(), tokens: vec![1; tokens] };
        let edge = |from| Edge { from, to: inputs.start, weight: 1.0 };
        let edges = outputs.clone().map(edge).collect();
        (Batch { level, inputs, outputs }, vec![point.clone(), point], edges)
    }

    #[test]
    fn the_share_grows_with_every_batch_up_to_the_whole() {
        let chunk = |_| Chunk { tokens: vec![1; 100], range: 0..3, text: "one".into() };
        let mut graph = Graph::new((0..100).map(chunk).collect());
        let mut last = Workload::of(&graph);
        assert_eq!((last.share(), last.done), (0.0, 0.0));
        while !graph.is_complete() {
            let (batch, points, edges) = batch(&graph, 100);
            graph.apply(&batch, &points, &edges).unwrap();
            let now = Workload::of(&graph);
            assert!(now.share() > last.share() && now.left < last.left, "{last:?}, {now:?}");
            last = now;
        }
        assert_eq!((last.share(), last.left), (1.0, 0.0));
    }

    #[test]
    fn what_is_under_way_counts_and_never_as_more_than_is_left() {
        let work = Workload { done: 30.0, left: 10.0 };
        assert_eq!(work.with(5.0), Workload { done: 35.0, left: 5.0 });
        assert_eq!(work.with(50.0).share(), 1.0);
        assert_eq!(Workload::of(&Graph::new(Vec::new())).share(), 1.0);
    }
}
