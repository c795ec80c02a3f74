//! A llama.cpp context that owns everything it refers to.

#![allow(unsafe_code)]

use std::ops::Deref;
use std::sync::Arc;

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::context::session::LlamaStateSeqFlags;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::{DecodeError, EncodeError};

use crate::attention_tap::{self, Tap};
use crate::error::Error;
use crate::llama_backend::{alone, backend};
use crate::log;
use crate::stop::StopSignal;
use crate::weights::Weights;

/// A context with everything that C reaches through it.
pub(crate) struct Context {
    // Dropped in this order: the context before the data it refers to.
    inner: LlamaContext<'static>,
    _tap: Option<Tap>,
    _stop: Option<StopSignal>,
    weights: Arc<Weights>,
}

impl Context {
    /// Creates a context for computing embeddings.
    pub fn new(weights: &Arc<Weights>, params: LlamaContextParams) -> Result<Self, Error> {
        Self::with_callbacks(weights, params, None, None)
    }

    /// Creates a context whose work `stop` ends, whose attention `tap` reads, if there is one, and
    /// that gives the scores of `scored` tokens at once.
    pub fn stoppable(
        weights: &Arc<Weights>,
        mut params: LlamaContextParams,
        tap: Option<Tap>,
        stop: StopSignal,
        scored: u32,
    ) -> Result<Self, Error> {
        // SAFETY: `tap` and `stop` become fields of the context, dropped after `inner`.
        unsafe { attention_tap::attach(&mut params, tap.as_ref(), &stop, scored) };
        Self::with_callbacks(weights, params, tap, Some(stop))
    }

    fn with_callbacks(
        weights: &Arc<Weights>,
        params: LlamaContextParams,
        tap: Option<Tap>,
        stop: Option<StopSignal>,
    ) -> Result<Self, Error> {
        let weights = weights.clone();
        // SAFETY: the model lies in the allocation that `weights` keeps alive, where it never
        // moves. `inner`, which borrows it, is private, dropped before `weights`, and lent out
        // only to be read and for lifetimes within that of `self`, so that it cannot be moved
        // away from `weights`.
        let model: &'static LlamaModel = unsafe { &*std::ptr::from_ref(weights.model()) };
        let window = params.n_ctx().map_or(0, |tokens| tokens.get());
        let inner = {
            let _alone = alone();
            let mark = log::mark();
            model.new_context(backend(), params).map_err(|_| refusal(mark, window))?
        };
        Ok(Self { inner, _tap: tap, _stop: stop, weights })
    }

    /// Runs a batch through the model.
    pub fn decode(&mut self, batch: &mut LlamaBatch<'_>) -> Result<(), DecodeError> {
        self.inner.decode(batch)
    }

    /// Runs a batch through an encoder.
    pub fn encode(&mut self, batch: &mut LlamaBatch<'_>) -> Result<(), EncodeError> {
        self.inner.encode(batch)
    }

    /// Removes a sequence's tokens from this position on, and returns whether that was possible.
    pub fn remove_tail(&mut self, sequence: u32, from: u32) -> bool {
        self.inner.clear_kv_cache_seq(Some(sequence), Some(from), None) == Ok(true)
    }

    /// The tokens that it evaluated, by llama.cpp's own count: those of prompts and those that came
    /// one by one.
    #[cfg(test)]
    pub fn evaluated(&mut self) -> i32 {
        let counted = self.inner.timings();
        counted.n_p_eval() + counted.n_eval()
    }

    /// A sequence's keys and values as bytes.
    pub fn state(&self, sequence: i32) -> Result<Vec<u8>, Error> {
        let flags = LlamaStateSeqFlags::empty();
        let size = self.inner.state_seq_get_size_ext(sequence, flags);
        let mut bytes = vec![0; size];
        // SAFETY: `bytes` has room for the size that llama.cpp has just reported, and nothing is
        // evaluated in between.
        let written =
            unsafe { self.inner.state_seq_get_data_ext(bytes.as_mut_ptr(), sequence, flags) };
        match written == size {
            true => Ok(bytes),
            false => Err(Error::Failed("a state has another size than it was said to".into())),
        }
    }

    /// Replaces a sequence with saved keys and values, and returns whether that was possible. If
    /// not, the content is undefined: empty it.
    pub fn set_state(&mut self, sequence: i32, bytes: &[u8]) -> bool {
        // SAFETY: llama.cpp reads no further than the slice's length, which it is passed, and
        // refuses data that does not fit this context.
        unsafe { self.inner.state_seq_set_data_ext(bytes, sequence, LlamaStateSeqFlags::empty()) }
    }

    /// The model that it runs.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// Makes a sequence a copy of another. The keys and values are copied before the next batch.
    pub fn copy_sequence(&mut self, from: i32, to: i32) -> Result<(), Error> {
        self.inner
            .copy_kv_cache_seq(from, to, None, None)
            .map_err(|error| Error::Failed(error.to_string()))
    }
}

impl Deref for Context {
    type Target = LlamaContext<'static>;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

/// The reason why llama.cpp did not create a context.
fn refusal(mark: log::LogPosition, window: u32) -> Error {
    let reason = log::complaint(mark).unwrap_or_else(|| "llama.cpp gives no reason".into());
    if log::is_about_memory(&reason) {
        return Error::OutOfMemory(format!("a window of {window} tokens ({reason})"));
    }
    Error::Unsupported(reason)
}
