use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hwdag::{Attention, Counts, Token};
use llama_cpp_2::context::params::KvCacheType;

use crate::bundle::{Bundle, Evaluated, Piece, Scored};
use crate::error::Error;
use crate::session::Kernels;
use crate::stop::Stop;
use crate::surprise::surprise;
use crate::tap::{Tap, Wanted};
use crate::weights::Weights;

/// Tokens evaluated at a time while all of them are rated, at most: llama.cpp then has the scores of
/// every one of them in memory, of which a large vocabulary makes half a megabyte for each.
pub(crate) const RATED: usize = 64;

/// How precisely keys and values are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Cache {
    /// Two bytes a number.
    #[default]
    F16,
    /// Four bytes a number: twice the memory, for comparisons with other implementations.
    F32,
}

impl Cache {
    /// Bytes of a number.
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

/// What a sequence is made with.
pub(crate) struct SequenceOptions {
    /// Tokens that it can hold.
    pub window: usize,
    /// How keys and values are kept.
    pub cache: Cache,
    /// Tokens evaluated at a time.
    pub micro_batch: usize,
    /// Layers whose attention counts.
    pub layers: Vec<usize>,
    /// Whether windowed layers keep everything, so that a tail can always be removed.
    pub whole_windows: bool,
    /// Ends an evaluation.
    pub stop: Stop,
    /// How attention is computed.
    pub kernels: Kernels,
    /// Whether every evaluation checks into which cells its tokens are put.
    pub verify_cells: bool,
    /// Tokens whose scores are wanted at once, if more than one.
    pub scored: u32,
}

/// One growing sequence of tokens in a model, whose attention can be read. It is a lane of a
/// context, which other sequences may share.
pub(crate) struct Sequence {
    bundle: Arc<Mutex<Bundle>>,
    weights: Arc<Weights>,
    tap: Tap,
    lane: usize,
    cells: usize,
    window: usize,
    tokens: Vec<Token>,
    /// Whether the memory holds none of the tokens: they are read again before the next ones.
    forgotten: bool,
    scores: Vec<f32>,
    counts: Counts,
}

/// What is appended to a sequence.
pub(crate) struct Appended<'a> {
    pub sequence: &'a mut Sequence,
    pub tokens: &'a [Token],
    pub watched: Range<usize>,
}

impl Sequence {
    /// Makes an empty sequence.
    pub fn new(weights: &Arc<Weights>, options: SequenceOptions) -> Result<Self, Error> {
        let only = Self::side_by_side(weights, options, 1)?.pop();
        only.ok_or_else(|| Error::Failed("no sequence was made".into()))
    }

    /// Makes empty sequences that can be evaluated together.
    pub fn side_by_side(
        weights: &Arc<Weights>,
        options: SequenceOptions,
        count: usize,
    ) -> Result<Vec<Self>, Error> {
        let window = options.window;
        let bundle = Bundle::new(weights, options, count.max(1))?;
        let (tap, cells) = (bundle.tap().clone(), bundle.cells());
        let bundle = Arc::new(Mutex::new(bundle));
        let lane = |lane| Self {
            bundle: bundle.clone(),
            weights: weights.clone(),
            tap: tap.clone(),
            lane,
            cells,
            window,
            tokens: Vec::new(),
            forgotten: false,
            scores: Vec::new(),
            counts: Counts::default(),
        };
        Ok((0..count).map(lane).collect())
    }

    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// Cells of the cache: tokens that fit, rounded up by llama.cpp.
    pub fn cells(&self) -> usize {
        self.cells
    }

    pub fn tap(&self) -> &Tap {
        &self.tap
    }

    /// Tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Scores of every vocabulary entry after the last appended token; empty after a removal.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Evaluates `tokens` and says how they looked at `watched`. On an error the sequence
    /// is as before, without scores.
    pub fn append(&mut self, tokens: &[Token], watched: Range<usize>) -> Result<Attention, Error> {
        let found =
            Self::append_together(&mut [Appended { sequence: self, tokens, watched }])?.pop();
        found.ok_or_else(|| Error::Failed("nothing was evaluated".into()))
    }

    /// Appends to several sequences, together as far as they share a context. On an error all are
    /// as before, without scores.
    pub fn append_together(parts: &mut [Appended<'_>]) -> Result<Vec<Attention>, Error> {
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

    /// Evaluates `tokens` and tells how surprising each was. The first one is compared with the scores
    /// there are. On an error the sequence is as before, without scores.
    pub fn surprises(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        self.check_room(tokens.len())?;
        read_again(&mut [Appended { sequence: self, tokens, watched: 0..0 }])?;
        let start = self.len();
        let outcome = self.rate(tokens);
        if outcome.is_err() {
            self.truncate(start)?;
        }
        outcome
    }

    /// Evaluates a few tokens at a time, and keeps one number for each.
    fn rate(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        let bundle = self.bundle.clone();
        let mut bundle = lock(&bundle);
        let mut found = Vec::with_capacity(tokens.len());
        for tokens in tokens.chunks(bundle.micro_batch().min(RATED)) {
            let wanted = Wanted { lane: self.lane, rows: tokens.len(), columns: 0..0 };
            let piece = Piece { wanted, position: self.len(), tokens, scored: Scored::Each };
            let Evaluated { scores, surprises, .. } = bundle.evaluate(&[piece])?;
            found.push(surprise(&self.scores, tokens[0]));
            found.extend(surprises);
            self.grow(tokens);
            self.scores = scores.into_iter().next().map(|(_, scores)| scores).unwrap_or_default();
        }
        Ok(found)
    }

    /// Whether so many more tokens fit.
    fn check_room(&self, more: usize) -> Result<(), Error> {
        let (window, wanted) = (self.window, self.len() + more);
        match wanted > window {
            true => Err(Error::Full { window, wanted }),
            false => Ok(()),
        }
    }

    /// Notes tokens that were evaluated.
    fn grow(&mut self, new: &[Token]) {
        self.tokens.extend_from_slice(new);
        self.counts.evaluated += new.len() as u64;
        self.scores.clear();
    }

    /// Tokens that the memory holds.
    fn held(&self) -> usize {
        if self.forgotten { 0 } else { self.len() }
    }

    /// Removes every token from position `length` on.
    pub fn truncate(&mut self, length: usize) -> Result<(), Error> {
        self.scores.clear();
        let before = self.held();
        let goes_back = lock(&self.bundle).truncate(self.lane, length)?;
        self.tokens.truncate(length);
        self.forgotten = !self.tokens.is_empty() && (self.forgotten || !goes_back);
        self.counts.removed += before.saturating_sub(self.held()) as u64;
        Ok(())
    }

    /// Becomes as empty as its memory, if that has forgotten the tokens; gives these, to be read again.
    fn begin_again(&mut self) -> Option<(&mut Self, Vec<Token>)> {
        let tokens = self.forgotten.then(|| std::mem::take(&mut self.tokens))?;
        self.forgotten = false;
        Some((self, tokens))
    }

    /// As if the tokens had never been forgotten, or, if they could not be read, as before.
    fn end_again(&mut self, read: bool, tokens: Vec<Token>) -> Result<(), Error> {
        // As after any removal.
        self.scores.clear();
        if !read {
            self.truncate(0)?;
            (self.tokens, self.forgotten) = (tokens, true);
        }
        Ok(())
    }

    /// Becomes the first `length` tokens of another sequence of the same context; what it held is
    /// gone.
    pub fn branch(&mut self, other: &Self, length: usize) -> Result<(), Error> {
        if !Arc::ptr_eq(&self.bundle, &other.bundle) || self.lane == other.lane {
            return Err(Error::Failed("these sequences do not lie side by side".into()));
        }
        self.scores.clear();
        let mut bundle = lock(&self.bundle);
        bundle.copy(other.lane, self.lane)?;
        let kept = &other.tokens[..length.min(other.len())];
        let goes_back = bundle.truncate(self.lane, kept.len())?;
        drop(bundle);
        self.counts.removed += self.held() as u64;
        self.tokens = kept.to_vec();
        self.forgotten = !self.tokens.is_empty() && (other.forgotten || !goes_back);
        self.counts.reused += self.held() as u64;
        Ok(())
    }

    /// Checks the cells of every evaluation of its context from now on, or of none.
    pub fn verify_cells(&self, verify: bool) {
        lock(&self.bundle).verify_cells(verify);
    }

    /// The tokens there are.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// What was computed for them, as bytes.
    pub fn state(&self) -> Result<Vec<u8>, Error> {
        if self.forgotten {
            return Err(Error::Failed("what is to be read again is no state".into()));
        }
        lock(&self.bundle).state(self.lane)
    }

    /// Becomes tokens of which the state was saved, or, if that does not fit, empty.
    pub fn restore(&mut self, tokens: &[Token], state: &[u8]) -> Result<(), Error> {
        self.truncate(0)?;
        if lock(&self.bundle).set_state(self.lane, state)? {
            self.tokens = tokens.to_vec();
            self.counts.restored += tokens.len() as u64;
        }
        Ok(())
    }
}

/// Reads again what those have forgotten that go on. On an error all are as before, without scores.
fn read_again(parts: &mut [Appended<'_>]) -> Result<(), Error> {
    let go_on = parts.iter_mut().filter(|part| !part.tokens.is_empty());
    let (mut sequences, tokens): (Vec<_>, Vec<_>) =
        go_on.filter_map(|part| part.sequence.begin_again()).unzip();
    let again = sequences.iter_mut().zip(&tokens);
    let mut again: Vec<Appended<'_>> =
        again.map(|(sequence, tokens)| Appended { sequence, tokens, watched: 0..0 }).collect();
    let outcome = evaluate(&mut again);
    for (sequence, tokens) in sequences.into_iter().zip(tokens) {
        sequence.end_again(outcome.is_ok(), tokens)?;
    }
    outcome.map(|_| ())
}

/// Evaluates all parts, a micro-batch of each context at a time.
fn evaluate(parts: &mut [Appended<'_>]) -> Result<Vec<Attention>, Error> {
    let begin = |part: &Appended<'_>| Attention::empty(part.sequence.len(), part.watched.clone());
    let mut found: Vec<Attention> = parts.iter().map(begin).collect();
    let mut done = vec![0; parts.len()];
    while let Some(first) = (0..parts.len()).find(|&n| done[n] < parts[n].tokens.len()) {
        let bundle = parts[first].sequence.bundle.clone();
        let mut bundle = lock(&bundle);
        let (round, evaluated) = round(&mut bundle, first, parts, &done)?;
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

/// Evaluates the next tokens of all parts that share the bundle of part `first`; tells how many
/// of which part.
fn round(
    bundle: &mut Bundle,
    first: usize,
    parts: &[Appended<'_>],
    done: &[usize],
) -> Result<(Vec<(usize, usize)>, Evaluated), Error> {
    let own = &parts[first].sequence.bundle;
    let left = |n: usize| parts[n].tokens.len() - done[n];
    let mut open: Vec<usize> = (0..parts.len())
        .filter(|&n| left(n) > 0 && Arc::ptr_eq(&parts[n].sequence.bundle, own))
        .collect();
    // Those with little to do first, so that the others share what room is left.
    open.sort_by_key(|&n| left(n));
    let (mut room, mut round) = (bundle.micro_batch(), Vec::new());
    for (place, &n) in open.iter().enumerate() {
        let count = left(n).min(room / (open.len() - place));
        room -= count;
        round.push((n, count));
    }
    // llama.cpp evaluates as many of each together: what one of them has more would take a pass
    // over the weights of its own.
    let unfinished = round.iter().filter(|&&(n, count)| count < left(n));
    let even = unfinished.map(|&(_, count)| count).min().unwrap_or(0);
    for (_, count) in round.iter_mut().filter(|(n, count)| *count < left(*n)) {
        *count = even;
    }
    round.retain(|&(_, count)| count > 0);
    round.sort_by_key(|&(n, _)| parts[n].sequence.lane);
    let pieces: Vec<Piece<'_>> = round
        .iter()
        .map(|&(n, count)| Piece {
            wanted: Wanted {
                lane: parts[n].sequence.lane,
                rows: count,
                columns: parts[n].watched.clone(),
            },
            position: parts[n].sequence.len(),
            tokens: &parts[n].tokens[done[n]..done[n] + count],
            scored: if count == left(n) { Scored::Last } else { Scored::Nowhere },
        })
        .collect();
    let evaluated = bundle.evaluate(&pieces)?;
    Ok((round, evaluated))
}

/// Gives the parts of a round what came of it.
fn hand_out(
    evaluated: Evaluated,
    round: &[(usize, usize)],
    parts: &mut [Appended<'_>],
    found: &mut [Attention],
) {
    let part = |parts: &[Appended<'_>], lane: usize| {
        round.iter().map(|&(n, _)| n).find(|&n| parts[n].sequence.lane == lane)
    };
    for (lane, means) in evaluated.attention {
        if let Some(n) = part(parts, lane) {
            found[n].values.extend(means);
        }
    }
    for (lane, scores) in evaluated.scores {
        if let Some(n) = part(parts, lane) {
            parts[n].sequence.scores = scores;
        }
    }
}

/// Also after a panic from the callback, which is raised while the lock is held: what a sequence
/// holds is known by the sequence, and the bundle changes nothing before the evaluation is over.
fn lock(bundle: &Mutex<Bundle>) -> MutexGuard<'_, Bundle> {
    bundle.lock().unwrap_or_else(PoisonError::into_inner)
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
            stop: Stop::default(),
            verify_cells: false,
            kernels: Kernels::Readable,
            scored: 1,
        };
        Sequence::side_by_side(&weights, options, count).unwrap()
    }

    /// What everything costs is reckoned from these counts.
    #[test]
    fn llama_cpp_counts_the_same_tokens() {
        let tokens: Vec<Token> = (0..300).map(|place| 300 + place % 200).collect();
        for count in [1, 2] {
            let mut all = sequences(count);
            for (lane, sequence) in all.iter_mut().enumerate() {
                let tokens = &tokens[..tokens.len() - 50 * lane];
                sequence.append(tokens, 0..tokens.len()).unwrap();
                sequence.truncate(123).unwrap();
                sequence.append(&tokens[123..], 0..0).unwrap();
                for token in &tokens[..3] {
                    sequence.append(&[*token], 0..9).unwrap();
                }
                // As a memory does that cannot go back.
                lock(&sequence.bundle).truncate(lane, 0).unwrap();
                sequence.forgotten = true;
                sequence.append(&tokens[..5], 0..0).unwrap();
            }
            let own: u64 = all.iter().map(|sequence| sequence.counts().evaluated).sum();
            assert_eq!(i64::from(lock(&all[0].bundle).evaluated()), own.cast_signed());
        }
    }
}
