//! How a graph is built.

use crate::{ChunkEnds, Shape, Signal};

/// `s` where the model could do with more (PECAN §4.1).
const LARGEST_WINDOW: usize = 8_192;
/// One part in so many of the window is kept for the output: a summary may always be half as long
/// as what it sums up. With a window of 2,048 this leaves room for four chunks.
const RESERVED_PART: usize = 3;

/// Tokens of a window without any chunk, and those for each: the chunk, its line break, and a summary
/// of half its length.
const WINDOW_BASE: usize = 128;
const WINDOW_PER_CHUNK: usize = 465;

/// How a graph is built. Two graphs built with different settings are different graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstructionSettings {
    /// Tokens of prompt, input and output together: `s`.
    pub window: usize,
    /// Tokens of it that are kept free for the output while nodes are added.
    pub reserve: usize,
    /// Which attention becomes the edges.
    pub signal: Signal,
    /// Where the chunks end that it is built on.
    pub ends: ChunkEnds,
    /// What becomes of a batch.
    pub summary: Summary,
    /// Which points are kept, and where others come from.
    pub points: PointSource,
}

/// Where points come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PointSource {
    /// What the model writes, whatever it is.
    #[default]
    Unchecked,
    /// What the model writes, if it stands in what it read.
    Written,
    /// The same; of a batch without any such point, quoted sentences.
    Auto,
    /// Quoted sentences alone: the model writes nothing.
    Quoted,
}

impl PointSource {
    /// Whether points must stand in what was read.
    pub(crate) fn is_checked(self) -> bool {
        matches!(self, Self::Written | Self::Auto)
    }
}

/// What becomes of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Summary {
    /// A point for every bullet: a graph, many nodes to many.
    #[default]
    Points,
    /// One point of all bullets: a tree, many nodes to one (PECAN §4.2, "w/o Graph").
    Whole,
}

impl ConstructionSettings {
    /// What suits a model of this shape: its own window, 8,192 tokens at most.
    pub fn for_model(shape: &Shape) -> Self {
        Self::for_window(shape.construction)
    }

    /// A window for batches of about so many chunks, with their summaries, but of `most` tokens at most.
    pub fn for_chunks(chunks: usize, most: usize) -> Self {
        Self::for_window((WINDOW_BASE + chunks * WINDOW_PER_CHUNK).min(most))
    }

    /// What suits a model that takes so many tokens while summarising, of which 8,192 at most are
    /// used.
    pub fn for_window(tokens: usize) -> Self {
        let window = tokens.min(LARGEST_WINDOW);
        Self {
            window,
            reserve: window / RESERVED_PART,
            signal: Signal::default(),
            ends: ChunkEnds::default(),
            summary: Summary::default(),
            points: PointSource::default(),
        }
    }
}

/// When the attention of what is written is read. Either way the same edges come of it, as far as
/// a model rounds alike; which is faster depends on the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Collecting {
    /// With every token, as it is written.
    #[default]
    WhileWriting,
    /// When the output has ended: it is taken back and evaluated once more, many tokens at a time.
    Afterwards,
}
