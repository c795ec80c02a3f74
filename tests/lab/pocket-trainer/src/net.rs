//! The network: llama's blocks, with the forward and backward passes written out.

use ndarray::s;
use pocket::Rng;

use super::attention::{self, Head, HeadGradient, Scratch};
use super::attention_supervision::{AttentionHead, Gaze};
use super::example::{PARTS, TargetKind, TrainingExample};
use super::maths::{exp, largest, matrix, matrix_mut, product};

/// The shape of the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkShape {
    /// Vocabulary size in tokens.
    pub vocab: usize,
    /// Width.
    pub dim: usize,
    /// Blocks.
    pub layers: usize,
    /// Attention heads of a block.
    pub heads: usize,
    /// Width inside the feed-forward part.
    pub ffn: usize,
    /// Base of the rotation's wavelengths.
    pub theta: f32,
}

/// Added to a mean square before dividing by its root.
pub const EPSILON: f32 = 1e-5;

/// Offsets of a block's parameters.
#[derive(Clone, Copy, Debug)]
pub struct BlockOffsets {
    /// Gain before attention, `dim`.
    pub attn_norm: usize,
    /// Queries, keys, values, one after another, `3 dim × dim`.
    pub qkv: usize,
    /// Output of attention, `dim × dim`.
    pub out: usize,
    /// Gain before the feed-forward part, `dim`.
    pub ffn_norm: usize,
    /// Gate and up, one after the other, `2 ffn × dim`.
    pub gate_up: usize,
    /// Down, `dim × ffn`.
    pub down: usize,
}

impl NetworkShape {
    /// The number of parameters in a block.
    fn block_size(&self) -> usize {
        2 * self.dim + 4 * self.dim * self.dim + 3 * self.ffn * self.dim
    }

    /// The offsets of a block's parameters; the embedding comes before all blocks.
    pub fn block(&self, layer: usize) -> BlockOffsets {
        let d = self.dim;
        let attn_norm = self.vocab * d + layer * self.block_size();
        let qkv = attn_norm + d;
        let out = qkv + 3 * d * d;
        let ffn_norm = out + d * d;
        let gate_up = ffn_norm + d;
        BlockOffsets { attn_norm, qkv, out, ffn_norm, gate_up, down: gate_up + 2 * self.ffn * d }
    }

    /// The offset of the last gain.
    pub fn final_norm(&self) -> usize {
        self.vocab * self.dim + self.layers * self.block_size()
    }

    /// The total number of parameters.
    pub fn parameters(&self) -> usize {
        self.final_norm() + self.dim
    }

    /// Width of a head.
    pub fn head_dim(&self) -> usize {
        self.dim / self.heads
    }

    /// Initial parameters.
    pub fn init(&self, seed: u64) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        let mut p = vec![0.0; self.parameters()];
        let mut normal = |values: &mut [f32], deviation: f32| {
            for v in values {
                let (a, b) = (rng.unit().max(1e-12), rng.unit());
                *v =
                    deviation * ((-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()) as f32;
            }
        };
        let d = self.dim;
        normal(&mut p[..self.vocab * d], 0.05);
        let deviation = 1.0 / (d as f32).sqrt();
        for layer in 0..self.layers {
            let b = self.block(layer);
            p[b.attn_norm..b.qkv].fill(1.0);
            normal(&mut p[b.qkv..b.out], deviation);
            normal(&mut p[b.out..b.ffn_norm], 0.3 * deviation);
            p[b.ffn_norm..b.gate_up].fill(1.0);
            normal(&mut p[b.gate_up..b.down], deviation);
            normal(&mut p[b.down..b.down + d * self.ffn], 0.3 * deviation);
        }
        let last = self.final_norm();
        p[last..].fill(1.0);
        p
    }
}

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

/// y = x / rms(x) · gain, row by row.
pub fn rms_norm(x: &[f32], gain: &[f32], y: &mut [f32]) {
    let d = gain.len();
    for (x, y) in x.chunks_exact(d).zip(y.chunks_exact_mut(d)) {
        let r = inverse_rms(x);
        for ((y, x), g) in y.iter_mut().zip(x).zip(gain) {
            *y = x * r * g;
        }
    }
}

fn inverse_rms(x: &[f32]) -> f32 {
    1.0 / (super::maths::dot(x, x) / x.len() as f32 + EPSILON).sqrt()
}

/// Adds to `dx` and `d_gain` what [`rms_norm`] passes back.
fn rms_norm_back(x: &[f32], gain: &[f32], dy: &[f32], dx: &mut [f32], d_gain: &mut [f32]) {
    let d = gain.len();
    for ((x, dy), dx) in x.chunks_exact(d).zip(dy.chunks_exact(d)).zip(dx.chunks_exact_mut(d)) {
        let r = inverse_rms(x);
        let mut inner = 0.0;
        for i in 0..d {
            d_gain[i] += dy[i] * x[i] * r;
            inner += dy[i] * gain[i] * x[i];
        }
        let c = inner * r * r * r / d as f32;
        for i in 0..d {
            dx[i] += dy[i] * gain[i] * r - x[i] * c;
        }
    }
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

    /// Adds the gradients of the targets at `depth` to those of the states after that number of
    /// blocks.
    fn spread(&self, example: &TrainingExample, rows: &[f32], depth: usize, dx: &mut [f32]) {
        let d = self.shape.dim;
        let pairs = rows.chunks_exact(d).zip(&example.targets);
        for (row, target) in pairs.filter(|(_, t)| t.depth == depth) {
            dx[target.row * d..][..d].iter_mut().zip(row).for_each(|(x, r)| *x += r);
        }
    }

    fn backward(&mut self, p: &[f32], example: &TrainingExample, rows: &[f32]) {
        let d = self.shape.dim;
        let mut dx = vec![0.0; self.last.len()];
        self.spread(example, rows, 0, &mut dx);
        for layer in (0..self.shape.layers).rev() {
            let trace = std::mem::take(&mut self.traces[layer]);
            self.ffn_back(p, layer, &trace, &mut dx);
            self.attention_back(p, layer, example, &trace, &mut dx);
            self.traces[layer] = trace;
            if layer > 0 {
                self.spread(example, rows, layer, &mut dx);
            }
        }
        for (row, &token) in dx.chunks_exact(d).zip(&example.tokens) {
            for (g, r) in self.gradient[token as usize * d..][..d].iter_mut().zip(row) {
                *g += r;
            }
        }
    }

    fn ffn_back(&mut self, p: &[f32], layer: usize, trace: &BlockActivations, dx: &mut [f32]) {
        let (d, f) = (self.shape.dim, self.shape.ffn);
        let t = dx.len() / d;
        let b = self.shape.block(layer);
        let mut d_act = vec![0.0; t * f];
        let d_out = matrix(dx, t, d);
        product(&d_out, &matrix(&p[b.down..], d, f), 0.0, &mut matrix_mut(&mut d_act, t, f));
        product(
            &d_out.t(),
            &matrix(&trace.act, t, f),
            1.0,
            &mut matrix_mut(&mut self.gradient[b.down..], d, f),
        );
        let mut d_gate_up = vec![0.0; t * 2 * f];
        for ((row, da), out) in trace
            .gate_up
            .chunks_exact(2 * f)
            .zip(d_act.chunks_exact(f))
            .zip(d_gate_up.chunks_exact_mut(2 * f))
        {
            let (gate, up) = row.split_at(f);
            let (d_gate, d_up) = out.split_at_mut(f);
            for i in 0..f {
                let sigmoid = 1.0 / (1.0 + exp(-gate[i]));
                d_gate[i] = da[i] * up[i] * sigmoid * (1.0 + gate[i] * (1.0 - sigmoid));
                d_up[i] = da[i] * gate[i] * sigmoid;
            }
        }
        let mut d_normed = vec![0.0; t * d];
        let d_gate_up = matrix(&d_gate_up, t, 2 * f);
        product(
            &d_gate_up,
            &matrix(&p[b.gate_up..], 2 * f, d),
            0.0,
            &mut matrix_mut(&mut d_normed, t, d),
        );
        let normed = matrix(&trace.normed_middle, t, d);
        product(
            &d_gate_up.t(),
            &normed,
            1.0,
            &mut matrix_mut(&mut self.gradient[b.gate_up..], 2 * f, d),
        );
        let gain = &p[b.ffn_norm..b.gate_up];
        rms_norm_back(
            &trace.middle,
            gain,
            &d_normed,
            dx,
            &mut self.gradient[b.ffn_norm..b.gate_up],
        );
    }

    fn attention_back(
        &mut self,
        p: &[f32],
        layer: usize,
        example: &TrainingExample,
        trace: &BlockActivations,
        dx: &mut [f32],
    ) {
        let (t, d) = (example.tokens.len(), self.shape.dim);
        let b = self.shape.block(layer);
        let mut d_mixed = vec![0.0; t * d];
        let d_out = matrix(dx, t, d);
        product(&d_out, &matrix(&p[b.out..], d, d), 0.0, &mut matrix_mut(&mut d_mixed, t, d));
        product(
            &d_out.t(),
            &matrix(&trace.mixed, t, d),
            1.0,
            &mut matrix_mut(&mut self.gradient[b.out..], d, d),
        );
        let mut d_qkv = self.attend_back(layer, example, trace, &d_mixed);
        self.rotate(&mut d_qkv, -1.0);
        let mut d_normed = vec![0.0; t * d];
        let d_qkv = matrix(&d_qkv, t, 3 * d);
        product(&d_qkv, &matrix(&p[b.qkv..], 3 * d, d), 0.0, &mut matrix_mut(&mut d_normed, t, d));
        let normed = matrix(&trace.normed, t, d);
        product(&d_qkv.t(), &normed, 1.0, &mut matrix_mut(&mut self.gradient[b.qkv..], 3 * d, d));
        let gain = &p[b.attn_norm..b.qkv];
        rms_norm_back(&trace.x, gain, &d_normed, dx, &mut self.gradient[b.attn_norm..b.qkv]);
    }

    fn attend_back(
        &mut self,
        layer: usize,
        example: &TrainingExample,
        trace: &BlockActivations,
        d_mixed: &[f32],
    ) -> Vec<f32> {
        let (t, d, h) = (example.tokens.len(), self.shape.dim, self.shape.head_dim());
        let mut d_qkv = vec![0.0; t * 3 * d];
        let mut delta = vec![0.0; t];
        let (qkv, mixed, d_mixed) =
            (matrix(&trace.qkv, t, 3 * d), matrix(&trace.mixed, t, d), matrix(d_mixed, t, d));
        for head in 0..self.shape.heads {
            let at = head * h;
            let d_out = d_mixed.slice(s![.., at..at + h]);
            attention::deltas(&mixed.slice(s![.., at..at + h]), &d_out, &mut delta);
            let parts = Head {
                q: qkv.slice(s![.., at..at + h]),
                k: qkv.slice(s![.., d + at..d + at + h]),
                v: qkv.slice(s![.., 2 * d + at..2 * d + at + h]),
                scale: 1.0 / (h as f32).sqrt(),
            };
            let (q, k, v) = matrix_mut(&mut d_qkv, t, 3 * d).multi_slice_move((
                s![.., at..at + h],
                s![.., d + at..d + at + h],
                s![.., 2 * d + at..2 * d + at + h],
            ));
            let norm = &trace.norm[head * t..(head + 1) * t];
            let mut into = HeadGradient { q, k, v };
            attention::backward(
                &parts,
                example,
                &gazes(example, AttentionHead { layer, head }),
                &mut self.scratch,
                norm,
                &delta,
                &d_out,
                &mut into,
            );
        }
        d_qkv
    }
}

#[cfg(test)]
mod tests {
    use super::super::attention_supervision::Shun;
    use super::super::example::Target;
    use super::*;

    /// A trunk of ten tokens with two branches, every token a target, and gazes for two heads.
    fn example() -> TrainingExample {
        let mut e = TrainingExample::trunk(vec![1, 5, 3, 7, 2, 9, 4, 4, 8, 1]);
        e.branch(4, &[3, 6, 2]);
        e.branch(7, &[1, 0]);
        e.positions.iter_mut().for_each(|p| *p += 3);
        for row in 0..e.tokens.len() {
            let token = (row * 7 % 11) as u32;
            let weight = 1.0 + row as f32 / 4.0;
            e.targets.push(Target { row, token, weight, part: TargetKind::Copy, depth: row % 2 });
        }
        e.look(6, AttentionHead { layer: 1, head: 0 }, (2, 4), 1.5);
        e.look(11, AttentionHead { layer: 0, head: 1 }, (1, 3), 2.0);
        e.shuns.push(Shun { rows: (5, 8), at: (2, 3), weight: 0.7 });
        e
    }

    fn loss(shape: NetworkShape, p: &[f32], e: &TrainingExample) -> f64 {
        let mut total = 0.0;
        for target in &e.targets {
            let mut one = e.clone();
            one.targets = vec![*target];
            let mut worker = TrainingWorker::new(shape);
            worker.judge(p, &one);
            total += worker.tallies[0].loss * f64::from(target.weight);
        }
        for gaze in &e.gazes {
            let one =
                TrainingExample { targets: vec![], gazes: vec![*gaze], shuns: vec![], ..e.clone() };
            let mut worker = TrainingWorker::new(shape);
            worker.judge(p, &one);
            total += worker.tallies[gaze.part() as usize].loss * f64::from(gaze.weight);
        }
        for shun in &e.shuns {
            let one = TrainingExample { targets: vec![], gazes: vec![], ..e.clone() };
            let mut worker = TrainingWorker::new(shape);
            worker.judge(p, &one);
            total += worker.tallies[TargetKind::Shun as usize].loss * f64::from(shun.weight);
        }
        total
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let shape = NetworkShape { vocab: 11, dim: 8, layers: 2, heads: 2, ffn: 12, theta: 100.0 };
        let mut p = shape.init(3);
        p.iter_mut().for_each(|v| *v *= 1.5);
        let e = example();
        let mut worker = TrainingWorker::new(shape);
        worker.learn(&p, &e);
        let mut rng = Rng::new(9);
        for _ in 0..150 {
            let i = rng.below(p.len());
            let (old, step) = (p[i], 6e-4);
            p[i] = old + step;
            let above = loss(shape, &p, &e);
            p[i] = old - step;
            let below = loss(shape, &p, &e);
            p[i] = old;
            let slope = (above - below) / f64::from(2.0 * step);
            let got = f64::from(worker.gradient[i]);
            assert!((slope - got).abs() < 6e-3 + 1e-2 * slope.abs(), "{i}: {slope} {got}");
        }
    }

    #[test]
    fn a_branch_is_a_continuation_and_nothing_sees_it() {
        let shape = NetworkShape { vocab: 11, dim: 8, layers: 2, heads: 2, ffn: 12, theta: 100.0 };
        let p = shape.init(4);
        let mut branched = TrainingWorker::new(shape);
        let mut e = TrainingExample::trunk(vec![1, 5, 3, 7, 2, 9]);
        e.branch(4, &[3, 6]);
        branched.forward(&p, &e);
        let mut plain = TrainingWorker::new(shape);
        plain.forward(&p, &TrainingExample::trunk(vec![1, 5, 3, 7, 3, 6]));
        for i in 0..2 * 8 {
            assert!((branched.last[6 * 8 + i] - plain.last[4 * 8 + i]).abs() < 1e-5);
        }
        plain.forward(&p, &TrainingExample::trunk(vec![1, 5, 3, 7, 2, 9]));
        assert!(branched.last.iter().zip(&plain.last).all(|(a, b)| (a - b).abs() < 1e-5));
    }
}
