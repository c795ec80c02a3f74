//! Answering a question by walking the graph (PECAN §3.2, appendices B and C).
//!
//! The search begins with the top level. The model is asked whether what it has seen suffices; if
//! not, the node with the highest score is appended and it is asked again. Everything stays in the
//! sequence and is computed once, but for the assistant header, which is taken away after every
//! ask that said No. So, exactly: tokens evaluated + tokens restored − header tokens evaluated
//! again = distinct tokens = tokens in the sequence at the end.

use std::ops::{ControlFlow, Range};

use crate::edges::{NodeAttention, shares};
use crate::evidence::{Evidence, evidence};
use crate::graph::Graph;
use crate::pieces::{Lines, SearchPieces};
use crate::scores::{Score, Scores, Scoring};
use crate::sequence::{Sequence, go_on};
use crate::similarity::top_k;
use crate::space::{NodeKey, Space};
use crate::sufficiency::Verdict;
use crate::{Error, LanguageModel};

/// How a search goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchSettings {
    /// t_n: how many asks must find the visited nodes sufficient; 0 means 1.
    pub patience: usize,
    /// t_p: an ask finds them sufficient if p_yes is larger.
    pub confidence: f64,
    /// Nodes that may be added after the top level. With nothing to find, every further ask is
    /// another chance of a false Yes.
    pub max_nodes: usize,
    /// Visit exactly this many nodes, the top level included, and answer without asking (PECAN
    /// §4.2, "w/o Dynamic Progress Control").
    pub fixed_nodes: Option<usize>,
    /// What a candidate's score is made of.
    pub scoring: Scoring,
    /// The longest answer, in tokens. Room for it is reserved from the start.
    pub answer_tokens: usize,
    /// Answer even if not enough was found.
    pub best_effort: bool,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            patience: 1,
            confidence: 0.5,
            max_nodes: 24,
            fixed_nodes: None,
            scoring: Scoring::default(),
            answer_tokens: 64,
            best_effort: false,
        }
    }
}

/// What is asked, and where.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The question.
    pub question: &'a str,
    /// The graphs to search, in the searching model's tokens.
    pub graphs: &'a [&'a Graph],
    /// The cosine of the question and each node, graph after graph; empty if there is none.
    pub cosines: &'a [f32],
}

/// A visited node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// The node.
    pub node: NodeKey,
    /// Its level.
    pub level: usize,
    /// Why it was chosen; zeros for the top level.
    pub score: Score,
    /// r: its attention to the question, times its position (the question has position 1, the
    /// first node 2).
    pub relevance: f64,
    /// What the model said when it was asked after this node, if it was.
    pub p_yes: Option<f64>,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The model found the visited nodes sufficient, patience times.
    Sufficient,
    /// No further node fits the window.
    Window,
    /// Every node was visited.
    Exhausted,
    /// As many nodes were added as were allowed.
    Limit,
    /// As many nodes were visited as were asked for.
    Fixed,
    /// The watcher said so.
    Stopped,
}

/// What a search cost.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SearchCost {
    /// Tokens run through the model.
    pub evaluated: u64,
    /// Tokens read back from a saved state.
    pub restored: u64,
    /// Tokens of the assistant header evaluated in vain, once for each ask that said No.
    pub template_again: u64,
    /// Tokens in the sequence at the end.
    pub distinct: u64,
    /// Asks.
    pub asks: usize,
    /// Floating point operations of the model.
    pub flops: f64,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The answer; empty unless enough was found, or an answer was wanted anyway.
    pub answer: String,
    /// Why the search ended.
    pub stop: Stop,
    /// The visited nodes in the order of visiting, the top level first.
    pub path: Vec<Visit>,
    /// What the answer rests on, the heaviest first; empty without an answer.
    pub evidence: Vec<Evidence>,
    /// What it cost.
    pub cost: SearchCost,
}

impl Outcome {
    /// Whether the model found what it had visited sufficient.
    pub fn found(&self) -> bool {
        self.stop == Stop::Sufficient
    }
}

/// What happens during a search. The watcher's `Break` stops it; the path so far is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SearchEvent<'a> {
    /// Some of the prompt or of the top level was read.
    Read {
        /// Tokens since the last event.
        tokens: usize,
    },
    /// The top level was visited.
    Began(&'a [Visit]),
    /// A further node was visited.
    Visited(&'a Visit),
    /// The model was asked after this visit, which now has its p_yes.
    Asked(&'a Visit),
    /// The next piece of the answer.
    Wrote(&'a str),
}

/// Watches a search and stops it with `Break`.
pub type SearchWatcher<'a> = &'a mut dyn FnMut(SearchEvent<'_>) -> ControlFlow<()>;

/// Answers a question from the graphs. The model's sequence is emptied first; at the end it holds
/// what was shown and written.
///
/// # Errors
///
/// The model's; [`Error::WindowFull`] if the question alone leaves no room for an answer;
/// [`Error::NoVerdict`] if the model's Yes and No cannot be told apart. A search that was stopped
/// is no error.
pub fn search<M: LanguageModel>(
    model: &mut M,
    query: &Query<'_>,
    settings: &SearchSettings,
    watch: SearchWatcher<'_>,
) -> Result<Outcome, Error<M::Error>> {
    let mut search = Search::begin(model, query, settings)?;
    let stop = match search.run(watch) {
        Err(Error::Stopped) => Stop::Stopped,
        stop => stop?,
    };
    Ok(search.finish(stop))
}

/// A search under way.
struct Search<'a, 'm, M: LanguageModel> {
    sequence: Sequence<'m, M>,
    settings: &'a SearchSettings,
    space: Space<'a>,
    cosines: &'a [f32],
    pieces: SearchPieces,
    lines: Lines,
    verdict: Verdict,
    scores: Scores,
    /// Where the question stands.
    question: Range<usize>,
    path: Vec<Visit>,
    /// Where each visited node stands.
    places: Vec<Range<usize>>,
    /// Visited nodes of the top level.
    begun: usize,
    asks: usize,
    sufficient: usize,
    template_again: usize,
    /// The answer, with the share of attention that each visited node had.
    answer: Option<(String, Vec<f64>)>,
}

impl<'a, 'm, M: LanguageModel> Search<'a, 'm, M> {
    fn begin(
        model: &'m mut M,
        query: &Query<'a>,
        settings: &'a SearchSettings,
    ) -> Result<Self, Error<M::Error>> {
        let space = Space::new(query.graphs);
        let cosines = if settings.scoring.embedding { query.cosines } else { &[] };
        let search = Self {
            settings,
            scores: Scores::new(settings.scoring, space.len(), cosines),
            space,
            cosines,
            pieces: SearchPieces::new(model, query.question)?,
            lines: Lines::new(model)?,
            verdict: Verdict::new(model)?,
            sequence: Sequence::begin(model)?,
            question: 0..0,
            path: Vec::new(),
            places: Vec::new(),
            begun: 0,
            asks: 0,
            sufficient: 0,
            template_again: 0,
            answer: None,
        };
        let (needed, window) = (search.pieces.head() + search.reserve(), search.window());
        if needed > window { Err(Error::WindowFull { needed, window }) } else { Ok(search) }
    }

    fn run(&mut self, watch: SearchWatcher<'_>) -> Result<Stop, Error<M::Error>> {
        self.read_head(watch)?;
        self.read_top(watch)?;
        let stop = match self.settings.fixed_nodes {
            Some(count) => self.visit_fixed(count, watch)?,
            None => self.walk(watch)?,
        };
        let wanted = stop == Stop::Sufficient
            || self.settings.best_effort
            || self.settings.fixed_nodes.is_some();
        if wanted && !self.path.is_empty() {
            self.write_answer(stop, watch)?;
        }
        Ok(stop)
    }

    fn read_head(&mut self, watch: SearchWatcher<'_>) -> Result<(), Error<M::Error>> {
        let head = [&*self.pieces.open, &self.pieces.question, &self.pieces.information].concat();
        let start = self.pieces.open.len();
        self.question = start..start + self.pieces.question.len();
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        self.sequence.read(&head, 0..0, &mut poll)?;
        Ok(())
    }

    fn read_top(&mut self, watch: SearchWatcher<'_>) -> Result<(), Error<M::Error>> {
        let nodes: Vec<_> =
            self.first_nodes().into_iter().map(|node| (node, Score::default())).collect();
        self.visit(&nodes, watch)?;
        self.begun = self.path.len();
        go_on(watch(SearchEvent::Began(&self.path)))
    }

    /// The nodes to begin with: the top level in order. If it does not fit, the most similar of
    /// its nodes take half of the room, so that what lies below them can still be looked at; with
    /// a fixed count, at most that count ÷ levels begin, the most similar ones again.
    fn first_nodes(&self) -> Vec<usize> {
        let top = self.space.top();
        let cost = |node: usize| self.lines.cost(self.space.node(node));
        let room = self.window().saturating_sub(self.sequence.len() + self.reserve());
        let fits = top.iter().map(|&node| cost(node)).sum::<usize>() <= room;
        let mut left = if fits { room } else { room / 2 };
        let count = self
            .settings
            .fixed_nodes
            .map_or(top.len(), |count| (count / self.space.levels().max(1)).max(1));
        let cosines: Vec<f32> =
            top.iter().map(|&node| self.cosines.get(node).copied().unwrap_or(0.0)).collect();
        let mut chosen = Vec::new();
        for node in top_k(&cosines, top.len()).into_iter().map(|index| top[index]) {
            if chosen.len() < count && cost(node) <= left {
                left -= cost(node);
                chosen.push(node);
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// Asks and looks further until something stops it.
    fn walk(&mut self, watch: SearchWatcher<'_>) -> Result<Stop, Error<M::Error>> {
        loop {
            if !self.path.is_empty() {
                if self.ask(watch)? {
                    return Ok(Stop::Sufficient);
                }
                self.take_header_away()?;
            }
            if !self.scores.exhausted() && self.path.len() - self.begun >= self.settings.max_nodes {
                return Ok(Stop::Limit);
            }
            if let Some(stop) = self.visit_next(watch)? {
                return Ok(stop);
            }
        }
    }

    /// Visits nodes until there are `count`, without asking.
    fn visit_fixed(
        &mut self,
        count: usize,
        watch: SearchWatcher<'_>,
    ) -> Result<Stop, Error<M::Error>> {
        while self.path.len() < count {
            if let Some(stop) = self.visit_next(watch)? {
                return Ok(stop);
            }
        }
        Ok(Stop::Fixed)
    }

    /// Asks whether what was visited suffices, and tells whether that is enough to stop.
    fn ask(&mut self, watch: SearchWatcher<'_>) -> Result<bool, Error<M::Error>> {
        self.sequence.append(&self.pieces.reply, 0..0)?;
        self.asks += 1;
        let p_yes = self.verdict.p_yes(self.sequence.model().scores());
        if let Some(visit) = self.path.last_mut() {
            visit.p_yes = Some(p_yes);
            go_on(watch(SearchEvent::Asked(visit)))?;
        }
        let sufficient = p_yes > self.settings.confidence;
        self.sufficient += usize::from(sufficient);
        Ok(sufficient && self.sufficient >= self.settings.patience)
    }

    fn take_header_away(&mut self) -> Result<(), M::Error> {
        let header = self.pieces.reply.len();
        self.template_again += header;
        self.sequence.truncate(self.sequence.len() - header)
    }

    /// Visits the best candidate that fits, or says why there is none.
    fn visit_next(&mut self, watch: SearchWatcher<'_>) -> Result<Option<Stop>, Error<M::Error>> {
        if self.scores.exhausted() {
            return Ok(Some(Stop::Exhausted));
        }
        let room = self.window().saturating_sub(self.sequence.len() + self.reserve());
        let fits = |node: usize| self.lines.cost(self.space.node(node)) <= room;
        let Some(best) = self.scores.best(fits) else {
            return Ok(Some(Stop::Window));
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
        nodes: &[(usize, Score)],
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        let (start, mut tokens, mut places) = (self.sequence.len(), Vec::new(), Vec::new());
        for &(node, _) in nodes {
            let place = self.lines.write(self.space.node(node), &mut tokens);
            places.push(start + place.start..start + place.end);
        }
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        let attention = self.sequence.read(&tokens, self.question.clone(), &mut poll)?;
        for (&(node, score), place) in nodes.iter().zip(places) {
            let position = self.path.len() + 2;
            let mean = attention.mean(place.clone(), self.question.clone());
            let relevance = mean * position as f64;
            self.scores.visit(node, relevance, &self.space);
            let level = self.space.node(node).level;
            let node = self.space.key(node);
            self.path.push(Visit { node, level, score, relevance, p_yes: None });
            self.places.push(place);
        }
        Ok(())
    }

    /// The second turn.
    fn write_answer(
        &mut self,
        stop: Stop,
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        if stop != Stop::Sufficient {
            self.sequence.append(&self.pieces.reply, 0..0)?;
        }
        self.sequence.append(&self.pieces.answer, 0..0)?;
        let (mut text, mut seen) = (String::new(), NodeAttention::new(self.places.clone()));
        let mut poll = |piece: &str| {
            text.push_str(piece);
            if piece.is_empty() {
                ControlFlow::Continue(())
            } else {
                watch(SearchEvent::Wrote(piece))
            }
        };
        let written = self.sequence.write(self.settings.answer_tokens, &mut seen, &mut poll)?;
        let looked = shares(seen.mean(0..written.tokens.len())).values;
        self.answer = Some((text.trim().to_owned(), looked));
        Ok(())
    }

    fn finish(mut self, stop: Stop) -> Outcome {
        let (answer, looked) = self.answer.take().unwrap_or_default();
        let numbers = self.path.iter().map(|visit| self.space.number(visit.node));
        let visited: Vec<(usize, f64)> = numbers.zip(looked).collect();
        let evidence = if answer.is_empty() { Vec::new() } else { evidence(&self.space, &visited) };
        let (counts, flops) = self.sequence.take_cost();
        let cost = SearchCost {
            evaluated: counts.evaluated,
            restored: counts.restored,
            template_again: self.template_again as u64,
            distinct: self.sequence.len() as u64,
            asks: self.asks,
            flops,
        };
        Outcome { answer, stop, path: self.path, evidence, cost }
    }

    fn window(&self) -> usize {
        self.sequence.model().shape().window
    }

    /// Room that nodes must leave: an ask, the second turn and the answer.
    fn reserve(&self) -> usize {
        self.pieces.reply.len() + self.pieces.answer.len() + self.settings.answer_tokens
    }
}
