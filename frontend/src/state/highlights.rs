use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Answer, DocumentId, DocumentText, Evidence, Heading, Outcome, Place, Rect, Request,
};

use super::App;
use crate::ipc;

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

impl App {
    /// Marks a passage of a document, which is opened if necessary, and brings it into view. Only
    /// an answer leads from one document to another.
    pub fn show_passage(self, document: DocumentId, passage: HighlightedPassage) {
        if !self.follow_from_answer(document) {
            return;
        }
        self.reading.passage.set(Some(passage));
        // The text is laid out again for its marks, which clears any selection.
        self.reading.selected.set(None);
        self.turn_to_text();
        self.bring_into_view(document, passage);
    }

    /// Turns to a marked passage of the open document, and finds it on its page.
    pub(super) fn bring_into_view(self, document: DocumentId, passage: HighlightedPassage) {
        self.reveal(passage);
        self.find_marks(document, passage);
    }

    /// Marks a heading of the open document and brings it into view.
    pub fn show_heading(self, heading: &Heading) {
        if let Some(document) = self.reading.document.get_untracked() {
            let end = heading.start + heading.title.chars().count() as u32;
            self.show_passage(
                document,
                HighlightedPassage { start: heading.start, end, quoted: None },
            );
        }
    }

    /// Finds a passage on printed pages, and brings it into view.
    fn find_marks(self, document: DocumentId, passage: HighlightedPassage) {
        self.reading.marks.set(Vec::new());
        if !untrack(|| self.reading.is_paged()) {
            return;
        }
        let quoted = passage.quoted.unwrap_or((passage.start, passage.start));
        let ranges = vec![(passage.start, passage.end), quoted];
        spawn_local(async move {
            let found = ipc::outcome(Request::Places { document, ranges }).await;
            if self.reading.passage.get_untracked() != Some(passage) {
                return;
            }
            match found {
                Ok(Outcome::Places(places)) => self.reading.marks.set(marks(&places)),
                Ok(_) => self.fail(&ipc::unexpected()),
                Err(failure) => self.fail(&failure),
            }
            self.reading.reveal.update(|times| *times += 1);
        });
    }

    /// Turns to a passage. If the text is still being read, this happens once it is there.
    fn reveal(self, passage: HighlightedPassage) {
        let first = passage.quoted.map_or(passage.start, |(start, _)| start);
        let page =
            self.reading.text.with_untracked(|text| text.as_ref().map(|text| page_at(text, first)));
        if let Some(page) = page {
            self.reading.page.set(page);
        }
        self.reading.reveal.update(|times| *times += 1);
    }
}

/// The rectangles of a passage, followed by those of its quotation.
fn marks(places: &[Place]) -> Vec<Marked> {
    let marked = |(place, quoted): (&Place, bool)| -> Vec<Marked> {
        place.rects.iter().map(|&rect| Marked { rect, quoted }).collect()
    };
    places.iter().zip([false, true]).flat_map(marked).collect()
}

/// The page, from 0, with a character. Text between two pages belongs to the second one.
pub(super) fn page_at(text: &DocumentText, character: u32) -> usize {
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
