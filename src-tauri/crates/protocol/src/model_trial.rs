//! What a short trial shows about a model.

use serde::{Deserialize, Serialize};

use crate::Notice;

/// The abilities of a model, as shown by a short trial. A part that was not tried, or needs no
/// trial, is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelTrial {
    /// How it writes points.
    pub points: Option<PointsTrial>,
    /// Whether its Yes is meaningful.
    pub verdicts: Option<VerdictsTrial>,
    /// Whether it answers.
    pub answers: Option<AnswersTrial>,
}

/// How a model writes points about passages of Pecan's own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PointsTrial {
    /// The number of chunks that it should read at once, because then the most points per chunk
    /// occur in what it read.
    pub chunks: u32,
    /// The number of points per chunk that occur in what it read, with that many at once.
    pub per_chunk: f64,
}

/// Whether a model distinguishes passages that answer a question from others.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VerdictsTrial {
    /// The number of pairs of a passage and a question that it was asked about, half of which
    /// match.
    pub pairs: u32,
    /// Of two pairs, one that matches and one that does not, the share in which it is surer of the
    /// first; 0.5 is chance (the area under the ROC curve).
    pub auc: f64,
    /// The correction of its p_yes: the logit times `scale`, plus `bias`.
    pub bias: f64,
    /// See `bias`.
    pub scale: f64,
}

/// Whether a model answers questions from a given passage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AnswersTrial {
    /// The number of questions.
    pub asked: u32,
    /// The number answered correctly.
    pub right: u32,
}

impl ModelTrial {
    /// Below this, a Yes in the right place is chance.
    const LEAST_AUC: f64 = 0.6;
    /// A model that answers fewer than one question in this many does not answer.
    const LEAST_ANSWERED: u32 = 5;

    /// Returns whether it writes points that occur in what it read, as far as known.
    pub fn writes_points(&self) -> bool {
        self.points.is_none_or(|points| points.per_chunk > 0.0)
    }

    /// Returns whether it can judge when it has read enough, as far as known.
    pub fn judges(&self) -> bool {
        self.verdicts.is_none_or(|verdicts| verdicts.auc >= Self::LEAST_AUC)
    }

    /// Returns whether it answers questions, as far as known.
    pub fn answers(&self) -> bool {
        self.answers.is_none_or(|found| found.right * Self::LEAST_ANSWERED >= found.asked)
    }

    /// Returns its shortcomings.
    pub fn notices(&self) -> Vec<Notice> {
        let all = [
            (self.writes_points(), Notice::ModelCannotWritePoints),
            (self.judges(), Notice::ModelCannotJudge),
            (self.answers(), Notice::ModelCannotAnswer),
        ];
        all.into_iter().filter(|(can, _)| !can).map(|(_, notice)| notice).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_tried_is_taken_to_be_possible() {
        assert_eq!(ModelTrial::default().notices(), []);
        let points = Some(PointsTrial { chunks: 1, per_chunk: 0.0 });
        let verdicts = Some(VerdictsTrial { pairs: 60, auc: 0.55, bias: 0.0, scale: 1.0 });
        let answers = Some(AnswersTrial { asked: 12, right: 2 });
        let weak = ModelTrial { points, verdicts, answers };
        assert_eq!(weak.notices().len(), 3);
        let answers = Some(AnswersTrial { asked: 12, right: 3 });
        let better = ModelTrial { answers, ..ModelTrial::default() };
        assert!(better.answers() && better.notices().is_empty());
    }
}
