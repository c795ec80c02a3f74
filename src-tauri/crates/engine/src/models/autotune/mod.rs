//! Measures how a graph is built fastest on this machine. A model reads its weights once for all sequences that are
//! evaluated together, so several batches at once take little longer than one, up to a number that depends on the
//! machine. Attention may be read with every token, or in a second pass that evaluates many tokens at a time, which a
//! GPU does in the time of a few. A short trial determines both, once for each model.

mod measurement;
mod result;
pub(crate) mod sequences;
