//! The settings of a build.

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

/// The settings of a build. Graphs built with different settings are different graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstructionSettings {
    /// Tokens of prompt, input and output together: `s`.
    pub window: usize,
    /// The number of them kept free for the output while nodes are added.
    pub reserve: usize,
    /// The attention that becomes the edges.
    pub signal: Signal,
    /// The places where chunks end.
    pub ends: ChunkBoundaries,
    /// How the output of a batch becomes points.
    pub summary: PointGranularity,
    /// Which points are kept, and the source of others.
    pub points: PointOrigin,
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

/// How the output of a batch becomes points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PointGranularity {
    /// A point for every bullet: a graph, many nodes to many.
    #[default]
    Points,
    /// One point of all bullets: a tree, many nodes to one (PECAN §4.2, "w/o Graph").
    Whole,
}

impl ConstructionSettings {
    /// Settings for a model of this shape: its own window, at most 8,192 tokens.
    pub fn for_model(shape: &LanguageModelShape) -> Self {
        Self::for_window(shape.construction)
    }

    /// Settings for batches of about `chunks` chunks, with their summaries, in a window of at most `most` tokens.
    pub fn for_chunks(chunks: usize, most: usize) -> Self {
        Self::for_window((WINDOW_BASE + chunks * WINDOW_PER_CHUNK).min(most))
    }

    /// Settings for a model that takes `tokens` tokens while summarising, of which at most 8,192 are used.
    pub fn for_window(tokens: usize) -> Self {
        let window = tokens.min(LARGEST_WINDOW);
        Self {
            window,
            reserve: window / RESERVED_PART,
            signal: Signal::default(),
            ends: ChunkBoundaries::default(),
            summary: PointGranularity::default(),
            points: PointOrigin::default(),
        }
    }
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
