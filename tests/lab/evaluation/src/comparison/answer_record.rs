//! What a method answered, and its cost.

use serde::{Deserialize, Serialize};

/// The outcome of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionOutcome {
    /// An answer.
    #[serde(rename = "given")]
    Answered(AnswerRecord),
    /// No answer, because the method cannot run with this model. The text says why, as in a table
    /// (`window`).
    NotRun(String),
}

impl QuestionOutcome {
    /// Returns the answer, if there is one.
    pub fn given(&self) -> Option<&AnswerRecord> {
        match self {
            Self::Answered(given) => Some(given),
            Self::NotRun(_) => None,
        }
    }
}

/// An answer and what led to it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// The answer.
    pub answer: String,
    /// Whether the method found that the documents answer the question; none if it cannot say.
    pub found: Option<bool>,
    /// Why the search ended, in its own words.
    pub stop: String,
    /// What the model was shown, in order.
    pub shown: Vec<ShownNode>,
    /// How many nodes or passages were to be shown, if known beforehand. The window may have had room
    /// for fewer.
    #[serde(default)]
    pub wanted: Option<usize>,
    /// What was shown instead of the nodes: the remains of chunks, in the order of `shown`. Empty if
    /// the nodes were shown unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The texts among them that the answer rests on, the heaviest first, if no chunks are cited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cited: Vec<String>,
    /// Chunks that the answer rests on, with their weights, the heaviest first; at most ten.
    pub evidence: Vec<(usize, f64)>,
    /// Tokens run through all language models that took part.
    pub evaluated: u64,
    /// Tokens in its sequence at the end, or the sum over its sequences.
    pub distinct: u64,
    /// Floating point operations for this question, of all language models that took part, without what
    /// was built once for the documents.
    pub flops: f64,
    /// Seconds for this question.
    pub seconds: f64,
    /// The number of questions asked at once at that time.
    #[serde(default)]
    pub jobs: usize,
}

impl AnswerRecord {
    /// Returns whether not all that was chosen could be shown; none if nothing was chosen beforehand.
    pub fn is_cut(&self) -> Option<bool> {
        self.wanted.map(|wanted| self.shown.len() < wanted)
    }

    /// Returns what was shown instead of the chunks, and what of it the answer rests on.
    pub fn parts(&self) -> (Vec<String>, Vec<String>) {
        let part = |chunk: usize| {
            let mut shown = self.shown.iter().zip(&self.texts);
            shown.find(|(seen, _)| seen.node == Some(chunk)).map(|(_, text)| text.clone())
        };
        let cited = self.evidence.iter().filter_map(|(chunk, _)| part(*chunk));
        (self.texts.clone(), cited.collect())
    }
}

/// A node, summary or passage that the model was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownNode {
    /// Its level: 1 for chunks.
    pub level: usize,
    /// Its number in the graph, or that of the chunk; none for a text made for this question.
    pub node: Option<usize>,
    /// The model's p_yes to whether what it had seen so far suffices, if it was asked.
    pub p_yes: Option<f64>,
}

/// The cost of building something once for some documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct ConstructionCost {
    /// Tokens run through the building model.
    pub evaluated: u64,
    /// Floating point operations.
    pub flops: f64,
    /// Seconds.
    pub seconds: f64,
}

impl ConstructionCost {
    /// Returns the sum of both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            evaluated: self.evaluated + other.evaluated,
            flops: self.flops + other.flops,
            seconds: self.seconds + other.seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_of_chunks_is_cited_as_it_was_shown() {
        let seen = |node| ShownNode { level: 1, node: Some(node), p_yes: None };
        let given = AnswerRecord {
            shown: vec![seen(7), seen(2)],
            texts: vec!["lamp green".into(), "Mira mill".into()],
            evidence: vec![(2, 0.75), (7, 0.25), (9, 0.0)],
            ..AnswerRecord::default()
        };
        let (shown, cited) = given.parts();
        assert_eq!(shown, ["lamp green", "Mira mill"]);
        assert_eq!(cited, ["Mira mill", "lamp green"]);
    }
}
