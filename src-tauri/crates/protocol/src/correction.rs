//! A reader's corrections to the names of a document.

use serde::{Deserialize, Serialize};

use crate::{CorrectionId, EntityKind};

/// A reader's statement about names, which overrides the text and the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "correction")]
pub enum NameCorrection {
    /// Two names mean the same, including all other names of both.
    Merge {
        /// The first name.
        name: String,
        /// The second name.
        other: String,
    },
    /// A name does not mean the same as the other names with which it is listed.
    Split {
        /// The name.
        name: String,
    },
    /// The title of the entity with a name.
    Rename {
        /// The name.
        name: String,
        /// The title, which need not occur in the text.
        title: String,
    },
    /// The kind of the entity with a name.
    SetKind {
        /// The name.
        name: String,
        /// Its kind.
        kind: EntityKind,
    },
    /// The words are no name.
    Discard {
        /// The words that were mistaken for a name.
        name: String,
    },
}

impl NameCorrection {
    /// Returns the names of the text that it concerns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let (name, other) = match self {
            Self::Merge { name, other } => (name, Some(other)),
            Self::Split { name }
            | Self::Rename { name, .. }
            | Self::SetKind { name, .. }
            | Self::Discard { name } => (name, None),
        };
        std::iter::once(name).chain(other).map(String::as_str)
    }
}

/// A stored correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Its number.
    pub id: CorrectionId,
    /// The correction itself.
    #[serde(flatten)]
    pub what: NameCorrection,
}
