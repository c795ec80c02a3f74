//! The network: llama's blocks, with the forward and backward passes written out.

use ndarray::s;

use super::attention::{self, Head, Scratch};
use super::attention_supervision::{AttentionHead, Gaze};
use super::example::TrainingExample;
use super::maths::{exp, largest, matrix, matrix_mut, product};
use super::network_shape::NetworkShape;
use super::normalisation::{rms_norm, rms_norm_back};
use super::target::{PARTS, TargetKind};

/// What a forward pass keeps for the backward pass, per block.
#[derive(Default)]
struct BlockActivations {
    x: Vec<f32>,
    normed: Vec<f32>,
    qkv: Vec<f32>,
    norm: Vec<f32>,
    mixed: Vec<f32>,
    middle: Vec<f32>,
    normed_middle: Vec<f32>,
    gate_up: Vec<f32>,
    act: Vec<f32>,
}

/// The results of a part: targets, targets predicted, and their loss.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetTally {
    /// Targets.
    pub count: f64,
    /// Targets that were the most likely token.
    pub right: f64,
    /// Sum of their losses in nats, unweighted.
    pub loss: f64,
}

/// Everything that one thread needs to learn from examples.
pub struct TrainingWorker {
    shape: NetworkShape,
    /// Sum of the gradients so far.
    pub gradient: Vec<f32>,
    /// Sum of the weights so far.
    pub weight: f64,
    /// The results of each part so far.
    pub tallies: [TargetTally; PARTS],
    /// For each target of the last example, whether it was the most likely token, and which token
    /// was.
    pub right: Vec<(bool, u32)>,
    /// Two tokens between which a share is computed: the probability of the first, divided by that
    /// of both.
    pub between: (u32, u32),
    /// That share for each target of the last example.
    pub shares: Vec<f32>,
    traces: Vec<BlockActivations>,
    last: Vec<f32>,
    scratch: Scratch,
    cos: Vec<f32>,
    sin: Vec<f32>,
    frequencies: Vec<f32>,
}

/// The gazes of one head.
fn gazes(example: &TrainingExample, place: AttentionHead) -> Vec<Gaze> {
    example.gazes.iter().filter(|g| g.place == place).copied().collect()
}

fn resize(v: &mut Vec<f32>, n: usize) {
    v.clear();
    v.resize(n, 0.0);
}

impl TrainingWorker {
    /// A worker for networks of this shape.
    pub fn new(shape: NetworkShape) -> Self {
        let half = shape.head_dim() / 2;
        let frequencies = (0..half).map(|i| shape.theta.powf(-(i as f32) / half as f32)).collect();
        Self {
            shape,
            gradient: vec![0.0; shape.parameters()],
            weight: 0.0,
            tallies: [TargetTally::default(); PARTS],
            right: Vec::new(),
            between: (0, 1),
            shares: Vec::new(),
            traces: (0..shape.layers).map(|_| BlockActivations::default()).collect(),
            last: Vec::new(),
            scratch: Scratch::default(),
            cos: Vec::new(),
            sin: Vec::new(),
            frequencies,
        }
    }

    /// Discards the gradients and tallies so far.
    pub fn clear(&mut self) {
        self.gradient.fill(0.0);
        self.weight = 0.0;
        self.tallies = [TargetTally::default(); PARTS];
    }

    /// Adds the gradient of an example's loss.
    pub fn learn(&mut self, p: &[f32], example: &TrainingExample) {
        self.forward(p, example);
        let rows = self.loss(p, example, true);
        self.backward(p, example, &rows);
    }

    /// Tallies an example without learning from it.
    pub fn judge(&mut self, p: &[f32], example: &TrainingExample) {
        self.forward(p, example);
        self.loss(p, example, false);
    }

    /// Keys and values of a layer after [`Worker::forward`], as rows of 3 dim (queries first).
    pub fn qkv(&self, layer: usize) -> &[f32] {
        &self.traces[layer].qkv
    }

    /// The state after the last block, one row per token.
    pub fn states(&self) -> &[f32] {
        &self.last
    }

    fn rotation(&mut self, example: &TrainingExample) {
        self.cos.clear();
        self.sin.clear();
        for &position in &example.positions {
            for &f in &self.frequencies {
                let (sin, cos) = (position as f32 * f).sin_cos();
                self.cos.push(cos);
                self.sin.push(sin);
            }
        }
    }

    /// Rotates queries and keys by their positions, or back if `sign` is −1.
    fn rotate(&self, qkv: &mut [f32], sign: f32) {
        let (d, half) = (self.shape.dim, self.frequencies.len());
        for (t, row) in qkv.chunks_exact_mut(3 * d).enumerate() {
            let (cos, sin) = (&self.cos[t * half..][..half], &self.sin[t * half..][..half]);
            for head in row[..2 * d].chunks_exact_mut(2 * half) {
                for i in 0..half {
                    let (a, b, s) = (head[2 * i], head[2 * i + 1], sign * sin[i]);
                    head[2 * i] = a * cos[i] - b * s;
                    head[2 * i + 1] = a * s + b * cos[i];
                }
            }
        }
    }

    /// Runs the network over an example and keeps what the backward pass needs.
    pub fn forward(&mut self, p: &[f32], example: &TrainingExample) {
        let (t, d) = (example.tokens.len(), self.shape.dim);
        self.rotation(example);
        let mut x = vec![0.0; t * d];
        for (row, &token) in x.chunks_exact_mut(d).zip(&example.tokens) {
            row.copy_from_slice(&p[token as usize * d..][..d]);
        }
        for layer in 0..self.shape.layers {
            let mut trace = std::mem::take(&mut self.traces[layer]);
            self.block_forward(p, layer, example, &mut x, &mut trace);
            self.traces[layer] = trace;
        }
        self.last = x;
    }

    fn block_forward(
        &mut self,
        p: &[f32],
        layer: usize,
        example: &TrainingExample,
        x: &mut [f32],
        trace: &mut BlockActivations,
    ) {
        let (t, d, f) = (example.tokens.len(), self.shape.dim, self.shape.ffn);
        let b = self.shape.block(layer);
        trace.x.clear();
        trace.x.extend_from_slice(x);
        resize(&mut trace.normed, t * d);
        resize(&mut trace.qkv, t * 3 * d);
        rms_norm(x, &p[b.attn_norm..b.qkv], &mut trace.normed);
        let weights = matrix(&p[b.qkv..], 3 * d, d);
        product(
            &matrix(&trace.normed, t, d),
            &weights.t(),
            0.0,
            &mut matrix_mut(&mut trace.qkv, t, 3 * d),
        );
        self.rotate(&mut trace.qkv, 1.0);
        self.attend(layer, example, trace);
        let weights = matrix(&p[b.out..], d, d);
        product(&matrix(&trace.mixed, t, d), &weights.t(), 1.0, &mut matrix_mut(x, t, d));
        trace.middle.clear();
        trace.middle.extend_from_slice(x);
        resize(&mut trace.normed_middle, t * d);
        resize(&mut trace.gate_up, t * 2 * f);
        resize(&mut trace.act, t * f);
        rms_norm(x, &p[b.ffn_norm..b.gate_up], &mut trace.normed_middle);
        let weights = matrix(&p[b.gate_up..], 2 * f, d);
        product(
            &matrix(&trace.normed_middle, t, d),
            &weights.t(),
            0.0,
            &mut matrix_mut(&mut trace.gate_up, t, 2 * f),
        );
        for (act, row) in trace.act.chunks_exact_mut(f).zip(trace.gate_up.chunks_exact(2 * f)) {
            let (gate, up) = row.split_at(f);
            for i in 0..f {
                act[i] = gate[i] / (1.0 + exp(-gate[i])) * up[i];
            }
        }
        let weights = matrix(&p[b.down..], d, f);
        product(&matrix(&trace.act, t, f), &weights.t(), 1.0, &mut matrix_mut(x, t, d));
    }

    fn attend(&mut self, layer: usize, example: &TrainingExample, trace: &mut BlockActivations) {
        let (t, d, h) = (example.tokens.len(), self.shape.dim, self.shape.head_dim());
        resize(&mut trace.mixed, t * d);
        resize(&mut trace.norm, t * self.shape.heads);
        let qkv = matrix(&trace.qkv, t, 3 * d);
        let mut mixed = matrix_mut(&mut trace.mixed, t, d);
        for head in 0..self.shape.heads {
            let at = head * h;
            let parts = Head {
                q: qkv.slice(s![.., at..at + h]),
                k: qkv.slice(s![.., d + at..d + at + h]),
                v: qkv.slice(s![.., 2 * d + at..2 * d + at + h]),
                scale: 1.0 / (h as f32).sqrt(),
            };
            let norm = &mut trace.norm[head * t..(head + 1) * t];
            let mut out = mixed.slice_mut(s![.., at..at + h]);
            let gazes = gazes(example, AttentionHead { layer, head });
            let looks =
                attention::forward(&parts, example, &gazes, &mut self.scratch, norm, &mut out);
            let shunned = &mut self.tallies[TargetKind::Shun as usize];
            shunned.count += looks.shunned.0;
            shunned.loss += looks.shunned.1;
            for (gaze, share) in gazes.iter().zip(looks.shares) {
                let tally = &mut self.tallies[gaze.part() as usize];
                tally.count += 1.0;
                tally.right += f64::from(u8::from(share > 0.5));
                tally.loss -= f64::from(share.ln());
            }
        }
    }

    /// Tallies the targets, and returns the gradients of their rows if `learn` is set.
    fn loss(&mut self, p: &[f32], example: &TrainingExample, learn: bool) -> Vec<f32> {
        let (d, vocab, n) = (self.shape.dim, self.shape.vocab, example.targets.len());
        let gain = &p[self.shape.final_norm()..];
        let mut rows = vec![0.0; n * d];
        for (row, target) in rows.chunks_exact_mut(d).zip(&example.targets) {
            let states = match target.depth {
                0 => &self.last,
                depth => &self.traces[depth].x,
            };
            row.copy_from_slice(&states[target.row * d..][..d]);
        }
        let mut normed = vec![0.0; n * d];
        rms_norm(&rows, gain, &mut normed);
        let mut logits = vec![0.0; n * vocab];
        let embedding = matrix(p, vocab, d);
        product(
            &matrix(&normed, n, d),
            &embedding.t(),
            0.0,
            &mut matrix_mut(&mut logits, n, vocab),
        );
        self.right.clear();
        self.shares.clear();
        let (one, other) = (self.between.0 as usize, self.between.1 as usize);
        for (row, target) in logits.chunks_exact_mut(vocab).zip(&example.targets) {
            let wanted = target.token as usize;
            let (top, own) = (largest(row), row[wanted]);
            let best = row.iter().position(|&v| v >= top).unwrap_or(0);
            let sum = super::maths::exp_sum(row, 1.0, top);
            self.shares.push(row[one] / (row[one] + row[other]));
            let tally = &mut self.tallies[target.part as usize];
            tally.count += 1.0;
            self.right.push((own >= top, best as u32));
            tally.right += f64::from(u8::from(own >= top));
            tally.loss += f64::from(top + sum.ln() - own);
            self.weight += f64::from(target.weight);
            row.iter_mut().for_each(|v| *v *= target.weight / sum);
            row[wanted] -= target.weight;
        }
        let mut d_rows = Vec::new();
        if learn {
            let d_logits = matrix(&logits, n, vocab);
            let mut d_normed = vec![0.0; n * d];
            product(&d_logits, &embedding, 0.0, &mut matrix_mut(&mut d_normed, n, d));
            let mut d_embedding = matrix_mut(&mut self.gradient, vocab, d);
            product(&d_logits.t(), &matrix(&normed, n, d), 1.0, &mut d_embedding);
            d_rows.resize(n * d, 0.0);
            let last = self.shape.final_norm();
            rms_norm_back(&rows, gain, &d_normed, &mut d_rows, &mut self.gradient[last..]);
        }
        d_rows
    }
}

mod backward;
#[cfg(test)]
mod tests;
