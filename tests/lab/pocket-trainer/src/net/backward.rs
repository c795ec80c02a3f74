//! The backward pass.

use ndarray::s;

use super::{BlockActivations, TrainingWorker, gazes};
use crate::attention::{self, Head, HeadGradient, HeadOutput};
use crate::attention_supervision::AttentionHead;
use crate::example::TrainingExample;
use crate::maths::{exp, matrix, matrix_mut, product};
use crate::normalisation::rms_norm_back;

impl TrainingWorker {
    /// Adds the gradients of the targets at `depth` to those of the states after that number of
    /// blocks.
    fn spread(&self, example: &TrainingExample, rows: &[f32], depth: usize, dx: &mut [f32]) {
        let d = self.shape.dim;
        let pairs = rows.chunks_exact(d).zip(&example.targets);
        for (row, target) in pairs.filter(|(_, t)| t.depth == depth) {
            dx[target.row * d..][..d].iter_mut().zip(row).for_each(|(x, r)| *x += r);
        }
    }

    /// Adds the gradients of all parameters, given those of the rows that have targets.
    pub(super) fn backward(&mut self, p: &[f32], example: &TrainingExample, rows: &[f32]) {
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
            let output = HeadOutput { norm, delta: &delta, gradient: d_out };
            let mut into = HeadGradient { q, k, v };
            attention::backward(
                &parts,
                example,
                &gazes(example, AttentionHead { layer, head }),
                &mut self.scratch,
                &output,
                &mut into,
            );
        }
        d_qkv
    }
}
