//! Files for other programs.

use serde::{Deserialize, Serialize};

/// The form of an exported answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportForm {
    /// Markdown, with a table.
    Markdown,
    /// An HTML page.
    Html,
    /// JSON, as `pecan history --question` prints it.
    Json,
}

/// The form of a document's exported names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityForm {
    /// A table for spreadsheets: a row for every sentence about a name.
    Csv,
    /// A graph of names that occur together.
    GraphMl,
    /// Linked data in the vocabulary of schema.org.
    JsonLd,
    /// A note for each name, with links between them.
    Markdown,
}

/// A file for other programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedFile {
    /// A suggested name: no path, and safe on every system.
    pub name: String,
    /// The content.
    pub text: String,
}
