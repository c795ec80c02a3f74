//! Chooses the best way to ask a question, by what a trial showed that the model can do.

use std::sync::Arc;

use hwdag::evidence::ChunkEvidence;
use hwdag::passages::best_passages;
use hwdag::{
    Calibration, NodeKey, NodeScore, Query, SearchCost, SearchOutcome, SearchSettings,
    SearchStopReason, Visit,
};
use model::Weights;
use protocol::{
    AskOptions, DocumentId, Event, JobId, ModelTrial, Progress, SMALL_MODEL, StopReason,
    VerdictsTrial,
};

use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client;
use crate::language::unknown_language;
use crate::models::trial::run::Need;
use crate::text::before;

/// The maximum number of nodes that a tried model may add after the top level. Of 32 questions about four tales unseen
/// in training, 31 get their Yes at the eighth ask or before; of nine false Yeses, to 28 questions of other tales, four
/// come at the fifteenth or later.
pub const TRIED_NODES: usize = 12;
/// The number of nodes read if the model cannot judge when it has read enough.
pub const UNJUDGED_NODES: usize = 12;
/// The number of chunks that a small model judges alone after its walk.
pub const RERANKED: usize = 3;
/// The number of passages shown if no answer is written.
const PASSAGES: usize = 6;

/// The way to ask a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum AskStrategy {
    /// The model walks the graph until it has read enough.
    Walk(Walking),
    /// The model reads a fixed number of nodes, since it cannot judge when it has read enough.
    Unjudged,
    /// The best matching passages are shown; the model takes no part.
    Passages,
}

/// The settings of a model's walk.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Walking {
    /// The correction of its p_yes, if it was tried.
    calibration: Option<Calibration>,
    /// The number of chunks that it judges alone afterwards, unless the user chooses another.
    rerank: usize,
}

impl AskStrategy {
    /// Returns whether the model judges short, isolated texts best.
    pub(crate) fn judges_alone(self) -> bool {
        matches!(self, Self::Walk(Walking { rerank, .. }) if rerank > 0)
    }

    /// The plan of a small model that was tried.
    #[cfg(test)]
    pub(crate) fn small() -> Self {
        Self::Walk(Walking { calibration: Some(Calibration::default()), rerank: RERANKED })
    }
}

/// Returns the number of chunks that a model with this many parameters judges alone after its walk. A small one is
/// easily distracted; a large one can combine information from several chunks.
pub fn rerank(parameters: u64) -> usize {
    if parameters < SMALL_MODEL { RERANKED } else { 0 }
}

impl Engine {
    /// Returns the best way to ask these documents with this model. A model not yet tried is tried now, unless the
    /// options forbid it.
    pub(crate) fn plan(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        weights: &Arc<Weights>,
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<AskStrategy, JobError> {
        if self.is_foreign(documents, weights, options)? {
            return Ok(AskStrategy::Passages);
        }
        let trial = match options.no_trial {
            true => ModelTrial::default(),
            false => {
                let watch = &mut |_: &mut Self, done| {
                    client.report(job, Event::Progress(Progress::of_trial(done)))
                };
                self.tried(weights, Need::Asking, watch)?
            }
        };
        Ok(AskStrategy::suited(&trial, weights.info().parameters))
    }

    /// Returns whether the model knows the language of none of these documents.
    fn is_foreign(
        &mut self,
        documents: &[DocumentId],
        weights: &Weights,
        options: &AskOptions,
    ) -> Result<bool, JobError> {
        if weights.info().languages.is_none() {
            return Ok(false);
        }
        let until = self.until(documents, options)?;
        for &document in documents {
            let text = self.access.read()?.text(document)?;
            let read = until.map_or(text.as_str(), |until| before(&text, until));
            if unknown_language(weights, read).is_none() {
                return Ok(false);
            }
        }
        Ok(!documents.is_empty())
    }
}

impl AskStrategy {
    fn suited(trial: &ModelTrial, parameters: u64) -> Self {
        match trial.verdicts {
            _ if !trial.answers() => Self::Passages,
            _ if !trial.judges() => Self::Unjudged,
            Some(VerdictsTrial { bias, scale, .. }) => Self::Walk(Walking {
                calibration: Some(Calibration { bias, scale }),
                rerank: rerank(parameters),
            }),
            None => Self::Walk(Walking::default()),
        }
    }

    /// Returns the settings of a search that follows the plan. Numbers of nodes that the user chose stay.
    pub fn applied(self, settings: SearchSettings, options: &AskOptions) -> SearchSettings {
        match self {
            Self::Walk(Walking { calibration: None, .. }) => settings,
            Self::Walk(Walking { calibration: Some(calibration), rerank }) => {
                let max_nodes = options.max_nodes.map_or(TRIED_NODES, |nodes| nodes as usize);
                let rerank = options.rerank.map_or(rerank, |chunks| chunks as usize);
                // The trial's verdicts came without thoughts.
                let calibration = match options.thinking {
                    0 => calibration,
                    _ => Calibration::default(),
                };
                SearchSettings { calibration, max_nodes, rerank, ..settings }
            }
            Self::Unjudged => {
                let most = options.max_nodes.map_or(usize::MAX, |nodes| nodes as usize);
                let fixed_nodes = settings.fixed_nodes.or(Some(UNJUDGED_NODES.min(most)));
                SearchSettings { fixed_nodes, ..settings }
            }
            Self::Passages => settings,
        }
    }

    /// Returns why a search that followed the plan ended.
    pub fn reason(self, reason: StopReason, options: &AskOptions) -> StopReason {
        match (self, reason) {
            (Self::Passages, _) => StopReason::Passages,
            (Self::Unjudged, StopReason::Fixed) if options.fixed_nodes.is_none() => {
                StopReason::Unjudged
            }
            (_, reason) => reason,
        }
    }
}

/// Returns the passages that match a question best, in place of a search.
pub(crate) fn passages(query: &Query<'_>) -> SearchOutcome {
    let found = best_passages(query.graphs, query.cosines, query.words, PASSAGES);
    let visit = |&(node, total)| Visit {
        node,
        level: 1,
        score: NodeScore { total, ..NodeScore::default() },
        relevance: 0.0,
        p_yes: None,
        alone: None,
    };
    SearchOutcome {
        answer: String::new(),
        sentences: Vec::new(),
        stop: SearchStopReason::Fixed,
        path: found.iter().map(visit).collect(),
        evidence: as_evidence(&found),
        cost: SearchCost::default(),
    }
}

/// Returns the passages that match a question best, for a search that found no answer.
pub(crate) fn closest(query: &Query<'_>) -> Vec<ChunkEvidence> {
    as_evidence(&best_passages(query.graphs, query.cosines, query.words, PASSAGES))
}

fn as_evidence(passages: &[(NodeKey, f64)]) -> Vec<ChunkEvidence> {
    let whole: f64 = passages.iter().map(|(_, score)| score).sum();
    let one =
        |&(node, score): &(_, f64)| ChunkEvidence { chunk: node, weight: score / whole, node };
    passages.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use protocol::AnswersTrial;

    use super::*;

    #[test]
    fn what_a_model_cannot_do_is_done_otherwise() {
        let trial = |auc, right| ModelTrial {
            points: None,
            verdicts: Some(VerdictsTrial { pairs: 60, auc, bias: 1.0, scale: 2.0 }),
            answers: Some(AnswersTrial { asked: 12, right }),
        };
        let calibration = Calibration { bias: 1.0, scale: 2.0 };
        let walking =
            |rerank| AskStrategy::Walk(Walking { calibration: Some(calibration), rerank });
        let suited = |trial| AskStrategy::suited(&trial, SMALL_MODEL - 1);
        assert_eq!(suited(ModelTrial::default()), AskStrategy::Walk(Walking::default()));
        assert_eq!(suited(trial(0.9, 12)), walking(RERANKED));
        assert_eq!(AskStrategy::suited(&trial(0.9, 12), SMALL_MODEL), walking(0));
        assert_eq!(suited(trial(0.55, 12)), AskStrategy::Unjudged);
        assert_eq!(suited(trial(0.9, 0)), AskStrategy::Passages);
    }

    #[test]
    fn a_number_of_nodes_that_was_asked_for_stays() {
        let fixed = |plan: AskStrategy, fixed_nodes| {
            plan.applied(
                SearchSettings { fixed_nodes, ..SearchSettings::default() },
                &AskOptions::default(),
            )
            .fixed_nodes
        };
        assert_eq!(fixed(AskStrategy::Unjudged, None), Some(UNJUDGED_NODES));
        assert_eq!(fixed(AskStrategy::Unjudged, Some(3)), Some(3));
        let with_most = |plan: AskStrategy, max_nodes| {
            let options = AskOptions { max_nodes, ..AskOptions::default() };
            plan.applied(SearchSettings { max_nodes: 24, ..Default::default() }, &options)
        };
        let most = |plan: AskStrategy, max_nodes| with_most(plan, max_nodes).max_nodes;
        assert_eq!(with_most(AskStrategy::Unjudged, Some(3)).fixed_nodes, Some(3));
        assert_eq!(with_most(AskStrategy::Unjudged, Some(40)).fixed_nodes, Some(UNJUDGED_NODES));
        let tried = AskStrategy::small();
        let reranked = |plan: AskStrategy, rerank| {
            let options = AskOptions { rerank, ..AskOptions::default() };
            plan.applied(SearchSettings::default(), &options).rerank
        };
        assert_eq!((reranked(tried, None), reranked(tried, Some(0))), (RERANKED, 0));
        assert_eq!((most(tried, None), most(tried, Some(40))), (TRIED_NODES, 40));
        assert_eq!(most(AskStrategy::Walk(Walking::default()), None), 24);
        let asked = AskOptions { fixed_nodes: Some(3), ..AskOptions::default() };
        assert_eq!(AskStrategy::Unjudged.reason(StopReason::Fixed, &asked), StopReason::Fixed);
        let usual = AskOptions::default();
        assert_eq!(AskStrategy::Unjudged.reason(StopReason::Fixed, &usual), StopReason::Unjudged);
        assert_eq!(AskStrategy::Unjudged.reason(StopReason::Window, &usual), StopReason::Window);
    }
}
