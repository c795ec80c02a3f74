use proptest::prelude::*;

use super::*;

fn whole(tokens: Range<usize>) -> TokenRuns {
    vec![tokens]
}

/// Two nodes of two and one tokens at positions 4, 5 and 8; 6 and 7 are a line break and a
/// mark. Two output tokens at 20 and 21.
fn example() -> NodeAttention {
    let mut seen = NodeAttention::new([4..6, 8..9].map(whole));
    assert_eq!(seen.watched(), 4..9);
    seen.push(&Attention {
        rows: 20..21,
        columns: 4..9,
        values: vec![0.10, 0.30, 0.05, 0.05, 0.10],
    });
    seen.push(&Attention {
        rows: 21..22,
        columns: 4..9,
        values: vec![0.00, 0.20, 0.50, 0.00, 0.20],
    });
    seen
}

fn close(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-7)
}

#[test]
fn means_over_a_nodes_tokens_then_over_a_points() {
    let seen = example();
    assert!(close(&seen.mean(0..1), &[0.20, 0.10]));
    assert!(close(&seen.mean(1..2), &[0.10, 0.20]));
    assert!(close(&seen.mean(0..2), &[0.15, 0.15]));
    assert!(close(&seen.mean(0..0), &[0.0, 0.0]));
}

#[test]
fn rows_pushed_together_are_the_same_as_one_by_one() {
    let mut seen = NodeAttention::new([0..1, 1..2].map(whole));
    seen.push(&Attention { rows: 5..7, columns: 0..2, values: vec![0.1, 0.2, 0.3, 0.4] });
    assert!(close(&seen.mean(0..1), &[0.1, 0.2]));
    assert!(close(&seen.mean(1..2), &[0.3, 0.4]));
}

#[test]
fn only_the_tokens_that_count_are_looked_at() {
    let mut seen = NodeAttention::new([vec![1..2, 3..5], whole(6..7)]);
    assert_eq!(seen.watched(), 1..7);
    let values = vec![0.1, 0.9, 0.2, 0.3, 0.9, 0.05];
    seen.push(&Attention { rows: 9..10, columns: 1..7, values });
    assert!(close(&seen.mean(0..1), &[0.2, 0.05]));
    assert_eq!(NodeAttention::new([]).watched(), 0..0);
}

#[test]
fn the_last_row_can_be_pushed_alone() {
    let mut seen = NodeAttention::new([0..1, 1..2].map(whole));
    seen.push_last(&Attention { rows: 5..7, columns: 0..2, values: vec![0.1, 0.2, 0.3, 0.4] });
    seen.push(&Attention { rows: 7..8, columns: 0..2, values: vec![0.5, 0.0] });
    assert!(close(&seen.mean([0]), &[0.3, 0.4]));
    assert!(close(&seen.mean([0, 1]), &[0.4, 0.2]));
}

#[test]
fn shares_by_hand() {
    assert!(close(&shares(vec![0.2, 0.1, 0.1]).values, &[0.5, 0.25, 0.25]));
    assert!(!shares(vec![0.2, 0.1]).uniform);
    let nothing = shares(vec![0.0; 4]);
    assert!(nothing.uniform && close(&nothing.values, &[0.25; 4]));
    assert_eq!(shares(Vec::new()).values, Vec::<f64>::new());
}

proptest! {
    #[test]
    fn shares_sum_to_one(values in prop::collection::vec(0.0f64..1.0, 1..200)) {
        let found = shares(values);
        prop_assert!((found.values.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        prop_assert!(found.values.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}
