//! A batch in progress: its prompt, and how far the model has come.

use super::batch_prompt::BatchPrompt;
use crate::Token;
use crate::edges::NodeAttention;
use crate::writer::{OutputWriter, Written};

/// A batch in progress.
pub(super) struct BatchTask {
    pub prompt: BatchPrompt,
    /// The reminder of a second attempt.
    pub reminder: Vec<Token>,
    pub state: BatchState,
}

/// The progress of a batch.
pub(super) enum BatchState {
    /// This number of prompt tokens was read.
    Reading(usize),
    /// The assistant header comes next.
    Heading,
    /// The output is being written.
    Writing(Box<BatchWriting>),
    /// The instructions after the nodes are read, whose attention chooses the sentences to quote. `unsupported` counts
    /// the written points that were dropped before.
    Choosing { unsupported: usize },
    /// The output has been written and is read once more for its attention.
    Looking(Box<Looking>),
}

/// An output being written.
pub(super) struct BatchWriting {
    pub writer: OutputWriter,
    /// The next token, once it is known.
    pub next: Option<Token>,
    /// The attention to the nodes before the first token, if the rest is read afterwards.
    pub later: Option<NodeAttention>,
}

/// An output whose attention is being read.
pub(super) struct Looking {
    pub written: Written,
    pub seen: NodeAttention,
    /// The number of tokens read.
    pub done: usize,
    /// For quotes: the number of written points that were dropped before.
    pub quoted: Option<usize>,
}
