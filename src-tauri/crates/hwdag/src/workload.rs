//! The progress of a construction, in tokens read and written.

use std::ops::Range;

use crate::graph::{Graph, PendingStep};

/// Output tokens per input token of a level, before any batch has shown it.
const FIRST_GUESS: f64 = 0.3;
/// The bounds of that number once batches have shown it: levels shrink, but never to nothing.
const RATIO: (f64, f64) = (0.02, 0.9);

/// What has been read and written for a graph so far, and an estimate of what remains.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Workload {
    /// The number of tokens of the nodes read, and of the points written about them.
    pub done: f64,
    /// The number of tokens remaining, if outputs stay as short relative to inputs as before.
    pub left: f64,
}

impl Workload {
    /// Returns the workload of a graph. The remaining levels are a geometric series.
    pub fn of(graph: &Graph) -> Self {
        let tokens = |nodes: Range<usize>| -> f64 {
            graph.nodes()[nodes].iter().map(|node| node.tokens.len() as f64).sum()
        };
        let batches = graph.batches();
        let read: f64 = batches.iter().map(|batch| tokens(batch.inputs.clone())).sum();
        let written: f64 = batches.iter().map(|batch| tokens(batch.outputs.clone())).sum();
        let ratio = if read > 0.0 { (written / read).clamp(RATIO.0, RATIO.1) } else { FIRST_GUESS };
        let left = match graph.pending() {
            PendingStep::Batch { level, inputs } => {
                let above = tokens(graph.level(level - 1)) * ratio / (1.0 - ratio);
                (tokens(inputs) + above) * (1.0 + ratio)
            }
            PendingStep::Discard { .. } | PendingStep::Complete { .. } => 0.0,
        };
        Self { done: read + written, left }
    }

    /// Returns the workload with this many tokens of the current batch read and written.
    #[must_use]
    pub fn with(self, under_way: f64) -> Self {
        Self { done: self.done + under_way, left: (self.left - under_way).max(0.0) }
    }

    /// Returns the share that is done: 0 to 1, and 1 for an empty graph.
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

    /// A batch of ten chunks of 100 tokens, with two points of `tokens` tokens each.
    fn batch(graph: &Graph, tokens: usize) -> (Batch, Vec<Point>, Vec<Edge>) {
        let PendingStep::Batch { level, inputs } = graph.pending() else {
            panic!("it is complete")
        };
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
