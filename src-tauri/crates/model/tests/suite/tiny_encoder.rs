//! Tiny encoders of random weights.

use pocket::gguf::{Gguf, GgufMetadataValue, Precision};

use crate::tiny::{Chance, FEED_FORWARD, HEADS, WIDTH};
use crate::tiny_vocabulary::set_wordpiece;

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
