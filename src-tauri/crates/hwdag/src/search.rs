//! Answering a question by walking the graph (PECAN §3.2, appendices B and C).
//!
//! The search begins with the top level. The model is asked whether what it has seen suffices; if not, the node with
//! the highest score is appended and it is asked again. Everything stays in the sequence and is computed once, except
//! the assistant header, which is removed after every No. So, exactly: tokens evaluated + tokens restored − header
//! tokens evaluated again = distinct tokens = tokens in the sequence at the end. With [`SearchSettings::rerank`] the
//! best chunks are then read once more, each alone, and only one of them is left in the sequence.

use std::cmp::Ordering;
use std::ops::{Add, ControlFlow, Range};

use crate::calibration::Calibration;
use crate::evidence::ChunkEvidence;
use crate::graph::Graph;
use crate::graph_set::NodeKey;
use crate::prompt_tokens::{NodeLineTokens, SearchPrompt};
use crate::scores::{NodeScore, Scoring};
use crate::sequence::MeteredSequence;
use crate::{Error, LanguageModel};

use self::walk::GraphWalk;

/// What the model is shown first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PromptOrder {
    /// The question, then the nodes: a node's relevance is its attention to the question (PECAN).
    #[default]
    QuestionFirst,
    /// The top level, then the question, then further nodes. The top level is the same for every question and is
    /// [kept](crate::LanguageModel::keep), so the first ask costs only the question. A top node's relevance is the
    /// question's attention to it.
    NodesFirst,
}

/// How often the model is asked whether what it has seen suffices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AskFrequency {
    /// After every node (PECAN).
    #[default]
    Always,
    /// After every node while its p_yes is at least a tenth of the confidence; else after two nodes, and if it stays
    /// below, after four. It costs fewer header tokens and may read a node too many.
    Sparing,
}

/// The settings of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchSettings {
    /// t_n: the number of asks that must find the visited nodes sufficient; 0 means 1.
    pub patience: usize,
    /// t_p: an ask finds them sufficient if p_yes is larger.
    pub confidence: f64,
    /// Corrects p_yes before it is compared and reported.
    pub calibration: Calibration,
    /// The maximum number of nodes added after the top level. If there is nothing to find, every further ask is another
    /// chance of a false Yes.
    pub max_nodes: usize,
    /// Visit exactly this many nodes, including the top level, and answer without asking (PECAN §4.2, "w/o Dynamic
    /// Progress Control"); with 0, answer from the model's memory alone.
    pub fixed_nodes: Option<usize>,
    /// The components of a candidate's score.
    pub scoring: Scoring,
    /// The longest answer, in tokens. Room for it is reserved from the start.
    pub answer_tokens: usize,
    /// Answer even if the search did not find enough.
    pub best_effort: bool,
    /// What the model is shown first.
    pub order: PromptOrder,
    /// How often the model is asked.
    pub asks: AskFrequency,
    /// The maximum number of chunks judged alone after the walk, the best match first, until one suffices. The answer
    /// is then written from the best of them alone. If that chunk suffices with a probability above 0.6, the answer is
    /// written even though the search found nothing. 0: the answer is written from all visited nodes (PECAN). A fixed
    /// number of nodes is not judged at all.
    pub rerank: usize,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            patience: 1,
            confidence: 0.5,
            calibration: Calibration::default(),
            max_nodes: 24,
            fixed_nodes: None,
            scoring: Scoring::default(),
            answer_tokens: 64,
            best_effort: false,
            order: PromptOrder::default(),
            asks: AskFrequency::default(),
            rerank: 0,
        }
    }
}

/// A question asked earlier, and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange<'a> {
    /// The question.
    pub question: &'a str,
    /// The answer; empty if there was none.
    pub answer: &'a str,
}

/// A question and the graphs to search.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// The question.
    pub question: &'a str,
    /// Earlier questions and answers that the question may refer to, oldest first. The model is shown a bounded part of
    /// them.
    pub earlier: &'a [Exchange<'a>],
    /// The graphs to search, in the searching model's tokens.
    pub graphs: &'a [&'a Graph],
    /// The cosine of the question and each node, graph after graph; empty if there is none.
    pub cosines: &'a [f32],
    /// The share of the question's words that each node has, graph after graph, from 0 to 1; empty if there is none.
    pub words: &'a [f32],
    /// The path of an earlier search for the same question that was stopped and is now resumed; empty for a search from
    /// the beginning.
    pub begun: &'a [Visit],
}

impl<'a> Query<'a> {
    /// A standalone question, without cosines or words.
    pub fn new(question: &'a str, graphs: &'a [&'a Graph]) -> Self {
        Self { question, earlier: &[], graphs, cosines: &[], words: &[], begun: &[] }
    }
}

/// A visited node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// The node.
    pub node: NodeKey,
    /// Its level.
    pub level: usize,
    /// Why it was chosen; zeros for the top level.
    pub score: NodeScore,
    /// r: its attention to the question, times its position (the question has position 1, the first node 2). For a node
    /// before the question: the question's attention to it, times the question's position.
    pub relevance: f64,
    /// The model's p_yes when asked after this node, if it was asked.
    pub p_yes: Option<f64>,
    /// Its p_yes when asked after this chunk alone, if it was asked. A chunk that was read only then has no relevance.
    pub alone: Option<f64>,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStopReason {
    /// The model found the visited nodes sufficient, patience times.
    Sufficient,
    /// No further node fits the window.
    Window,
    /// Every node was visited.
    Exhausted,
    /// The maximum number of nodes was added.
    Limit,
    /// The requested number of nodes was visited, or all nodes if there are fewer.
    Fixed,
    /// The model found the visited nodes sufficient, but none of the chunks on its own.
    Unconfirmed,
    /// The watcher stopped the search, or the model was asked to stop.
    Stopped,
}

/// The cost of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SearchCost {
    /// Tokens run through the model.
    pub evaluated: u64,
    /// Tokens read back from a saved state.
    pub restored: u64,
    /// Tokens evaluated more than once: the assistant header, once for each ask that said No, and chunks that were
    /// visited and then read alone.
    pub again: u64,
    /// All other tokens.
    pub distinct: u64,
    /// The number of asks.
    pub asks: usize,
    /// Floating point operations of the model.
    pub flops: f64,
}

impl Add for SearchCost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            evaluated: self.evaluated + other.evaluated,
            restored: self.restored + other.restored,
            again: self.again + other.again,
            distinct: self.distinct + other.distinct,
            asks: self.asks + other.asks,
            flops: self.flops + other.flops,
        }
    }
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOutcome {
    /// The answer; empty unless enough was found, a chunk on its own is likely to suffice, or an answer was wanted
    /// anyway.
    pub answer: String,
    /// Its sentences.
    pub sentences: Vec<AttributedSentence>,
    /// Why the search ended.
    pub stop: SearchStopReason,
    /// The visited nodes in the order of visiting, the top level first.
    pub path: Vec<Visit>,
    /// The passages that the answer rests on, the heaviest first; empty without an answer.
    pub evidence: Vec<ChunkEvidence>,
    /// What it cost.
    pub cost: SearchCost,
}

/// A sentence of an answer, and the nodes that the model attended to while writing it.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributedSentence {
    /// Its position in the answer, in bytes.
    pub range: Range<usize>,
    /// The share of its attention that each node of the path received, in the path's order. The shares sum to 1, or are
    /// all 0 if it attended to none.
    pub looked: Vec<f64>,
}

impl SearchOutcome {
    /// Returns the visits whose nodes the answer was written from: all, or the best of the chunks judged alone.
    pub fn answered_from(&self) -> impl Iterator<Item = &Visit> {
        let alone = |visit: &&Visit| visit.alone.is_some();
        let best = self
            .path
            .iter()
            .filter(alone)
            .max_by(|a, b| a.alone.partial_cmp(&b.alone).unwrap_or(Ordering::Equal));
        self.path.iter().filter(move |visit| best.is_none_or(|best| best.node == visit.node))
    }

    /// Returns whether the model found the visited nodes sufficient.
    pub fn found(&self) -> bool {
        self.stop == SearchStopReason::Sufficient
    }
}

/// An event during a search. The watcher's `Break` stops the search; the path so far is kept.
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
    /// The model was asked after this chunk alone; the visit has its verdict.
    Judged(&'a Visit),
    /// The next piece of the answer.
    Wrote(&'a str),
}

/// Watches a search and stops it with `Break`.
pub type SearchWatcher<'a> = &'a mut dyn FnMut(SearchEvent<'_>) -> ControlFlow<()>;

/// Answers a question from the graphs. The model's sequence is emptied first; at the end it holds what was shown and
/// written. If the search is stopped, the visited nodes are kept, so that [`Query::begun`] need not evaluate them
/// again.
///
/// # Errors
///
/// The model's; [`Error::WindowFull`] if the question alone leaves no room for an answer; [`Error::NoVerdict`] if the
/// model's Yes and No are indistinguishable; [`Error::Inconsistent`] if the cosines or the words do not match the
/// graphs. A stopped search is not an error.
pub fn search<M: LanguageModel>(
    model: &mut M,
    query: &Query<'_>,
    settings: &SearchSettings,
    watch: SearchWatcher<'_>,
) -> Result<SearchOutcome, Error<M::Error>> {
    let mut walk = GraphWalk::begin(model, query, settings)?;
    let stop = match walk.run(watch) {
        Err(Error::Stopped) => SearchStopReason::Stopped,
        Err(Error::Model(error)) if M::is_stop(&error) => SearchStopReason::Stopped,
        stop => stop?,
    };
    let visited = walk.visited();
    let outcome = walk.finish(stop);
    if stop == SearchStopReason::Stopped && visited > 0 {
        model.truncate(visited)?;
        model.keep()?;
    }
    Ok(outcome)
}

/// Reads the words that every search begins with and keeps them, so that the first search that asks before showing
/// nodes takes no longer than the others.
///
/// # Errors
///
/// The model's.
pub fn read_opening<M: LanguageModel>(model: &mut M) -> Result<(), M::Error> {
    let pieces = SearchPrompt::new(model, "", &[], PromptOrder::QuestionFirst)?;
    MeteredSequence::begin(model)?.open(&pieces.open)
}

/// Returns the number of tokens needed to show all nodes of a graph of chunks at once. It includes the question, the
/// words around both, and room for the answer.
///
/// # Errors
///
/// The model's, if it cannot tokenise.
pub fn tokens_to_show<M: LanguageModel>(
    model: &M,
    question: &str,
    graph: &Graph,
    settings: &SearchSettings,
) -> Result<usize, M::Error> {
    let (pieces, lines) =
        (SearchPrompt::new(model, question, &[], settings.order)?, NodeLineTokens::new(model)?);
    let nodes: usize = graph.nodes().iter().map(|node| lines.cost(node)).sum();
    Ok(pieces.head() + nodes + pieces.tail() + settings.answer_tokens)
}

#[cfg(test)]
mod tests;
mod walk;
