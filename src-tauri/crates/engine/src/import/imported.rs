//! The outcome of an import.

use protocol::{DocumentId, Failure};

/// A document in the library.
pub(crate) struct Imported {
    /// Its number.
    pub document: DocumentId,
    /// The scanned pages just left without text.
    pub unread: Vec<u32>,
    /// The reason, if they were to be recognised.
    pub unrecognised: Option<Failure>,
    /// Parts of the file that could not be read.
    pub damaged: Vec<String>,
}

impl Imported {
    /// A document of which nothing was read now.
    pub fn known(document: DocumentId) -> Self {
        Self { document, unread: Vec::new(), unrecognised: None, damaged: Vec::new() }
    }
}
