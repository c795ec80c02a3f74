//! Errors of building and searching.

use crate::graph::Inconsistent;

/// The reason why building or searching failed. `E` is the model's own error.
#[derive(Debug, thiserror::Error)]
pub enum Error<E: std::error::Error + Send + Sync + 'static> {
    /// The model failed.
    #[error(transparent)]
    Model(#[from] E),
    /// Not even the minimum that must be shown at once fits the model's window.
    #[error(
        "This needs {needed} tokens at once, but the model's window has only {window}. Use a model \
         with a larger window, or less text at once."
    )]
    WindowFull {
        /// The number of tokens needed.
        needed: usize,
        /// The number of tokens that the model holds.
        window: usize,
    },
    /// Yes and No begin with the same tokens, so the model's verdict cannot be read.
    #[error("This model's Yes and No cannot be distinguished. Use another model.")]
    NoVerdict,
    /// The graph and the operation on it do not match.
    #[error("Pecan failed because of a bug: {0}. Try again; if it happens again, report it.")]
    Inconsistent(Inconsistent),
    /// The watcher requested a stop. Nothing of the current step is kept.
    #[error("Stopped.")]
    Stopped,
}
