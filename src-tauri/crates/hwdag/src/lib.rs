//! The method: a hierarchical weighted directed acyclic graph (HWDAG) of Information Points whose
//! edges are a language model's own attention, and the search that walks it (PECAN, GARLIC).
//!
//! Pure logic over [`LanguageModel`] and [`Embedder`].

pub mod chunks;
pub mod construction;
pub mod cost;
pub mod decode;
mod edges;
mod error;
pub mod evidence;
#[cfg(test)]
mod fake;
pub mod graph;
pub mod language;
mod pieces;
mod points;
pub mod prompts;
pub mod scores;
pub mod search;
mod sequence;
pub mod similarity;
mod space;
pub mod sufficiency;

pub use chunks::{CHUNK_TOKENS, Chunk, Misspelled, chunk};
pub use construction::{
    Construction, ConstructionEvent, ConstructionSettings, ConstructionWatcher, NewBatch, Step,
};
pub use error::Error;
pub use evidence::Evidence;
pub use graph::{Batch, Edge, Graph, Inconsistent, Node, Pending, Point};
pub use language::{Attention, ChatFrame, Counts, Embedder, LanguageModel, Shape, Token};
pub use scores::{Normalisation, Score, Scoring};
pub use search::{
    Outcome, Query, SearchCost, SearchEvent, SearchSettings, SearchWatcher, Stop, Visit, search,
};
pub use sequence::Ending;
pub use space::NodeKey;
