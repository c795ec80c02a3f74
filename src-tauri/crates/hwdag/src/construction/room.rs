//! What fits into the window, and the prompt that it is filled with.

use std::ops::Range;

use super::{Collecting, ConstructionSettings, Summary};
use crate::edges::NodeAttention;
use crate::graph::{Graph, Node};
use crate::pieces::{Lines, SummaryPieces};
use crate::signal::Source;
use crate::spelling::{Runs, Spelling};
use crate::{LanguageModel, Signal, Token};

/// Room for an output below which a node is not worth reading.
const LEAST_OUTPUT: usize = 64;

/// The window, the words around the nodes, and how attention is read.
pub(super) struct Room {
    settings: ConstructionSettings,
    pub collecting: Collecting,
    pub pieces: SummaryPieces,
    lines: Lines,
}

/// What is read of a batch before the assistant header.
pub(super) struct Prompt {
    /// The nodes' numbers.
    pub inputs: Range<usize>,
    /// Their lines, and the words after them.
    pub tokens: Vec<Token>,
    /// Its nodes, at which nothing has looked yet.
    pub unseen: NodeAttention,
    /// Tokens of the lines.
    pub input: usize,
}

impl Room {
    pub fn new<M: LanguageModel>(
        model: &M,
        settings: ConstructionSettings,
    ) -> Result<Self, M::Error> {
        let (pieces, lines) = (SummaryPieces::new(model)?, Lines::new(model)?);
        Ok(Self { settings, collecting: Collecting::default(), pieces, lines })
    }

    /// Which attention becomes the edges.
    pub fn signal(&self) -> Signal {
        self.settings.signal
    }

    /// What becomes of a batch.
    pub fn summary(&self) -> Summary {
        self.settings.summary
    }

    /// The first of `inputs`, as many as the window holds with room for the output; at least one.
    /// If there is no room for that one, the tokens that it needs and the window.
    pub fn fill(
        &self,
        graph: &Graph,
        inputs: Range<usize>,
    ) -> Result<Range<usize>, (usize, usize)> {
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
            return Err((needed, self.settings.window));
        }
        Ok(inputs.start..end)
    }

    /// The prompt with these nodes.
    pub fn prompt<M: LanguageModel>(
        &self,
        model: &M,
        graph: &Graph,
        inputs: Range<usize>,
    ) -> Prompt {
        let mut tokens = Vec::new();
        let nodes = graph.nodes()[inputs.clone()].iter().map(|node| {
            let first = self.pieces.open.len() + self.lines.write(node, &mut tokens).start;
            let counted = self.counted(model, node);
            counted.into_iter().map(|run| first + run.start..first + run.end).collect()
        });
        let unseen = NodeAttention::new(nodes);
        let input = tokens.len();
        tokens.extend_from_slice(&self.pieces.close);
        Prompt { inputs, tokens, unseen, input }
    }

    /// A node's tokens that are looked at, counted from its first.
    fn counted<M: LanguageModel>(&self, model: &M, node: &Node) -> Runs {
        let whole = 0..node.tokens.len();
        match self.settings.signal.source {
            Source::All => vec![whole],
            Source::Words => {
                let spelling = Spelling::new(&node.tokens, |token| model.bytes(token));
                spelling.tokens_of_words(0..spelling.text().len(), |_| true)
            }
        }
    }

    /// Tokens that may be written after so many: what room there is, but no summary longer than
    /// the `input` that it sums up, unless it stays within the reserve.
    pub fn limit(&self, held: usize, input: usize) -> usize {
        let room = self.settings.window.saturating_sub(held);
        room.min(input.max(self.settings.reserve))
    }
}
