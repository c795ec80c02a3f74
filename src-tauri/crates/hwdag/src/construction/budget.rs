//! What fits into the window, and the prompt that fills it.

use std::collections::HashSet;
use std::ops::Range;

use super::{Collecting, ConstructionSettings, PointGranularity, PointOrigin};
use crate::edges::NodeAttention;
use crate::graph::{Graph, Node};
use crate::grounding::{GroundingSources, POINT_SUPPORT};
use crate::headings::{headings, is_one_of};
use crate::points::Draft;
use crate::prompt_tokens::{NodeLineTokens, SummaryPrompt};
use crate::quotes::{Quotable, quotable};
use crate::signal::SourceTokens;
use crate::spelling::{Spelling, TokenRuns};
use crate::{LanguageModel, Signal, Token};

/// The number of copied points at its beginning that mark an output as nothing but copies.
const COPIES: usize = 3;
/// The room for an output, in tokens, below which a node is not worth reading.
const LEAST_OUTPUT: usize = 64;

/// The input's tokens divided by this are the maximum length of an output.
const WRITTEN_PART: usize = 2;

/// The window, the words around the nodes, and how attention is read.
pub(super) struct PromptBudget {
    settings: ConstructionSettings,
    pub collecting: Collecting,
    pub pieces: SummaryPrompt,
    lines: NodeLineTokens,
}

/// The part of a batch's prompt before the assistant header.
pub(super) struct Prompt {
    /// The nodes' numbers.
    pub inputs: Range<usize>,
    /// The nodes' lines, and the words after them.
    pub tokens: Vec<Token>,
    /// The nodes' attention, without any rows yet.
    pub unseen: NodeAttention,
    /// The number of tokens of the lines.
    pub input: usize,
    /// The position of the nodes in the sequence, from the first one's first token to the last one's last.
    pub nodes: Range<usize>,
    /// The text of the nodes, if points are checked against it.
    pub source: GroundingSources,
    /// The headings of the chunks, if points are checked against them.
    headings: HashSet<String>,
    /// The sentences of the nodes that may be quoted, if any.
    pub quotable: Vec<Quotable>,
    /// The nodes' texts, if they are points.
    points: Vec<String>,
}

impl Prompt {
    /// Returns whether these lines are points of the inputs, word for word, and enough of them to show that the model
    /// writes nothing else. Lines written from chunks are not compared.
    pub fn are_copies(&self, lines: &[impl AsRef<str>]) -> bool {
        let is_known = |line: &str| self.points.iter().any(|point| point == line.trim());
        lines.len() >= COPIES.min(self.points.len())
            && !lines.is_empty()
            && lines.iter().all(|line| is_known(line.as_ref()))
    }

    /// Returns whether the nodes are points.
    pub fn has_points(&self) -> bool {
        !self.points.is_empty()
    }

    /// The number of its tokens that are read before the header, or before sentences are chosen.
    pub fn end(&self, budget: &PromptBudget) -> usize {
        if budget.points() == PointOrigin::Quoted { self.input } else { self.tokens.len() }
    }
}

impl PromptBudget {
    pub fn new<M: LanguageModel>(
        model: &M,
        settings: ConstructionSettings,
    ) -> Result<Self, M::Error> {
        let (pieces, lines) = (SummaryPrompt::new(model)?, NodeLineTokens::new(model)?);
        Ok(Self { settings, collecting: Collecting::default(), pieces, lines })
    }

    /// The attention that becomes the edges.
    pub fn signal(&self) -> Signal {
        self.settings.signal
    }

    /// How the output of a batch becomes points.
    pub fn summary(&self) -> PointGranularity {
        self.settings.summary
    }

    /// Returns the first of `inputs`, as many as the window holds with room for the output; at least one. If there is
    /// no room for that one, returns the tokens that it needs and the window.
    pub fn fill(
        &self,
        graph: &Graph,
        inputs: Range<usize>,
    ) -> Result<Range<usize>, (usize, usize)> {
        let mut needed = self.pieces.cost();
        let mut end = inputs.start;
        for node in &graph.nodes()[inputs.clone()] {
            needed += self.lines.cost(node);
            let budget = if end == inputs.start {
                LEAST_OUTPUT.min(self.settings.reserve)
            } else {
                self.settings.reserve
            };
            if needed + budget > self.settings.window {
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

    /// Returns the prompt with these nodes.
    pub fn prompt<M: LanguageModel>(
        &self,
        model: &M,
        graph: &Graph,
        inputs: Range<usize>,
    ) -> Prompt {
        let nodes = &graph.nodes()[inputs.clone()];
        let (mut tokens, mut starts) = (Vec::new(), Vec::new());
        for node in nodes {
            starts.push(self.pieces.open.len() + self.lines.write(node, &mut tokens).start);
        }
        let counted = nodes.iter().zip(&starts).map(|(node, first)| {
            let counted = self.counted(model, node);
            counted.into_iter().map(|run| first + run.start..first + run.end).collect()
        });
        let unseen = NodeAttention::new(counted);
        let input = tokens.len();
        let mut ends = starts.iter().zip(nodes).map(|(start, node)| start + node.tokens.len());
        let all = starts.first().copied().unwrap_or(0)..ends.next_back().unwrap_or(0);
        tokens.extend_from_slice(&self.pieces.close);
        let checked = if self.points().is_checked() { nodes } else { &[] };
        let source = GroundingSources::new(checked.iter().map(|node| node.text.as_str()));
        let chunks = checked.iter().filter(|node| node.level == 1);
        let headings = chunks.flat_map(|chunk| headings(&chunk.text)).map(str::to_owned).collect();
        let quotable = match self.points() {
            PointOrigin::Auto | PointOrigin::Quoted => quotable(model, nodes, &starts),
            PointOrigin::Unchecked | PointOrigin::Written => Vec::new(),
        };
        let points = nodes.iter().filter(|node| node.level > 1);
        let points = points.map(|node| node.text.trim().to_owned()).collect();
        Prompt { inputs, tokens, unseen, input, nodes: all, source, headings, quotable, points }
    }

    /// The source of points.
    pub fn points(&self) -> PointOrigin {
        self.settings.points
    }

    /// Returns whether a written point is kept: its batch supports it and it is more than a heading, or points are not
    /// checked.
    pub fn keeps(&self, prompt: &Prompt, text: &str) -> bool {
        !self.points().is_checked()
            || self.supports(prompt, text) && !is_one_of(&prompt.headings, text)
    }

    /// Returns the number of written points that their batch does not support; headings are not among them.
    pub fn unsupported(&self, prompt: &Prompt, drafts: &[Draft]) -> usize {
        drafts.iter().filter(|draft| !self.supports(prompt, &draft.text)).count()
    }

    /// Returns whether the batch supports a written point, or points are not checked.
    fn supports(&self, prompt: &Prompt, text: &str) -> bool {
        !self.points().is_checked() || prompt.source.support(text).is_enough(POINT_SUPPORT)
    }

    /// Returns the node's tokens whose attention counts, counted from its first.
    fn counted<M: LanguageModel>(&self, model: &M, node: &Node) -> TokenRuns {
        let whole = 0..node.tokens.len();
        match self.settings.signal.source {
            SourceTokens::All => vec![whole],
            SourceTokens::Words => {
                let spelling = Spelling::new(&node.tokens, |token| model.bytes(token));
                spelling.tokens_of_words(0..spelling.text().len(), |_| true)
            }
        }
    }

    /// The output limit in tokens when the sequence holds `held`: the rest of the window, but at most half of `input`,
    /// or [`LEAST_OUTPUT`] if the input is very short.
    pub fn limit(&self, held: usize, input: usize) -> usize {
        let budget = self.settings.window.saturating_sub(held);
        budget.min((input / WRITTEN_PART).max(LEAST_OUTPUT))
    }
}
