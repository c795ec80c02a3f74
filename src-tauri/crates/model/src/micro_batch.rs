//! How many tokens are evaluated at a time, and the memory that their attention takes.

/// The most tokens evaluated at a time unless a session says otherwise.
pub(crate) const MICRO_BATCH: usize = 256;
/// The most bytes that the attention of a micro-batch may take on a processor.
const ATTENTION: usize = 192 << 20;
/// Scores and weights of a head, four bytes each.
pub(crate) const BYTES_PER_HEAD: usize = 8;
/// Reading in smaller pieces than this many tokens would take much longer.
const LEAST_MICRO_BATCH: usize = 32;

/// The bytes that the attention of a micro-batch of the usual size to a window takes, with this many query heads.
pub(crate) fn attention_bytes(heads: usize, window: usize) -> u64 {
    let each = window.saturating_mul(heads * BYTES_PER_HEAD);
    (each as u64).saturating_mul(limited(MICRO_BATCH, each) as u64)
}

/// The requested number of tokens, or fewer if the attention of each to a window, `each` bytes, takes more than the
/// limit.
pub(crate) fn limited(wished: usize, each: usize) -> usize {
    let room = ATTENTION / each.max(1) / LEAST_MICRO_BATCH * LEAST_MICRO_BATCH;
    wished.min(room.max(LEAST_MICRO_BATCH))
}
