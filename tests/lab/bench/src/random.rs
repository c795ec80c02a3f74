//! Llamas with random weights in the shapes of real models. Their output is meaningless, but they run
//! as fast as the real ones.

use std::path::{Path, PathBuf};

use pocket::gguf::{Gguf, GgufMetadataValue, Precision, byte_letter};
use protocol::{Code, Failure};

/// Tokens of the vocabulary: bytes, three marks, and filler words.
const VOCABULARY: usize = 32_000;
/// Raised whenever a file of an earlier version would be another model.
const VERSION: u32 = 2;
/// GGUF's type numbers of plain tokens and control tokens.
const PLAIN: i32 = 1;
const CONTROL: i32 = 3;

/// A model's shape.
#[derive(Debug, Clone, Copy)]
pub struct LlamaShape {
    /// Its name: its number of parameters.
    pub name: &'static str,
    layers: usize,
    width: usize,
    heads: usize,
    kv_heads: usize,
    feed_forward: usize,
}

/// About 0.1, 0.5, 1.1 and 7 billion parameters; the last as Llama 3 8B except for its vocabulary.
pub const SHAPES: [LlamaShape; 4] = [
    LlamaShape {
        name: "0.1B",
        layers: 12,
        width: 768,
        heads: 12,
        kv_heads: 4,
        feed_forward: 2_048,
    },
    LlamaShape {
        name: "0.5B",
        layers: 24,
        width: 1_024,
        heads: 16,
        kv_heads: 8,
        feed_forward: 4_096,
    },
    LlamaShape {
        name: "1B",
        layers: 16,
        width: 2_048,
        heads: 32,
        kv_heads: 8,
        feed_forward: 8_192,
    },
    LlamaShape {
        name: "8B",
        layers: 32,
        width: 4_096,
        heads: 32,
        kv_heads: 8,
        feed_forward: 14_336,
    },
];

/// The shapes' names.
pub const SIZES: [&str; SHAPES.len()] =
    [SHAPES[0].name, SHAPES[1].name, SHAPES[2].name, SHAPES[3].name];

/// The name of the shape that needs a graphics card.
pub const LARGEST: &str = SHAPES[3].name;

/// The formats of the matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantization {
    /// Eight bits for all of them.
    Q8_0,
    /// llama.cpp's mixture of four and six bits.
    Q4KM,
}

impl Quantization {
    /// All that are measured.
    pub const ALL: [Self; 2] = [Self::Q8_0, Self::Q4KM];

    /// Returns its common name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Q8_0 => "Q8_0",
            Self::Q4KM => "Q4_K_M",
        }
    }

    /// Returns the precision of the matrix that turns the last layer's output into scores.
    fn output(self) -> Precision {
        match self {
            Self::Q8_0 => Precision::Q8_0,
            Self::Q4KM => Precision::Q6K,
        }
    }

    /// The precision of a layer's matrix of this name. In Q4_K_M, values and the last feed-forward
    /// matrix get more bits in the first and last eighth of the layers and every third between.
    fn matrix(self, name: &str, layer: usize, layers: usize) -> Precision {
        let eighth = layers / 8;
        let counts = layer < eighth || layer >= 7 * layers / 8 || (layer - eighth) % 3 == 2;
        match self {
            Self::Q8_0 => Precision::Q8_0,
            Self::Q4KM if counts && ["attn_v", "ffn_down"].contains(&name) => Precision::Q6K,
            Self::Q4KM => Precision::Q4K,
        }
    }
}

impl LlamaShape {
    /// Returns the shape of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SHAPES.iter().find(|shape| shape.name == name)
    }

    /// Writes the model into a folder, unless it is already there.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written to.
    pub fn write(&self, quantization: Quantization, folder: &Path) -> Result<PathBuf, Failure> {
        let path =
            folder.join(format!("random-{VERSION}-{}-{}.gguf", self.name, quantization.name()));
        if !path.exists() {
            self.gguf(quantization).save(&path).map_err(|error| {
                let message = format!("{} cannot be written: {error}.", path.display());
                Failure::new(Code::DiskFull, message)
            })?;
        }
        Ok(path)
    }

    fn gguf(&self, quantization: Quantization) -> Gguf {
        let mut gguf = Gguf::new("llama");
        self.describe(&mut gguf);
        vocabulary(&mut gguf);
        let (width, kv) = (self.width, self.width / self.heads * self.kv_heads);
        let embedding = quantization.matrix("token_embd", 0, 1);
        gguf.random("token_embd.weight", &[width, VOCABULARY], embedding, 0.02);
        gguf.tensor("output_norm.weight", &[width], Precision::F32, vec![1.0; width]);
        gguf.random("output.weight", &[width, VOCABULARY], quantization.output(), 0.02);
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
                let precision = quantization.matrix(name, layer, self.layers);
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

/// Adds bytes in GPT-2's spelling, a chat's marks, and filler words.
fn vocabulary(gguf: &mut Gguf) {
    let mut tokens: Vec<String> = (0..=255).map(|byte| byte_letter(byte).to_string()).collect();
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
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(types));
    gguf.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(Vec::new()));
    gguf.set("tokenizer.ggml.bos_token_id", begin);
    gguf.set("tokenizer.ggml.eos_token_id", begin + 2);
    gguf.set(
        "tokenizer.chat_template",
        "{{ bos_token }}{% for m in messages %}<|turn|>{{ m.content }}<|end|>{% endfor %}\
         {% if add_generation_prompt %}<|turn|>{% endif %}",
    );
}
