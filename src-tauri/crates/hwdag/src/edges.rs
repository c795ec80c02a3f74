//! The definition of an edge (PECAN §3.1, "Extracting"): which attention is averaged, and how it becomes a weight.
//!
//! `A[l,h,x,y]` is the attention of token `x` of the output to token `y` of a node, after the softmax, in layer `l` and
//! head `h`. `X(i)` are the tokens of point `i` that count ([`point_tokens`]), `Y(j)` those of node `j`
//! ([`node_tokens`]).
//!
//! ```text
//! a(x,y) = mean over all layers l and query heads h of A[l,h,x,y]
//! b(x,j) = mean over y in Y(j) of a(x,y)                             NodeAttention::push
//! c(i,j) = mean over x in X(i) of b(x,j)                             NodeAttention::mean
//! e(i,j) = c(i,j) / sum over the nodes k of the batch of c(i,k)      shares
//! ```
//!
//! The model provides `a` ([`Attention`]). Its rows become rows of `b` as soon as they arrive, so that no matrix over
//! all tokens is ever kept. [`point_edges`] makes the edges of a point, one to every node of its batch. Bullet marks,
//! line breaks and the words of the prompt lie between the nodes' tokens and are left out.
//!
//! [`Signal`](crate::Signal) names the variants: which rows, tokens and layers are meant above. docs/method.md says
//! which of them the papers have.

use std::ops::Range;

use crate::graph::{Edge, Node};
use crate::signal::{AttentionRows, SourceTokens, Tokens};
use crate::spelling::{Spelling, TokenRuns};
use crate::words::is_content;
use crate::{Attention, LanguageModel};

/// The edges from one point to every node of its batch.
pub(crate) struct PointEdges {
    /// In the order of the nodes. The weights sum to 1.
    pub edges: Vec<Edge>,
    /// Whether the point attended to no node at all, so that all weights are equal.
    pub uniform: bool,
}

/// Returns the edges of a point to the nodes `inputs`, which have the columns of `seen`: `e(i,j)`. `counted` are the
/// point's tokens that count, which are rows of `seen`.
pub(crate) fn point_edges(
    point: usize,
    inputs: Range<usize>,
    seen: &NodeAttention,
    counted: TokenRuns,
) -> PointEdges {
    let Shares { values, uniform } = shares(seen.mean(counted.into_iter().flatten()));
    let edge = |(to, weight)| Edge { from: point, to, weight: weight as f32 };
    PointEdges { edges: inputs.zip(values).map(edge).collect(), uniform }
}

/// Returns `X(i)`: the tokens of a point that count, counted from the output's first. `tokens` are all of the point's,
/// `place` are its bytes in the text of the output.
pub(crate) fn point_tokens(
    output: &Spelling,
    tokens: Range<usize>,
    place: Range<usize>,
    which: Tokens,
) -> TokenRuns {
    match which {
        Tokens::All => vec![tokens],
        Tokens::Content => output.tokens_of_words(place, is_content),
    }
}

/// Returns `Y(j)`: the tokens of a node that count as attended to, counted from its first.
pub(crate) fn node_tokens<M: LanguageModel>(
    model: &M,
    node: &Node,
    which: SourceTokens,
) -> TokenRuns {
    let whole = 0..node.tokens.len();
    match which {
        SourceTokens::All => vec![whole],
        SourceTokens::Words => {
            let spelling = Spelling::new(&node.tokens, |token| model.bytes(token));
            spelling.tokens_of_words(0..spelling.text().len(), |_| true)
        }
    }
}

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

    /// Adds the rows of further tokens: `b(x,j)` from `a(x,y)`.
    pub(crate) fn push(&mut self, attention: &Attention) {
        attention.rows.clone().for_each(|row| self.push_row(attention, row));
    }

    /// Adds the row of the token before the output, if a token's row is the one that predicted it.
    pub(crate) fn push_predicting(&mut self, rows: AttentionRows, attention: &Attention) {
        if rows == AttentionRows::Predicting {
            self.push_last(attention);
        }
    }

    /// Adds the row of the last token only.
    fn push_last(&mut self, attention: &Attention) {
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

    /// Returns the mean over the tokens `rows`, `c(i,j)` if they are `X(i)`. They are from the first one pushed. There is a value for each node.
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
mod tests;
