//! The walk itself: from the top level down, one node after another, in one sequence.

use std::ops::Range;

use crate::evidence::evidence;
use crate::graph::Inconsistent;
use crate::graph_set::GraphSet;
use crate::prompt_tokens::{NodeLineTokens, SearchPrompt};
use crate::scores::{NodeScore, NodeScores};
use crate::search::events::{SearchEvent, SearchWatcher};
use crate::search::outcome::{GeneratedAnswer, SearchCost, SearchOutcome, SearchStopReason, Visit};
use crate::search::query::Query;
use crate::search::settings::{PromptOrder, SearchSettings};
use crate::sequence::{MeteredSequence, go_on};
use crate::sufficiency::Verdict;
use crate::{Error, LanguageModel, Token};

/// The state at the end of a walk, before chunks are judged alone.
struct WalkEnd {
    /// The number of nodes in the path.
    nodes: usize,
    /// The number of tokens in the sequence.
    tokens: usize,
    /// The number of tokens of chunks that were first shown later.
    new: usize,
    /// The end of the chunk that is shown.
    shown: usize,
}

/// A search in progress.
pub(super) struct GraphWalk<'a, 'm, M: LanguageModel> {
    sequence: MeteredSequence<'m, M>,
    settings: &'a SearchSettings,
    begun_before: &'a [Visit],
    space: GraphSet<'a>,
    pieces: SearchPrompt,
    /// The tokens before a chunk that is read alone.
    alone: Vec<Token>,
    lines: NodeLineTokens,
    verdict: Verdict,
    scores: NodeScores,
    /// The position of the question.
    question: Range<usize>,
    path: Vec<Visit>,
    /// The position of each visited node.
    places: Vec<Range<usize>>,
    /// The number of tokens up to the end of the last visited node.
    visited: usize,
    /// The number of visited nodes of the top level.
    begun: usize,
    /// Whether a chunk on its own suffices with a probability that is worth a guess.
    is_likely: bool,
    /// The state at the end of the walk itself, once chunks are judged alone.
    walked: Option<WalkEnd>,
    asks: usize,
    sufficient: usize,
    /// The number of tokens evaluated more than once.
    again: usize,
    /// The position of the last ask's header.
    header: usize,
    /// The number of tokens of thoughts: all, and those that are still in the sequence.
    thoughts: usize,
    kept_thoughts: usize,
    answer: GeneratedAnswer,
}

impl<'a, 'm, M: LanguageModel> GraphWalk<'a, 'm, M> {
    /// Empties the model's sequence and prepares to walk.
    pub(super) fn begin(
        model: &'m mut M,
        query: &Query<'a>,
        settings: &'a SearchSettings,
    ) -> Result<Self, Error<M::Error>> {
        let space = GraphSet::new(query.graphs);
        let fits = |values: &[f32]| values.is_empty() || values.len() == space.len();
        if !fits(query.cosines) || !fits(query.words) {
            let what = "not one cosine or share of words for each node";
            return Err(Error::Inconsistent(Inconsistent(what)));
        }
        let cosines = if settings.ablation.without_similarity { &[] } else { query.cosines };
        let known = |visit: &Visit| space.level(visit.node) == Some(visit.level);
        // A path may contain nodes of levels that have been discarded since; it cannot be resumed.
        let begun_before = if query.begun.iter().all(known) { walked(query.begun) } else { &[] };
        let alone = match settings.rerank {
            0 => Vec::new(),
            _ => {
                SearchPrompt::new(model, query.question, query.earlier, PromptOrder::QuestionFirst)?
                    .before_nodes()
            }
        };
        let walk = Self {
            alone,
            settings,
            begun_before,
            scores: NodeScores::new(
                (settings.scoring, settings.ablation),
                &space,
                cosines,
                query.words,
            ),
            space,
            pieces: SearchPrompt::new(model, query.question, query.earlier, settings.order)?,
            lines: NodeLineTokens::new(model)?,
            verdict: Verdict::new(model)?,
            sequence: MeteredSequence::begin(model)?,
            question: 0..0,
            path: Vec::new(),
            places: Vec::new(),
            visited: 0,
            begun: 0,
            is_likely: false,
            walked: None,
            asks: 0,
            sufficient: 0,
            again: 0,
            header: 0,
            thoughts: 0,
            kept_thoughts: 0,
            answer: GeneratedAnswer::default(),
        };
        let (needed, window) = (walk.pieces.head() + walk.reserve(), walk.window());
        if needed > window { Err(Error::WindowFull { needed, window }) } else { Ok(walk) }
    }

    /// Reads the question, walks and answers; returns why the walk ended.
    pub(super) fn run(
        &mut self,
        watch: SearchWatcher<'_>,
    ) -> Result<SearchStopReason, Error<M::Error>> {
        self.open(watch)?;
        let stop = match self.settings.fixed_nodes {
            Some(count) => self.visit_fixed(count, watch)?,
            None => {
                let stop = self.walk(watch)?;
                self.rerank(stop, watch)?
            }
        };
        let wanted = stop == SearchStopReason::Sufficient
            || self.settings.best_effort
            || self.is_likely
            || self.settings.fixed_nodes.is_some();
        // Without any node the model answers from memory, which only a fixed count of 0 requests.
        let by_heart = self.settings.fixed_nodes == Some(0);
        if wanted && (by_heart || !self.path.is_empty()) {
            self.write_answer(stop, watch)?;
        }
        Ok(stop)
    }

    /// Visits nodes until there are `count`, without asking.
    fn visit_fixed(
        &mut self,
        count: usize,
        watch: SearchWatcher<'_>,
    ) -> Result<SearchStopReason, Error<M::Error>> {
        while self.path.len() < count {
            match self.visit_next(watch)? {
                None => {}
                // All nodes have been visited.
                Some(SearchStopReason::Exhausted) => break,
                Some(stop) => return Ok(stop),
            }
        }
        Ok(SearchStopReason::Fixed)
    }

    /// Visits the best candidate that fits, or returns why there is none.
    fn visit_next(
        &mut self,
        watch: SearchWatcher<'_>,
    ) -> Result<Option<SearchStopReason>, Error<M::Error>> {
        if self.scores.exhausted() {
            return Ok(Some(SearchStopReason::Exhausted));
        }
        let added = self.path.len() - self.begun;
        if self.settings.fixed_nodes.is_none() && added >= self.settings.max_nodes {
            return Ok(Some(SearchStopReason::Limit));
        }
        let room = self.window().saturating_sub(self.sequence.len() + self.reserve());
        let fits = |node: usize| self.lines.cost(self.space.node(node)) <= room;
        let Some(best) = self.scores.best(fits) else {
            return Ok(Some(SearchStopReason::Window));
        };
        self.visit(&[best], watch)?;
        if let Some(visit) = self.path.last() {
            go_on(watch(SearchEvent::Visited(visit)))?;
        }
        Ok(None)
    }

    /// Appends nodes to the sequence and to the path.
    fn visit(
        &mut self,
        nodes: &[(usize, NodeScore)],
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        let mut tokens = Vec::new();
        if self.path.len() == self.begun {
            tokens.extend_from_slice(&self.pieces.further);
        }
        let start = self.sequence.len();
        let places = self.lay_out(nodes.iter().map(|&(node, _)| node), start, &mut tokens);
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        let attention = self.sequence.read(&tokens, self.question.clone(), &mut poll)?;
        for (&(node, score), place) in nodes.iter().zip(places) {
            let position = self.path.len() + 2;
            let mean = attention.mean(place.clone(), self.question.clone());
            self.note(node, score, mean * position as f64, place);
        }
        self.visited = self.sequence.len();
        Ok(())
    }

    /// Adds the lines of nodes to `tokens`, which will begin at `start` in the sequence, and returns the future range
    /// of each node in it.
    fn lay_out(
        &self,
        nodes: impl IntoIterator<Item = usize>,
        start: usize,
        tokens: &mut Vec<Token>,
    ) -> Vec<Range<usize>> {
        let place = |node| {
            let place = self.lines.write(self.space.node(node), tokens);
            start + place.start..start + place.end
        };
        nodes.into_iter().map(place).collect()
    }

    /// Adds a node that was read to the path.
    fn note(&mut self, node: usize, score: NodeScore, relevance: f64, place: Range<usize>) {
        self.scores.visit(node, relevance, &self.space);
        let level = self.space.node(node).level;
        let node = self.space.key(node);
        self.path.push(Visit { node, level, score, relevance, p_yes: None, alone: None });
        self.places.push(place);
    }

    /// Returns the number of tokens up to the end of the last visited node; 0 if there is none.
    pub(super) fn visited(&self) -> usize {
        self.visited
    }

    /// Returns the outcome.
    pub(super) fn finish(mut self, stop: SearchStopReason) -> SearchOutcome {
        if stop == SearchStopReason::Stopped {
            self.forget_reranking();
        }
        let GeneratedAnswer { text: answer, looked, sentences } = std::mem::take(&mut self.answer);
        let numbers = self.path.iter().map(|visit| self.space.number(visit.node));
        let visited: Vec<(usize, f64)> = numbers.zip(looked).collect();
        let evidence = if answer.is_empty() { Vec::new() } else { evidence(&self.space, &visited) };
        let (counts, flops) = self.sequence.take_cost();
        let again = self.again as u64;
        let cost = SearchCost {
            evaluated: counts.evaluated,
            restored: counts.restored,
            again,
            thoughts: self.thoughts as u64,
            distinct: self.distinct() as u64,
            asks: self.asks,
            flops,
        };
        SearchOutcome { answer, sentences, stop, path: self.path, evidence, cost }
    }

    /// Returns the number of tokens shown at least once, without thoughts.
    fn distinct(&self) -> usize {
        match &self.walked {
            Some(walked) => {
                walked.tokens + walked.new + self.sequence.len() - walked.shown - self.kept_thoughts
            }
            None => self.sequence.len() - self.kept_thoughts,
        }
    }

    fn window(&self) -> usize {
        self.sequence.model().shape().window
    }

    /// Returns the room that nodes must leave for the words before the further ones, an ask, the second turn and the
    /// answer.
    fn reserve(&self) -> usize {
        self.pieces.tail() + self.settings.answer_tokens + self.room_for_thoughts()
    }
}

/// Returns the part of an earlier path that the walk visited: chunks that were only read alone come after it.
fn walked(path: &[Visit]) -> &[Visit] {
    let is_walked = |visit: &Visit| visit.alone.is_none() || visit.p_yes.is_some();
    &path[..path.iter().rposition(is_walked).map_or(0, |last| last + 1)]
}

mod answer;
mod asking;
mod opening;
mod rerank;
mod thinking;
