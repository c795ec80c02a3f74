//! Turns the attention of tokens into weights of edges (PECAN §3.1, "Aggregating token-level attention to node-level"
//! and "Normalization").
//!
//! The model provides token-level attention, already the mean over layers and heads. Here it becomes attention to
//! nodes: first the mean over a node's tokens, as soon as a row arrives, so that no matrix over all tokens is ever
//! kept; then the mean over the tokens of a point; then shares whose sum is 1. Bullet marks, line breaks and the words
//! of the prompt lie between the nodes' tokens and are left out.

use std::ops::Range;

use crate::Attention;
use crate::spelling::TokenRuns;

/// The attention of an output's tokens to some nodes: a row for each token, a column for each node.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NodeAttention {
    /// The positions in the sequence of each node's tokens that count.
    nodes: Vec<TokenRuns>,
    /// Row-major.
    values: Vec<f64>,
}

impl NodeAttention {
    /// No rows yet, for nodes whose tokens are at these positions, in ascending order.
    pub(crate) fn new(nodes: impl IntoIterator<Item = TokenRuns>) -> Self {
        Self { nodes: nodes.into_iter().collect(), values: Vec::new() }
    }

    /// The positions to watch: from the first node's first token to the last one's last.
    pub(crate) fn watched(&self) -> Range<usize> {
        let mut runs = self.nodes.iter().flatten();
        match (runs.next(), runs.next_back()) {
            (Some(first), last) => first.start..last.unwrap_or(first).end,
            _ => 0..0,
        }
    }

    /// Adds the rows of further tokens.
    pub(crate) fn push(&mut self, attention: &Attention) {
        attention.rows.clone().for_each(|row| self.push_row(attention, row));
    }

    /// Adds the row of the last token only.
    pub(crate) fn push_last(&mut self, attention: &Attention) {
        attention.rows.clone().last().into_iter().for_each(|row| self.push_row(attention, row));
    }

    fn push_row(&mut self, attention: &Attention, row: usize) {
        let means = self.nodes.iter().map(|runs| {
            let sum: f64 = runs.iter().map(|run| attention.sum(row..row + 1, run.clone())).sum();
            let count: usize = runs.iter().map(Range::len).sum();
            sum / count.max(1) as f64
        });
        self.values.extend(means);
    }

    /// Returns the mean over the tokens `rows`, counted from the first one pushed: a value for each node.
    pub(crate) fn mean(&self, rows: impl IntoIterator<Item = usize>) -> Vec<f64> {
        let width = self.nodes.len();
        let (mut means, mut count) = (vec![0.0; width], 0);
        for row in rows {
            for (mean, value) in means.iter_mut().zip(&self.values[row * width..]) {
                *mean += value;
            }
            count += 1;
        }
        means.iter_mut().for_each(|mean| *mean /= f64::from(count.max(1)));
        means
    }
}

/// Shares that sum to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shares {
    pub values: Vec<f64>,
    /// Whether there was nothing to share, so that all values are equal.
    pub uniform: bool,
}

/// Divides each value by their sum. Without any attention, all get the same value.
pub(crate) fn shares(mut values: Vec<f64>) -> Shares {
    let sum: f64 = values.iter().sum();
    let uniform = sum.is_nan() || sum <= 0.0;
    let equal = 1.0 / values.len().max(1) as f64;
    for value in &mut values {
        *value = if uniform { equal } else { *value / sum };
    }
    Shares { values, uniform }
}

#[cfg(test)]
mod tests {
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
        found.len() == expected.len()
            && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-7)
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
}
