//! Building the graph (PECAN §3.1): consecutive nodes of a level are read together until the
//! model's window is used up, it writes Information Points, and its attention while writing them
//! becomes their edges. Level by level, up to one that came out of a single batch.
//!
//! The builder changes nothing by itself. It says what the next step is, and whoever asked applies
//! it to the graph and stores it, both or neither:
//!
//! ```text
//! loop {
//!     match construction.next(&graph, &mut watch)? {
//!         Step::Batch(new) => graph.apply(&new.batch, &new.points, &new.edges)?,
//!         Step::Discard { level } => graph.discard(level),
//!         Step::Complete { top } => break,
//!     }
//! }
//! ```
//!
//! A step depends on the graph alone. A build that was interrupted and goes on from stored rows
//! therefore ends with the same graph as one that was not (with a model that samples greedily).

use std::ops::{ControlFlow, Range};

use crate::edges::{NodeAttention, shares};
use crate::graph::{Batch, Edge, Graph, Pending, Point};
use crate::pieces::{Lines, SummaryPieces};
use crate::points::{Draft, Output, point};
use crate::sequence::{Ending, Sequence, Written, go_on};
use crate::{Counts, Error, LanguageModel, Shape, Token};

/// `s` where the model could do with more (PECAN §4.1).
const LARGEST_WINDOW: usize = 8_192;
/// One part in so many of the window is kept for the output: a summary may always be half as long
/// as what it sums up. With a window of 2,048 this leaves room for four chunks.
const RESERVED_PART: usize = 3;
/// Room for an output below which a node is not worth reading.
const LEAST_OUTPUT: usize = 64;

/// How a graph is built. Two graphs built with different settings are different graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstructionSettings {
    /// Tokens of prompt, input and output together: `s`.
    pub window: usize,
    /// Tokens of it that are kept free for the output while nodes are added.
    pub reserve: usize,
}

impl ConstructionSettings {
    /// What suits a model of this shape: its own window, 8,192 tokens at most.
    pub fn for_model(shape: &Shape) -> Self {
        Self::for_window(shape.construction)
    }

    /// What suits a model that takes so many tokens while summarising, of which 8,192 at most are
    /// used.
    pub fn for_window(tokens: usize) -> Self {
        let window = tokens.min(LARGEST_WINDOW);
        Self { window, reserve: window / RESERVED_PART }
    }
}

/// What happens while a batch is summarised. The watcher's `Break` stops the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstructionEvent {
    /// A batch begins.
    Began {
        /// The level that is built.
        level: usize,
        /// Nodes that are read.
        nodes: usize,
        /// Tokens to be read.
        tokens: usize,
    },
    /// Some of the prompt was read.
    Read {
        /// Tokens since the last event.
        tokens: usize,
    },
    /// The next token was written.
    Wrote,
    /// No point was written; the model is asked once more.
    Again,
}

/// Watches a build and stops it with `Break`.
pub type ConstructionWatcher<'a> = &'a mut dyn FnMut(ConstructionEvent) -> ControlFlow<()>;

/// What is to be done with the graph next.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Apply and store this batch.
    Batch(NewBatch),
    /// Take this level away again: it has not fewer tokens than the one below.
    Discard {
        /// The level, the highest there is.
        level: usize,
    },
    /// Nothing more.
    Complete {
        /// The top level.
        top: usize,
    },
}

/// A batch as the model has summarised it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewBatch {
    /// Its level, inputs and outputs.
    pub batch: Batch,
    /// The points, in the order of the outputs.
    pub points: Vec<Point>,
    /// Their edges, by predecessor, then by successor: one to every input.
    pub edges: Vec<Edge>,
    /// Points that looked at no input at all, so that their edges are all equal.
    pub unseeing: usize,
    /// Whether the model had to be asked twice because it wrote no bullet at first.
    pub asked_again: bool,
    /// Why the model stopped writing.
    pub ending: Ending,
    /// Tokens evaluated, restored and removed for this batch.
    pub counts: Counts,
    /// Floating point operations for this batch.
    pub flops: f64,
}

/// Builds graphs with one model, whose sequence it holds meanwhile. The words before the nodes are
/// evaluated once and kept from batch to batch.
pub struct Construction<'m, M: LanguageModel> {
    sequence: Sequence<'m, M>,
    settings: ConstructionSettings,
    pieces: SummaryPieces,
    lines: Lines,
    /// Whether the sequence begins with the words before the nodes.
    opened: bool,
}

/// A prompt in the sequence, up to where the assistant would begin.
struct Shown {
    /// Where each input's tokens stand.
    nodes: Vec<Range<usize>>,
    /// Tokens of the inputs' lines.
    input: usize,
    /// The sequence's length.
    end: usize,
}

/// One reply.
struct Reply {
    written: Written,
    seen: NodeAttention,
    output: Output,
}

impl<'m, M: LanguageModel> Construction<'m, M> {
    /// Empties the model's sequence and makes ready to build.
    ///
    /// # Errors
    ///
    /// The model's.
    pub fn begin(
        model: &'m mut M,
        settings: ConstructionSettings,
    ) -> Result<Self, Error<M::Error>> {
        let (pieces, lines) = (SummaryPieces::new(model)?, Lines::new(model)?);
        let sequence = Sequence::begin(model)?;
        Ok(Self { sequence, settings, pieces, lines, opened: false })
    }

    /// Finds out the next step, for which the model reads and writes a batch if there is one left.
    ///
    /// # Errors
    ///
    /// The model's; [`Error::WindowFull`] if a single node leaves no room for an output;
    /// [`Error::Stopped`] if the watcher said so. The graph stays as it is, and the step can be
    /// asked for again.
    pub fn next(
        &mut self,
        graph: &Graph,
        watch: ConstructionWatcher<'_>,
    ) -> Result<Step, Error<M::Error>> {
        match graph.pending() {
            Pending::Batch { level, inputs } => {
                let inputs = self.fill(graph, inputs)?;
                self.summarise(graph, level, inputs, watch).map(Step::Batch)
            }
            Pending::Discard { level } => Ok(Step::Discard { level }),
            Pending::Complete { top } => Ok(Step::Complete { top }),
        }
    }

    /// The first of `inputs`, as many as the window holds with room for the output; at least one.
    fn fill(&self, graph: &Graph, inputs: Range<usize>) -> Result<Range<usize>, Error<M::Error>> {
        let mut needed = self.pieces.cost();
        let mut end = inputs.start;
        for node in &graph.nodes()[inputs.clone()] {
            needed += self.lines.cost(node);
            let room = if end == inputs.start {
                LEAST_OUTPUT.min(self.settings.reserve)
            } else {
                self.settings.reserve
            };
            if needed + room > self.settings.window {
                break;
            }
            end += 1;
        }
        if end == inputs.start {
            let needed = needed + LEAST_OUTPUT.min(self.settings.reserve);
            return Err(Error::WindowFull { needed, window: self.settings.window });
        }
        Ok(inputs.start..end)
    }

    fn summarise(
        &mut self,
        graph: &Graph,
        level: usize,
        inputs: Range<usize>,
        watch: ConstructionWatcher<'_>,
    ) -> Result<NewBatch, Error<M::Error>> {
        let shown = self.show(graph, level, inputs.clone(), watch)?;
        let mut reply = self.reply(&shown, &[], watch)?;
        let mut drafts = reply.output.bullets();
        let asked_again = drafts.is_empty();
        if asked_again {
            let again = self.pieces.again.clone();
            go_on(watch(ConstructionEvent::Again))?;
            self.sequence.truncate(shown.end)?;
            reply = self.reply(&shown, &again, watch)?;
            drafts = reply.output.bullets();
            if drafts.is_empty() {
                drafts = reply.output.whole().into_iter().collect();
            }
        }
        let first = graph.nodes().len();
        let (edges, unseeing) = edges(&reply.seen, &drafts, first, &inputs);
        let points = self.points(&drafts, &reply.written.tokens)?;
        let batch = Batch { level, inputs, outputs: first..first + points.len() };
        let (counts, flops) = self.sequence.take_cost();
        let ending = reply.written.ending;
        Ok(NewBatch { batch, points, edges, unseeing, asked_again, ending, counts, flops })
    }

    /// Puts the prompt with these nodes into the sequence, up to where the assistant begins.
    fn show(
        &mut self,
        graph: &Graph,
        level: usize,
        inputs: Range<usize>,
        watch: ConstructionWatcher<'_>,
    ) -> Result<Shown, Error<M::Error>> {
        let first = self.pieces.open.len();
        let mut tokens = Vec::new();
        let nodes = graph.nodes()[inputs.clone()].iter().map(|node| {
            let place = self.lines.write(node, &mut tokens);
            first + place.start..first + place.end
        });
        let nodes = nodes.collect();
        let input = tokens.len();
        tokens.extend_from_slice(&self.pieces.close);
        let (total, count) = (tokens.len(), inputs.len());
        go_on(watch(ConstructionEvent::Began { level, nodes: count, tokens: total }))?;
        self.open()?;
        let mut poll = |tokens| watch(ConstructionEvent::Read { tokens });
        self.sequence.read(&tokens, 0..0, &mut poll)?;
        Ok(Shown { nodes, input, end: self.sequence.len() })
    }

    /// Leaves nothing in the sequence but the words before the nodes.
    fn open(&mut self) -> Result<(), M::Error> {
        if self.opened {
            return self.sequence.truncate(self.pieces.open.len());
        }
        self.sequence.truncate(0)?;
        self.sequence.append(&self.pieces.open, 0..0)?;
        self.opened = true;
        Ok(())
    }

    /// Lets the model write after the prompt and some words more.
    fn reply(
        &mut self,
        shown: &Shown,
        reminder: &[Token],
        watch: ConstructionWatcher<'_>,
    ) -> Result<Reply, Error<M::Error>> {
        let header = [reminder, &self.pieces.reply].concat();
        self.sequence.append(&header, 0..0)?;
        let mut seen = NodeAttention::new(shown.nodes.clone());
        let limit = self.limit(shown.input);
        let mut poll = |_: &str| watch(ConstructionEvent::Wrote);
        let written = self.sequence.write(limit, &mut seen, &mut poll)?;
        let output = Output::new(&written, |token| self.sequence.model().bytes(token));
        Ok(Reply { written, seen, output })
    }

    /// Tokens that may be written: what room there is, but no summary longer than what it sums up,
    /// unless it stays within the reserve.
    fn limit(&self, input: usize) -> usize {
        let room = self.settings.window.saturating_sub(self.sequence.len());
        room.min(input.max(self.settings.reserve))
    }

    fn points(&self, drafts: &[Draft], written: &[Token]) -> Result<Vec<Point>, M::Error> {
        drafts.iter().map(|draft| point(self.sequence.model(), draft, written)).collect()
    }
}

/// The edges of these points, numbered from `first`, to all `inputs`; and how many of the points
/// looked at no input.
fn edges(
    seen: &NodeAttention,
    drafts: &[Draft],
    first: usize,
    inputs: &Range<usize>,
) -> (Vec<Edge>, usize) {
    let (mut edges, mut unseeing) = (Vec::new(), 0);
    for (from, draft) in (first..).zip(drafts) {
        let shares = shares(seen.mean(draft.tokens.clone()));
        unseeing += usize::from(shares.uniform);
        let weights = inputs.clone().zip(shares.values);
        edges.extend(weights.map(|(to, weight)| Edge { from, to, weight: weight as f32 }));
    }
    (edges, unseeing)
}

#[cfg(test)]
mod tests;
