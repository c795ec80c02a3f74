//! An entity: a person or thing that a text names.

use std::ops::Range;

use crate::kinds::NamedEntityKind;

/// A person or thing, with its names and mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEntity {
    /// The most frequent name in the text; of equally frequent ones the longest.
    pub name: String,
    /// The reader's name for it.
    pub renamed: Option<String>,
    /// All its names, in order of first occurrence in the text.
    pub names: Vec<String>,
    /// Its kind, where known.
    pub kind: Option<NamedEntityKind>,
    /// The byte ranges of its mentions in the text, in order.
    pub mentions: Vec<Range<usize>>,
}

impl NamedEntity {
    /// Returns the reader's name for it, or else the text's most frequent one.
    pub fn title(&self) -> &str {
        self.renamed.as_deref().unwrap_or(&self.name)
    }
}
