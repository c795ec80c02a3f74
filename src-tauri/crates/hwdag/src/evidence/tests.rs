use proptest::prelude::*;

use super::*;
use crate::example::graph;
use crate::fake::Fake;

fn weights(visited: &[(usize, f64)]) -> Vec<(usize, f64, usize)> {
    let graph = graph(&Fake::new(1_000));
    let found = evidence(&GraphSet::new(&[&graph]), visited);
    found.iter().map(|item| (item.chunk.node, item.weight, item.node.node)).collect()
}

fn same(found: &[(usize, f64, usize)], expected: &[(usize, f64, usize)]) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(a, b)| (a.0, a.2) == (b.0, b.2) && (a.1 - b.1).abs() < 1e-7)
}

/// From the top point alone: chunk 0 by .5 × .75 + .3 × .5, chunk 1 by .5 × .25 + .3 × .5, chunk 2
/// by .2 × .1, chunk 3 by .2 × .9.
#[test]
fn every_path_counts() {
    let expected = [(0, 0.525, 7), (1, 0.275, 7), (3, 0.18, 7), (2, 0.02, 7)];
    assert!(same(&weights(&[(7, 1.0)]), &expected));
}

/// A half of that, .3 of point 6, and .2 of chunk 1 itself: chunk 3 has 0.09 + 0.27, most of it
/// through point 6; chunk 1 has 0.1375 + 0.2, most of it directly.
#[test]
fn visited_nodes_add_up_and_a_visited_chunk_counts_directly() {
    let expected = [(3, 0.36, 6), (1, 0.3375, 1), (0, 0.2625, 7), (2, 0.04, 6)];
    assert!(same(&weights(&[(7, 0.5), (6, 0.3), (1, 0.2)]), &expected));
}

#[test]
fn nothing_visited_is_no_evidence() {
    assert!(weights(&[]).is_empty());
    assert!(weights(&[(7, 0.0)]).is_empty());
}

#[test]
fn each_graph_has_its_own_chunks() {
    let graph = graph(&Fake::new(1_000));
    let both = [&graph, &graph];
    let space = GraphSet::new(&both);
    let found = evidence(&space, &[(6, 0.25), (8 + 5, 0.75)]);
    let expected = [(1, 0, 0.375, 5), (1, 1, 0.375, 5), (0, 3, 0.225, 6), (0, 2, 0.025, 6)];
    let found = found.iter().map(|item| {
        assert_eq!(item.chunk.graph, item.node.graph);
        (item.chunk.graph, item.chunk.node, (item.weight * 1e6).round() / 1e6, item.node.node)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

proptest! {
    #[test]
    fn weights_of_all_chunks_sum_to_the_shares(
        shares in prop::collection::vec(0.0f64..1.0, 8),
    ) {
        let sum: f64 = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let visited: Vec<(usize, f64)> =
            shares.iter().map(|share| share / sum).enumerate().collect();
        let total: f64 = weights(&visited).iter().map(|item| item.1).sum();
        prop_assert!((total - 1.0).abs() < 1e-6 || sum < 1e-300);
    }
}
