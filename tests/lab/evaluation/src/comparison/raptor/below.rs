//! The chunks below the nodes of a tree, and how evidence is passed down to them.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::answerer::EVIDENCE;

/// Returns the chunks below a node; for a chunk, itself. A node without children is a chunk.
pub fn leaves(node: usize, children: &impl Fn(usize) -> Vec<usize>) -> BTreeSet<usize> {
    let below = children(node);
    if below.is_empty() {
        return BTreeSet::from([node]);
    }
    below.into_iter().flat_map(|child| leaves(child, children)).collect()
}

/// Converts weights of nodes to weights of their chunks, the heaviest first. What in a summary the
/// answer rests on is unknown, so all chunks summarised in it share its weight equally.
pub fn shared(
    found: &[(usize, f64)],
    leaves: impl Fn(usize) -> BTreeSet<usize>,
) -> Vec<(usize, f64)> {
    let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
    for &(node, weight) in found {
        let below = leaves(node);
        let each = weight / below.len().max(1) as f64;
        for chunk in below {
            *weights.entry(chunk).or_default() += each;
        }
    }
    let mut shared: Vec<(usize, f64)> = weights.into_iter().collect();
    shared.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    shared.truncate(EVIDENCE);
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunks 0 to 3; 4 summarises 0 and 1, 5 summarises 1 to 3, 6 both.
    fn children(node: usize) -> Vec<usize> {
        [&[][..], &[], &[], &[], &[0, 1], &[1, 2, 3], &[4, 5]][node].to_vec()
    }

    #[test]
    fn chunks_below_are_counted_once() {
        assert_eq!(leaves(2, &children), BTreeSet::from([2]));
        assert_eq!(leaves(5, &children), BTreeSet::from([1, 2, 3]));
        assert_eq!(leaves(6, &children), BTreeSet::from([0, 1, 2, 3]));
    }

    #[test]
    fn a_summarys_weight_is_its_chunks() {
        let below = |node| leaves(node, &children);
        let found = shared(&[(5, 0.6), (4, 0.2), (0, 0.2)], below);
        for ((chunk, weight), (at, expected)) in
            found.iter().zip([(0, 0.3), (1, 0.3), (2, 0.2), (3, 0.2)])
        {
            assert!(*chunk == at && (weight - expected).abs() < 1e-9, "{found:?}");
        }
        assert!(shared(&[], below).is_empty());
    }
}
