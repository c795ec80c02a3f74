//! The result of a search: the path, the answer, and their cost.

use std::cmp::Ordering;
use std::ops::{Add, Range};

use crate::evidence::ChunkEvidence;
use crate::graph_set::NodeKey;
use crate::scores::NodeScore;

/// A visited node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// The node.
    pub node: NodeKey,
    /// Its level.
    pub level: usize,
    /// Why it was chosen; zeros for the top level.
    pub score: NodeScore,
    /// r: its attention to the question, times its position (the question has position 1, the first node 2). For a node
    /// before the question: the question's attention to it, times the question's position.
    pub relevance: f64,
    /// The model's p_yes when asked after this node, if it was asked.
    pub p_yes: Option<f64>,
    /// Its p_yes when asked after this chunk alone, if it was asked. A chunk that was read only then has no relevance.
    pub alone: Option<f64>,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStopReason {
    /// The model found the visited nodes sufficient, patience times.
    Sufficient,
    /// No further node fits the window.
    Window,
    /// Every node was visited.
    Exhausted,
    /// The maximum number of nodes was added.
    Limit,
    /// The requested number of nodes was visited, or all nodes if there are fewer.
    Fixed,
    /// The model found the visited nodes sufficient, but none of the chunks on its own.
    Unconfirmed,
    /// The watcher stopped the search, or the model was asked to stop.
    Stopped,
}

/// The cost of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SearchCost {
    /// Tokens run through the model.
    pub evaluated: u64,
    /// Tokens read back from a saved state.
    pub restored: u64,
    /// Tokens evaluated more than once: the assistant header, once for each ask that said No, and chunks that were
    /// visited and then read alone.
    pub again: u64,
    /// Tokens of thoughts.
    pub thoughts: u64,
    /// All other tokens.
    pub distinct: u64,
    /// The number of asks.
    pub asks: usize,
    /// Floating point operations of the model.
    pub flops: f64,
}

impl Add for SearchCost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            evaluated: self.evaluated + other.evaluated,
            restored: self.restored + other.restored,
            again: self.again + other.again,
            thoughts: self.thoughts + other.thoughts,
            distinct: self.distinct + other.distinct,
            asks: self.asks + other.asks,
            flops: self.flops + other.flops,
        }
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOutcome {
    /// The answer; empty unless enough was found, a chunk on its own is likely to suffice, or an answer was wanted
    /// anyway.
    pub answer: String,
    /// Its sentences.
    pub sentences: Vec<AttributedSentence>,
    /// Why the search ended.
    pub stop: SearchStopReason,
    /// The visited nodes in the order of visiting, the top level first.
    pub path: Vec<Visit>,
    /// The passages that the answer rests on, the heaviest first; empty without an answer.
    pub evidence: Vec<ChunkEvidence>,
    /// What it cost.
    pub cost: SearchCost,
}

/// A sentence of an answer, and the nodes that the model attended to while writing it.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributedSentence {
    /// Its position in the answer, in bytes.
    pub range: Range<usize>,
    /// The share of its attention that each node of the path received, in the path's order. The shares sum to 1, or are
    /// all 0 if it attended to none.
    pub looked: Vec<f64>,
}

impl SearchOutcome {
    /// Returns the visits whose nodes the answer was written from: all, or the best of the chunks judged alone.
    pub fn answered_from(&self) -> impl Iterator<Item = &Visit> {
        let alone = |visit: &&Visit| visit.alone.is_some();
        let best = self
            .path
            .iter()
            .filter(alone)
            .max_by(|a, b| a.alone.partial_cmp(&b.alone).unwrap_or(Ordering::Equal));
        self.path.iter().filter(move |visit| best.is_none_or(|best| best.node == visit.node))
    }

    /// Returns whether the model found the visited nodes sufficient.
    pub fn found(&self) -> bool {
        self.stop == SearchStopReason::Sufficient
    }
}

/// The written answer, before its evidence is known; empty if none was wanted.
#[derive(Default)]
pub(super) struct GeneratedAnswer {
    pub text: String,
    /// The share of its attention that each visited node received.
    pub looked: Vec<f64>,
    pub sentences: Vec<AttributedSentence>,
}
