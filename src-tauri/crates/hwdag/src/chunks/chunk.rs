//! A chunk, its length, and where it may end.

use std::fmt;
use std::ops::Range;

use crate::Token;

/// The number of tokens of a chunk, counted by the model that builds the graph. The last chunk of a
/// document may have fewer.
pub const CHUNK_TOKENS: usize = 300;

/// Where chunks end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ChunkBoundaries {
    /// After exactly [`CHUNK_TOKENS`] tokens, as in the paper.
    #[default]
    Exact,
    /// At the end of a sentence, or preferably of a paragraph, up to a fifth of the tokens before
    /// or after that. If no sentence ends there, at the end of a word.
    Sentences,
}

/// Formats the value as a graph's settings spell it.
impl fmt::Display for ChunkBoundaries {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Exact => "exact",
            Self::Sentences => "sentences",
        })
    }
}

/// A run of a document's tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Its characters in the document's plain text, counted in Unicode scalar values.
    pub range: Range<usize>,
    /// The text in that range.
    pub text: String,
}
