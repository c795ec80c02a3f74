//! The settings of a build.

use std::fmt;

use crate::ablation::Ablation;
use crate::{ChunkBoundaries, LanguageModelShape, Signal};

/// The maximum of `s`, even for a model that could use more (PECAN §4.1).
const LARGEST_WINDOW: usize = 8_192;
/// A third of the window is kept for the output: a summary may always be half as long as its input. With a window of
/// 2,048 this leaves room for four chunks.
const RESERVED_PART: usize = 3;

/// The tokens of a window without chunks, and those for each chunk: the chunk, its line break, and a summary of half
/// its length.
const WINDOW_BASE: usize = 128;
const WINDOW_PER_CHUNK: usize = 465;
/// The tokens of a prompt for which such a window has room. Some templates add hundreds.
const USUAL_PROMPT: usize = 94;

/// The settings of a build. Graphs built with different settings are different graphs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ConstructionSettings {
    /// Tokens of prompt, input and output together: `s`.
    pub window: usize,
    /// The number of them kept free for the output while nodes are added.
    pub reserve: usize,
    /// The attention that becomes the edges.
    pub signal: Signal,
    /// The places where chunks end.
    pub ends: ChunkBoundaries,
    /// Which points are kept, and the source of others.
    pub points: PointOrigin,
    /// What an ablation changes.
    pub ablation: Ablation,
}

/// Names the settings by which the measurements' store knows graphs. Other text would make it build all of them again.
impl fmt::Debug for ConstructionSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { window, reserve, signal, ends, points, ablation } = self;
        let summary = if ablation.tree { "Whole" } else { "Points" };
        formatter
            .debug_struct("ConstructionSettings")
            .field("window", window)
            .field("reserve", reserve)
            .field("signal", signal)
            .field("ends", ends)
            .field("summary", &format_args!("{summary}"))
            .field("points", points)
            .finish()
    }
}

/// The source of points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PointOrigin {
    /// Everything that the model writes.
    #[default]
    Unchecked,
    /// What the model writes, if the text it read supports it.
    Written,
    /// The same, but quoted sentences for a batch without any such point.
    Auto,
    /// Quoted sentences alone: the model writes nothing.
    Quoted,
}

impl PointOrigin {
    /// Whether the input must support the points.
    pub(crate) fn is_checked(self) -> bool {
        matches!(self, Self::Written | Self::Auto)
    }
}

impl ConstructionSettings {
    /// Settings for a model of this shape: its own window, at most 8,192 tokens.
    pub fn for_model(shape: &LanguageModelShape) -> Self {
        Self::for_window(shape.construction)
    }

    /// Settings for batches of about `chunks` chunks, with their summaries and a prompt of `prompt` tokens, in a window
    /// of at most `most` tokens.
    pub fn for_chunks(chunks: usize, prompt: usize, most: usize) -> Self {
        // A part of what is added is reserved for the output.
        let more = unusual_prompt(prompt) * RESERVED_PART;
        let base = WINDOW_BASE + more.div_ceil(RESERVED_PART - 1);
        Self::for_window((base + chunks * WINDOW_PER_CHUNK).min(most))
    }

    /// Settings for a model that takes `tokens` tokens while summarising, of which at most 8,192 are used.
    pub fn for_window(tokens: usize) -> Self {
        let window = tokens.min(LARGEST_WINDOW);
        Self {
            window,
            reserve: window / RESERVED_PART,
            signal: Signal::default(),
            ends: ChunkBoundaries::default(),
            points: PointOrigin::default(),
            ablation: Ablation::default(),
        }
    }
}

/// Returns by how many tokens a prompt is longer than usual.
pub fn unusual_prompt(tokens: usize) -> usize {
    tokens.saturating_sub(USUAL_PROMPT)
}

/// When the attention of the output is read. Both ways give the same edges, up to the model's rounding; which is faster
/// depends on the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Collecting {
    /// With every token, during writing.
    #[default]
    WhileWriting,
    /// When the output has ended: it is removed and evaluated again, many tokens at a time.
    Afterwards,
}
