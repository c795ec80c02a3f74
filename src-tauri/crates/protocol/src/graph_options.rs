//! How graphs are built.

use serde::{Deserialize, Serialize};

use crate::GraphId;

/// One of a document's graphs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphSummary {
    /// Its number.
    pub id: GraphId,
    /// The name of the model that built it; empty if unknown.
    pub model: String,
    /// Whether it reached its top level.
    pub complete: bool,
    /// Where its chunks end.
    pub chunks: ChunkEnds,
    /// The definition of its edge weights, in words: `paper`, or the changes to the paper's
    /// definition, separated by commas.
    pub signal: String,
    /// The number of points that the model did not write: sentences of the text, or other points.
    #[serde(default)]
    pub quoted: u32,
    /// The number of points that the model wrote but that were dropped, because the text does not
    /// support them.
    #[serde(default)]
    pub unsupported: u32,
}

/// The source of a graph's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointSource {
    /// Text that the model writes, if it occurs in what it read.
    Written,
    /// Sentences of the text, chosen by the model's attention; it writes nothing.
    Quoted,
    /// Text that the model writes; if none of it occurs in what it read, sentences of the text.
    Auto,
}

/// Where the chunks of a document end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkEnds {
    /// After exactly 300 tokens.
    #[default]
    Exact,
    /// At the end of a sentence, after 240 to 360 tokens.
    Sentences,
}

/// How the weight of an edge differs from the paper's, which is the mean over all tokens, heads and
/// layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalChange {
    /// A token of the point attends from the position before, where it was predicted.
    PredictingRows,
    /// Without the point's punctuation and function words.
    ContentTokens,
    /// Without the punctuation of the nodes.
    SourceWords,
    /// The middle half of the layers.
    MiddleLayers,
}

/// The build options of a document's graph, where given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GraphOptions {
    /// Where chunks end; `None`: as in the document's last begun graph, or exactly.
    pub chunks: Option<ChunkEnds>,
    /// The definition of edge weights, as changes to the paper's; `None`: as in the document's last
    /// begun graph, or without the punctuation of the nodes.
    pub signal: Option<Vec<SignalChange>>,
    /// The source of points; `None`: as in the document's last begun graph, or as suits the model.
    pub points: Option<PointSource>,
    /// Trust the model: the first build is not preceded by a trial of its abilities.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_trial: bool,
    /// Do not ask the model about the kinds of the text's names.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_entities: bool,
    /// Have the model write questions about all names of which the text says much.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_pairs: bool,
}
