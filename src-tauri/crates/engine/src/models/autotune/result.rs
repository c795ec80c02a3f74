//! The fastest way to build on this machine, and when it is known well enough.

use serde::{Deserialize, Serialize};

/// The maximum duration of batches that are summarised at once. Batches that begin together end together, and until
/// then a crash loses everything read and written.
const MOST_SECONDS: f64 = 15.0;

/// The fastest way that a trial found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Autotuned {
    pub(super) at_once: usize,
    pub(super) afterwards: bool,
    /// The number of sequences that fit into memory.
    pub(super) tried: usize,
    /// The time to read a token and write the corresponding share of a token.
    pub(super) seconds: f64,
}

impl Autotuned {
    /// One batch after the other, with attention read meanwhile.
    pub(crate) const PLAIN: Self = Self { at_once: 1, afterwards: false, tried: 1, seconds: 0.0 };

    /// Returns the number of batches, of `tokens` tokens each, that are summarised at once. They take at most
    /// [`MOST_SECONDS`], unless a single one takes longer.
    pub(crate) fn at_once(self, tokens: usize) -> usize {
        let batch = self.seconds * tokens as f64;
        let most = if batch > 0.0 { MOST_SECONDS / batch } else { f64::INFINITY };
        self.at_once.min(most as usize).max(1)
    }

    /// Returns whether a trial with `most` sequences would find nothing new. The number that fits into a GPU's memory
    /// is not known in advance.
    pub(crate) fn holds_for(self, most: usize, on_card: bool) -> bool {
        on_card || self.tried >= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_at_once_are_done_before_long() {
        let found = Autotuned { at_once: 8, seconds: 0.005, ..Autotuned::PLAIN };
        assert_eq!([100, 1_000, 2_000, 10_000].map(|tokens| found.at_once(tokens)), [8, 3, 1, 1]);
        assert_eq!(Autotuned::PLAIN.at_once(1_000), 1);
    }

    #[test]
    fn what_was_found_with_less_memory_is_looked_for_again() {
        let found = Autotuned { tried: 4, ..Autotuned::PLAIN };
        assert!(found.holds_for(4, false) && !found.holds_for(8, false));
        assert!(found.holds_for(8, true), "a card's memory is not known beforehand");
    }
}
