//! Greedy generation with cached keys and values, for measuring.

use super::example::TrainingExample;
use super::maths::{dot, exp, largest};
use super::net::TrainingWorker;
use super::network_shape::NetworkShape;
use super::normalisation::rms_norm;
use super::special_tokens::END;

/// A sequence that grows one token at a time.
pub struct GreedyDecoder<'a> {
    shape: NetworkShape,
    p: &'a [f32],
    keys: Vec<Vec<f32>>,
    values: Vec<Vec<f32>>,
    position: usize,
    /// The score of every token as the next one.
    pub scores: Vec<f32>,
}

impl<'a> GreedyDecoder<'a> {
    /// Starts a sequence with these tokens.
    pub fn new(
        shape: NetworkShape,
        p: &'a [f32],
        worker: &mut TrainingWorker,
        prompt: &[u32],
    ) -> Self {
        worker.forward(p, &TrainingExample::trunk(prompt.to_vec()));
        let d = shape.dim;
        let take = |from: usize| {
            (0..shape.layers)
                .map(|l| {
                    worker
                        .qkv(l)
                        .chunks_exact(3 * d)
                        .flat_map(|r| r[from..from + d].to_vec())
                        .collect()
                })
                .collect::<Vec<Vec<f32>>>()
        };
        let mut decoder = Self {
            shape,
            p,
            keys: take(d),
            values: take(2 * d),
            position: prompt.len(),
            scores: Vec::new(),
        };
        let states = worker.states();
        decoder.score(&states[states.len() - d..]);
        decoder
    }

    /// Generates the reply, up to `limit` tokens, without the token that ends it.
    pub fn reply(&mut self, limit: usize) -> Vec<u32> {
        let mut out = Vec::new();
        while out.len() < limit {
            let next = self.best();
            if next == END {
                break;
            }
            out.push(next);
            self.push(next);
        }
        out
    }

    /// The most likely next token.
    pub fn best(&self) -> u32 {
        let top = largest(&self.scores);
        self.scores.iter().position(|&s| s >= top).unwrap_or(0) as u32
    }

    /// Appends a token.
    pub fn push(&mut self, token: u32) {
        let (d, f) = (self.shape.dim, self.shape.ffn);
        let mut x = self.p[token as usize * d..][..d].to_vec();
        let mut normed = vec![0.0; d];
        for layer in 0..self.shape.layers {
            let b = self.shape.block(layer);
            rms_norm(&x, &self.p[b.attn_norm..b.qkv], &mut normed);
            let mut qkv = times(&self.p[b.qkv..b.out], &normed);
            self.rotate(&mut qkv[..2 * d]);
            self.keys[layer].extend(&qkv[d..2 * d]);
            self.values[layer].extend(&qkv[2 * d..]);
            let mixed = self.attend(layer, &qkv[..d]);
            add(&mut x, &times(&self.p[b.out..b.ffn_norm], &mixed));
            rms_norm(&x, &self.p[b.ffn_norm..b.gate_up], &mut normed);
            let gate_up = times(&self.p[b.gate_up..b.down], &normed);
            let act: Vec<f32> =
                (0..f).map(|i| gate_up[i] / (1.0 + exp(-gate_up[i])) * gate_up[f + i]).collect();
            add(&mut x, &times(&self.p[b.down..b.down + d * f], &act));
        }
        self.position += 1;
        self.score(&x);
    }

    fn score(&mut self, x: &[f32]) {
        let mut normed = vec![0.0; self.shape.dim];
        rms_norm(x, &self.p[self.shape.final_norm()..], &mut normed);
        self.scores = times(&self.p[..self.shape.vocab * self.shape.dim], &normed);
    }

    fn rotate(&self, qk: &mut [f32]) {
        let half = self.shape.head_dim() / 2;
        for head in qk.chunks_exact_mut(2 * half) {
            for i in 0..half {
                let f = self.shape.theta.powf(-(i as f32) / half as f32);
                let (sin, cos) = (self.position as f32 * f).sin_cos();
                let (a, b) = (head[2 * i], head[2 * i + 1]);
                head[2 * i] = a * cos - b * sin;
                head[2 * i + 1] = a * sin + b * cos;
            }
        }
    }

    fn attend(&self, layer: usize, q: &[f32]) -> Vec<f32> {
        let (d, h) = (self.shape.dim, self.shape.head_dim());
        let mut out = vec![0.0; d];
        for (at, q) in q.chunks_exact(h).enumerate().map(|(i, q)| (i * h, q)) {
            let scale = 1.0 / (h as f32).sqrt();
            let rows = || self.keys[layer].chunks_exact(d);
            let mut scores: Vec<f32> = rows().map(|k| dot(q, &k[at..at + h]) * scale).collect();
            let top = largest(&scores);
            let sum = super::maths::exp_sum(&mut scores, 1.0, top);
            for (s, v) in scores.iter().zip(self.values[layer].chunks_exact(d)) {
                for (o, v) in out[at..at + h].iter_mut().zip(&v[at..at + h]) {
                    *o += s / sum * v;
                }
            }
        }
        out
    }
}

fn times(weights: &[f32], x: &[f32]) -> Vec<f32> {
    weights.chunks_exact(x.len()).map(|row| dot(row, x)).collect()
}

fn add(x: &mut [f32], y: &[f32]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
}
