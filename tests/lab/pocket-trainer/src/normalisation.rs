//! Root-mean-square normalisation, forward and backward.

use super::maths::dot;

/// Added to a mean square before dividing by its root.
pub const EPSILON: f32 = 1e-5;

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
    1.0 / (dot(x, x) / x.len() as f32 + EPSILON).sqrt()
}

/// Adds to `dx` and `d_gain` what [`rms_norm`] passes back.
pub(super) fn rms_norm_back(
    x: &[f32],
    gain: &[f32],
    dy: &[f32],
    dx: &mut [f32],
    d_gain: &mut [f32],
) {
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
