//! Operations that span tables. Each of them happens in one transaction.

mod add_document;
mod check_imported;
mod export_documents;
mod finish_graph;
mod import_documents;
mod load_graph;
mod match_known;
mod page_texts;
mod remove_document;
mod replace_document;

pub use add_document::Beside;
pub use check_imported::GraphCheck;
pub use import_documents::ImportedRows;
pub use load_graph::StoredGraph;
