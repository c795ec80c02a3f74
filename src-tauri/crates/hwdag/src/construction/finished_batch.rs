//! A batch that was summarised before its turn.

use std::ops::Range;

use super::summarised_batch::SummarisedBatch;
use crate::edges::{NodeAttention, point_edges};
use crate::graph::{Batch, Point};
use crate::spelling::TokenRuns;
use crate::{Ending, TokenCounts};

/// A finished batch whose points have no numbers yet.
pub(super) struct FinishedBatch {
    pub inputs: Range<usize>,
    pub seen: NodeAttention,
    /// The tokens of each point that count for its edges.
    pub counted: Vec<TokenRuns>,
    pub points: Vec<Point>,
    pub unsupported: usize,
    pub quoted: bool,
    /// See [`SummarisedBatch::is_passed_on`].
    pub is_passed_on: bool,
    pub asked_again: bool,
    pub ending: Ending,
    pub written: usize,
    pub counts: TokenCounts,
    pub flops: f64,
}

impl FinishedBatch {
    /// Returns the batch with its points numbered from `first`.
    pub fn number(self, level: usize, first: usize) -> SummarisedBatch {
        let (mut edges, mut unseeing) = (Vec::new(), 0);
        for (point, counted) in (first..).zip(self.counted) {
            let found = point_edges(point, self.inputs.clone(), &self.seen, counted);
            unseeing += usize::from(found.uniform);
            edges.extend(found.edges);
        }
        let outputs = first..first + self.points.len();
        SummarisedBatch {
            batch: Batch { level, inputs: self.inputs, outputs },
            points: self.points,
            edges,
            unseeing,
            unsupported: self.unsupported as u32,
            quoted: self.quoted,
            is_passed_on: self.is_passed_on,
            asked_again: self.asked_again,
            ending: self.ending,
            written: self.written,
            counts: self.counts,
            flops: self.flops,
            origin: None,
        }
    }
}
