use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::DocumentId;

/// A rectangle on a page, in points (1/72 inch) from the top left corner of the page as shown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// The page, from 1.
    pub page: u32,
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A place in a document: made once, by `documents`, and carried to the screen unchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The document.
    pub document: DocumentId,
    /// The page on which it begins, from 1; `None` if the document has no pages of its own.
    pub page: Option<u32>,
    /// Its first character in the document's plain text, counted in Unicode scalar values.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Its rectangles on the pages, one per line; empty if there are no pages.
    pub rects: Vec<Rect>,
}

/// A further page of a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its first character in the document's plain text, counted in Unicode scalar values.
    pub start: u32,
    /// The page, from 1.
    pub page: u32,
    /// The printed page number, if it differs from the page's position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl Turn {
    /// Returns the page with this label, if it begins within a range.
    pub fn within(range: &Range<u32>, start: u32, page: u32, label: &str) -> Option<Self> {
        let label = printed(label, page).map(str::to_owned);
        (range.start < start && start < range.end).then_some(Self { start, page, label })
    }
}

/// Returns the printed number of a page, if it differs from the page's position, from 1.
pub fn printed(label: &str, number: u32) -> Option<&str> {
    let label = label.trim();
    (!label.is_empty() && label != number.to_string()).then_some(label)
}

/// Returns a page as cited: its printed number, or else its position.
pub(crate) fn cited_page(number: Option<u32>, label: Option<&str>) -> Option<String> {
    number.map(|number| label.map_or_else(|| number.to_string(), str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cited_by_what_is_printed_on_it() {
        for (label, number, expected) in [
            ("i", 1, "i"),
            ("ii", 2, "ii"),
            ("1", 3, "1"),
            (" 2 ", 4, "2"),
            ("5", 5, "5"),
            (" ", 6, "6"),
        ] {
            let cited = cited_page(Some(number), printed(label, number));
            assert_eq!(cited.as_deref(), Some(expected), "{label:?}");
        }
        assert_eq!(printed("5", 5), None);
        assert_eq!(cited_page(None, Some("Two")), None);
    }
}
