//! Lists of names, as answers to questions that ask for all of them.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, EntityId};

/// All names of which a text says what was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameList {
    /// The listed names, document by document, in the order of the text.
    pub names: Vec<ListedName>,
    /// The number of sentences searched: all that contain a name.
    pub sentences: u32,
    /// The number of pages that have no text, or whose text could not be read.
    pub pages_without_text: u32,
}

/// A listed name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedName {
    /// The document that contains it.
    pub document: DocumentId,
    /// Its number among the document's names.
    pub entity: EntityId,
    /// The name.
    pub name: String,
    /// The answer's passages that say it, from 0; three at most.
    pub passages: Vec<u32>,
}
