//! The next thing to do with a graph.

use super::summarised_batch::SummarisedBatch;
use crate::TokenCounts;

/// The next thing to do with the graph.
#[derive(Debug, Clone, PartialEq)]
pub enum ConstructionStep {
    /// Apply and store this batch.
    Batch(SummarisedBatch),
    /// Discard this level: it has no fewer tokens than the one below.
    Discard {
        /// The level, the highest in the graph.
        level: usize,
    },
    /// Nothing: the graph is complete.
    Complete {
        /// The top level.
        top: usize,
        /// Tokens evaluated, restored and removed to find that nothing shorter can be written from this level; zeros if
        /// the model read nothing.
        counts: TokenCounts,
        /// Floating point operations for that.
        flops: f64,
    },
}

impl ConstructionStep {
    /// The end, reached without the model.
    pub(super) fn complete(top: usize) -> Self {
        Self::Complete { top, counts: TokenCounts::default(), flops: 0.0 }
    }
}
