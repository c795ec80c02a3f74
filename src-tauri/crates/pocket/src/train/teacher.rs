//! What examples are made from: the vocabulary, stories and books, and how hard they may be.

use super::vocabulary::Vocabulary;
use crate::Rng;
use crate::story::{Story, TRAINING_SEEDS};

/// How far the training has come: what may be asked of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Longest input of chunks, in tokens.
    pub length: usize,
    /// Most lines to make points of.
    pub lines: usize,
    /// Most nodes to judge.
    pub nodes: usize,
}

/// Tokens of a chunk.
pub const CHUNK: usize = 300;

/// Seeds of the stories that only watch over the training. The numbers of the project come
/// from other seeds below [`TRAINING_SEEDS`].
pub const WATCH: u64 = 500_000;

/// Makes examples.
pub struct Teacher<'a> {
    /// The vocabulary.
    pub vocabulary: &'a Vocabulary,
    /// Real prose, one text per book.
    pub books: &'a [String],
    /// The first seed of its stories, and how many there are: training and watching use
    /// different ones.
    pub seeds: (u64, usize),
}

impl<'a> Teacher<'a> {
    /// A teacher whose stories are for training.
    pub fn new(vocabulary: &'a Vocabulary, books: &'a [String]) -> Self {
        Self { vocabulary, books, seeds: (TRAINING_SEEDS, 1 << 40) }
    }

    /// A teacher whose stories only watch over the training.
    pub fn watching(vocabulary: &'a Vocabulary, books: &'a [String]) -> Self {
        Self { vocabulary, books, seeds: (WATCH, 400_000) }
    }

    /// A story of about so many chunks.
    pub(super) fn story(&self, chunks: usize, rng: &mut Rng) -> Story {
        Story::new(self.seed(rng), chunks)
    }

    /// A seed for one of its stories.
    pub(super) fn seed(&self, rng: &mut Rng) -> u64 {
        self.seeds.0 + rng.below(self.seeds.1) as u64
    }
}

/// A number between two, with the low ones as frequent as the high ones on a logarithmic scale.
pub(super) fn skewed(low: usize, high: usize, rng: &mut Rng) -> usize {
    if high <= low {
        return low;
    }
    // Half of the examples are about as long as they may be.
    if rng.chance(0.35) {
        return rng.between((high * 3 / 4).max(low), high);
    }
    let ratio = high as f64 / low as f64;
    ((low as f64 * ratio.powf(rng.unit())) as usize).clamp(low, high)
}
