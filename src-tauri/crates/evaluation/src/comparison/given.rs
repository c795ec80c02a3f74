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
    /// How many nodes or passages were to be shown, where that was known beforehand: the window may
    /// have had room for fewer.
    #[serde(default)]
    pub wanted: Option<usize>,
    /// What was shown in place of the nodes: what was left of chunks, in the order of `shown`. Empty
    /// where they were shown as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// What of them the answer rests on, the heaviest first, where no chunks are cited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cited: Vec<String>,
    /// Chunks that the answer rests on with their weights, the heaviest first; at most ten.
    pub evidence: Vec<(usize, f64)>,
    /// Tokens run through every language model that took part.
    pub evaluated: u64,
    /// Tokens in its sequence at the end, or the sum over its sequences.
    pub distinct: u64,
    /// Floating point operations for this question, of every language model that took part; what was
    /// built once for the documents is not in it.
    pub flops: f64,
    /// Seconds for this question.
    pub seconds: f64,
    /// Questions that were asked at once then.
    #[serde(default)]
    pub jobs: usize,
}

impl Given {
    /// Whether not all that was chosen could be shown; none where nothing was chosen beforehand.
    pub fn is_cut(&self) -> Option<bool> {
        self.wanted.map(|wanted| self.shown.len() < wanted)
    }

    /// What was shown in place of the chunks, and what of it the answer rests on.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_of_chunks_is_cited_as_it_was_shown() {
        let seen = |node| Seen { level: 1, node: Some(node), p_yes: None };
        let given = Given {
            shown: vec![seen(7), seen(2)],
            texts: vec!["lamp green".into(), "Mira mill".into()],
            evidence: vec![(2, 0.75), (7, 0.25), (9, 0.0)],
            ..Given::default()
        };
        let (shown, cited) = given.parts();
        assert_eq!(shown, ["lamp green", "Mira mill"]);
        assert_eq!(cited, ["Mira mill", "lamp green"]);
    }
}
