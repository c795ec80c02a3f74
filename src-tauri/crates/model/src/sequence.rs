use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use hwdag::{Attention, Counts, Token};
use llama_cpp_2::DecodeError;
use llama_cpp_2::context::params::{KvCacheType, LlamaContextParams};
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_sys_2 as sys;

use crate::context::Context;
use crate::error::Error;
use crate::memory;
use crate::stop::Stop;
use crate::tap::Tap;
use crate::weights::Weights;

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
}

/// One growing sequence of tokens in a model, whose attention can be read.
pub(crate) struct Sequence {
    context: Context,
    tap: Tap,
    stop: Stop,
    batch: LlamaBatch<'static>,
    window: usize,
    micro_batch: usize,
    length: usize,
    scores: Vec<f32>,
    counts: Counts,
}

impl Sequence {
    /// Makes an empty sequence.
    pub fn new(weights: &Arc<Weights>, options: SequenceOptions) -> Result<Self, Error> {
        let micro_batch = options.micro_batch.clamp(1, options.window.max(1));
        check_memory(weights, &options, micro_batch)?;
        let params = parameters(weights, &options, micro_batch)?;
        let (tap, stop) = (Tap::new(options.layers), options.stop);
        Ok(Self {
            context: Context::tapped(weights, params, tap.clone(), stop.clone())?,
            tap,
            stop,
            batch: LlamaBatch::new(micro_batch, 1),
            window: options.window,
            micro_batch,
            length: 0,
            scores: Vec::new(),
            counts: Counts::default(),
        })
    }

    pub fn weights(&self) -> &Arc<Weights> {
        self.context.weights()
    }

    /// Cells of the cache: tokens that fit, rounded up by llama.cpp.
    pub fn cells(&self) -> usize {
        usize::try_from(self.context.n_ctx()).unwrap_or(usize::MAX)
    }

    pub fn tap(&self) -> &Tap {
        &self.tap
    }

    /// Tokens there are.
    pub fn len(&self) -> usize {
        self.length
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
        let start = self.length;
        let wanted = start + tokens.len();
        if wanted > self.window {
            return Err(Error::Full { window: self.window, wanted });
        }
        let mut attention = Attention::empty(start, watched);
        for tokens in tokens.chunks(self.micro_batch) {
            let last = self.length + tokens.len() == wanted;
            if let Err(error) = self.append_part(tokens, last, &mut attention) {
                self.truncate(start)?;
                return Err(error);
            }
        }
        Ok(attention)
    }

    /// Removes every token from position `length` on.
    pub fn truncate(&mut self, length: usize) -> Result<(), Error> {
        self.scores.clear();
        let from = u32::try_from(length).map_err(|_| Error::Failed("a position".into()))?;
        if !self.context.remove_tail(0, from) {
            return Err(Error::WithoutAttention("it cannot take tokens back".into()));
        }
        let count = self.length.saturating_sub(length);
        self.counts.removed += count as u64;
        self.length -= count;
        Ok(())
    }

    fn append_part(
        &mut self,
        tokens: &[Token],
        last: bool,
        attention: &mut Attention,
    ) -> Result<(), Error> {
        if self.stop.is_requested() {
            return Err(Error::Stopped);
        }
        self.fill_batch(tokens, last)?;
        let watching = !attention.columns.is_empty();
        if watching {
            self.tap.watch(tokens.len(), attention.columns.clone());
        }
        let decoded = self.context.decode(&mut self.batch);
        self.tap.raise_panic();
        decoded.map_err(|error| self.failure(error))?;
        self.length += tokens.len();
        self.counts.evaluated += tokens.len() as u64;
        if watching {
            self.tap.take_mean(&mut attention.values).map_err(Error::WithoutAttention)?;
        }
        attention.rows.end = self.length;
        if last {
            self.scores.clear();
            self.scores.extend_from_slice(self.context.get_logits_ith(-1));
        }
        Ok(())
    }

    fn fill_batch(&mut self, tokens: &[Token], last: bool) -> Result<(), Error> {
        self.batch.clear();
        for (index, &token) in tokens.iter().enumerate() {
            let position = i32::try_from(self.length + index)
                .map_err(|_| Error::Failed("a position is too large".into()))?;
            let scored = last && index + 1 == tokens.len();
            self.batch
                .add(LlamaToken(token), position, &[0], scored)
                .map_err(|error| Error::Failed(error.to_string()))?;
        }
        Ok(())
    }

    fn failure(&self, error: DecodeError) -> Error {
        /// What `llama_decode` returns when its abort callback said so.
        const ABORTED: i32 = 2;
        /// What it returns when memory was refused.
        const REFUSED: i32 = -2;
        match error {
            DecodeError::NoKvCacheSlot => {
                Error::Full { window: self.window, wanted: self.length + 1 }
            }
            DecodeError::Unknown(ABORTED) => Error::Stopped,
            DecodeError::Unknown(REFUSED) => Error::OutOfMemory("evaluating tokens".into()),
            error => Error::Failed(error.to_string()),
        }
    }
}

/// Whether there is memory for the keys and values, and for the attention of a micro-batch. With a
/// GPU they lie in its memory, and llama.cpp finds out itself.
fn check_memory(
    weights: &Weights,
    options: &SequenceOptions,
    micro_batch: usize,
) -> Result<(), Error> {
    let gpu = cfg!(any(feature = "cuda", feature = "metal", feature = "vulkan"));
    let Some(available) = memory::available().filter(|_| !gpu) else { return Ok(()) };
    // Scores and weights of every head, four bytes each.
    let attention = [micro_batch, options.window, weights.info().heads, 8]
        .into_iter()
        .fold(1_u64, |bytes, factor| bytes.saturating_mul(factor as u64));
    let needed = weights.cache_bytes(options.window, options.cache).saturating_add(attention);
    if needed <= available {
        return Ok(());
    }
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    Err(Error::OutOfMemory(format!(
        "a window of {} tokens ({:.1} GiB, and {:.1} GiB are free)",
        options.window,
        gibibytes(needed),
        gibibytes(available),
    )))
}

fn parameters(
    weights: &Weights,
    options: &SequenceOptions,
    micro_batch: usize,
) -> Result<LlamaContextParams, Error> {
    let too_large = |_| Error::Unsupported(format!("a window of {} tokens", options.window));
    let window = u32::try_from(options.window).map_err(too_large)?;
    let micro_batch = u32::try_from(micro_batch).map_err(too_large)?;
    Ok(LlamaContextParams::default()
        .with_n_ctx(Some(NonZeroU32::new(window).unwrap_or(NonZeroU32::MIN)))
        .with_n_batch(micro_batch)
        .with_n_ubatch(micro_batch)
        .with_n_seq_max(1)
        .with_n_threads(weights.threads())
        .with_n_threads_batch(weights.threads())
        // Only without flash attention does the softmax exist as a tensor.
        .with_flash_attention_policy(sys::LLAMA_FLASH_ATTN_TYPE_DISABLED)
        .with_type_k(options.cache.into())
        .with_type_v(options.cache.into())
        .with_swa_full(options.whole_windows)
        .with_no_perf(true))
}
