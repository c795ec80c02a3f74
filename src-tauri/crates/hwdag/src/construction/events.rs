//! What a build reports while it runs.

use std::ops::ControlFlow;

/// An event while a batch is summarised. The watcher's `Break` stops the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstructionEvent {
    /// A batch begins.
    Began {
        /// The level being built.
        level: usize,
        /// The number of nodes to be read.
        nodes: usize,
        /// The number of tokens to be read.
        tokens: usize,
    },
    /// Some of the prompt was read.
    Read {
        /// Tokens since the last event.
        tokens: usize,
    },
    /// The next token was written.
    Wrote,
    /// Part of the output was evaluated again, to read its attention.
    Looked {
        /// Tokens since the last event.
        tokens: usize,
    },
    /// No point was written; the model is asked again.
    Again,
    /// No written point is supported by the input; sentences of the input are quoted instead.
    Quoting,
}

/// Watches a build and stops it with `Break`.
pub type ConstructionWatcher<'a> = &'a mut dyn FnMut(ConstructionEvent) -> ControlFlow<()>;
