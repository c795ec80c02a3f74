use serde::{Deserialize, Serialize};

use crate::DocumentId;
use crate::place::cited_page;

/// The result of a word search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordSearchResult {
    /// Titles and pages that contain the words, the best first.
    pub hits: Vec<Hit>,
    /// Whether there are more than requested.
    pub more: bool,
}

/// A title or a page that contains the words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// The document.
    pub document: DocumentId,
    /// Its title, or its file's name.
    pub title: String,
    /// The place in its text; `None` if the title or the author contains the words.
    pub passage: Option<Excerpt>,
}

/// A piece of a document's text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Excerpt {
    /// The page, from 1; `None` if the document has no pages of its own.
    pub page: Option<u32>,
    /// The printed page number, if it differs from the page's position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// First character in the document's plain text, in Unicode scalar values.
    pub start: u32,
    /// The character after the last.
    pub end: u32,
    /// Equal to that range of the text.
    pub text: String,
    /// The matches: each one's first character and the one after its last.
    pub found: Vec<(u32, u32)>,
}

impl Excerpt {
    /// Returns its page as cited; `None` if the document has no pages of its own.
    pub fn cited_page(&self) -> Option<String> {
        cited_page(self.page, self.label.as_deref())
    }
}
