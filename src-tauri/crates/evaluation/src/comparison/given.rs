//! What a method answered, and what it took.

use serde::{Deserialize, Serialize};

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// An answer.
    Given(Given),
    /// None, because the method cannot do it with this model: why, as it stands in a table
    /// (`window`).
    NotRun(String),
}

impl Outcome {
    /// The answer, if there is one.
    pub fn given(&self) -> Option<&Given> {
        match self {
            Self::Given(given) => Some(given),
            Self::NotRun(_) => None,
        }
    }
}

/// An answer and what led to it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The answer.
    pub answer: String,
    /// Whether the method found that the documents answer the question; none if it cannot tell.
    pub found: Option<bool>,
    /// Why it ended, in the words of the search.
    pub stop: String,
    /// What the model was shown, in order.
    pub shown: Vec<Seen>,
    /// Chunks that the answer rests on with their weights, the heaviest first; at most ten.
    pub evidence: Vec<(usize, f64)>,
    /// Tokens run through the answering model.
    pub evaluated: u64,
    /// Tokens in its sequence at the end, or the sum over its sequences.
    pub distinct: u64,
    /// Floating point operations for this question, of every language model that took part; what was
    /// built once for the documents is not in it.
    pub flops: f64,
    /// Seconds for this question.
    pub seconds: f64,
}

/// A node, summary or passage that the model was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Its level: 1 for chunks.
    pub level: usize,
    /// Its number in the graph, or of the chunk; none for a text made for this question.
    pub node: Option<usize>,
    /// What the model said when it was asked whether what it had seen up to here suffices.
    pub p_yes: Option<f64>,
}

/// What building something once for some documents took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Built {
    /// Tokens run through the building model.
    pub evaluated: u64,
    /// Floating point operations.
    pub flops: f64,
    /// Seconds.
    pub seconds: f64,
}

impl Built {
    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            evaluated: self.evaluated + other.evaluated,
            flops: self.flops + other.flops,
            seconds: self.seconds + other.seconds,
        }
    }
}
