//! How the gradient updates the parameters: Muon (orthogonalised momentum) for the matrices of the
//! blocks, AdamW for the embedding and the gains.

use super::maths::{matrix, matrix_mut, product};
use super::network_shape::NetworkShape;

/// A matrix of a block: its offset and its size.
#[derive(Clone, Copy)]
struct Matrix {
    at: usize,
    rows: usize,
    columns: usize,
}

/// The state of the optimiser.
pub struct Optimizer {
    matrices: Vec<Matrix>,
    others: Vec<(usize, usize)>,
    /// Momentum, one number per parameter.
    pub first: Vec<f32>,
    /// Mean square of the gradient, one number per parameter; unused by matrices.
    pub second: Vec<f32>,
    /// Steps done.
    pub steps: u64,
}

const MOMENTUM: f32 = 0.95;
const BETA: (f32, f32) = (0.9, 0.98);

impl Optimizer {
    /// An optimiser in its initial state.
    pub fn new(shape: NetworkShape) -> Self {
        let (d, f) = (shape.dim, shape.ffn);
        let mut matrices = Vec::new();
        let mut others = vec![(0, shape.vocab * d)];
        for layer in 0..shape.layers {
            let b = shape.block(layer);
            for part in 0..3 {
                matrices.push(Matrix { at: b.qkv + part * d * d, rows: d, columns: d });
            }
            matrices.push(Matrix { at: b.out, rows: d, columns: d });
            for part in 0..2 {
                matrices.push(Matrix { at: b.gate_up + part * f * d, rows: f, columns: d });
            }
            matrices.push(Matrix { at: b.down, rows: d, columns: f });
            others.push((b.attn_norm, d));
            others.push((b.ffn_norm, d));
        }
        others.push((shape.final_norm(), d));
        let n = shape.parameters();
        Self { matrices, others, first: vec![0.0; n], second: vec![0.0; n], steps: 0 }
    }

    /// Takes one step along a mean gradient; `rate` is 1 at the peak of the schedule.
    pub fn step(&mut self, p: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        for &(at, n) in &self.others {
            let (first, second) = (&mut self.first[at..at + n], &mut self.second[at..at + n]);
            adam(&mut p[at..at + n], &gradient[at..at + n], first, second, 4e-3 * rate, self.steps);
        }
        let jobs: Vec<(Matrix, Vec<f32>)> = self
            .matrices
            .iter()
            .map(|&m| {
                let n = m.rows * m.columns;
                let momentum = &mut self.first[m.at..m.at + n];
                let g = &gradient[m.at..m.at + n];
                for (v, g) in momentum.iter_mut().zip(g) {
                    *v = MOMENTUM * *v + (1.0 - MOMENTUM) * g;
                }
                let ahead =
                    momentum.iter().zip(g).map(|(v, g)| MOMENTUM * v + (1.0 - MOMENTUM) * g);
                (m, ahead.collect())
            })
            .collect();
        let (one, two) = jobs.split_at(jobs.len() / 2);
        let turn = |jobs: &[(Matrix, Vec<f32>)]| -> Vec<(Matrix, Vec<f32>)> {
            jobs.iter().map(|(m, g)| (*m, orthogonal(g, m.rows, m.columns))).collect()
        };
        let (one, two) = std::thread::scope(|scope| {
            let other = scope.spawn(|| turn(two));
            (turn(one), other.join().unwrap_or_default())
        });
        for (m, update) in one.into_iter().chain(two) {
            let rate = 0.02 * rate * (m.rows as f32 / m.columns as f32).max(1.0).sqrt();
            for (p, u) in p[m.at..].iter_mut().zip(update) {
                *p -= rate * (u + 0.02 * *p);
            }
        }
    }
}

fn adam(p: &mut [f32], g: &[f32], first: &mut [f32], second: &mut [f32], rate: f32, steps: u64) {
    let (c1, c2) = (1.0 - BETA.0.powi(steps as i32), 1.0 - BETA.1.powi(steps as i32));
    for i in 0..p.len() {
        first[i] = BETA.0 * first[i] + (1.0 - BETA.0) * g[i];
        second[i] = BETA.1 * second[i] + (1.0 - BETA.1) * g[i] * g[i];
        p[i] -= rate * (first[i] / c1) / ((second[i] / c2).sqrt() + 1e-10);
    }
}

/// The nearest matrix with singular values near 1, by five Newton–Schulz steps.
fn orthogonal(g: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    if rows > columns {
        let turned = matrix(g, rows, columns).t().iter().copied().collect::<Vec<_>>();
        let done = orthogonal(&turned, columns, rows);
        return matrix(&done, columns, rows).t().iter().copied().collect();
    }
    let norm = g.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt() as f32 + 1e-12;
    let mut x: Vec<f32> = g.iter().map(|v| v / norm).collect();
    let (a, b, c) = (3.4445, -4.7750, 2.0315);
    for _ in 0..5 {
        let mut square = vec![0.0; rows * rows];
        let view = matrix(&x, rows, columns);
        product(&view, &view.t(), 0.0, &mut matrix_mut(&mut square, rows, rows));
        let mut mix = square.iter().map(|v| b * v).collect::<Vec<_>>();
        let view = matrix(&square, rows, rows);
        let scaled: Vec<f32> = square.iter().map(|v| c * v).collect();
        product(&matrix(&scaled, rows, rows), &view, 1.0, &mut matrix_mut(&mut mix, rows, rows));
        let mut next: Vec<f32> = x.iter().map(|v| a * v).collect();
        product(
            &matrix(&mix, rows, rows),
            &matrix(&x, rows, columns),
            1.0,
            &mut matrix_mut(&mut next, rows, columns),
        );
        x = next;
    }
    x
}
