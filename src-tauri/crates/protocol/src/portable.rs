//! Documents in files that carry them to another library.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, DocumentState, Failure};

/// A file with documents for another library, as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortableFile {
    /// Its path.
    pub file: String,
    /// The number of documents.
    pub documents: u32,
    /// The number of their graphs.
    pub graphs: u32,
    /// The number of questions about them.
    pub questions: u32,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its content, in hexadecimal; the same content always has the same.
    pub sha256: String,
}

/// A document of an imported file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedDocument {
    /// Its number in this library.
    pub id: DocumentId,
    /// Its title, or its file's name.
    pub title: String,
    /// Its state now.
    pub state: DocumentState,
    /// Whether the library had it before.
    pub known: bool,
    /// The number of its graphs that are new.
    pub graphs: u32,
    /// The number of questions about it that are new.
    pub questions: u32,
}

/// The outcome for one file that was to be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ImportItem {
    /// All of it is in the library.
    Imported {
        /// The file as given.
        file: String,
        /// Its documents.
        documents: Vec<ImportedDocument>,
    },
    /// Nothing of it is in the library.
    Failed {
        /// The file as given.
        file: String,
        /// Why.
        error: Failure,
    },
}
