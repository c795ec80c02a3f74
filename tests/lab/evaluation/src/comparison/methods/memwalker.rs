//! MemWalker (Chen et al. 2023): a tree of summaries in reading order, through which the model finds
//! its own way. It chooses one of a node's children by their summaries. At a chunk it says whether that
//! answers the question; if not, it goes back up and tries the next.
//!
//! As in the paper, it remembers the way: before a chunk stand the summaries that led to it, as far as
//! they fit. Three things differ. The tree is the one that Pecan builds without a graph: each batch of
//! nodes becomes one summary, so that chunks are shown in full when the model chooses one of them.
//! Choices are not written out with reasons but [read](asking) from the scores of the next token: small
//! models seldom keep to a form, and this works with any model. And the scores rank all candidates, so
//! that going back up takes the next best without asking again.

use std::fmt;

use hwdag::{Graph, SearchSettings, prompts};
use protocol::Failure;

use self::model_guide::{ModelGuide, as_chunks};
use self::walk::{MemWalkerResult, children, walk};
use crate::comparison::answer_record::{AnswerRecord, QueryCost, QuestionOutcome, ShownNode};
use crate::comparison::construction::Construction;
use crate::comparison::context::Context;
use crate::comparison::evidence::{leaves, shared};
use crate::comparison::keys::ModelFacts;
use crate::comparison::method::{AnswerMethod, Method};
use crate::comparison::method_kind::MethodKind;
use crate::comparison::prepared::GraphKind;

mod asking;
#[cfg(test)]
mod example;
mod model_guide;
mod walk;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "memwalker",
    form: "memwalker",
    meaning: "The path through a tree of summaries that the model finds itself.",
    read: |text| text.bare().map(|()| Method::new(MemWalker)),
};

/// Answers from the chunk that the model finds.
#[derive(Debug)]
struct MemWalker;

impl fmt::Display for MemWalker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(KIND.name)
    }
}

impl AnswerMethod for MemWalker {
    fn construction(&self) -> Option<&'static dyn Construction> {
        Some(&GraphKind::Tree)
    }

    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        let own = format!(
            "memwalker {} {} {:?}, summaries with their marks",
            walk::STEPS,
            asking::PARTS,
            [asking::CHOOSE_OPEN, asking::CHOOSE_PARTS]
        );
        let built = models.construction(GraphKind::Tree);
        Ok(format!("{}, {:?}, {own}, {built:?}", models.shown(), models.confidence))
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        vec![models.builder.as_str()]
    }

    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        let graph = context.searchable(GraphKind::Tree)?;
        let confidence = context.facts.confidence.unwrap_or(SearchSettings::default().confidence);
        let stop = context.stop();
        let mut guide = ModelGuide::new(&graph, &mut context.session, question, stop)?;
        let walked = walk(&graph, &mut guide, confidence)?;
        let (cost, way) = (guide.cost(), walked.best_way());
        let shown = guide.shown(way)?.to_vec();
        if shown.is_empty() {
            return Ok(QuestionOutcome::NotRun("window".into()));
        }
        let mark = context.language.tokenize(prompts::BULLET_MARK)?;
        let given = context.answer_from_nodes(question, &as_chunks(&graph, &shown, &mark))?;
        Ok(QuestionOutcome::Answered(with_walk(given, &walked, cost, &graph, &shown)))
    }
}

/// Returns the answer from the nodes shown last, with the walk that led there.
fn with_walk(
    given: AnswerRecord,
    walked: &MemWalkerResult,
    cost: QueryCost,
    graph: &Graph,
    shown: &[usize],
) -> AnswerRecord {
    let seen = walked.seen.iter().map(|&(node, p_yes)| ShownNode {
        level: graph.nodes()[node].level,
        node: Some(node),
        p_yes,
    });
    let below = |place: usize| leaves(shown[place], &|node| children(graph, node));
    AnswerRecord {
        found: Some(walked.stop == hwdag::SearchStopReason::Sufficient),
        stop: format!("{:?}", walked.stop).to_lowercase(),
        wanted: None,
        shown: seen.collect(),
        evidence: shared(&given.evidence, below),
        evaluated: given.evaluated + cost.evaluated,
        // Only what the next prompt begins with stays of what was read.
        distinct: given.distinct + cost.evaluated,
        flops: given.flops + cost.flops,
        ..given
    }
}
