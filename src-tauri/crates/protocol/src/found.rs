use serde::{Deserialize, Serialize};

use crate::DocumentId;
use crate::place::cited_page;

/// What was found of words that were looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Titles and pages that have them, the best first.
    pub hits: Vec<Hit>,
    /// Whether there are more than were asked for.
    pub more: bool,
}

/// A title or a page that has the words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// The document.
    pub document: DocumentId,
    /// Its title, or its file's name.
    pub title: String,
    /// Where in its text; none where it is the title or the author that has them.
    pub passage: Option<Excerpt>,
}

/// A piece of a document's text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Excerpt {
    /// The page, from 1; none where the document has no pages of its own.
    pub page: Option<u32>,
    /// What is printed on it as its number, where that is not its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// First character in the document's plain text, in Unicode scalar values.
    pub start: u32,
    /// The character after the last.
    pub end: u32,
    /// Equal to that range of the text.
    pub text: String,
    /// What in it was looked for: each time its first character and the one after its last.
    pub found: Vec<(u32, u32)>,
}

impl Excerpt {
    /// Its page as people cite it; none where the document has no pages of its own.
    pub fn cited_page(&self) -> Option<String> {
        cited_page(self.page, self.label.as_deref())
    }
}
