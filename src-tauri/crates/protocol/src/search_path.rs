//! The path of a search: which nodes it visited, and why it ended.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{DocumentId, NodeId};

/// A round of a search among the sentences about entities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The query: the question, or its open part, with a name.
    pub query: String,
    /// The names searched for.
    pub names: Vec<String>,
    /// The number of sentences among which the model could choose.
    pub candidates: u32,
    /// The number of path steps by the end of the round.
    pub steps: u32,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The model found the visited nodes sufficient, `patience` times.
    Sufficient,
    /// No further node fits the model's window.
    Window,
    /// Every node was visited.
    Exhausted,
    /// The model found the visited nodes sufficient, but no single chunk.
    Unconfirmed,
    /// The maximum number of nodes was added.
    Limit,
    /// The requested number of nodes was visited.
    Fixed,
    /// A fixed number of nodes was visited, because the model cannot judge when it has read enough.
    Unjudged,
    /// Passages were retrieved and no answer was written, because the model does not answer, or
    /// does not know the language.
    Passages,
    /// The names of which the text says what was asked were listed; no model took part.
    NamesListed,
    /// No model was asked: the question is who someone is, and the sentences that say so are
    /// quoted.
    NameDescribed,
    /// The user stopped it.
    Stopped,
}

impl StopReason {
    /// Returns whether the answer was read off the text, without a model.
    pub fn is_without_model(self) -> bool {
        matches!(self, Self::NamesListed | Self::NameDescribed)
    }
}

/// Why a node was chosen next.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Its component of z = Eᵀ r, weighted.
    pub attention: f64,
    /// Its similarity to the question (a cosine), weighted.
    pub similarity: f64,
    /// The share of the question's words that it contains, weighted.
    #[serde(default)]
    pub words: f64,
    /// The score by which it was chosen.
    pub total: f64,
}

/// A visited node, in the order of visiting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The node. With several documents, in the graph of `document`.
    pub node: NodeId,
    /// Its document.
    pub document: DocumentId,
    /// Its level.
    pub level: u32,
    /// Its text.
    pub text: String,
    /// Its number of tokens.
    pub tokens: u32,
    /// Why it was chosen; zeros for the top level, where every search begins.
    pub score: Score,
    /// r: its attention to the question, times its position.
    pub relevance: f64,
    /// P(Yes) / (P(Yes) + P(No)) when the model was asked after this node, corrected according to
    /// its trial; null if it was not asked.
    pub p_yes: Option<f64>,
    /// The same when the model was asked about this chunk alone; null if it was not. A chunk read
    /// only then comes at the end and has no relevance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_alone: Option<f64>,
}

/// Returns the number of a step among the chosen ones, from 1; `None` for one of the `top` level.
pub fn stop_number(at: usize, top: &Range<usize>) -> Option<usize> {
    let number = if at < top.end { at + 1 } else { at + 1 - top.len() };
    (!top.contains(&at)).then_some(number)
}

/// Returns the number of first steps that were the top level: the model is first asked after the
/// last of them. If it was never asked, they are the steps not chosen by a score; 0 if the first
/// step was chosen by one.
pub(crate) fn began(steps: &[Step]) -> usize {
    if steps.first().is_some_and(|first| first.score.total > 0.0) {
        return 0;
    }
    let asked = steps.iter().position(|step| step.p_yes.is_some());
    asked.map_or_else(
        || steps.iter().take_while(|step| step.score.total == 0.0).count(),
        |last| last + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(total: f64, p_yes: Option<f64>) -> Step {
        Step {
            node: 0,
            document: DocumentId(1),
            level: 2,
            text: String::new(),
            tokens: 1,
            score: Score { total, ..Score::default() },
            relevance: 0.0,
            p_yes,
            p_alone: None,
        }
    }

    #[test]
    fn a_search_begins_with_what_it_did_not_ask_about() {
        let (top, asked) = (step(0.0, None), step(0.0, Some(0.2)));
        let (scored, unscored) = (step(0.3, Some(0.9)), step(0.0, Some(0.8)));
        assert_eq!(began(&[]), 0);
        assert_eq!(began(&[top.clone(), asked.clone(), scored]), 2);
        assert_eq!(began(&[top.clone(), asked, unscored]), 2);
        assert_eq!(began(&[top, step(0.5, None)]), 1);
    }

    #[test]
    fn the_top_level_comes_after_the_sentences_that_were_read_before() {
        let top = 2..4;
        let numbers: Vec<Option<usize>> = (0..6).map(|at| stop_number(at, &top)).collect();
        assert_eq!(numbers, [Some(1), Some(2), None, None, Some(3), Some(4)]);
        let top = 0..0;
        assert_eq!(stop_number(0, &top), Some(1));
    }
}
