//! What can go wrong while building or searching.

use crate::graph::Inconsistent;

/// Why building or searching could not go on. `E` is the model's own error.
#[derive(Debug, thiserror::Error)]
pub enum Error<E: std::error::Error + Send + Sync + 'static> {
    /// The model failed.
    #[error(transparent)]
    Model(#[from] E),
    /// Not even the least that must be shown at once fits the model's window.
    #[error(
        "This takes {needed} tokens at once, and the model holds {window}. Use a model with a larger \
         window, or less text at once."
    )]
    WindowFull {
        /// Tokens that would be needed.
        needed: usize,
        /// Tokens that there are.
        window: usize,
    },
    /// Yes and No begin with the same tokens, so the model's verdict cannot be read.
    #[error("This model's Yes and No cannot be told apart. Use another.")]
    NoVerdict,
    /// The graph and what is to be done with it do not belong together.
    #[error("Pecan made a mistake: {0}. Try again; if it happens again, report it.")]
    Inconsistent(Inconsistent),
    /// The watcher said to stop. Nothing of the step in work is kept.
    #[error("Stopped.")]
    Stopped,
}
