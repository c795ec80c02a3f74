//! Llamas of random weights in the shapes of real models: they say nothing, at the speed of those
//! that do.

use std::path::{Path, PathBuf};

use pocket::gguf::{Gguf, Precision, Value};
use protocol::{Code, Failure};

/// Tokens of the vocabulary: bytes, three marks and words that nobody writes.
const VOCABULARY: usize = 32_000;
/// Type numbers of GGUF for a plain token and a control token.
const PLAIN: i32 = 1;
const CONTROL: i32 = 3;

/// A model's shape.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Its name, by its parameters.
    pub name: &'static str,
    layers: usize,
    width: usize,
    heads: usize,
    kv_heads: usize,
    feed_forward: usize,
}

/// About 0.1, 0.5 and 1.1 billion parameters.
pub const SHAPES: [Shape; 3] = [
    Shape { name: "0.1B", layers: 12, width: 768, heads: 12, kv_heads: 4, feed_forward: 2_048 },
    Shape { name: "0.5B", layers: 24, width: 1_024, heads: 16, kv_heads: 8, feed_forward: 4_096 },
    Shape { name: "1B", layers: 16, width: 2_048, heads: 32, kv_heads: 8, feed_forward: 8_192 },
];

/// How the matrices are written.
pub const PRECISIONS: [(&str, Precision); 2] =
    [("Q8_0", Precision::Q8_0), ("Q4_K", Precision::Q4K)];

impl Shape {
    /// Writes the model into a folder, unless it is there.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written to.
    pub fn write(&self, precision: (&str, Precision), folder: &Path) -> Result<PathBuf, Failure> {
        let path = folder.join(format!("random-{}-{}.gguf", self.name, precision.0));
        if !path.exists() {
            self.gguf(precision.1).save(&path).map_err(|error| {
                let message = format!("{} cannot be written: {error}.", path.display());
                Failure::new(Code::DiskFull, message)
            })?;
        }
        Ok(path)
    }

    fn gguf(&self, precision: Precision) -> Gguf {
        let mut gguf = Gguf::new("llama");
        self.describe(&mut gguf);
        vocabulary(&mut gguf);
        let (width, kv) = (self.width, self.width / self.heads * self.kv_heads);
        gguf.random("token_embd.weight", &[width, VOCABULARY], Precision::Q8_0, 0.02);
        gguf.tensor("output_norm.weight", &[width], Precision::F32, vec![1.0; width]);
        gguf.random("output.weight", &[width, VOCABULARY], Precision::Q8_0, 0.02);
        for layer in 0..self.layers {
            for (name, from, to) in [
                ("attn_q", width, width),
                ("attn_k", width, kv),
                ("attn_v", width, kv),
                ("attn_output", width, width),
                ("ffn_gate", width, self.feed_forward),
                ("ffn_up", width, self.feed_forward),
                ("ffn_down", self.feed_forward, width),
            ] {
                let deviation = 1.0 / (from as f32).sqrt();
                let name = format!("blk.{layer}.{name}.weight");
                gguf.random(&name, &[from, to], precision, deviation);
            }
            for name in ["attn_norm", "ffn_norm"] {
                let name = format!("blk.{layer}.{name}.weight");
                gguf.tensor(&name, &[width], Precision::F32, vec![1.0; width]);
            }
        }
        gguf
    }

    fn describe(&self, gguf: &mut Gguf) {
        let head = (self.width / self.heads) as u32;
        gguf.set("general.name", format!("Random weights, {}", self.name).as_str());
        gguf.set("llama.block_count", self.layers as u32);
        gguf.set("llama.context_length", 16_384_u32);
        gguf.set("llama.embedding_length", self.width as u32);
        gguf.set("llama.feed_forward_length", self.feed_forward as u32);
        gguf.set("llama.attention.head_count", self.heads as u32);
        gguf.set("llama.attention.head_count_kv", self.kv_heads as u32);
        gguf.set("llama.attention.layer_norm_rms_epsilon", 1e-5_f32);
        gguf.set("llama.rope.dimension_count", head);
        gguf.set("llama.rope.freq_base", 500_000.0_f32);
        gguf.set("llama.vocab_size", VOCABULARY as u32);
    }
}

/// Bytes as GPT-2 writes them, the marks of a chat, and filler.
fn vocabulary(gguf: &mut Gguf) {
    let mut tokens: Vec<String> = (0..=255).map(letter).map(String::from).collect();
    let mut types = vec![PLAIN; 256];
    for mark in ["<|begin|>", "<|turn|>", "<|end|>"] {
        tokens.push(mark.into());
        types.push(CONTROL);
    }
    let begin = 256;
    tokens.extend((tokens.len()..VOCABULARY).map(|n| format!("word{n}")));
    types.resize(VOCABULARY, PLAIN);
    gguf.set("tokenizer.ggml.model", "gpt2");
    gguf.set("tokenizer.ggml.pre", "default");
    gguf.set("tokenizer.ggml.tokens", Value::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type", Value::I32s(types));
    gguf.set("tokenizer.ggml.merges", Value::Texts(Vec::new()));
    gguf.set("tokenizer.ggml.bos_token_id", begin);
    gguf.set("tokenizer.ggml.eos_token_id", begin + 2);
    gguf.set(
        "tokenizer.chat_template",
        "{{ bos_token }}{% for m in messages %}<|turn|>{{ m.content }}<|end|>{% endfor %}\
         {% if add_generation_prompt %}<|turn|>{% endif %}",
    );
}

/// The letter that stands for a byte.
fn letter(byte: u8) -> char {
    let shown = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    match shown(byte) {
        true => char::from(byte),
        false => {
            let before = (0..byte).filter(|&other| !shown(other)).count() as u32;
            char::from_u32(256 + before).unwrap_or('?')
        }
    }
}
