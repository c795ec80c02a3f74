//! Tiny models of random weights.

use std::panic::Location;
use std::path::PathBuf;
use std::sync::Arc;

use model::{LoadOptions, Weights};
use pocket::gguf::{Gguf, GgufMetadataValue, Precision, byte_letter};
use tempfile::TempDir;

pub const WIDTH: usize = 32;
pub const HEADS: usize = 4;
pub const KV_HEADS: usize = 2;
pub const HEAD: usize = WIDTH / HEADS;
pub const FEED_FORWARD: usize = 48;
pub const LAYERS: usize = 3;
pub const CONTEXT: usize = 2048;
pub const EPSILON: f32 = 1e-5;

/// ChatML with the words of the tiny vocabularies.
pub const TEMPLATE: &str = "{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\
    <|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

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

    fn uniform(&mut self) -> f32 {
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
    make_llama(CONTEXT, set_vocabulary)
}

/// A llama that claims to read more than any memory can hold.
pub fn boundless_llama() -> Llama {
    make_llama(u32::MAX as usize, set_bpe)
}

fn make_llama(context: usize, set_vocabulary: impl FnOnce(&mut Gguf) -> usize) -> Llama {
    let mut gguf = Gguf::new("llama");
    set_sizes(&mut gguf, "llama", context);
    gguf.set("general.name", "Tiny llama");
    gguf.set("tokenizer.chat_template", TEMPLATE);
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

fn matrices() -> [(&'static str, usize, usize); 7] {
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
fn add_random(gguf: &mut Gguf, chance: &mut Chance, name: &str, shape: &[usize]) {
    let base = if name.contains("norm") { 1.0 } else { 0.0 };
    let values = chance.numbers(shape.iter().product(), 0.2);
    let values = values.into_iter().map(|value| base + value).collect();
    gguf.tensor(name, shape, Precision::F32, values);
}

/// A Mamba of random weights, which remembers some hundred tokens.
pub fn mamba() -> Gguf {
    const INNER: usize = 2 * WIDTH;
    const STATE: usize = 4;
    const RANK: usize = 2;
    const KERNEL: usize = 4;
    let mut gguf = Gguf::new("mamba");
    for (key, value) in [
        ("context_length", CONTEXT),
        ("embedding_length", WIDTH),
        ("feed_forward_length", 0),
        ("attention.head_count", 0),
        ("block_count", LAYERS),
        ("ssm.conv_kernel", KERNEL),
        ("ssm.inner_size", INNER),
        ("ssm.state_size", STATE),
        ("ssm.time_step_rank", RANK),
    ] {
        gguf.set(&format!("mamba.{key}"), value as u32);
    }
    gguf.set("mamba.attention.layer_norm_rms_epsilon", EPSILON);
    let vocabulary = set_bpe(&mut gguf);
    let mut chance = Chance::new(3);
    let mut add = |name: &str, shape: &[usize]| add_random(&mut gguf, &mut chance, name, shape);
    add("token_embd.weight", &[WIDTH, vocabulary]);
    add("output_norm.weight", &[WIDTH]);
    for layer in 0..LAYERS {
        for (name, shape) in [
            ("attn_norm.weight", &[WIDTH][..]),
            ("ssm_in.weight", &[WIDTH, 2 * INNER]),
            ("ssm_conv1d.weight", &[KERNEL, INNER]),
            ("ssm_conv1d.bias", &[INNER]),
            ("ssm_x.weight", &[INNER, RANK + 2 * STATE]),
            ("ssm_dt.weight", &[RANK, INNER]),
            ("ssm_d", &[INNER]),
            ("ssm_out.weight", &[INNER, WIDTH]),
        ] {
            add(&format!("blk.{layer}.{name}"), shape);
        }
    }
    for layer in 0..LAYERS {
        // The share of a token that is left after the next one: at most e to the power of minus a
        // twentieth.
        let (decay, step) = (vec![-1.0; STATE * INNER], vec![-3.0; INNER]);
        gguf.tensor(&format!("blk.{layer}.ssm_a"), &[STATE, INNER], Precision::F32, decay);
        gguf.tensor(&format!("blk.{layer}.ssm_dt.bias"), &[INNER], Precision::F32, step);
    }
    gguf
}

/// An LFM 2 of random weights: short convolutions, and attention in its second layer.
pub fn lfm2() -> Gguf {
    const MEMORY: usize = 3;
    let mut gguf = Gguf::new("lfm2");
    set_sizes(&mut gguf, "lfm2", CONTEXT);
    let kv_heads = [0, KV_HEADS as i32, 0].to_vec();
    gguf.set("lfm2.attention.head_count_kv", GgufMetadataValue::I32s(kv_heads));
    gguf.set("lfm2.shortconv.l_cache", MEMORY as u32);
    let vocabulary = set_bpe(&mut gguf);
    let mut chance = Chance::new(6);
    let mut add = |name: &str, shape: &[usize]| add_random(&mut gguf, &mut chance, name, shape);
    add("token_embd.weight", &[WIDTH, vocabulary]);
    add("token_embd_norm.weight", &[WIDTH]);
    for layer in 0..LAYERS {
        let parts: &[(&str, &[usize])] = match layer {
            1 => &[
                ("attn_q", &[WIDTH, HEADS * HEAD]),
                ("attn_k", &[WIDTH, KV_HEADS * HEAD]),
                ("attn_v", &[WIDTH, KV_HEADS * HEAD]),
                ("attn_output", &[HEADS * HEAD, WIDTH]),
                ("attn_q_norm", &[HEAD]),
                ("attn_k_norm", &[HEAD]),
            ],
            _ => &[
                ("shortconv.conv", &[MEMORY, WIDTH]),
                ("shortconv.in_proj", &[WIDTH, 3 * WIDTH]),
                ("shortconv.out_proj", &[WIDTH, WIDTH]),
            ],
        };
        for (name, shape) in parts {
            add(&format!("blk.{layer}.{name}.weight"), shape);
        }
        for (name, from, to) in &matrices()[4..] {
            add(&format!("blk.{layer}.{name}.weight"), &[*from, *to]);
        }
        for name in ["attn_norm", "ffn_norm"] {
            add(&format!("blk.{layer}.{name}.weight"), &[WIDTH]);
        }
    }
    gguf
}

/// A MiniMax M3 of random weights: after its first layer, an indexer chooses `chosen` of the blocks
/// of `block` tokens that are looked at.
pub fn minimax(block: u32, chosen: u32) -> Gguf {
    const EXPERTS: usize = 4;
    let mut gguf = Gguf::new("minimax-m3");
    set_sizes(&mut gguf, "minimax-m3", CONTEXT);
    for (key, value) in [
        ("leading_dense_block_count", 1),
        ("expert_count", EXPERTS as u32),
        ("expert_used_count", 2),
        ("expert_feed_forward_length", FEED_FORWARD as u32),
        ("expert_shared_count", 1),
        // Sigmoids.
        ("expert_gating_func", 2),
        ("attention.key_length", HEAD as u32),
        ("attention.value_length", HEAD as u32),
        ("attention.indexer.head_count", KV_HEADS as u32),
        ("attention.indexer.key_length", HEAD as u32),
        ("attention.indexer.top_k", chosen),
        ("attention.indexer.block_size", block),
        ("attention.indexer.local_blocks", 1),
    ] {
        gguf.set(&format!("minimax-m3.{key}"), value);
    }
    let vocabulary = set_bpe(&mut gguf);
    let mut chance = Chance::new(7);
    let mut add = |name: &str, shape: &[usize]| add_random(&mut gguf, &mut chance, name, shape);
    add("token_embd.weight", &[WIDTH, vocabulary]);
    add("output_norm.weight", &[WIDTH]);
    add("output.weight", &[WIDTH, vocabulary]);
    for layer in 0..LAYERS {
        let mut add = |name: &str, shape: &[usize]| add(&format!("blk.{layer}.{name}"), shape);
        for (name, from, to) in &matrices()[..4] {
            add(&format!("{name}.weight"), &[*from, *to]);
        }
        for (name, width) in [
            ("attn_norm", WIDTH),
            ("ffn_norm", WIDTH),
            ("attn_q_norm", HEAD),
            ("attn_k_norm", HEAD),
        ] {
            add(&format!("{name}.weight"), &[width]);
        }
        for (name, from, to) in &matrices()[4..] {
            if layer == 0 {
                add(&format!("{name}.weight"), &[*from, *to]);
                continue;
            }
            add(&format!("{name}_exps.weight"), &[*from, *to, EXPERTS]);
            add(&format!("{name}_shexp.weight"), &[*from, *to]);
        }
        if layer > 0 {
            add("ffn_gate_inp.weight", &[WIDTH, EXPERTS]);
            add("exp_probs_b.bias", &[EXPERTS]);
            add("indexer.q_proj.weight", &[WIDTH, KV_HEADS * HEAD]);
            add("indexer.k_proj.weight", &[WIDTH, HEAD]);
            add("indexer.q_norm.weight", &[HEAD]);
            add("indexer.k_norm.weight", &[HEAD]);
        }
    }
    gguf
}

fn set_sizes(gguf: &mut Gguf, architecture: &str, context: usize) {
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

/// Sets a byte-level BPE vocabulary with a few words and the words of [`TEMPLATE`].
pub fn set_bpe(gguf: &mut Gguf) -> usize {
    let merges = ["t h", "th e", "Ġ the", "Ġ a", "i n", "in g", "Ċ Ċ", "a n", "an d", "Ġ and"];
    let mut tokens: Vec<String> = (0..=255).map(|byte| byte_letter(byte).to_string()).collect();
    tokens.extend(merges.iter().map(|merge| merge.replace(' ', "")));
    let mut kinds = vec![1; tokens.len()];
    for (word, kind) in
        [("<|begin|>", 3), ("<|end|>", 3), ("<|user|>", 3), ("<|assistant|>", 3), ("<|note|>", 4)]
    {
        tokens.push(word.into());
        kinds.push(kind);
    }
    let count = tokens.len();
    gguf.set("tokenizer.ggml.model", "gpt2");
    gguf.set("tokenizer.ggml.pre", "gpt-2");
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(kinds));
    gguf.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(merges.map(str::to_owned).to_vec()));
    gguf.set("tokenizer.ggml.bos_token_id", count as u32 - 5);
    gguf.set("tokenizer.ggml.eos_token_id", count as u32 - 4);
    gguf.set("tokenizer.ggml.add_bos_token", true);
    count
}

/// Sets a SentencePiece vocabulary that adds a space before every text, and can assemble the names
/// of its own control tokens.
pub fn set_spm(gguf: &mut Gguf) -> usize {
    let mut tokens: Vec<(String, f32, i32)> =
        vec![("<unk>".into(), 0.0, 2), ("<s>".into(), 0.0, 3), ("</s>".into(), 0.0, 3)];
    tokens.extend((0..=255).map(|byte| (format!("<0x{byte:02X}>"), 0.0, 6)));
    let letters = (' '..='~').map(|letter| letter.to_string().replace(' ', "▁"));
    let words = ["▁t", "he", "▁the", "in", "ing", "<s", "</", "</s", "▁▁"].map(str::to_owned);
    for (rank, word) in words.into_iter().chain(letters).enumerate() {
        tokens.push((word, -(rank as f32), 1));
    }
    let count = tokens.len();
    gguf.set("tokenizer.ggml.model", "llama");
    gguf.set(
        "tokenizer.ggml.tokens",
        GgufMetadataValue::Texts(tokens.iter().map(|token| token.0.clone()).collect()),
    );
    gguf.set(
        "tokenizer.ggml.scores",
        GgufMetadataValue::F32s(tokens.iter().map(|token| token.1).collect()),
    );
    gguf.set(
        "tokenizer.ggml.token_type",
        GgufMetadataValue::I32s(tokens.iter().map(|token| token.2).collect()),
    );
    count
}

/// A BERT of random weights with room for `context` tokens.
pub fn bert(context: usize) -> Gguf {
    bert_with_pooling(context, 1)
}

/// A BERT with a head of random weights that compares two texts and gives `outputs` numbers.
pub fn reranker(context: usize, outputs: usize) -> Gguf {
    let mut gguf = bert_with_pooling(context, 4);
    let mut chance = Chance::new(5);
    for (name, shape) in [("cls", [WIDTH, WIDTH]), ("cls.output", [WIDTH, outputs])] {
        let mut add = |name: String, shape: &[usize]| {
            let values = chance.numbers(shape.iter().product(), 0.3);
            gguf.tensor(&name, shape, Precision::F32, values);
        };
        add(format!("{name}.weight"), &shape);
        add(format!("{name}.bias"), &shape[1..]);
    }
    if outputs > 1 {
        let labels = (0..outputs).map(|label| label.to_string()).collect();
        gguf.set("bert.classifier.output_labels", GgufMetadataValue::Texts(labels));
    }
    gguf
}

fn bert_with_pooling(context: usize, pooling: usize) -> Gguf {
    let mut gguf = Gguf::new("bert");
    for (key, value) in [
        ("context_length", context),
        ("embedding_length", WIDTH),
        ("block_count", 2),
        ("feed_forward_length", FEED_FORWARD),
        ("attention.head_count", HEADS),
        ("pooling_type", pooling),
    ] {
        gguf.set(&format!("bert.{key}"), value as u32);
    }
    gguf.set("bert.attention.layer_norm_epsilon", 1e-12_f32);
    gguf.set("bert.attention.causal", false);
    let vocabulary = set_wordpiece(&mut gguf);
    let mut chance = Chance::new(4);
    let mut add = |name: &str, shape: &[usize]| {
        let base = if name.contains("norm.weight") { 1.0 } else { 0.0 };
        let values = chance.numbers(shape.iter().product(), 0.3);
        let values = values.into_iter().map(|value| base + value).collect();
        gguf.tensor(name, shape, Precision::F32, values);
    };
    add("token_embd.weight", &[WIDTH, vocabulary]);
    add("token_types.weight", &[WIDTH, 2]);
    add("position_embd.weight", &[WIDTH, context]);
    add("token_embd_norm.weight", &[WIDTH]);
    add("token_embd_norm.bias", &[WIDTH]);
    for layer in 0..2 {
        for (name, from, to) in [
            ("attn_q", WIDTH, WIDTH),
            ("attn_k", WIDTH, WIDTH),
            ("attn_v", WIDTH, WIDTH),
            ("attn_output", WIDTH, WIDTH),
            ("ffn_up", WIDTH, FEED_FORWARD),
            ("ffn_down", FEED_FORWARD, WIDTH),
        ] {
            add(&format!("blk.{layer}.{name}.weight"), &[from, to]);
            add(&format!("blk.{layer}.{name}.bias"), &[to]);
        }
        for name in ["attn_output_norm", "layer_output_norm"] {
            add(&format!("blk.{layer}.{name}.weight"), &[WIDTH]);
            add(&format!("blk.{layer}.{name}.bias"), &[WIDTH]);
        }
    }
    gguf
}

fn set_wordpiece(gguf: &mut Gguf) -> usize {
    let mut tokens: Vec<String> =
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(str::to_owned).to_vec();
    // llama.cpp marks the beginning of a word, BERT its continuation.
    tokens.extend(('a'..='z').map(|letter| format!("▁{letter}")));
    tokens.extend(('a'..='z').map(|letter| letter.to_string()));
    tokens.extend(
        ["▁the", "▁cat", "▁sat", "s", "▁."]
            .map(str::to_owned)
            .into_iter()
            .filter(|word| word.chars().count() > 1),
    );
    let count = tokens.len();
    gguf.set("tokenizer.ggml.model", "bert");
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type_count", 2_u32);
    for (key, id) in [("bos", 2), ("eos", 3), ("seperator", 3), ("unknown", 1), ("padding", 0)] {
        gguf.set(&format!("tokenizer.ggml.{key}_token_id"), id as u32);
    }
    count
}
