//! The method: a hierarchical weighted directed acyclic graph (HWDAG) of Information Points whose
//! edges are a language model's own attention, and the search that walks it (PECAN, GARLIC).
//!
//! Pure logic over [`LanguageModel`] and [`Embedder`].

pub mod language;
pub mod prompts;

pub use language::{Attention, ChatFrame, Counts, Embedder, LanguageModel, Shape, Token};
