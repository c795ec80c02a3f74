//! What fits into the window, and the prompt that fills it.

use std::ops::Range;

use super::batch_prompt::BatchPrompt;
use super::settings::{Collecting, ConstructionSettings, PointOrigin};
use crate::ablation::Ablation;
use crate::edges::{NodeAttention, node_tokens};
use crate::graph::Graph;
use crate::grounding::{GroundingSources, POINT_SUPPORT};
use crate::headings::{headings, is_one_of};
use crate::points::Draft;
use crate::prompt_tokens::{NodeLineTokens, SummaryPrompt};
use crate::quotes::quotable;
use crate::{LanguageModel, Signal};

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

    /// What an ablation changes.
    pub fn ablation(&self) -> Ablation {
        self.settings.ablation
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
    ) -> BatchPrompt {
        let nodes = &graph.nodes()[inputs.clone()];
        let (mut tokens, mut starts) = (Vec::new(), Vec::new());
        for node in nodes {
            starts.push(self.pieces.open.len() + self.lines.write(node, &mut tokens).start);
        }
        let counted = nodes.iter().zip(&starts).map(|(node, first)| {
            let counted = node_tokens(model, node, self.settings.signal.source);
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
        BatchPrompt {
            inputs,
            tokens,
            unseen,
            input,
            nodes: all,
            source,
            headings,
            quotable,
            points,
        }
    }

    /// The source of points.
    pub fn points(&self) -> PointOrigin {
        self.settings.points
    }

    /// Returns whether a written point is kept: its batch supports it and it is more than a heading, or points are not
    /// checked.
    pub fn keeps(&self, prompt: &BatchPrompt, text: &str) -> bool {
        !self.points().is_checked()
            || self.supports(prompt, text) && !is_one_of(&prompt.headings, text)
    }

    /// Returns the number of written points that their batch does not support; headings are not among them.
    pub fn unsupported(&self, prompt: &BatchPrompt, drafts: &[Draft]) -> usize {
        drafts.iter().filter(|draft| !self.supports(prompt, &draft.text)).count()
    }

    /// Returns whether the batch supports a written point, or points are not checked.
    fn supports(&self, prompt: &BatchPrompt, text: &str) -> bool {
        !self.points().is_checked() || prompt.source.support(text).is_enough(POINT_SUPPORT)
    }

    /// The output limit in tokens when the sequence holds `held`: the rest of the window, but at most half of `input`,
    /// or [`LEAST_OUTPUT`] if the input is very short.
    pub fn limit(&self, held: usize, input: usize) -> usize {
        let budget = self.settings.window.saturating_sub(held);
        budget.min((input / WRITTEN_PART).max(LEAST_OUTPUT))
    }
}
