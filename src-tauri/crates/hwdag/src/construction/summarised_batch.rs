//! A batch with the points and edges that were made from it.

use crate::graph::{Batch, Edge, Point};
use crate::{Ending, TokenCounts};

/// A batch that the model has summarised.
#[derive(Debug, Clone, PartialEq)]
pub struct SummarisedBatch {
    /// Its level, inputs and outputs.
    pub batch: Batch,
    /// The points, in the order of the outputs.
    pub points: Vec<Point>,
    /// The points' edges, by predecessor, then by successor: one to every input.
    pub edges: Vec<Edge>,
    /// The number of points that attended to no input at all, so that their edges are all equal.
    pub unseeing: usize,
    /// The number of points that the model wrote but that were dropped, because the inputs do not support them.
    pub unsupported: u32,
    /// Whether some or all of the points are sentences of the inputs that the model did not write.
    pub quoted: bool,
    /// Whether the points are some of the inputs, themselves points, because the model wrote only copies, or nothing
    /// that the inputs support.
    pub is_passed_on: bool,
    /// Whether the model was asked twice because it wrote no bullet at first.
    pub asked_again: bool,
    /// Why the model stopped writing.
    pub ending: Ending,
    /// The number of tokens written, including marks and line breaks; 0 if the model did not write the batch now.
    pub written: usize,
    /// Tokens evaluated, restored and removed for this batch.
    pub counts: TokenCounts,
    /// Floating point operations for this batch.
    pub flops: f64,
    /// The batch that this one was taken from, if the model did not write it now.
    pub origin: Option<BatchOrigin>,
}

/// A batch that was written for an earlier version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchOrigin {
    /// The earlier graph, in the order in which the graphs were given.
    pub graph: usize,
    /// The batch.
    pub batch: Batch,
}
