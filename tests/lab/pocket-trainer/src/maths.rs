//! The basic operations on rows of numbers.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// `c = a · b + keep · c`.
pub fn product(
    a: &ArrayView2<'_, f32>,
    b: &ArrayView2<'_, f32>,
    keep: f32,
    c: &mut ArrayViewMut2<'_, f32>,
) {
    general_mat_mul(1.0, a, b, keep, c);
}

/// A slice viewed as `rows` rows of `columns` columns.
///
/// # Panics
/// If the slice is too short, which is a mistake in the layout.
pub fn matrix(values: &[f32], rows: usize, columns: usize) -> ArrayView2<'_, f32> {
    ArrayView2::from_shape((rows, columns), &values[..rows * columns])
        .expect("the slice has that length")
}

/// Like [`matrix`], but mutable.
///
/// # Panics
/// If the slice is too short, which is a mistake in the layout.
pub fn matrix_mut(values: &mut [f32], rows: usize, columns: usize) -> ArrayViewMut2<'_, f32> {
    ArrayViewMut2::from_shape((rows, columns), &mut values[..rows * columns])
        .expect("the slice has that length")
}

/// e^x to about seven digits, in a form that the compiler vectorises.
#[inline]
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 87.0);
    let n = (x * std::f32::consts::LOG2_E).round_ties_even();
    let r = x - n * 0.693_359_4 + n * 2.121_944_4e-4;
    let p = 1.0 / 5040.0;
    let p = p * r + 1.0 / 720.0;
    let p = p * r + 1.0 / 120.0;
    let p = p * r + 1.0 / 24.0;
    let p = p * r + 1.0 / 6.0;
    let p = p * r + 0.5;
    let p = p * r + 1.0;
    let p = p * r + 1.0;
    p * f32::from_bits(((n as i32 + 127) as u32) << 23)
}

/// The largest number; minus infinity if there is none.
pub fn largest(values: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; 8];
    let chunks = values.chunks_exact(8);
    for &v in chunks.remainder() {
        lanes[0] = lanes[0].max(v);
    }
    for chunk in chunks {
        for (lane, &v) in lanes.iter_mut().zip(chunk) {
            *lane = if v > *lane { v } else { *lane };
        }
    }
    lanes.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

/// The dot product of two rows.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 8];
    let (ca, cb) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = ca.remainder().iter().zip(cb.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in ca.zip(cb) {
        for i in 0..8 {
            lanes[i] += x[i] * y[i];
        }
    }
    rest + lanes.iter().sum::<f32>()
}

/// Replaces each number `x` by `e^(factor · x − shift)` and returns the sum.
pub fn exp_sum(values: &mut [f32], factor: f32, shift: f32) -> f32 {
    let mut lanes = [0.0f32; 8];
    let mut chunks = values.chunks_exact_mut(8);
    for chunk in &mut chunks {
        for (lane, v) in lanes.iter_mut().zip(chunk) {
            *v = exp(factor * *v - shift);
            *lane += *v;
        }
    }
    let mut rest = 0.0;
    for v in chunks.into_remainder() {
        *v = exp(factor * *v - shift);
        rest += *v;
    }
    rest + lanes.iter().sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_close_to_the_real_one() {
        for i in -800..800 {
            let x = i as f32 / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 2e-6, "{x}");
        }
    }
}
