//! Attention of one head over one example, forward and backward, one block of rows at a time.

use ndarray::{ArrayView2, ArrayViewMut2, s};

use super::attention_supervision::{self, Gaze, Shun};
use super::example::TrainingExample;
use super::maths::{dot, exp_sum, largest, matrix, matrix_mut, product};

/// The number of rows processed together.
const BLOCK: usize = 64;

/// Queries, keys and values of a head, one row per token.
pub struct Head<'a> {
    /// Queries.
    pub q: ArrayView2<'a, f32>,
    /// Keys.
    pub k: ArrayView2<'a, f32>,
    /// Values.
    pub v: ArrayView2<'a, f32>,
    /// The factor applied to scores.
    pub scale: f32,
}

/// Gradients of a head.
pub struct HeadGradient<'a> {
    /// Of the queries.
    pub q: ArrayViewMut2<'a, f32>,
    /// Of the keys.
    pub k: ArrayViewMut2<'a, f32>,
    /// Of the values.
    pub v: ArrayViewMut2<'a, f32>,
}

/// What is known of a head's output, row by row.
pub struct HeadOutput<'a> {
    /// The logarithm of the sum by which the row's scores were divided.
    pub norm: &'a [f32],
    /// The product of the output and its gradient, from [`deltas`].
    pub delta: &'a [f32],
    /// The output's gradient.
    pub gradient: ArrayView2<'a, f32>,
}

/// Buffers for one block of scores and their gradients.
#[derive(Default)]
pub struct Scratch {
    scores: Vec<f32>,
    gradient: Vec<f32>,
}

impl Scratch {
    fn reserve(&mut self, rows: usize) {
        let size = BLOCK * rows;
        if self.scores.len() < size {
            self.scores.resize(size, 0.0);
            self.gradient.resize(size, 0.0);
        }
    }
}

/// Blanks what the row may not see, and calls `f` on the visible rest, in one or two pieces.
fn seen<'a>(row: &'a mut [f32], t: usize, example: &TrainingExample) -> [&'a mut [f32]; 2] {
    let (prefix, start) = (example.prefix[t], example.start[t]);
    if start == 0 {
        let (visible, hidden) = row.split_at_mut(t + 1);
        hidden.fill(0.0);
        return [visible, &mut []];
    }
    let (before, rest) = row.split_at_mut(start);
    let (visible, hidden) = before.split_at_mut(prefix);
    hidden.fill(0.0);
    let (own, after) = rest.split_at_mut(t + 1 - start);
    after.fill(0.0);
    [visible, own]
}

/// Where a head looked, compared with where it should look.
pub struct AttentionAgreement {
    /// The share of its attention that each gaze sends to the right place.
    pub shares: Vec<f32>,
    /// The number of rows that should avoid some place, and the sum of their losses.
    pub shunned: (f64, f64),
}

/// The rows of a block that should avoid some place.
fn shunning(
    example: &TrainingExample,
    first: usize,
    end: usize,
) -> impl Iterator<Item = (&Shun, usize)> {
    example.shuns.iter().flat_map(move |shun| {
        (shun.rows.0.max(first)..shun.rows.1.min(end)).map(move |row| (shun, row))
    })
}

/// out = softmax(scale · q · kᵀ) · v; `norm` receives the logarithm of each row's denominator.
pub fn forward(
    head: &Head<'_>,
    example: &TrainingExample,
    gazes: &[Gaze],
    scratch: &mut Scratch,
    norm: &mut [f32],
    out: &mut ArrayViewMut2<'_, f32>,
) -> AttentionAgreement {
    let mut looks = AttentionAgreement { shares: vec![0.0; gazes.len()], shunned: (0.0, 0.0) };
    let rows = head.q.nrows();
    scratch.reserve(rows);
    for first in (0..rows).step_by(BLOCK) {
        let end = (first + BLOCK).min(rows);
        let mut scores = matrix_mut(&mut scratch.scores, end - first, end);
        product(
            &head.q.slice(s![first..end, ..]),
            &head.k.slice(s![..end, ..]).t(),
            0.0,
            &mut scores,
        );
        for (t, norm) in (first..end).zip(&mut norm[first..end]) {
            let row = &mut scratch.scores[(t - first) * end..(t - first + 1) * end];
            let mut pieces = seen(row, t, example);
            let top =
                pieces.iter().map(|p| largest(p)).fold(f32::NEG_INFINITY, f32::max) * head.scale;
            let sum: f32 = pieces.iter_mut().map(|p| exp_sum(p, head.scale, top)).sum();
            for piece in pieces {
                piece.iter_mut().for_each(|p| *p /= sum);
            }
            *norm = top + sum.ln();
        }
        for (gaze, share) in gazes.iter().zip(&mut looks.shares) {
            if (first..end).contains(&gaze.row) {
                *share =
                    attention_supervision::share(&scratch.scores[(gaze.row - first) * end..], gaze);
            }
        }
        for (shun, row) in shunning(example, first, end) {
            let share = shun.share(&scratch.scores[(row - first) * end..][..end]);
            looks.shunned.0 += 1.0;
            looks.shunned.1 -= f64::from(share.ln());
        }
        let scores = matrix(&scratch.scores, end - first, end);
        product(&scores, &head.v.slice(s![..end, ..]), 0.0, &mut out.slice_mut(s![first..end, ..]));
    }
    looks
}

/// Adds the gradients of q, k and v, given the output's gradients, and those of the gazes' loss:
/// the logarithm of the share of its attention that a row sends elsewhere than it should.
pub fn backward(
    head: &Head<'_>,
    example: &TrainingExample,
    gazes: &[Gaze],
    scratch: &mut Scratch,
    output: &HeadOutput<'_>,
    into: &mut HeadGradient<'_>,
) {
    let HeadOutput { norm, delta, gradient: d_out } = output;
    let rows = head.q.nrows();
    scratch.reserve(rows);
    for first in (0..rows).step_by(BLOCK) {
        let end = (first + BLOCK).min(rows);
        let (q, k) = (head.q.slice(s![first..end, ..]), head.k.slice(s![..end, ..]));
        let d_out = d_out.slice(s![first..end, ..]);
        product(&q, &k.t(), 0.0, &mut matrix_mut(&mut scratch.scores, end - first, end));
        let v = head.v.slice(s![..end, ..]);
        product(&d_out, &v.t(), 0.0, &mut matrix_mut(&mut scratch.gradient, end - first, end));
        for t in first..end {
            let range = (t - first) * end..(t - first + 1) * end;
            let row = &mut scratch.scores[range.clone()];
            for piece in seen(row, t, example) {
                exp_sum(piece, head.scale, norm[t]);
            }
            for (g, p) in scratch.gradient[range].iter_mut().zip(row) {
                *g = *p * (*g - delta[t]) * head.scale;
            }
        }
        for gaze in gazes.iter().filter(|g| (first..end).contains(&g.row)) {
            let range = (gaze.row - first) * end..(gaze.row - first + 1) * end;
            let row = &scratch.scores[range.clone()];
            let share = attention_supervision::share(row, gaze);
            let weight = gaze.weight * head.scale;
            for (t, (g, p)) in scratch.gradient[range].iter_mut().zip(row).enumerate() {
                let wanted = if (gaze.at.0..gaze.at.1).contains(&t) { 1.0 / share } else { 0.0 };
                *g += weight * p * (1.0 - wanted);
            }
        }
        for (shun, row) in shunning(example, first, end) {
            let range = (row - first) * end..(row - first + 1) * end;
            let scores = &scratch.scores[range.clone()];
            let share = shun.share(scores);
            let weight = shun.weight * head.scale;
            let gradient = &mut scratch.gradient[range];
            for (t, (g, p)) in gradient.iter_mut().zip(scores).enumerate() {
                let wanted = if (shun.at.0..shun.at.1).contains(&t) { 0.0 } else { 1.0 / share };
                *g += weight * p * (1.0 - wanted);
            }
        }
        let scores = matrix(&scratch.scores, end - first, end);
        let gradient = matrix(&scratch.gradient, end - first, end);
        product(&scores.t(), &d_out, 1.0, &mut into.v.slice_mut(s![..end, ..]));
        product(&gradient, &k, 0.0, &mut into.q.slice_mut(s![first..end, ..]));
        product(&gradient.t(), &q, 1.0, &mut into.k.slice_mut(s![..end, ..]));
    }
}

/// The product of the output and its gradient, for each row.
pub fn deltas(out: &ArrayView2<'_, f32>, d_out: &ArrayView2<'_, f32>, delta: &mut [f32]) {
    for ((d, o), g) in delta.iter_mut().zip(out.rows()).zip(d_out.rows()) {
        *d = match (o.as_slice(), g.as_slice()) {
            (Some(o), Some(g)) => dot(o, g),
            _ => o.iter().zip(g).map(|(a, b)| a * b).sum(),
        };
    }
}
