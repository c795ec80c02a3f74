//! Tiny models of random weights whose layers do not all look at everything.

use pocket::gguf::{Gguf, GgufMetadataValue, Precision};

use crate::tiny::{
    CONTEXT, Chance, EPSILON, FEED_FORWARD, HEAD, HEADS, KV_HEADS, LAYERS, WIDTH, add_random,
    matrices, set_sizes,
};
use crate::tiny_vocabulary::set_bpe;

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
