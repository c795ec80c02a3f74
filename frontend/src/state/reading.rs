use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Answer, DocumentId, DocumentText, Evidence, Outcome, Place, Request};

use super::{Desk, View};
use crate::ipc;

/// A range of the document's text that is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// The first character of what is quoted from it, and the one after the last.
    pub quoted: Option<(u32, u32)>,
}

impl Passage {
    /// A passage that an answer rests on, with what is quoted from it in so many characters; of one
    /// that has changed since, what stands there now.
    pub fn cited(answer: &Answer, evidence: &Evidence, most: usize) -> Self {
        let quote = answer.quote(evidence, most);
        let start = evidence.start + quote.start as u32;
        let quoted = (start, start + quote.text.chars().count() as u32);
        let quoted = (!evidence.changed).then_some(quoted);
        Self { start: evidence.start, end: evidence.end, quoted }
    }
}

impl From<&Place> for Passage {
    fn from(place: &Place) -> Self {
        Self { start: place.start, end: place.end, quoted: None }
    }
}

/// The open document's text.
#[derive(Clone, Copy)]
pub struct Reading {
    /// The open document.
    pub document: RwSignal<Option<DocumentId>>,
    /// Its text; none while it is being read.
    pub text: RwSignal<Option<Arc<DocumentText>>>,
    /// The page shown, from 0.
    pub page: RwSignal<usize>,
    /// What is marked.
    pub passage: RwSignal<Option<Passage>>,
    /// Grows whenever the mark is to be brought into view.
    pub reveal: RwSignal<u32>,
}

impl Reading {
    pub(super) fn new() -> Self {
        Self {
            document: RwSignal::default(),
            text: RwSignal::default(),
            page: RwSignal::default(),
            passage: RwSignal::default(),
            reveal: RwSignal::default(),
        }
    }

    pub(super) fn clear(self, document: Option<DocumentId>) {
        self.document.set(document);
        self.text.set(None);
        self.page.set(0);
        self.passage.set(None);
    }

    /// Turns to a page, from 0; beyond the last one nothing happens.
    pub fn turn_to(self, page: usize) {
        let pages = self.text.with_untracked(|text| text.as_ref().map_or(0, |t| t.pages.len()));
        if page < pages {
            self.page.set(page);
        }
    }

    /// Turns one page on or back.
    pub fn turn(self, forward: bool) {
        let page = self.page.get_untracked();
        let next = if forward { Some(page + 1) } else { page.checked_sub(1) };
        if let Some(next) = next {
            self.turn_to(next);
        }
    }
}

impl Desk {
    pub(super) fn load_text(self, document: DocumentId) {
        spawn_local(async move {
            let all = Request::Text { document, first: 1, count: u32::MAX };
            let text = ipc::outcome(all).await;
            if !self.is_open(document) {
                return;
            }
            match text {
                Ok(Outcome::Text(text)) => {
                    self.reading.text.set(Some(Arc::new(text)));
                    if let Some(passage) = self.reading.passage.get_untracked() {
                        self.reveal(passage);
                    }
                }
                Ok(_) => self.fail(&ipc::unexpected()),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Marks a passage of a document, which is opened if it is not, and brings it into view.
    pub fn show_passage(self, document: DocumentId, passage: Passage) {
        if !self.follow_to(document) {
            return;
        }
        self.reading.passage.set(Some(passage));
        if self.view.get_untracked() != View::Both {
            self.view.set(View::Text);
        }
        self.reveal(passage);
    }

    /// Turns to a passage. Where the text is still being read, this is done when it has come.
    fn reveal(self, passage: Passage) {
        let first = passage.quoted.map_or(passage.start, |(start, _)| start);
        let page =
            self.reading.text.with_untracked(|text| text.as_ref().map(|text| page_at(text, first)));
        if let Some(page) = page {
            self.reading.page.set(page);
        }
        self.reading.reveal.update(|times| *times += 1);
    }
}

/// The page, from 0, on which a character stands. What stands between two pages belongs to the
/// one that follows.
fn page_at(text: &DocumentText, character: u32) -> usize {
    let page = text.pages.partition_point(|page| page.end <= character);
    page.min(text.pages.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use protocol::PageText;

    use super::*;

    #[test]
    fn every_character_has_its_page() {
        let page = |number, start, end| PageText {
            number,
            label: String::new(),
            start,
            end,
            text: String::new(),
            size: None,
            marks: Vec::new(),
        };
        let pages = vec![page(1, 0, 10), page(2, 12, 12), page(3, 14, 20)];
        let text = DocumentText { id: 1, title: String::new(), paged: true, pages_total: 3, pages };
        for (character, expected) in [(0, 0), (9, 0), (10, 1), (12, 2), (14, 2), (19, 2), (99, 2)] {
            assert_eq!(page_at(&text, character), expected, "character {character}");
        }
    }
}
