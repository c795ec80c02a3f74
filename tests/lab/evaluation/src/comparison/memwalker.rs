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

use hwdag::{Graph, SearchSettings, prompts};
use protocol::Failure;

use self::asking::MemWalkerCost;
use self::model_guide::{ModelGuide, as_chunks};
use self::walk::{MemWalkerResult, children, walk};
use super::answer_record::{AnswerRecord, ShownNode};
use super::raptor::{leaves, shared};
use super::{Answerer, Material, QuestionOutcome};

mod asking;
#[cfg(test)]
mod example;
mod model_guide;
mod walk;

/// Text before the question, when the model chooses one of several parts.
const CHOOSE_OPEN: &str = "Which one of the following parts of a document most likely holds what \
answers the question? Reply with its number only, without explanation.\nQuestion:";
/// Text between the question and the parts.
const CHOOSE_PARTS: &str = "\nParts:\n";

/// Describes the settings that decide how it walks.
pub fn settings() -> String {
    let words = [CHOOSE_OPEN, CHOOSE_PARTS];
    format!("memwalker {} {} {words:?}, summaries with their marks", walk::STEPS, asking::PARTS)
}

impl Answerer {
    /// Answers from the chunk that the model finds.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn mem_walker(
        &mut self,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        let graph = self.searchable(material, true)?;
        let own = self.language.model.info().confidence;
        let confidence = own.unwrap_or(SearchSettings::default().confidence);
        let stop = self.stop.clone();
        let mut guide = ModelGuide::new(&graph, self.session(), question, stop)?;
        let walked = walk(&graph, &mut guide, confidence)?;
        let (cost, way) = (guide.cost(), walked.best_way());
        let shown = guide.shown(way)?.to_vec();
        if shown.is_empty() {
            return Ok(QuestionOutcome::NotRun("window".into()));
        }
        let mark = self.language.model.tokenize(prompts::BULLET_MARK)?;
        let given = self.answer_from_nodes(question, &as_chunks(&graph, &shown, &mark))?;
        Ok(QuestionOutcome::Answered(with_walk(given, &walked, cost, &graph, &shown)))
    }
}

/// Returns the answer from the nodes shown last, with the walk that led there.
fn with_walk(
    given: AnswerRecord,
    walked: &MemWalkerResult,
    cost: MemWalkerCost,
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
