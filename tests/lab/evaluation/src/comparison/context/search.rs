//! Answers from a graph, or from chunks and nodes chosen otherwise, by Pecan's own search.

use std::ops::ControlFlow;

use hwdag::{Graph, LanguageModel, Query, SearchSettings, search};
use protocol::{Code, Failure};

use super::Context;
use crate::comparison::answer_record::{AnswerRecord, EVIDENCE, QuestionOutcome, ShownNode};
use crate::comparison::failures::stopped;
use engine::method_failure as failure;

impl Context {
    /// Answers from these chunks in this order, as many as fit.
    ///
    /// # Errors
    ///
    /// As [`answer_from_nodes`](Self::answer_from_nodes).
    pub fn answer_from_chunks(
        &mut self,
        question: &str,
        chunks: &[usize],
    ) -> Result<QuestionOutcome, Failure> {
        let graph = self.material.passages(chunks);
        let mut given = self.answer_from_nodes(question, &graph)?;
        for seen in &mut given.shown {
            seen.node = seen.node.map(|node| chunks[node]);
        }
        for (chunk, _) in &mut given.evidence {
            *chunk = chunks[*chunk];
        }
        Ok(QuestionOutcome::Answered(given))
    }

    /// Answers from all nodes of a one-level graph in order, as many as fit.
    ///
    /// # Errors
    ///
    /// If none of them fits, because an answer without them would not be the method's; if the model
    /// fails; [`Code::Stopped`].
    pub fn answer_from_nodes(
        &mut self,
        question: &str,
        graph: &Graph,
    ) -> Result<AnswerRecord, Failure> {
        let graphs = [graph];
        let asked = Query::new(question, &graphs);
        let settings =
            SearchSettings { fixed_nodes: Some(graph.nodes().len()), ..SearchSettings::default() };
        let wanted = Some(graph.nodes().len());
        let given = AnswerRecord {
            wanted,
            ..AnswerRecord::of_search(self.search(&asked, &settings)?, false)
        };
        match given.shown.is_empty() && wanted > Some(0) {
            true => Err(Failure::new(Code::WindowFull, "No passage fits the model's window.")),
            false => Ok(given),
        }
    }

    /// Searches some graphs and answers.
    ///
    /// # Errors
    ///
    /// If the model fails; [`Code::Stopped`].
    pub fn search(
        &mut self,
        asked: &Query<'_>,
        settings: &SearchSettings,
    ) -> Result<hwdag::SearchOutcome, Failure> {
        let stop = self.stop();
        let mut watch = |_: hwdag::SearchEvent<'_>| match stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut found = search(&mut self.session, asked, settings, &mut watch).map_err(failure)?;
        if !self.facts.sees {
            // Without attention, what the model looked at is unknown.
            found.evidence.clear();
        }
        match found.stop {
            hwdag::SearchStopReason::Stopped => Err(stopped()),
            _ => Ok(found),
        }
    }

    /// Returns whether all nodes of a graph can be shown at once, with room for an answer.
    ///
    /// # Errors
    ///
    /// If the model cannot tokenize the prompt.
    pub fn fits(&self, question: &str, graph: &Graph) -> Result<bool, Failure> {
        let settings = SearchSettings::default();
        let needed = hwdag::tokens_to_show(&self.session, question, graph, &settings)?;
        Ok(needed <= self.session.shape().window)
    }
}

impl AnswerRecord {
    /// Converts what a search found. `asks` says whether the model was asked on the way.
    pub fn of_search(found: hwdag::SearchOutcome, asks: bool) -> Self {
        let said_enough = found.found();
        let shown = found.path.iter().map(|visit| ShownNode {
            level: visit.level,
            node: Some(visit.node.node),
            p_yes: visit.p_yes,
        });
        let evidence = found.evidence.iter().take(EVIDENCE);
        Self {
            shown: shown.collect(),
            evidence: evidence.map(|one| (one.chunk.node, one.weight)).collect(),
            answer: found.answer,
            found: asks.then_some(said_enough),
            stop: format!("{:?}", found.stop).to_lowercase(),
            wanted: None,
            texts: Vec::new(),
            cited: Vec::new(),
            evaluated: found.cost.evaluated,
            distinct: found.cost.distinct,
            flops: found.cost.flops,
            seconds: 0.0,
            jobs: 0,
        }
    }
}
