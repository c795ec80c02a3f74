//! Content in a document, a file's name or a model's output that is meant to do harm.

pub mod documents;
pub mod links;
pub mod payloads;
pub mod shelf;
