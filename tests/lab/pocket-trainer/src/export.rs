//! The trained model as a GGUF that llama.cpp loads, with its vocabulary and chat template.

use std::path::Path;

use pocket::gguf::{Gguf, GgufMetadataValue, Precision};

use super::checkpoint::Checkpoint;
use super::network_shape::NetworkShape;
use super::normalisation::EPSILON;
use super::prompt::TEMPLATE;
use super::special_tokens::{BOS, END, SPECIAL};
use super::vocabulary::{BpeVocabulary, TrainerError};

/// The context window that the model is made for.
const WINDOW: u32 = 4096;
/// The number of tokens of a summary's prompt, input and output that the model is trained on.
const CONSTRUCTION: u32 = 2048;

/// Where a later training reads how far this one got.
pub const STAGE: [&str; 4] = [
    "pecan.training.length",
    "pecan.training.lines",
    "pecan.training.nodes",
    "pecan.training.steps",
];

/// Writes the model.
///
/// # Errors
/// If the file cannot be written.
pub fn save(
    path: &Path,
    state: &Checkpoint,
    vocabulary: &BpeVocabulary,
    confidence: f32,
) -> Result<(), TrainerError> {
    let mut file = Gguf::new("llama");
    let shape = state.shape;
    describe(&mut file, shape, confidence);
    let stage = &state.stage;
    for (key, n) in STAGE.iter().zip([stage.length, stage.lines, stage.nodes, state.steps as usize])
    {
        file.set(key, n as u32);
    }
    words(&mut file, vocabulary)?;
    for (name, at, sizes) in tensor_places(shape) {
        let n = sizes.iter().product::<usize>();
        file.tensor(&name, &sizes, Precision::F32, state.mean[at..at + n].to_vec());
    }
    file.save(path)?;
    Ok(())
}

fn describe(file: &mut Gguf, shape: NetworkShape, confidence: f32) {
    file.set("general.name", "Pecan Pocket");
    file.set("general.license", "MIT OR Apache-2.0");
    file.set("general.description", "A demonstration model, trained on made-up stories");
    file.set("general.file_type", 0u32);
    file.set("llama.context_length", WINDOW);
    file.set("llama.embedding_length", shape.dim as u32);
    file.set("llama.block_count", shape.layers as u32);
    file.set("llama.feed_forward_length", shape.ffn as u32);
    file.set("llama.attention.head_count", shape.heads as u32);
    file.set("llama.attention.head_count_kv", shape.heads as u32);
    file.set("llama.attention.layer_norm_rms_epsilon", EPSILON);
    file.set("llama.rope.dimension_count", shape.head_dim() as u32);
    file.set("llama.rope.freq_base", shape.theta);
    file.set("llama.vocab_size", shape.vocab as u32);
    file.set("pecan.construction_tokens", CONSTRUCTION);
    file.set("pecan.confidence", confidence);
    file.set("pecan.demonstration", true);
}

fn words(file: &mut Gguf, vocabulary: &BpeVocabulary) -> Result<(), TrainerError> {
    let pieces = vocabulary.pieces();
    let types = (0..pieces.len()).map(|n| if n < SPECIAL.len() { 3 } else { 1 }).collect();
    file.set("tokenizer.ggml.model", "gpt2");
    file.set("tokenizer.ggml.pre", "gpt-2");
    file.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(pieces));
    file.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(types));
    file.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(vocabulary.merges()?));
    file.set("tokenizer.ggml.bos_token_id", BOS);
    file.set("tokenizer.ggml.eos_token_id", END);
    file.set("tokenizer.ggml.add_bos_token", true);
    file.set("tokenizer.ggml.add_eos_token", false);
    file.set("tokenizer.chat_template", TEMPLATE);
    Ok(())
}

/// The tensors: name, place among the parameters, sizes in GGUF order. The rotation pairs
/// neighbours, as llama.cpp does for this architecture, so nothing is rearranged. The output shares
/// the embedding.
pub fn tensor_places(shape: NetworkShape) -> Vec<(String, usize, Vec<usize>)> {
    let (d, f) = (shape.dim, shape.ffn);
    let mut places = vec![
        ("token_embd.weight".to_owned(), 0, vec![d, shape.vocab]),
        ("output_norm.weight".to_owned(), shape.final_norm(), vec![d]),
    ];
    for layer in 0..shape.layers {
        let b = shape.block(layer);
        for (part, at, sizes) in [
            ("attn_norm", b.attn_norm, vec![d]),
            ("attn_q", b.qkv, vec![d, d]),
            ("attn_k", b.qkv + d * d, vec![d, d]),
            ("attn_v", b.qkv + 2 * d * d, vec![d, d]),
            ("attn_output", b.out, vec![d, d]),
            ("ffn_norm", b.ffn_norm, vec![d]),
            ("ffn_gate", b.gate_up, vec![d, f]),
            ("ffn_up", b.gate_up + f * d, vec![d, f]),
            ("ffn_down", b.down, vec![f, d]),
        ] {
            places.push((format!("blk.{layer}.{part}.weight"), at, sizes));
        }
    }
    places
}
