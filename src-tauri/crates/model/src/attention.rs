use std::sync::Arc;

use hwdag::Token;
use llama_cpp_2::token::LlamaToken;

use crate::error::Error;
use crate::memory;
use crate::options::{Cache, Kernels, SequenceOptions};
use crate::sequence::Sequence;
use crate::stop::StopSignal;
use crate::weights::Weights;

/// The attention among the tokens of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextAttention {
    /// The tokens, including the one that begins the text, if the model wants one.
    pub tokens: Vec<Token>,
    /// Layers that take part.
    pub layers: usize,
    /// Query heads per layer.
    pub heads: usize,
    /// The mean over layers and heads, row by row: `tokens.len()` squared values.
    pub matrix: Vec<f32>,
}

/// Computes the attention among the tokens of `text`, with 32-bit keys and values and without a
/// chat template, for comparisons with other implementations.
///
/// # Errors
///
/// If the text is longer than the model's window, or the model has no usable attention.
pub fn text_attention(weights: &Arc<Weights>, text: &str) -> Result<TextAttention, Error> {
    let layers = weights.readable()?.layers()?.to_vec();
    let tokens = whole_text(weights, text);
    let window = weights.info().context;
    if tokens.len() > window {
        return Err(Error::Full { window, wanted: tokens.len() });
    }
    check_memory(tokens.len())?;
    let options = SequenceOptions {
        window: tokens.len(),
        cache: Cache::F32,
        micro_batch: 256,
        layers: layers.clone(),
        whole_windows: true,
        stop: StopSignal::default(),
        kernels: Kernels::Readable,
        verify_cells: true,
        scored: 1,
    };
    let mut sequence = Sequence::new(weights, options)?;
    let attention = sequence.append(&tokens, 0..tokens.len())?;
    Ok(TextAttention {
        tokens,
        layers: layers.len(),
        heads: weights.info().heads,
        matrix: attention.values,
    })
}

/// Checks that there is memory for a matrix with a row and a column for each token, twice: the
/// matrix is moved while it grows.
fn check_memory(tokens: usize) -> Result<(), Error> {
    let matrix = (tokens as u64).saturating_pow(2).saturating_mul(size_of::<f32>() as u64);
    let needed = matrix.saturating_mul(2);
    match memory::available() {
        Some(available) if needed > available => {
            Err(Error::OutOfMemory(format!("the attention of {tokens} tokens to one another")))
        }
        _ => Ok(()),
    }
}

/// The tokens of a stand-alone text, as llama.cpp makes them.
fn whole_text(weights: &Weights, text: &str) -> Vec<Token> {
    let words = weights.model().vocab().tokenize(text.as_bytes(), false, false);
    weights.beginning().into_iter().chain(words.into_iter().map(|LlamaToken(id)| id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_matrix_larger_than_memory_is_refused() {
        assert!(check_memory(1_000).is_ok());
        assert!(matches!(check_memory(usize::MAX), Err(Error::OutOfMemory(_))));
    }
}
