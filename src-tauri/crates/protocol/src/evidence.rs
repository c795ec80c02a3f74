//! The passages that an answer rests on.

use serde::{Deserialize, Serialize};

use crate::place::cited_page;
use crate::{DocumentId, NodeId, Quote, Turn};

/// A passage that the answer rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The document.
    pub document: DocumentId,
    /// The chunk's node.
    pub chunk: NodeId,
    /// Its evidence weight (docs/method.md, "Answer and evidence").
    pub weight: f64,
    /// The visited node through which most of the weight came.
    pub node: NodeId,
    /// The page on which it begins, from 1; null if the document has no pages of its own.
    pub page: Option<u32>,
    /// The printed page number, if it differs from the page's position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The pages that begin within it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// First character in the document's plain text, in Unicode scalar values.
    pub start: u32,
    /// The character after the last.
    pub end: u32,
    /// The passage: equal to that range of the text, unless the text has changed since.
    pub text: String,
    /// Whether the document's text has changed there since: then `text` is the old text, and the
    /// range is what replaced it.
    #[serde(default)]
    pub changed: bool,
}

impl Evidence {
    /// Returns its page as cited; `None` if the document has no pages of its own.
    pub fn cited_page(&self) -> Option<String> {
        cited_page(self.page, self.label.as_deref())
    }

    /// Returns the page on which a quote from it begins, as cited.
    pub fn page_of(&self, quote: &Quote<'_>) -> Option<String> {
        let start =
            u32::try_from(quote.start).map_or(u32::MAX, |start| start.saturating_add(self.start));
        // The old text may have stood elsewhere.
        let turned = self.turns.iter().rfind(|turn| turn.start <= start && !self.changed);
        match turned {
            Some(turn) => cited_page(Some(turn.page), turn.label.as_deref()),
            None => self.cited_page(),
        }
    }
}
