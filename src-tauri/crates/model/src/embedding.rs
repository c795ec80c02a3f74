use std::num::NonZeroU32;
use std::path::Path;

use hwdag::Embedder;
use llama_cpp_2::context::params::{LlamaContextParams, LlamaPoolingType};
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_sys_2 as sys;

use crate::context::Context;
use crate::error::Error;
use crate::weights::{LoadOptions, Weights};

/// Tokens evaluated together at most. The cost of attention grows with its square.
const BATCH_TOKENS: usize = 512;
/// Texts evaluated together at most.
const BATCH_TEXTS: usize = 16;

/// What becomes a text's vector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Vectors {
    /// The mean of its tokens' last states, of length 1, whatever the file says: sentence encoders are
    /// compared by angles.
    #[default]
    Normalised,
    /// The state that the file names (the first token's, the last one's, or the mean, which is also
    /// taken where it names none), as long as it is: dual encoders are trained to be compared by inner
    /// products.
    AsTrained,
}

/// A BERT model that turns sentences into vectors: the mean of its tokens' last states, of
/// length 1, unless other [`Vectors`] are wanted.
///
/// A text longer than the model's window is cut off at its end, as in sentence-transformers.
pub struct Bert {
    context: Context,
    batch: LlamaBatch<'static>,
    longest: usize,
    vectors: Vectors,
}

impl Bert {
    /// Loads the GGUF file at `path`.
    ///
    /// # Errors
    ///
    /// If the file is missing, damaged, or no BERT model.
    pub fn load(path: &Path, options: &LoadOptions) -> Result<Self, Error> {
        Self::load_as(path, options, Vectors::default())
    }

    /// The same for vectors of this kind.
    ///
    /// # Errors
    ///
    /// As [`Bert::load`], or if the file asks for its states to be used in another way.
    pub fn load_as(path: &Path, options: &LoadOptions, vectors: Vectors) -> Result<Self, Error> {
        let opened = Self::open(path, options, vectors);
        opened.map_err(|error| Error::Embedder(Box::new(error)))
    }

    fn open(path: &Path, options: &LoadOptions, vectors: Vectors) -> Result<Self, Error> {
        let weights = Weights::load(path, options)?;
        let info = weights.info();
        if !info.architecture.contains("bert") {
            return Err(Error::Unsupported(format!("{} is no BERT model", info.name)));
        }
        let vocab = weights.model().vocab();
        let known = 0..vocab.n_tokens();
        if ![vocab.bos(), vocab.sep()].iter().all(|token| known.contains(&token.0)) {
            return Err(Error::Unsupported("its vocabulary has no [CLS] and [SEP]".into()));
        }
        let longest = info.context;
        let tokens = longest.max(BATCH_TOKENS);
        let pooling = match vectors {
            Vectors::Normalised => LlamaPoolingType::Mean,
            Vectors::AsTrained => trained_pooling(&weights)?,
        };
        let context = Context::new(&weights, parameters(&weights, tokens, pooling)?)?;
        Ok(Self { context, batch: LlamaBatch::new(tokens, 1), longest, vectors })
    }

    /// Numbers in a vector.
    pub fn dimension(&self) -> usize {
        usize::try_from(self.context.weights().model().n_embd_out()).unwrap_or(0)
    }

    /// The tokens of a text, cut to the model's window with the last one kept.
    fn tokens(&self, text: &str) -> Vec<LlamaToken> {
        let mut tokens =
            self.context.weights().model().vocab().tokenize(text.as_bytes(), true, false);
        if tokens.len() > self.longest {
            tokens.drain(self.longest - 1..tokens.len() - 1);
        }
        tokens
    }

    /// The vectors of texts that fit into one batch.
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
            .map_err(|error| Error::Failed(format!("the embedder: {error}")))?;
        let finished: fn(&[f32]) -> Vec<f32> = match self.vectors {
            Vectors::Normalised => normalised,
            Vectors::AsTrained => <[f32]>::to_vec,
        };
        (0..)
            .zip(texts)
            .map(|(sequence, _)| {
                let vector = self.context.embeddings_seq_ith(sequence);
                vector.map(finished).map_err(|error| Error::Failed(error.to_string()))
            })
            .collect()
    }
}

impl Embedder for Bert {
    type Error = Error;

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        let texts: Vec<_> = texts.iter().map(|text| self.tokens(text)).collect();
        let mut vectors = Vec::with_capacity(texts.len());
        let mut rest = texts.as_slice();
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(fitting(rest));
            vectors.extend(self.evaluate(batch)?);
            rest = after;
        }
        Ok(vectors)
    }
}

/// How many of the first texts are evaluated together: at least one.
fn fitting(texts: &[Vec<LlamaToken>]) -> usize {
    let mut tokens = 0;
    let more = texts.iter().take(BATCH_TEXTS).take_while(|text| {
        tokens += text.len();
        tokens <= BATCH_TOKENS
    });
    more.count().max(1)
}

fn normalised(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    vector.iter().map(|&value| (f64::from(value) * scale) as f32).collect()
}

/// How the file says that one vector comes of the states of all tokens.
fn trained_pooling(weights: &Weights) -> Result<LlamaPoolingType, Error> {
    let key = format!("{}.pooling_type", weights.info().architecture);
    let said = weights.model().meta_val_str(&key).ok().and_then(|value| value.parse::<i32>().ok());
    match said.map_or(LlamaPoolingType::Unspecified, LlamaPoolingType::from) {
        LlamaPoolingType::None | LlamaPoolingType::Unspecified => Ok(LlamaPoolingType::Mean),
        LlamaPoolingType::Rank => {
            Err(Error::Unsupported("it compares two texts itself and gives no vectors".into()))
        }
        pooling => Ok(pooling),
    }
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
