//! What a search is given.

use super::outcome::Visit;
use crate::graph::Graph;

/// A question asked earlier, and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange<'a> {
    /// The question.
    pub question: &'a str,
    /// The answer; empty if there was none.
    pub answer: &'a str,
}

/// A question and the graphs to search.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The question.
    pub question: &'a str,
    /// Earlier questions and answers that the question may refer to, oldest first. The model is shown a bounded part of
    /// them.
    pub earlier: &'a [Exchange<'a>],
    /// The graphs to search, in the searching model's tokens.
    pub graphs: &'a [&'a Graph],
    /// The cosine of the question and each node, graph after graph; empty if there is none.
    pub cosines: &'a [f32],
    /// The share of the question's words that each node has, graph after graph, from 0 to 1; empty if there is none.
    pub words: &'a [f32],
    /// The path of an earlier search for the same question that was stopped and is now resumed; empty for a search from
    /// the beginning.
    pub begun: &'a [Visit],
}

impl<'a> Query<'a> {
    /// A standalone question, without cosines or words.
    pub fn new(question: &'a str, graphs: &'a [&'a Graph]) -> Self {
        Self { question, earlier: &[], graphs, cosines: &[], words: &[], begun: &[] }
    }
}
