//! The people and things that documents name, and the questions about them.

pub(crate) mod assertions;

pub(crate) mod cache;
pub(crate) mod chunk_weights;
mod corrections;
pub(crate) mod description;
pub(crate) mod document_names;
mod find;
pub(crate) mod importance;
pub(crate) mod kinds;
pub(crate) mod list;
pub(crate) mod lookup;
pub(crate) mod question_pairs;
pub(crate) mod question_writer;
pub(crate) mod sentence_index;
pub(crate) mod sentence_tokens;
pub(crate) mod similar_names;
pub(crate) mod wire;
