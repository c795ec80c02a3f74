//! The trained model as a GGUF that llama.cpp loads, its vocabulary and chat template with it.

use std::path::Path;

use super::net::{EPSILON, Shape};
use super::prompt::TEMPLATE;
use super::vocabulary::{BOS, END, Failure, SPECIAL, Vocabulary};
use crate::gguf::{Gguf, Precision, Value};

/// The window that the model is made for.
const WINDOW: u32 = 4096;
/// Tokens of a summary's prompt, input and output that the model is trained on.
const CONSTRUCTION: u32 = 2048;

/// Writes the model.
///
/// # Errors
/// If the file cannot be written.
pub fn save(
    path: &Path,
    shape: Shape,
    p: &[f32],
    vocabulary: &Vocabulary,
    confidence: f32,
) -> Result<(), Failure> {
    let mut file = Gguf::new("llama");
    describe(&mut file, shape, confidence);
    words(&mut file, vocabulary)?;
    tensors(&mut file, shape, p);
    file.save(path)?;
    Ok(())
}

fn describe(file: &mut Gguf, shape: Shape, confidence: f32) {
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

fn words(file: &mut Gguf, vocabulary: &Vocabulary) -> Result<(), Failure> {
    let pieces = vocabulary.pieces();
    let types = (0..pieces.len()).map(|n| if n < SPECIAL.len() { 3 } else { 1 }).collect();
    file.set("tokenizer.ggml.model", "gpt2");
    file.set("tokenizer.ggml.pre", "gpt-2");
    file.set("tokenizer.ggml.tokens", Value::Texts(pieces));
    file.set("tokenizer.ggml.token_type", Value::I32s(types));
    file.set("tokenizer.ggml.merges", Value::Texts(vocabulary.merges()?));
    file.set("tokenizer.ggml.bos_token_id", BOS);
    file.set("tokenizer.ggml.eos_token_id", END);
    file.set("tokenizer.ggml.add_bos_token", true);
    file.set("tokenizer.ggml.add_eos_token", false);
    file.set("tokenizer.chat_template", TEMPLATE);
    Ok(())
}

/// The rotation pairs neighbours, as llama.cpp does for this architecture, so nothing is moved.
/// The output shares the embedding.
fn tensors(file: &mut Gguf, shape: Shape, p: &[f32]) {
    let (d, f) = (shape.dim, shape.ffn);
    let mut add = |name: &str, at: usize, sizes: &[usize]| {
        let n = sizes.iter().product::<usize>();
        file.tensor(name, sizes, Precision::F32, p[at..at + n].to_vec());
    };
    add("token_embd.weight", 0, &[d, shape.vocab]);
    add("output_norm.weight", shape.final_norm(), &[d]);
    for layer in 0..shape.layers {
        let b = shape.block(layer);
        let name = |part: &str| format!("blk.{layer}.{part}.weight");
        add(&name("attn_norm"), b.attn_norm, &[d]);
        add(&name("attn_q"), b.qkv, &[d, d]);
        add(&name("attn_k"), b.qkv + d * d, &[d, d]);
        add(&name("attn_v"), b.qkv + 2 * d * d, &[d, d]);
        add(&name("attn_output"), b.out, &[d, d]);
        add(&name("ffn_norm"), b.ffn_norm, &[d]);
        add(&name("ffn_gate"), b.gate_up, &[d, f]);
        add(&name("ffn_up"), b.gate_up + f * d, &[d, f]);
        add(&name("ffn_down"), b.down, &[f, d]);
    }
}
