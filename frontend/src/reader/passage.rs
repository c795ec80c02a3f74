//! Passages of a document that are marked in its text.

use protocol::{Answer, DocumentText, Evidence, Place, Rect};

/// The number of characters of a passage to quote.
pub const QUOTED: usize = 160;

/// A marked range of the document's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HighlightedPassage {
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// The first character of the quotation from it, and the one after the last.
    pub quoted: Option<(u32, u32)>,
}

impl HighlightedPassage {
    /// A passage on which an answer rests, with its quotation. If the text has changed since, the
    /// quotation is the current text there.
    pub fn cited(answer: &Answer, evidence: &Evidence) -> Self {
        let quote = answer.quote(evidence, QUOTED);
        let start = evidence.start + quote.start as u32;
        let quoted = (start, start + quote.text.chars().count() as u32);
        let quoted = (!evidence.changed).then_some(quoted);
        Self { start: evidence.start, end: evidence.end, quoted }
    }
}

impl From<&Place> for HighlightedPassage {
    fn from(place: &Place) -> Self {
        Self { start: place.start, end: place.end, quoted: None }
    }
}

/// A marked rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marked {
    /// Its position and size.
    pub rect: Rect,
    /// Whether it contains the quotation.
    pub quoted: bool,
}

/// The page, from 0, with a character. Text between two pages belongs to the second one.
pub fn page_at(text: &DocumentText, character: u32) -> usize {
    let page = text.pages.partition_point(|page| page.end <= character);
    page.min(text.pages.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{page, text};

    #[test]
    fn every_character_has_its_page() {
        let text = text(vec![page(1, 0, 10), page(2, 12, 12), page(3, 14, 20)], true);
        for (character, expected) in [(0, 0), (9, 0), (10, 1), (12, 2), (14, 2), (19, 2), (99, 2)] {
            assert_eq!(page_at(&text, character), expected, "character {character}");
        }
    }
}
