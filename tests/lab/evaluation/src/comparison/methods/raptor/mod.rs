//! RAPTOR's tree (Sarthi et al. 2024): chunks with similar sentence embeddings are summarised in one
//! text, such texts again, and so on. A question is answered from the texts and chunks of this
//! [tree] that are most similar to it.
//!
//! Chunks, the prompt for summaries and embeddings are those of all other methods, so that only how
//! texts are grouped and chosen differs. The clusters are found as in RAPTOR, except as [`mixture`]
//! says.

mod building;
mod construction;
mod kept;
mod mixture;
mod search;
mod tree;

#[cfg(test)]
pub use building::settings;
pub use search::{ComparedTree, RaptorMethod, TreeSearch};
