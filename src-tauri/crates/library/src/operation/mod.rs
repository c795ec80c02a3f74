//! Operations that span tables. Each of them happens in one transaction.

mod add_document;
mod finish_graph;
mod load_graph;
mod page_texts;
mod remove_document;
mod replace_document;

pub use add_document::Beside;
pub use load_graph::StoredGraph;
