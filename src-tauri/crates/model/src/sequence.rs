use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hwdag::{Token, TokenCounts};

use crate::attention_tap::Tap;
use crate::context_slots::ContextSlots;
use crate::error::Error;
use crate::options::SequenceOptions;
use crate::weights::Weights;

/// A growing sequence of tokens in a model whose attention can be read. It is a lane of a context, which other
/// sequences may share.
pub(crate) struct Sequence {
    slots: Arc<Mutex<ContextSlots>>,
    weights: Arc<Weights>,
    tap: Tap,
    slot: usize,
    cells: usize,
    window: usize,
    tokens: Vec<Token>,
    /// Whether the memory holds none of the tokens: they are then read again before the next ones.
    forgotten: bool,
    scores: Vec<f32>,
    counts: TokenCounts,
}

/// Tokens to append to a sequence.
pub(crate) struct AppendedTokens<'a> {
    pub sequence: &'a mut Sequence,
    pub tokens: &'a [Token],
    pub watched: Range<usize>,
}

impl Sequence {
    /// Creates an empty sequence.
    pub fn new(weights: &Arc<Weights>, options: SequenceOptions) -> Result<Self, Error> {
        let only = Self::side_by_side(weights, options, 1)?.pop();
        only.ok_or_else(|| Error::Failed("no sequence was made".into()))
    }

    /// Creates empty sequences that can be evaluated together.
    pub fn side_by_side(
        weights: &Arc<Weights>,
        options: SequenceOptions,
        count: usize,
    ) -> Result<Vec<Self>, Error> {
        let window = options.window;
        let slots = ContextSlots::new(weights, options, count.max(1))?;
        let (tap, cells) = (slots.tap().clone(), slots.cells());
        let slots = Arc::new(Mutex::new(slots));
        let slot = |slot| Self {
            slots: slots.clone(),
            weights: weights.clone(),
            tap: tap.clone(),
            slot,
            cells,
            window,
            tokens: Vec::new(),
            forgotten: false,
            scores: Vec::new(),
            counts: TokenCounts::default(),
        };
        Ok((0..count).map(slot).collect())
    }

    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// The cells of the cache: the tokens that fit, rounded up by llama.cpp.
    pub fn cells(&self) -> usize {
        self.cells
    }

    pub fn tap(&self) -> &Tap {
        &self.tap
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The score of every vocabulary entry after the last appended token; empty after a removal.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    pub fn counts(&self) -> TokenCounts {
        self.counts
    }

    /// Checks that `more` tokens fit.
    fn check_room(&self, more: usize) -> Result<(), Error> {
        let (window, wanted) = (self.window, self.len() + more);
        match wanted > window {
            true => Err(Error::Full { window, wanted }),
            false => Ok(()),
        }
    }

    /// Records tokens that were evaluated.
    fn grow(&mut self, new: &[Token]) {
        self.tokens.extend_from_slice(new);
        self.counts.evaluated += new.len() as u64;
        self.scores.clear();
    }

    /// The number of tokens that the memory holds.
    fn held(&self) -> usize {
        if self.forgotten { 0 } else { self.len() }
    }

    /// Removes every token from position `length` on.
    pub fn truncate(&mut self, length: usize) -> Result<(), Error> {
        self.scores.clear();
        let before = self.held();
        let goes_back = lock(&self.slots).truncate(self.slot, length)?;
        self.tokens.truncate(length);
        self.forgotten = !self.tokens.is_empty() && (self.forgotten || !goes_back);
        self.counts.removed += before.saturating_sub(self.held()) as u64;
        Ok(())
    }

    /// Empties the sequence if its memory has forgotten the tokens, and returns these, to be read again.
    fn begin_again(&mut self) -> Option<(&mut Self, Vec<Token>)> {
        let tokens = self.forgotten.then(|| std::mem::take(&mut self.tokens))?;
        self.forgotten = false;
        Some((self, tokens))
    }

    /// Restores the sequence as if its tokens had never been forgotten, or as before if they could not be read.
    fn end_again(&mut self, read: bool, tokens: Vec<Token>) -> Result<(), Error> {
        // As after any removal.
        self.scores.clear();
        if !read {
            self.truncate(0)?;
            (self.tokens, self.forgotten) = (tokens, true);
        }
        Ok(())
    }

    /// Becomes the first `length` tokens of another sequence of the same context; its previous content is lost.
    pub fn branch(&mut self, other: &Self, length: usize) -> Result<(), Error> {
        if !Arc::ptr_eq(&self.slots, &other.slots) || self.slot == other.slot {
            return Err(Error::Failed("these sequences do not lie side by side".into()));
        }
        self.scores.clear();
        let mut slots = lock(&self.slots);
        slots.copy(other.slot, self.slot)?;
        let kept = &other.tokens[..length.min(other.len())];
        let goes_back = slots.truncate(self.slot, kept.len())?;
        drop(slots);
        self.counts.removed += self.held() as u64;
        self.tokens = kept.to_vec();
        self.forgotten = !self.tokens.is_empty() && (other.forgotten || !goes_back);
        self.counts.reused += self.held() as u64;
        Ok(())
    }

    /// Turns the check of every evaluation's cells on or off, for the whole context.
    pub fn verify_cells(&self, verify: bool) {
        lock(&self.slots).verify_cells(verify);
    }

    /// Its tokens.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The data computed for them, as bytes.
    pub fn state(&self) -> Result<Vec<u8>, Error> {
        if self.forgotten {
            return Err(Error::Failed("the data to restore is not a state".into()));
        }
        lock(&self.slots).state(self.slot)
    }

    /// Becomes the tokens of a saved state, or empty if the state does not fit.
    pub fn restore(&mut self, tokens: &[Token], state: &[u8]) -> Result<(), Error> {
        self.truncate(0)?;
        if lock(&self.slots).set_state(self.slot, state)? {
            self.tokens = tokens.to_vec();
            self.counts.restored += tokens.len() as u64;
        }
        Ok(())
    }
}

/// Locks the bundle, even after a panic from the callback, which is raised while the lock is held: the sequence itself
/// records what it holds, and the bundle changes nothing until the evaluation is over.
fn lock(slots: &Mutex<ContextSlots>) -> MutexGuard<'_, ContextSlots> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

mod evaluation;
#[cfg(test)]
mod tests;
