use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hwdag::{Attention, Token, TokenCounts};
use llama_cpp_2::context::params::KvCacheType;

use crate::context_slots::{ContextSlots, Evaluated, ScoreRequest, SlotTokens};
use crate::error::Error;
use crate::session::Kernels;
use crate::stop::StopSignal;
use crate::surprisal::surprisal;
use crate::tap::{AttentionRequest, Tap};
use crate::weights::Weights;

/// The most tokens evaluated at a time while each is rated. llama.cpp then keeps the scores of every one in memory,
/// half a megabyte per token with a large vocabulary.
pub(crate) const RATED: usize = 64;

/// The precision of keys and values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cache {
    /// Two bytes per number.
    #[default]
    F16,
    /// Four bytes per number: twice the memory, for comparisons with other implementations.
    F32,
}

impl Cache {
    /// Bytes per number.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Self::F16 => 2,
            Self::F32 => 4,
        }
    }
}

impl From<Cache> for KvCacheType {
    fn from(cache: Cache) -> Self {
        match cache {
            Cache::F16 => Self::F16,
            Cache::F32 => Self::F32,
        }
    }
}

/// The options of a sequence.
pub(crate) struct SequenceOptions {
    /// The tokens that it can hold.
    pub window: usize,
    /// The format of keys and values.
    pub cache: Cache,
    /// Tokens evaluated at a time.
    pub micro_batch: usize,
    /// Layers whose attention counts.
    pub layers: Vec<usize>,
    /// Whether windowed layers keep everything, so that a tail can always be removed.
    pub whole_windows: bool,
    /// Stops an evaluation.
    pub stop: StopSignal,
    /// How attention is computed.
    pub kernels: Kernels,
    /// Whether every evaluation checks which cells its tokens are put into.
    pub verify_cells: bool,
    /// Tokens whose scores are wanted at once, if more than one.
    pub scored: u32,
}

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

    /// Evaluates `tokens` and returns how they looked at `watched`. On an error, the sequence stays unchanged but loses
    /// its scores.
    pub fn append(&mut self, tokens: &[Token], watched: Range<usize>) -> Result<Attention, Error> {
        let found =
            Self::append_together(&mut [AppendedTokens { sequence: self, tokens, watched }])?.pop();
        found.ok_or_else(|| Error::Failed("nothing was evaluated".into()))
    }

    /// Appends to several sequences, together where they share a context. On an error, all stay unchanged but lose
    /// their scores.
    pub fn append_together(parts: &mut [AppendedTokens<'_>]) -> Result<Vec<Attention>, Error> {
        for part in &*parts {
            part.sequence.check_room(part.tokens.len())?;
        }
        read_again(parts)?;
        let starts: Vec<usize> = parts.iter().map(|part| part.sequence.len()).collect();
        let outcome = evaluate(parts);
        if outcome.is_err() {
            for (part, start) in parts.iter_mut().zip(starts) {
                part.sequence.truncate(start)?;
            }
        }
        outcome
    }

    /// Evaluates `tokens` and returns how surprising each was. The first one is compared with the existing scores. On
    /// an error, the sequence stays unchanged but loses its scores.
    pub fn surprisals(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        self.check_room(tokens.len())?;
        read_again(&mut [AppendedTokens { sequence: self, tokens, watched: 0..0 }])?;
        let start = self.len();
        let outcome = self.rate(tokens);
        if outcome.is_err() {
            self.truncate(start)?;
        }
        outcome
    }

    /// Evaluates a few tokens at a time and keeps one number for each.
    fn rate(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        let slots = self.slots.clone();
        let mut slots = lock(&slots);
        let mut found = Vec::with_capacity(tokens.len());
        for tokens in tokens.chunks(slots.micro_batch().min(RATED)) {
            let wanted = AttentionRequest { slot: self.slot, rows: tokens.len(), columns: 0..0 };
            let piece =
                SlotTokens { wanted, position: self.len(), tokens, scored: ScoreRequest::Each };
            let Evaluated { scores, surprisals, .. } = slots.evaluate(&[piece])?;
            found.push(surprisal(&self.scores, tokens[0]));
            found.extend(surprisals);
            self.grow(tokens);
            self.scores = scores.into_iter().next().map(|(_, scores)| scores).unwrap_or_default();
        }
        Ok(found)
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

/// Reads again what the growing sequences have forgotten. On an error, all stay unchanged but lose their scores.
fn read_again(parts: &mut [AppendedTokens<'_>]) -> Result<(), Error> {
    let go_on = parts.iter_mut().filter(|part| !part.tokens.is_empty());
    let (mut sequences, tokens): (Vec<_>, Vec<_>) =
        go_on.filter_map(|part| part.sequence.begin_again()).unzip();
    let again = sequences.iter_mut().zip(&tokens);
    let mut again: Vec<AppendedTokens<'_>> = again
        .map(|(sequence, tokens)| AppendedTokens { sequence, tokens, watched: 0..0 })
        .collect();
    let outcome = evaluate(&mut again);
    for (sequence, tokens) in sequences.into_iter().zip(tokens) {
        sequence.end_again(outcome.is_ok(), tokens)?;
    }
    outcome.map(|_| ())
}

/// Evaluates all parts, a micro-batch of each context at a time.
fn evaluate(parts: &mut [AppendedTokens<'_>]) -> Result<Vec<Attention>, Error> {
    let begin =
        |part: &AppendedTokens<'_>| Attention::empty(part.sequence.len(), part.watched.clone());
    let mut found: Vec<Attention> = parts.iter().map(begin).collect();
    let mut done = vec![0; parts.len()];
    while let Some(first) = (0..parts.len()).find(|&n| done[n] < parts[n].tokens.len()) {
        let slots = parts[first].sequence.slots.clone();
        let mut slots = lock(&slots);
        let (round, evaluated) = round(&mut slots, first, parts, &done)?;
        for &(n, count) in &round {
            let new = &parts[n].tokens[done[n]..done[n] + count];
            let sequence = &mut *parts[n].sequence;
            sequence.grow(new);
            found[n].rows.end = sequence.len();
            done[n] += count;
        }
        hand_out(evaluated, &round, parts, &mut found);
    }
    Ok(found)
}

/// Evaluates the next tokens of all parts that share the bundle of part `first`; returns how many of which part.
fn round(
    slots: &mut ContextSlots,
    first: usize,
    parts: &[AppendedTokens<'_>],
    done: &[usize],
) -> Result<(Vec<(usize, usize)>, Evaluated), Error> {
    let own = &parts[first].sequence.slots;
    let left = |n: usize| parts[n].tokens.len() - done[n];
    let mut open: Vec<usize> = (0..parts.len())
        .filter(|&n| left(n) > 0 && Arc::ptr_eq(&parts[n].sequence.slots, own))
        .collect();
    // Those with the fewest tokens come first, so that the others share the remaining room.
    open.sort_by_key(|&n| left(n));
    let (mut room, mut round) = (slots.micro_batch(), Vec::new());
    for (place, &n) in open.iter().enumerate() {
        let count = left(n).min(room / (open.len() - place));
        room -= count;
        round.push((n, count));
    }
    // llama.cpp evaluates equally many tokens of each together: if one has more, these take a separate pass over the
    // weights.
    let unfinished = round.iter().filter(|&&(n, count)| count < left(n));
    let even = unfinished.map(|&(_, count)| count).min().unwrap_or(0);
    for (_, count) in round.iter_mut().filter(|(n, count)| *count < left(*n)) {
        *count = even;
    }
    round.retain(|&(_, count)| count > 0);
    round.sort_by_key(|&(n, _)| parts[n].sequence.slot);
    let pieces: Vec<SlotTokens<'_>> = round
        .iter()
        .map(|&(n, count)| SlotTokens {
            wanted: AttentionRequest {
                slot: parts[n].sequence.slot,
                rows: count,
                columns: parts[n].watched.clone(),
            },
            position: parts[n].sequence.len(),
            tokens: &parts[n].tokens[done[n]..done[n] + count],
            scored: if count == left(n) { ScoreRequest::Last } else { ScoreRequest::Nowhere },
        })
        .collect();
    let evaluated = slots.evaluate(&pieces)?;
    Ok((round, evaluated))
}

/// Hands the results of a round to its parts.
fn hand_out(
    evaluated: Evaluated,
    round: &[(usize, usize)],
    parts: &mut [AppendedTokens<'_>],
    found: &mut [Attention],
) {
    let part = |parts: &[AppendedTokens<'_>], slot: usize| {
        round.iter().map(|&(n, _)| n).find(|&n| parts[n].sequence.slot == slot)
    };
    for (slot, means) in evaluated.attention {
        if let Some(n) = part(parts, slot) {
            found[n].values.extend(means);
        }
    }
    for (slot, scores) in evaluated.scores {
        if let Some(n) = part(parts, slot) {
            parts[n].sequence.scores = scores;
        }
    }
}

/// Locks the bundle, even after a panic from the callback, which is raised while the lock is held: the sequence itself
/// records what it holds, and the bundle changes nothing until the evaluation is over.
fn lock(slots: &Mutex<ContextSlots>) -> MutexGuard<'_, ContextSlots> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::weights::LoadOptions;

    fn sequences(count: usize) -> Vec<Sequence> {
        let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
        let weights = Weights::load(Path::new(pocket), &LoadOptions::default()).unwrap();
        let options = SequenceOptions {
            window: 512,
            cache: Cache::F32,
            micro_batch: 128,
            layers: vec![0],
            whole_windows: true,
            stop: StopSignal::default(),
            verify_cells: false,
            kernels: Kernels::Readable,
            scored: 1,
        };
        Sequence::side_by_side(&weights, options, count).unwrap()
    }

    /// All costs are calculated from these counts.
    #[test]
    fn llama_cpp_counts_the_same_tokens() {
        let tokens: Vec<Token> = (0..300).map(|place| 300 + place % 200).collect();
        for count in [1, 2] {
            let mut all = sequences(count);
            for (slot, sequence) in all.iter_mut().enumerate() {
                let tokens = &tokens[..tokens.len() - 50 * slot];
                sequence.append(tokens, 0..tokens.len()).unwrap();
                sequence.truncate(123).unwrap();
                sequence.append(&tokens[123..], 0..0).unwrap();
                for token in &tokens[..3] {
                    sequence.append(&[*token], 0..9).unwrap();
                }
                // Like a memory that cannot go back.
                lock(&sequence.slots).truncate(slot, 0).unwrap();
                sequence.forgotten = true;
                sequence.append(&tokens[..5], 0..0).unwrap();
            }
            let own: u64 = all.iter().map(|sequence| sequence.counts().evaluated).sum();
            assert_eq!(i64::from(lock(&all[0].slots).evaluated()), own.cast_signed());
        }
    }
}
