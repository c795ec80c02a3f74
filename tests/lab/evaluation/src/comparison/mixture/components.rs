//! Dimension reduction of vectors to their principal components, by orthogonal iteration from a fixed
//! seed, so that the same vectors always give the same rows.

use pocket::Rng;

/// Where the iteration begins.
const SEED: u64 = 2_024;
/// Iterations. Directions of almost equal variance may still be mixed then, which harms no cluster.
const ROUNDS: usize = 50;
/// An axis of which a smaller part is left beside the previous ones is no further direction.
const NOTHING: f64 = 1e-9;

/// Describes the settings that decide how items are reduced.
pub fn settings() -> String {
    format!("components {SEED} {ROUNDS} {NOTHING}")
}

/// Returns the vectors along their widest directions: at most `most` and, as in RAPTOR, two fewer than
/// there are vectors, but at least one.
pub fn reduce(vectors: &[&[f32]], most: usize) -> Vec<Vec<f64>> {
    let rows = centred(vectors);
    let width = rows.first().map_or(0, Vec::len);
    let count = most.min(rows.len().saturating_sub(2)).min(width).max(1);
    let axes = axes(&rows, width, count);
    rows.iter().map(|row| axes.iter().map(|axis| dot(row, axis)).collect()).collect()
}

/// Returns the vectors minus their mean.
fn centred(vectors: &[&[f32]]) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> =
        vectors.iter().map(|row| row.iter().map(|&value| f64::from(value)).collect()).collect();
    let mut mean = vec![0.0; rows.first().map_or(0, Vec::len)];
    let share = 1.0 / rows.len().max(1) as f64;
    rows.iter().for_each(|row| add(&mut mean, share, row));
    rows.iter_mut().for_each(|row| add(row, -1.0, &mean));
    rows
}

/// Returns the directions in which rows vary most, the widest first.
fn axes(rows: &[Vec<f64>], width: usize, count: usize) -> Vec<Vec<f64>> {
    let mut rng = Rng::new(SEED);
    let mut axes: Vec<Vec<f64>> =
        (0..count).map(|_| (0..width).map(|_| rng.unit() - 0.5).collect()).collect();
    orthonormalise(&mut axes);
    for _ in 0..ROUNDS {
        axes = axes.iter().map(|axis| turned(rows, axis)).collect();
        orthonormalise(&mut axes);
    }
    axes
}

/// Returns the axis times the rows' covariance, up to a factor.
fn turned(rows: &[Vec<f64>], axis: &[f64]) -> Vec<f64> {
    let mut turned = vec![0.0; axis.len()];
    rows.iter().for_each(|row| add(&mut turned, dot(row, axis), row));
    turned
}

/// Makes each axis perpendicular to the previous ones and of length 1, or zero if nothing is left.
fn orthonormalise(axes: &mut [Vec<f64>]) {
    for at in 0..axes.len() {
        let (before, rest) = axes.split_at_mut(at);
        let axis = &mut rest[0];
        let whole = dot(axis, axis).sqrt();
        for other in before.iter() {
            let along = dot(axis, other);
            add(axis, -along, other);
        }
        let left = dot(axis, axis).sqrt();
        let scale = if left > whole * NOTHING { 1.0 / left } else { 0.0 };
        axis.iter_mut().for_each(|value| *value *= scale);
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], times: f64, row: &[f64]) {
    to.iter_mut().zip(row).for_each(|(to, value)| *to += times * value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_direction_comes_first() {
        // Far apart along (3, 4), and close across it.
        let vectors: [&[f32]; 5] =
            [&[3.0, 4.0], &[-3.0, -4.0], &[0.4, -0.3], &[-0.4, 0.3], &[0.0, 0.0]];
        let rows = reduce(&vectors, 2);
        for (row, [far, near]) in rows.iter().zip([[5.0, 0.0], [5.0, 0.0], [0.0, 0.5], [0.0, 0.5]])
        {
            assert!((row[0].abs() - far).abs() < 1e-6 && (row[1].abs() - near).abs() < 1e-6);
        }
        assert!(rows[0][0] * rows[1][0] < 0.0);
    }

    #[test]
    fn no_more_dimensions_than_vectors_allow() {
        let vectors: Vec<Vec<f32>> = (0..20_u8)
            .map(|at| (0..30_u8).map(|axis| f32::from(axis % (at + 1))).collect())
            .collect();
        let slices: Vec<&[f32]> = vectors.iter().map(Vec::as_slice).collect();
        for (count, width) in [(1, 1), (2, 1), (3, 1), (5, 3), (20, 10)] {
            let rows = reduce(&slices[..count], 10);
            assert!(rows.iter().all(|row| row.len() == width), "{count}");
        }
        assert!(reduce(&[], 10).is_empty());
    }

    #[test]
    fn directions_that_are_not_there_are_zero() {
        let vectors: [&[f32]; 6] =
            [&[1.0, 1.0], &[2.0, 2.0], &[4.0, 4.0], &[5.0, 5.0], &[7.0, 7.0], &[9.0, 9.0]];
        let rows = reduce(&vectors, 2);
        assert!(rows.iter().all(|row| row[0].abs() > 1e-3 && row[1].abs() < 1e-6), "{rows:?}");
    }
}
