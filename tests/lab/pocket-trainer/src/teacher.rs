//! The material of examples (vocabulary, stories and books) and their difficulty.

use pocket::Rng;
use story::{Story, TRAINING_SEEDS, WATCHING_SEEDS};

use super::vocabulary::BpeVocabulary;

/// The progress of the training, which sets the difficulty of its examples.
#[derive(Clone, Debug, PartialEq)]
pub struct CurriculumStage {
    /// The longest input of chunks, in tokens.
    pub length: usize,
    /// The most lines to make points of.
    pub lines: usize,
    /// The most nodes to judge.
    pub nodes: usize,
}

/// The number of tokens of a chunk.
pub const CHUNK: usize = 300;

/// Makes examples.
pub struct Teacher<'a> {
    /// The vocabulary.
    pub vocabulary: &'a BpeVocabulary,
    /// Real prose, one text per book.
    pub books: &'a [String],
    /// The first seed of its stories, and their number: training and monitoring use different ones.
    pub seeds: (u64, usize),
}

impl<'a> Teacher<'a> {
    /// Creates a teacher whose stories are for training.
    pub fn new(vocabulary: &'a BpeVocabulary, books: &'a [String]) -> Self {
        Self { vocabulary, books, seeds: (TRAINING_SEEDS, 1 << 40) }
    }

    /// Creates a teacher whose stories only monitor the training.
    pub fn watching(vocabulary: &'a BpeVocabulary, books: &'a [String]) -> Self {
        Self { vocabulary, books, seeds: (WATCHING_SEEDS, 400_000) }
    }

    /// A story of about `chunks` chunks.
    pub(super) fn story(&self, chunks: usize, rng: &mut Rng) -> Story {
        Story::new(self.seed(rng), chunks)
    }

    /// A seed for one of its stories.
    pub(super) fn seed(&self, rng: &mut Rng) -> u64 {
        self.seeds.0 + rng.below(self.seeds.1) as u64
    }
}

/// A random number in a range, distributed uniformly on a logarithmic scale.
pub(super) fn skewed(low: usize, high: usize, rng: &mut Rng) -> usize {
    if high <= low {
        return low;
    }
    // About half of the examples are close to the maximum length.
    if rng.chance(0.35) {
        return rng.between((high * 3 / 4).max(low), high);
    }
    let ratio = high as f64 / low as f64;
    ((low as f64 * ratio.powf(rng.unit())) as usize).clamp(low, high)
}
