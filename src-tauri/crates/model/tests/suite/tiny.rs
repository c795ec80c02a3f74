//! Tiny models of random weights.

use std::panic::Location;
use std::path::PathBuf;
use std::sync::Arc;

use model::{LoadOptions, Weights};
use pocket::gguf::{Gguf, GgufMetadataValue, Precision};
use tempfile::TempDir;

use crate::tiny_vocabulary::{TEMPLATE, set_bpe};

pub const WIDTH: usize = 32;
pub const HEADS: usize = 4;
pub const KV_HEADS: usize = 2;
pub const HEAD: usize = WIDTH / HEADS;
pub const FEED_FORWARD: usize = 48;
pub const LAYERS: usize = 3;
pub const CONTEXT: usize = 2048;
pub const EPSILON: f32 = 1e-5;

/// A model file in its own folder.
pub struct File {
    pub path: PathBuf,
    _folder: TempDir,
}

/// Writes a file.
pub fn file(bytes: &[u8]) -> File {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("tiny.gguf");
    std::fs::write(&path, bytes).expect("the file can be written");
    File { path, _folder: folder }
}

pub fn bytes(gguf: &Gguf) -> Vec<u8> {
    let mut bytes = Vec::new();
    gguf.write(&mut bytes).expect("memory can be written to");
    bytes
}

/// Asserts that numbers are equal up to a tolerance, and prints the largest difference.
#[track_caller]
pub fn assert_close(a: &[f32], b: &[f32], tolerance: f32) {
    assert_eq!(a.len(), b.len());
    // In this order, NaN is the largest difference.
    let largest = a.iter().zip(b).map(|(a, b)| (a - b).abs()).max_by(f32::total_cmp);
    let largest = largest.unwrap_or(0.0);
    // Scores reach the tens.
    let tolerance = if is_on_card() { 1000.0 * tolerance } else { tolerance };
    eprintln!("{}: {largest:.1e}, at most {tolerance:.0e}", Location::caller());
    assert!(largest <= tolerance, "the largest difference is {largest}");
}

/// The number of layers that run on a card, `None` for all: with `PECAN_TEST_CARD`, the number it
/// gives, or all. Without it, the tests stay on the processor.
fn layers_on_card() -> Option<u32> {
    let asked = std::env::var("PECAN_TEST_CARD");
    asked.map_or(Some(0), |layers| layers.parse().ok())
}

fn is_on_card() -> bool {
    layers_on_card() != Some(0)
}

/// The allowed difference of shares: a card multiplies only ten of the 23 bits after the point.
pub fn apart(on_processor: f32) -> f32 {
    if is_on_card() { 100.0 * on_processor } else { on_processor }
}

/// One thread: the tests run in parallel.
pub fn options() -> LoadOptions {
    LoadOptions { gpu_layers: layers_on_card(), threads: Some(1) }
}

pub fn load(gguf: &Gguf) -> Arc<Weights> {
    Weights::load(&file(&bytes(gguf)).path, &options()).expect("the tiny model loads")
}

/// Approximately normally distributed numbers, always the same.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2) + 1)
    }

    pub fn uniform(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32 - 0.5
    }

    pub fn numbers(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count)
            .map(|_| scale * (0..4).map(|_| self.uniform()).sum::<f32>() * 3.0_f32.sqrt())
            .collect()
    }
}

/// A llama of random weights: the content of its file, and the weights by name.
pub struct Llama {
    pub gguf: Gguf,
    pub tensors: Vec<(String, Vec<f32>)>,
    pub vocabulary: usize,
}

impl Llama {
    pub fn tensor(&self, name: &str) -> &[f32] {
        &self.tensors.iter().find(|(own, _)| own == name).expect("the tensor exists").1
    }

    fn add(&mut self, name: &str, shape: &[usize], values: Vec<f32>) {
        self.gguf.tensor(name, shape, Precision::F32, values.clone());
        self.tensors.push((name.to_owned(), values));
    }
}

/// A llama with a vocabulary of bytes and some words.
pub fn llama() -> Llama {
    llama_with(set_bpe)
}

/// A llama with another vocabulary; `set_vocabulary` says how many tokens it has.
pub fn llama_with(set_vocabulary: impl FnOnce(&mut Gguf) -> usize) -> Llama {
    make_llama(CONTEXT, "Tiny llama".into(), TEMPLATE, set_vocabulary)
}

/// A llama with another name.
pub fn llama_named(name: GgufMetadataValue) -> Llama {
    make_llama(CONTEXT, name, TEMPLATE, set_bpe)
}

/// A llama with another chat template.
pub fn llama_talking(template: &str) -> Llama {
    make_llama(CONTEXT, "Tiny llama".into(), template, set_bpe)
}

/// A llama that claims to read more than any memory can hold.
pub fn boundless_llama() -> Llama {
    make_llama(u32::MAX as usize, "Tiny llama".into(), TEMPLATE, set_bpe)
}

/// The metadata of a llama.
pub fn llama_without_tensors() -> Gguf {
    let mut gguf = Gguf::new("llama");
    set_sizes(&mut gguf, "llama", CONTEXT);
    gguf.set("general.name", "Tiny llama");
    gguf.set("tokenizer.chat_template", TEMPLATE);
    set_bpe(&mut gguf);
    gguf
}

fn make_llama(
    context: usize,
    name: GgufMetadataValue,
    template: &str,
    set_vocabulary: impl FnOnce(&mut Gguf) -> usize,
) -> Llama {
    let mut gguf = Gguf::new("llama");
    set_sizes(&mut gguf, "llama", context);
    gguf.set("general.name", name);
    gguf.set("tokenizer.chat_template", template);
    let vocabulary = set_vocabulary(&mut gguf);
    let mut llama = Llama { gguf, tensors: Vec::new(), vocabulary };
    let mut chance = Chance::new(1);
    llama.add("token_embd.weight", &[WIDTH, vocabulary], chance.numbers(WIDTH * vocabulary, 1.0));
    llama.add("output_norm.weight", &[WIDTH], vec![1.0; WIDTH]);
    llama.add("output.weight", &[WIDTH, vocabulary], chance.numbers(WIDTH * vocabulary, 0.3));
    for layer in 0..LAYERS {
        for (name, from, to) in matrices() {
            let values = chance.numbers(from * to, 1.5 / (from as f32).sqrt());
            llama.add(&format!("blk.{layer}.{name}.weight"), &[from, to], values);
        }
        for name in ["attn_norm", "ffn_norm"] {
            let values = chance.numbers(WIDTH, 0.1).iter().map(|value| 1.0 + value).collect();
            llama.add(&format!("blk.{layer}.{name}.weight"), &[WIDTH], values);
        }
    }
    llama
}

pub fn matrices() -> [(&'static str, usize, usize); 7] {
    [
        ("attn_q", WIDTH, HEADS * HEAD),
        ("attn_k", WIDTH, KV_HEADS * HEAD),
        ("attn_v", WIDTH, KV_HEADS * HEAD),
        ("attn_output", HEADS * HEAD, WIDTH),
        ("ffn_gate", WIDTH, FEED_FORWARD),
        ("ffn_up", WIDTH, FEED_FORWARD),
        ("ffn_down", FEED_FORWARD, WIDTH),
    ]
}

/// A Gemma 3 of random weights with two windowed layers per full one.
pub fn gemma(window: u32, layers: usize) -> Gguf {
    gemma_with(window, layers, 3)
}

/// A Gemma 3 of random weights with `pattern` - 1 windowed layers per full one.
pub fn gemma_with(window: u32, layers: usize, pattern: u32) -> Gguf {
    let mut gguf = Gguf::new("gemma3");
    set_sizes(&mut gguf, "gemma3", CONTEXT);
    gguf.set("gemma3.block_count", layers as u32);
    gguf.set("gemma3.attention.key_length", HEAD as u32);
    gguf.set("gemma3.attention.value_length", HEAD as u32);
    gguf.set("gemma3.attention.sliding_window", window);
    gguf.set("gemma3.attention.sliding_window_pattern", pattern);
    let vocabulary = set_bpe(&mut gguf);
    let mut chance = Chance::new(2);
    let mut add = |name: &str, shape: &[usize]| {
        let scale = if shape.len() == 1 { 0.1 } else { 1.0 / (shape[0] as f32).sqrt() };
        let base = if shape.len() == 1 { 1.0 } else { 0.0 };
        let values = chance.numbers(shape.iter().product(), scale);
        let values = values.into_iter().map(|value| base + value).collect();
        gguf.tensor(name, shape, Precision::F32, values);
    };
    add("token_embd.weight", &[WIDTH, vocabulary]);
    add("output_norm.weight", &[WIDTH]);
    for layer in 0..layers {
        for (name, from, to) in matrices() {
            add(&format!("blk.{layer}.{name}.weight"), &[from, to]);
        }
        for name in ["attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm"] {
            add(&format!("blk.{layer}.{name}.weight"), &[WIDTH]);
        }
        for name in ["attn_q_norm", "attn_k_norm"] {
            add(&format!("blk.{layer}.{name}.weight"), &[HEAD]);
        }
    }
    gguf
}

/// A gpt-oss of random weights, with sinks and a windowed layer before each full one.
pub fn gpt_oss() -> Gguf {
    const EXPERTS: usize = 4;
    let mut gguf = Gguf::new("gpt-oss");
    set_sizes(&mut gguf, "gpt-oss", CONTEXT);
    gguf.set("gpt-oss.expert_count", EXPERTS as u32);
    gguf.set("gpt-oss.expert_used_count", 2_u32);
    gguf.set("gpt-oss.expert_feed_forward_length", FEED_FORWARD as u32);
    gguf.set("gpt-oss.attention.sliding_window", 64_u32);
    let vocabulary = set_bpe(&mut gguf);
    let mut chance = Chance::new(5);
    let mut add = |name: &str, shape: &[usize]| add_random(&mut gguf, &mut chance, name, shape);
    add("token_embd.weight", &[WIDTH, vocabulary]);
    add("output_norm.weight", &[WIDTH]);
    add("output.weight", &[WIDTH, vocabulary]);
    for layer in 0..LAYERS {
        for (name, from, to) in &matrices()[..4] {
            add(&format!("blk.{layer}.{name}.weight"), &[*from, *to]);
            add(&format!("blk.{layer}.{name}.bias"), &[*to]);
        }
        for name in ["attn_norm", "post_attention_norm"] {
            add(&format!("blk.{layer}.{name}.weight"), &[WIDTH]);
        }
        add(&format!("blk.{layer}.attn_sinks.weight"), &[HEADS]);
        add(&format!("blk.{layer}.ffn_gate_inp.weight"), &[WIDTH, EXPERTS]);
        add(&format!("blk.{layer}.ffn_gate_inp.bias"), &[EXPERTS]);
        for (name, from, to) in &matrices()[4..] {
            add(&format!("blk.{layer}.{name}_exps.weight"), &[*from, *to, EXPERTS]);
            add(&format!("blk.{layer}.{name}_exps.bias"), &[*to, EXPERTS]);
        }
    }
    gguf
}

/// Adds a tensor of small numbers, around 1 if it is a norm.
pub fn add_random(gguf: &mut Gguf, chance: &mut Chance, name: &str, shape: &[usize]) {
    let base = if name.contains("norm") { 1.0 } else { 0.0 };
    let values = chance.numbers(shape.iter().product(), 0.2);
    let values = values.into_iter().map(|value| base + value).collect();
    gguf.tensor(name, shape, Precision::F32, values);
}

pub fn set_sizes(gguf: &mut Gguf, architecture: &str, context: usize) {
    for (key, value) in [
        ("context_length", context),
        ("embedding_length", WIDTH),
        ("block_count", LAYERS),
        ("feed_forward_length", FEED_FORWARD),
        ("attention.head_count", HEADS),
        ("attention.head_count_kv", KV_HEADS),
        ("rope.dimension_count", HEAD),
    ] {
        // Gemma's tests set their own number of layers, and LFM's layers differ.
        let own = [("gemma3", "block_count"), ("lfm2", "attention.head_count_kv")];
        if !own.contains(&(architecture, key)) {
            gguf.set(&format!("{architecture}.{key}"), value as u32);
        }
    }
    gguf.set(&format!("{architecture}.attention.layer_norm_rms_epsilon"), EPSILON);
}
