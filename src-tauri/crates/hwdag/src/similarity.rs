//! The similarity of the question and a node: the cosine of their sentence embeddings (PECAN
//! §3.2.2). Every vector is compared: a document has too few nodes for an index to pay off.

/// Returns the cosine of two vectors of equal length, 0 if one of them is zero.
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let norms = dot(a, a).sqrt() * dot(b, b).sqrt();
    let cosine = dot(a, b) / norms;
    if cosine.is_finite() { cosine } else { 0.0 }
}

/// Returns the cosine of `query` with every row of `matrix`, whose rows are stored consecutively.
pub fn cosines(query: &[f32], matrix: &[f32]) -> Vec<f32> {
    if query.is_empty() {
        return Vec::new();
    }
    matrix.chunks_exact(query.len()).map(|row| cosine(query, row)).collect()
}

/// Returns the indices of the `k` largest values, the largest first; of equal ones the earlier
/// first.
pub fn top_k(values: &[f32], k: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order.truncate(k);
    order
}

/// Eight sums side by side, which the compiler turns into vector instructions.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a.zip(b) {
        for slot in 0..8 {
            sums[slot] += x[slot] * y[slot];
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_by_hand() {
        let cases: [(&[f32], &[f32], f32); 5] = [
            (&[1.0, 0.0], &[1.0, 0.0], 1.0),
            (&[1.0, 0.0], &[0.0, 2.0], 0.0),
            (&[1.0, 0.0], &[-3.0, 0.0], -1.0),
            (&[3.0, 4.0], &[4.0, 3.0], 0.96),
            (&[0.0, 0.0], &[1.0, 1.0], 0.0),
        ];
        for (a, b, expected) in cases {
            assert!((cosine(a, b) - expected).abs() < 1e-6, "{a:?} {b:?}");
        }
    }

    #[test]
    fn long_vectors_are_summed_to_the_end() {
        let a: Vec<f32> = (0..19).map(|n| n as f32).collect();
        assert_eq!(dot(&a, &a), (0..19).map(|n| (n * n) as f32).sum());
    }

    #[test]
    fn a_row_for_each_vector() {
        let matrix = [1.0, 0.0, 0.0, 1.0, 0.6, 0.8];
        let found = cosines(&[0.0, 1.0], &matrix);
        assert_eq!(top_k(&found, 2), [1, 2]);
        assert_eq!(found.len(), 3);
        assert!(cosines(&[], &[]).is_empty());
    }

    #[test]
    fn equal_values_keep_their_order() {
        assert_eq!(top_k(&[0.5, 0.9, 0.5, 0.9], 9), [1, 3, 0, 2]);
    }
}
