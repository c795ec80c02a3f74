//! The tiny llama, recomputed in plain Rust in double precision.

use std::ops::Range;

use hwdag::{LanguageModel, Layers};
use model::{Cache, Session, SessionOptions};

use super::tiny::{self, EPSILON, FEED_FORWARD, HEAD, HEADS, KV_HEADS, LAYERS, Llama, WIDTH};

/// The results of a forward pass.
pub struct Pass {
    /// Each layer's mean over its heads, row by row.
    layers: Vec<Vec<f64>>,
    /// The scores after every token.
    pub scores: Vec<Vec<f64>>,
}

impl Pass {
    /// The mean over some layers, row by row.
    fn attention(&self, layers: Range<usize>) -> Vec<f64> {
        let layers = &self.layers[layers];
        let mean =
            |entry| layers.iter().map(|layer| layer[entry]).sum::<f64>() / layers.len() as f64;
        (0..layers[0].len()).map(mean).collect()
    }

    #[track_caller]
    fn assert_attention(&self, layers: Range<usize>, found: &[f32]) {
        let expected = self.attention(layers);
        assert_eq!(found.len(), expected.len());
        let difference = |(found, expected): (&f32, &f64)| (f64::from(*found) - expected).abs();
        // In this order, NaN is the largest difference.
        let largest = found.iter().zip(&expected).map(difference).max_by(f64::total_cmp);
        let largest = largest.expect("there is attention");
        assert!(largest <= f64::from(tiny::apart(1e-5)), "the largest difference is {largest}");
        eprintln!("{} entries, largest difference {largest:e}", found.len());
    }
}

/// Evaluates `tokens` from scratch.
pub fn forward(llama: &Llama, tokens: &[i32]) -> Pass {
    let count = tokens.len();
    let table = llama.tensor("token_embd.weight");
    let mut states: Vec<Vec<f64>> = tokens
        .iter()
        .map(|&token| {
            let row = usize::try_from(token).expect("a token is not negative") * WIDTH;
            table[row..row + WIDTH].iter().map(|&value| f64::from(value)).collect()
        })
        .collect();
    let mut layers = vec![vec![0.0; count * count]; LAYERS];
    for (layer, attention) in layers.iter_mut().enumerate() {
        let weight = |name: &str| llama.tensor(&format!("blk.{layer}.{name}.weight"));
        let normed: Vec<_> =
            states.iter().map(|state| normalise(state, weight("attn_norm"))).collect();
        let project = |name: &str| -> Vec<Vec<f64>> {
            normed.iter().map(|state| apply(weight(name), state)).collect()
        };
        let queries = rotate(project("attn_q"), HEADS);
        let keys = rotate(project("attn_k"), KV_HEADS);
        let values = project("attn_v");
        let mut mixed = vec![vec![0.0; WIDTH]; count];
        for head in 0..HEADS {
            let kv = head / (HEADS / KV_HEADS) * HEAD;
            for row in 0..count {
                let query = &queries[row][head * HEAD..][..HEAD];
                let weights =
                    softmax((0..=row).map(|column| {
                        dot(query, &keys[column][kv..kv + HEAD]) / (HEAD as f64).sqrt()
                    }));
                for (column, weight) in weights.into_iter().enumerate() {
                    attention[row * count + column] += weight / HEADS as f64;
                    for index in 0..HEAD {
                        mixed[row][head * HEAD + index] += weight * values[column][kv + index];
                    }
                }
            }
        }
        for (state, mixed) in states.iter_mut().zip(&mixed) {
            add(state, &apply(weight("attn_output"), mixed));
            let normed = normalise(state, weight("ffn_norm"));
            let gate = apply(weight("ffn_gate"), &normed);
            let up = apply(weight("ffn_up"), &normed);
            let inner: Vec<f64> =
                gate.iter().zip(&up).map(|(gate, up)| gate / (1.0 + (-gate).exp()) * up).collect();
            assert_eq!(inner.len(), FEED_FORWARD);
            add(state, &apply(weight("ffn_down"), &inner));
        }
    }
    let scores = states
        .iter()
        .map(|state| {
            apply(
                llama.tensor("output.weight"),
                &normalise(state, llama.tensor("output_norm.weight")),
            )
        })
        .collect();
    Pass { layers, scores }
}

fn normalise(state: &[f64], weight: &[f32]) -> Vec<f64> {
    let mean = dot(state, state) / state.len() as f64;
    let scale = 1.0 / (mean + f64::from(EPSILON)).sqrt();
    state.iter().zip(weight).map(|(value, &weight)| value * scale * f64::from(weight)).collect()
}

fn apply(matrix: &[f32], vector: &[f64]) -> Vec<f64> {
    matrix
        .chunks_exact(vector.len())
        .map(|row| row.iter().zip(vector).map(|(&weight, value)| f64::from(weight) * value).sum())
        .collect()
}

/// Rotates neighbouring pairs by angles that grow with the position.
fn rotate(mut rows: Vec<Vec<f64>>, heads: usize) -> Vec<Vec<f64>> {
    for (position, row) in rows.iter_mut().enumerate() {
        for pair in 0..heads * HEAD / 2 {
            let within = (pair % (HEAD / 2)) as f64;
            let angle = position as f64 * 10_000_f64.powf(-2.0 * within / HEAD as f64);
            let (sin, cos) = angle.sin_cos();
            let (x, y) = (row[2 * pair], row[2 * pair + 1]);
            (row[2 * pair], row[2 * pair + 1]) = (x * cos - y * sin, x * sin + y * cos);
        }
    }
    rows
}

fn softmax(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = values.iter().map(|value| (value - highest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(state: &mut [f64], more: &[f64]) {
    state.iter_mut().zip(more).for_each(|(value, more)| *value += more);
}

const TEXT: &str = "the thing and the king: and a thing in the ring, anding nothing\n\nthe end";

#[test]
fn attention_is_that_of_an_independent_forward_pass() {
    let llama = tiny::llama();
    let weights = tiny::load(&llama.gguf);
    let text = TEXT.repeat(8);
    let found = model::text_attention(&weights, &text).expect("the text fits");
    assert!(found.tokens.len() > 256, "more than one micro-batch: {}", found.tokens.len());
    assert_eq!((found.layers, found.heads), (LAYERS, HEADS));
    forward(&llama, &found.tokens).assert_attention(0..LAYERS, &found.matrix);
}

#[test]
fn the_middle_half_of_the_layers_can_be_read_alone() {
    let llama = tiny::llama();
    let layers = Layers::MiddleHalf;
    let options = SessionOptions { cache: Cache::F32, layers, ..SessionOptions::default() };
    let mut session = Session::new(&tiny::load(&llama.gguf), &options).expect("it runs");
    let tokens = session.tokenize(TEXT).expect("it is text");
    let found = session.append(&tokens, 0..tokens.len()).expect("they fit");
    forward(&llama, &tokens).assert_attention(0..2, &found.values);
}
