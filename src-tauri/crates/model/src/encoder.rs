//! Runs an encoder model, which turns each text, given as tokens, into one row of numbers.

use std::num::NonZeroU32;
use std::sync::Arc;

use llama_cpp_2::context::params::{LlamaContextParams, LlamaPoolingType};
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_sys_2 as sys;

use crate::context::Context;
use crate::error::Error;
use crate::weights::Weights;

/// The maximum number of tokens evaluated together. The cost of attention grows with its square.
const BATCH_TOKENS: usize = 512;
/// The maximum number of texts evaluated together.
const BATCH_TEXTS: usize = 16;

/// An encoder with room for one batch of texts.
pub(crate) struct Encoder {
    context: Context,
    batch: LlamaBatch<'static>,
    longest: usize,
}

impl Encoder {
    /// Creates an encoder that turns texts into rows by `pooling`.
    pub fn new(weights: &Arc<Weights>, pooling: LlamaPoolingType) -> Result<Self, Error> {
        let info = weights.info();
        if !info.architecture.contains("bert") {
            return Err(Error::Unsupported(format!("{} is not a BERT model", info.name)));
        }
        let longest = info.context;
        let tokens = longest.max(BATCH_TOKENS);
        let context = Context::new(weights, parameters(weights, tokens, pooling)?)?;
        Ok(Self { context, batch: LlamaBatch::new(tokens, 1), longest })
    }

    /// Returns the model.
    pub fn weights(&self) -> &Arc<Weights> {
        self.context.weights()
    }

    /// Returns the maximum number of tokens of a text.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the row of each text, in order. No text may be longer than [`Encoder::longest`].
    pub fn encode(&mut self, texts: &[Vec<LlamaToken>]) -> Result<Vec<Vec<f32>>, Error> {
        let mut rows = Vec::with_capacity(texts.len());
        let mut rest = texts;
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(fitting(rest));
            rows.extend(self.evaluate(batch)?);
            rest = after;
        }
        Ok(rows)
    }

    /// Returns the rows of texts that fit into one batch.
    fn evaluate(&mut self, texts: &[Vec<LlamaToken>]) -> Result<Vec<Vec<f32>>, Error> {
        self.batch.clear();
        for (sequence, tokens) in (0..).zip(texts) {
            for (position, &token) in (0..).zip(tokens) {
                self.batch
                    .add(token, position, &[sequence], true)
                    .map_err(|error| Error::Failed(error.to_string()))?;
            }
        }
        self.context
            .encode(&mut self.batch)
            .map_err(|error| Error::Failed(format!("the encoder: {error}")))?;
        (0..)
            .zip(texts)
            .map(|(sequence, _)| {
                let row = self.context.embeddings_seq_ith(sequence);
                row.map(<[f32]>::to_vec).map_err(|error| Error::Failed(error.to_string()))
            })
            .collect()
    }
}

/// Returns how many of the first texts are evaluated together: at least one.
fn fitting(texts: &[Vec<LlamaToken>]) -> usize {
    let mut tokens = 0;
    let more = texts.iter().take(BATCH_TEXTS).take_while(|text| {
        tokens += text.len();
        tokens <= BATCH_TOKENS
    });
    more.count().max(1)
}

fn parameters(
    weights: &Weights,
    tokens: usize,
    pooling: LlamaPoolingType,
) -> Result<LlamaContextParams, Error> {
    let tokens = u32::try_from(tokens)
        .map_err(|_| Error::Unsupported(format!("a window of {tokens} tokens")))?;
    Ok(LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(tokens))
        .with_n_batch(tokens)
        .with_n_ubatch(tokens)
        .with_n_seq_max(BATCH_TEXTS as u32)
        .with_n_threads(weights.threads())
        .with_n_threads_batch(weights.threads())
        .with_embeddings(true)
        .with_pooling_type(pooling)
        .with_flash_attention_policy(sys::LLAMA_FLASH_ATTN_TYPE_DISABLED)
        .with_no_perf(true))
}
