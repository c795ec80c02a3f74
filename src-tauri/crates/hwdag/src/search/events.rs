//! What a search reports while it runs.

use std::ops::ControlFlow;

use super::outcome::Visit;

/// An event during a search. The watcher's `Break` stops the search; the path so far is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SearchEvent<'a> {
    /// Some of the prompt or of the top level was read.
    Read {
        /// Tokens since the last event.
        tokens: usize,
    },
    /// The top level was visited.
    Began(&'a [Visit]),
    /// A further node was visited.
    Visited(&'a Visit),
    /// The model was asked after this visit, which now has its p_yes.
    Asked(&'a Visit),
    /// The model was asked after this chunk alone; the visit has its verdict.
    Judged(&'a Visit),
    /// The next piece of the answer.
    Wrote(&'a str),
}

/// Watches a search and stops it with `Break`.
pub type SearchWatcher<'a> = &'a mut dyn FnMut(SearchEvent<'_>) -> ControlFlow<()>;
