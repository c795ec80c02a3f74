//! Answers by Pecan's own search of a graph, a tree, or nodes chosen otherwise.

use std::ops::ControlFlow;

use hwdag::similarity::cosines;
use hwdag::{
    Ablation, AskFrequency, Graph, LanguageModel, Normalisation, PromptOrder, Query, Scoring,
    SearchSettings, search, shared_words,
};
use protocol::{Code, Failure};

use super::{Answerer, EVIDENCE, fixed, stopped};
use crate::comparison::answer_record::{AnswerRecord, QuestionOutcome, ShownNode};
use crate::comparison::passages::vector;
use crate::comparison::record::Usual;
use crate::comparison::{Material, WalkOptions};
use crate::failed::failure;

impl Answerer {
    /// Walks a graph or a tree under the model's control.
    pub(super) fn walk(
        &mut self,
        walk: &WalkOptions,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        if !self.sees() && !walk.no_attention {
            return Ok(QuestionOutcome::NotRun("attention".into()));
        }
        let graph = self.searchable(material, walk.tree)?;
        let cosines = match walk.no_embedding {
            true => Vec::new(),
            false => {
                let vectors = self.node_vectors(material, &graph, walk.tree)?;
                cosines(&vector(self.embedder(), question)?, &vectors)
            }
        };
        let graphs = [&*graph];
        let words = match walk.counts_words() {
            true => shared_words(question, &graphs),
            false => Vec::new(),
        };
        let settings = self.walk_settings(walk)?;
        let asked = Query { cosines: &cosines, words: &words, ..Query::new(question, &graphs) };
        let found = self.search(&asked, &settings)?;
        if found.path.is_empty() && !graph.nodes().is_empty() {
            return Ok(QuestionOutcome::NotRun("window".into()));
        }
        let wanted = settings.fixed_nodes.map(|count| count.min(graph.nodes().len()));
        Ok(QuestionOutcome::Answered(AnswerRecord { wanted, ..given(found, wanted.is_none()) }))
    }

    /// Returns the settings of a walk whose method does not name them.
    pub(in crate::comparison) fn usual(&self) -> Result<Usual, Failure> {
        self.walk_settings(&WalkOptions::default()).map(Usual::from)
    }

    /// Returns the settings that suit the model, unless the method names the paper's or others.
    pub(super) fn walk_settings(&self, walk: &WalkOptions) -> Result<SearchSettings, Failure> {
        let (defaults, own) = (SearchSettings::default(), self.language.model.info());
        let suited = own.confidence.filter(|_| !walk.paper);
        Ok(SearchSettings {
            patience: walk.patience.unwrap_or(defaults.patience),
            confidence: walk.confidence.or(suited).unwrap_or(defaults.confidence),
            max_nodes: walk.most.unwrap_or(defaults.max_nodes),
            fixed_nodes: walk.fixed.map(fixed).transpose()?,
            ablation: Ablation {
                without_attention: walk.no_attention,
                without_similarity: walk.no_embedding,
                normalisation: match (walk.candidates, walk.paper || walk.normalised) {
                    (true, _) => Normalisation::Candidates,
                    (false, true) => Normalisation::AllNodes,
                    (false, false) => defaults.ablation.normalisation,
                },
                ..defaults.ablation
            },
            scoring: Scoring {
                balance: walk.balance.unwrap_or(defaults.scoring.balance),
                words: defaults.scoring.words,
            },
            best_effort: true,
            order: if walk.nodes_first {
                PromptOrder::NodesFirst
            } else {
                PromptOrder::QuestionFirst
            },
            asks: if walk.sparing { AskFrequency::Sparing } else { AskFrequency::Always },
            rerank: walk.rerank.unwrap_or(defaults.rerank),
            ..defaults
        })
    }

    /// Answers from these chunks in this order, as many as fit.
    pub(in crate::comparison) fn answer_from_chunks(
        &mut self,
        question: &str,
        material: &Material,
        chunks: &[usize],
    ) -> Result<QuestionOutcome, Failure> {
        let graph = material.passages(chunks);
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
    /// If none of them fits: an answer without them would not be the method's.
    pub(in crate::comparison) fn answer_from_nodes(
        &mut self,
        question: &str,
        graph: &Graph,
    ) -> Result<AnswerRecord, Failure> {
        let graphs = [graph];
        let asked = Query::new(question, &graphs);
        let settings =
            SearchSettings { fixed_nodes: Some(graph.nodes().len()), ..SearchSettings::default() };
        let wanted = Some(graph.nodes().len());
        let given = AnswerRecord { wanted, ..given(self.search(&asked, &settings)?, false) };
        match given.shown.is_empty() && wanted > Some(0) {
            true => Err(Failure::new(Code::WindowFull, "No passage fits the model's window.")),
            false => Ok(given),
        }
    }

    pub(super) fn search(
        &mut self,
        asked: &Query<'_>,
        settings: &SearchSettings,
    ) -> Result<hwdag::SearchOutcome, Failure> {
        let stop = self.stop.clone();
        let mut watch = |_: hwdag::SearchEvent<'_>| match stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut found = search(&mut self.session, asked, settings, &mut watch).map_err(failure)?;
        if !self.sees() {
            // Without attention, what the model looked at is unknown.
            found.evidence.clear();
        }
        match found.stop {
            hwdag::SearchStopReason::Stopped => Err(stopped()),
            _ => Ok(found),
        }
    }

    /// Returns whether all nodes of a graph can be shown at once, with room for an answer.
    pub(in crate::comparison) fn fits(
        &self,
        question: &str,
        graph: &Graph,
    ) -> Result<bool, Failure> {
        let settings = SearchSettings::default();
        let needed = hwdag::tokens_to_show(&self.session, question, graph, &settings)?;
        Ok(needed <= self.session.shape().window)
    }
}

/// Converts what a search found. `asks` says whether the model was asked on the way.
pub(super) fn given(found: hwdag::SearchOutcome, asks: bool) -> AnswerRecord {
    let said_enough = found.found();
    let shown = found.path.iter().map(|visit| ShownNode {
        level: visit.level,
        node: Some(visit.node.node),
        p_yes: visit.p_yes,
    });
    let evidence = found.evidence.iter().take(EVIDENCE);
    AnswerRecord {
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
