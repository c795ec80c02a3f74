//! The lanes of one context: sequences that are evaluated together.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use hwdag::Token;
use llama_cpp_2::DecodeError;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;

use crate::attention_tap::{AttentionRequest, Tap, TokenCells};
use crate::context::Context;
use crate::context_parameters::{check_memory, parameters};
use crate::error::Error;
use crate::micro_batch::{BYTES_PER_HEAD, limited};
use crate::options::{Kernels, SequenceOptions};
use crate::stop::StopSignal;
use crate::surprisal::surprisal;
use crate::weights::Weights;

/// A context and its tap. The content of each lane is known to its [`Sequence`](crate::sequence::Sequence).
pub(crate) struct ContextSlots {
    context: Context,
    tap: Tap,
    stop: StopSignal,
    batch: LlamaBatch<'static>,
    window: usize,
    micro_batch: usize,
    slots: usize,
    verify_cells: bool,
    /// Whether attention is read.
    watched: bool,
    /// Lanes that became copies of others since the last evaluation, and those others. llama.cpp copies keys and values
    /// at the next evaluation. Until then, a copy's state would not hold them, and neither side may be given others.
    copies: BTreeSet<usize>,
    copied: BTreeSet<usize>,
}

/// The next tokens that a lane evaluates.
pub(crate) struct SlotTokens<'a> {
    /// The attention that is wanted.
    pub wanted: AttentionRequest,
    /// The position of its first token.
    pub position: usize,
    /// Its tokens, at least one.
    pub tokens: &'a [Token],
    /// The scores that are wanted.
    pub scored: ScoreRequest,
}

/// The tokens of a piece after which scores are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScoreRequest {
    /// After none.
    Nowhere,
    /// After the last one.
    Last,
    /// After the last one; after each of the others, how surprising the next token was. llama.cpp then keeps the scores
    /// of every token in memory at once, so ask for few.
    Each,
}

impl ContextSlots {
    /// Creates `lanes` empty lanes, each as large as the options say.
    pub fn new(
        weights: &Arc<Weights>,
        options: SequenceOptions,
        slots: usize,
    ) -> Result<Self, Error> {
        let micro_batch = micro_batch(weights, &options, slots);
        check_memory(weights, &options, micro_batch, slots)?;
        let params = parameters(weights, &options, micro_batch, slots)?;
        let (verify_cells, scored) = (options.verify_cells, options.scored);
        let watched = options.kernels == Kernels::Readable;
        let (tap, stop) = (Tap::new(options.layers, slots), options.stop);
        let listening = watched.then(|| tap.clone());
        Ok(Self {
            context: Context::stoppable(weights, params, listening, stop.clone(), scored)?,
            tap,
            stop,
            batch: LlamaBatch::new(micro_batch, 1),
            window: options.window,
            micro_batch,
            slots,
            verify_cells,
            watched,
            copies: BTreeSet::new(),
            copied: BTreeSet::new(),
        })
    }

    pub fn tap(&self) -> &Tap {
        &self.tap
    }

    /// Turns the check of every evaluation's cells on or off.
    pub fn verify_cells(&mut self, verify: bool) {
        self.verify_cells = verify;
    }

    /// Tokens evaluated at a time, over all lanes.
    pub fn micro_batch(&self) -> usize {
        self.micro_batch
    }

    /// See [`Context::evaluated`].
    #[cfg(test)]
    pub fn evaluated(&mut self) -> i32 {
        self.context.evaluated()
    }

    /// The cells of a lane's cache: the tokens that fit, rounded up by llama.cpp.
    pub fn cells(&self) -> usize {
        usize::try_from(self.context.n_ctx()).unwrap_or(usize::MAX) / self.slots
    }

    /// The cells that the tokens of some pieces belong in: those of their positions.
    fn cells_meant(&self, pieces: &[SlotTokens<'_>]) -> TokenCells {
        let of_a_lane = self.cells();
        let cells = |piece: &SlotTokens<'_>| {
            let start = piece.wanted.slot * of_a_lane + piece.position;
            start..start + piece.tokens.len()
        };
        TokenCells { cells: pieces.iter().flat_map(cells).collect(), of_a_lane }
    }

    /// Removes a lane's tokens from this position on, and returns whether the earlier ones are still there. A recurrent
    /// memory cannot go back: it is emptied, so that its tokens can be read again. If attention is read, that is an
    /// error, by which the trial recognises an unfit model.
    pub fn truncate(&mut self, slot: usize, length: usize) -> Result<bool, Error> {
        let from = u32::try_from(length).map_err(|_| too_large())?;
        let slot = u32::try_from(slot).map_err(|_| too_large())?;
        if self.context.remove_tail(slot, from) {
            return Ok(true);
        }
        match !self.watched && self.context.remove_tail(slot, 0) {
            true => Ok(false),
            false => Err(Error::WithoutAttention("it cannot take tokens back".into())),
        }
    }

    /// Makes a lane a copy of another.
    pub fn copy(&mut self, from: usize, to: usize) -> Result<(), Error> {
        let slot = |slot| i32::try_from(slot).map_err(|_| too_large());
        self.context.copy_sequence(slot(from)?, slot(to)?)?;
        self.copies.insert(to);
        self.copied.insert(from);
        Ok(())
    }

    /// A lane's keys and values as bytes; fails for a lane that has just become a copy.
    pub fn state(&self, slot: usize) -> Result<Vec<u8>, Error> {
        if self.copies.contains(&slot) {
            return Err(Error::Failed("a copy is no state before the next evaluation".into()));
        }
        self.context.state(i32::try_from(slot).map_err(|_| too_large())?)
    }

    /// Loads saved keys and values into a lane, and returns whether they fit. If not, the lane is empty.
    pub fn set_state(&mut self, slot: usize, state: &[u8]) -> Result<bool, Error> {
        let number = i32::try_from(slot).map_err(|_| too_large())?;
        let is_busy = self.copies.contains(&slot) || self.copied.contains(&slot);
        let fits = !is_busy && self.context.set_state(number, state);
        if !fits {
            self.truncate(slot, 0)?;
        }
        Ok(fits)
    }

    /// Evaluates the lanes' next tokens, at most a micro-batch in all, with the lanes in ascending order. Returns the
    /// attention of each lane that wants it and the scores of each piece that wants them.
    pub fn evaluate(&mut self, pieces: &[SlotTokens<'_>]) -> Result<Evaluated, Error> {
        if self.stop.is_requested() {
            return Err(Error::Stopped);
        }
        let places = self.fill(pieces)?;
        let meant = self.verify_cells.then(|| self.cells_meant(pieces));
        let wanted = pieces.iter().map(|piece| piece.wanted.clone());
        let wanted: Vec<AttentionRequest> =
            wanted.filter(|wanted| !wanted.columns.is_empty()).collect();
        let watching = !wanted.is_empty() || meant.is_some();
        if watching {
            self.tap.watch(wanted, meant);
        }
        let decoded = self.context.decode(&mut self.batch);
        self.tap.raise_panic();
        // The watch also ends if the evaluation failed.
        let attention = watching.then(|| self.tap.take_means());
        decoded.map_err(|error| self.failure(error))?;
        self.copies.clear();
        self.copied.clear();
        let attention = attention.transpose().map_err(Error::WithoutAttention)?.unwrap_or_default();
        let mut evaluated = Evaluated { attention, ..Evaluated::default() };
        for (piece, place) in pieces.iter().zip(places) {
            if piece.scored == ScoreRequest::Each {
                evaluated.surprisals.extend(self.surprisals(piece, place.clone()));
            }
            if piece.scored != ScoreRequest::Nowhere {
                let scores = self.context.get_logits_ith(place.end - 1).to_vec();
                evaluated.scores.push((piece.wanted.slot, scores));
            }
        }
        Ok(evaluated)
    }

    /// How surprising each token of a piece was after the one before it, given the piece's place in the batch.
    fn surprisals(&self, piece: &SlotTokens<'_>, place: Range<i32>) -> Vec<Option<f32>> {
        let later = piece.tokens.iter().skip(1);
        place
            .zip(later)
            .map(|(at, &next)| surprisal(self.context.get_logits_ith(at), next))
            .collect()
    }

    /// Fills the batch and returns the range of each piece in it.
    fn fill(&mut self, pieces: &[SlotTokens<'_>]) -> Result<Vec<Range<i32>>, Error> {
        self.batch.clear();
        let mut places = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let start = self.batch.n_tokens();
            let slot = i32::try_from(piece.wanted.slot).map_err(|_| too_large())?;
            for (index, &token) in piece.tokens.iter().enumerate() {
                let position = i32::try_from(piece.position + index).map_err(|_| too_large())?;
                let scored = match piece.scored {
                    ScoreRequest::Nowhere => false,
                    ScoreRequest::Last => index + 1 == piece.tokens.len(),
                    ScoreRequest::Each => true,
                };
                self.batch
                    .add(LlamaToken(token), position, &[slot], scored)
                    .map_err(|error| Error::Failed(error.to_string()))?;
            }
            places.push(start..self.batch.n_tokens());
        }
        Ok(places)
    }

    fn failure(&self, error: DecodeError) -> Error {
        /// What `llama_decode` returns when its abort callback ended it.
        const ABORTED: i32 = 2;
        /// What it returns when memory was refused.
        const REFUSED: i32 = -2;
        match error {
            DecodeError::NoKvCacheSlot => {
                Error::Full { window: self.window, wanted: self.window + 1 }
            }
            DecodeError::Unknown(ABORTED) => Error::Stopped,
            DecodeError::Unknown(REFUSED) => Error::OutOfMemory("evaluating tokens".into()),
            error => Error::Failed(error.to_string()),
        }
    }
}

/// The result of an evaluation.
#[derive(Default)]
pub(crate) struct Evaluated {
    /// The mean attention of the lanes that wanted it, each with its lane, row by row.
    pub attention: Vec<(usize, Vec<f32>)>,
    /// Scores of every vocabulary entry, each with its lane.
    pub scores: Vec<(usize, Vec<f32>)>,
    /// The surprisals of the tokens of the pieces that wanted them, all but the first of each piece, one piece after
    /// another.
    pub surprisals: Vec<Option<f32>>,
}

fn too_large() -> Error {
    Error::Failed("a position is too large".into())
}

/// Tokens evaluated at a time: the requested number, if the attention of that many fits into the limit, plus one for
/// each lane but one. The flash kernels never store attention.
fn micro_batch(weights: &Weights, options: &SequenceOptions, slots: usize) -> usize {
    let each = options.window.saturating_mul(weights.info().heads * BYTES_PER_HEAD);
    let wholly_on_gpu = weights.part_in_main_memory() == 0.0;
    let wished = options.micro_batch;
    let unlimited = wholly_on_gpu || options.kernels == Kernels::Flash;
    let most = if unlimited { wished } else { limited(wished, each) };
    // While one lane reads, each of the others writes a token.
    (most + slots - 1).clamp(slots, options.window.max(slots))
}
