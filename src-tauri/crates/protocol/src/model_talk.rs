//! How a model talks, and what may be wrong with its file.

use serde::{Deserialize, Serialize};

/// How a model talks: where its words begin and end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelTalk {
    /// The text from the end of the user's words to the model's first word, control tokens by their names.
    pub header: String,
    /// What happens to thoughts before the answer.
    pub thinking: Thinking,
    /// The names of the channels that the header opens; usually none.
    pub channels: Vec<String>,
    /// What ends the model's turn: the names of tokens; without a chat template, the beginnings of another turn, too.
    pub ends: Vec<String>,
}

/// What happens to a model's thoughts before its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thinking {
    /// Neither its template nor the model itself begins with thoughts.
    None,
    /// An empty block of thoughts stands before the answer.
    Skipped,
}

/// A flaw of a model file with which it can still be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelWarning {
    /// It does not say by which rules text is cut before it becomes tokens.
    NoPreTokenizer,
    /// It names tokens for a special purpose that its vocabulary lacks, such as the end of a text.
    SpecialTokenMissing,
}
