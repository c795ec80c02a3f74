//! The prompt that has the model summarise a batch.

use std::collections::HashSet;
use std::ops::Range;

use super::settings::PointOrigin;
use crate::Token;
use crate::edges::NodeAttention;
use crate::grounding::GroundingSources;
use crate::quotes::Quotable;

/// The number of copied points at its beginning that mark an output as nothing but copies.
const COPIES: usize = 3;

/// The part of a batch's prompt before the assistant header.
pub(super) struct BatchPrompt {
    /// The nodes' numbers.
    pub inputs: Range<usize>,
    /// The nodes' lines, and the words after them.
    pub tokens: Vec<Token>,
    /// The nodes' attention, without any rows yet.
    pub unseen: NodeAttention,
    /// The number of tokens of the lines.
    pub input: usize,
    /// The position of the nodes in the sequence, from the first one's first token to the last one's last.
    pub nodes: Range<usize>,
    /// The text of the nodes, if points are checked against it.
    pub source: GroundingSources,
    /// The headings of the chunks, if points are checked against them.
    pub headings: HashSet<String>,
    /// The sentences of the nodes that may be quoted, if any.
    pub quotable: Vec<Quotable>,
    /// The nodes' texts, if they are points.
    pub points: Vec<String>,
}

impl BatchPrompt {
    /// Returns whether these lines are points of the inputs, word for word, and enough of them to show that the model
    /// writes nothing else. Lines written from chunks are not compared.
    pub fn are_copies(&self, lines: &[impl AsRef<str>]) -> bool {
        let is_known = |line: &str| self.points.iter().any(|point| point == line.trim());
        lines.len() >= COPIES.min(self.points.len())
            && !lines.is_empty()
            && lines.iter().all(|line| is_known(line.as_ref()))
    }

    /// Returns whether the nodes are points.
    pub fn has_points(&self) -> bool {
        !self.points.is_empty()
    }

    /// The number of its tokens that are read before the header, or before sentences are chosen.
    pub fn end(&self, points: PointOrigin) -> usize {
        if points == PointOrigin::Quoted { self.input } else { self.tokens.len() }
    }
}
