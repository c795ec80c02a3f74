//! What somebody could put into a document, a file's name or a model's mouth to do harm.

pub mod documents;
pub mod links;
pub mod payloads;
pub mod shelf;
