//! Marking passages, and bringing them into view.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Heading, Hit, Outcome, Place, Request};

use crate::ipc;
use crate::reader::passage::{HighlightedPassage, Marked, page_at};
use crate::reader::store::ReaderStore;

impl ReaderStore {
    /// Marks a passage of a document, which is opened if necessary, and brings it into view. Only
    /// an answer leads from one document to another.
    pub fn show_passage(self, document: DocumentId, passage: HighlightedPassage) {
        if !self.navigation.follow_from_answer(document) {
            return;
        }
        self.passage.set(Some(passage));
        // The text is laid out again for its marks, which clears any selection.
        self.selected.set(None);
        self.layout.turn_to_text();
        self.bring_into_view(document, passage);
    }

    /// Turns to a marked passage of the open document, and finds it on its page.
    pub fn bring_into_view(self, document: DocumentId, passage: HighlightedPassage) {
        self.reveal(passage);
        self.find_marks(document, passage);
    }

    /// Opens a place that was found.
    pub fn show_hit(self, hit: &Hit) {
        if self.navigation.follow_to(hit.document)
            && let Some(passage) = &hit.passage
        {
            let (start, end) = (passage.start, passage.end);
            let quoted = passage.found.first().copied();
            self.show_passage(hit.document, HighlightedPassage { start, end, quoted });
        }
    }

    /// Marks a heading of the open document and brings it into view.
    pub fn show_heading(self, heading: &Heading) {
        if let Some(document) = self.document.get_untracked() {
            let end = heading.start + heading.title.chars().count() as u32;
            self.show_passage(
                document,
                HighlightedPassage { start: heading.start, end, quoted: None },
            );
        }
    }

    /// Finds a passage on printed pages, and brings it into view.
    fn find_marks(self, document: DocumentId, passage: HighlightedPassage) {
        self.marks.set(Vec::new());
        if !untrack(|| self.is_paged()) {
            return;
        }
        let quoted = passage.quoted.unwrap_or((passage.start, passage.start));
        let ranges = vec![(passage.start, passage.end), quoted];
        spawn_local(async move {
            let found = ipc::outcome(Request::Places { document, ranges }).await;
            if self.passage.get_untracked() != Some(passage) {
                return;
            }
            match found {
                Ok(Outcome::Places(places)) => self.marks.set(marks(&places)),
                Ok(_) => self.notices.fail(&ipc::unexpected()),
                Err(failure) => self.notices.fail(&failure),
            }
            self.reveal.update(|times| *times += 1);
        });
    }

    /// Turns to a passage. If the text is still being read, this happens once it is there.
    fn reveal(self, passage: HighlightedPassage) {
        let first = passage.quoted.map_or(passage.start, |(start, _)| start);
        let page = self.text.with_untracked(|text| text.as_ref().map(|text| page_at(text, first)));
        if let Some(page) = page {
            self.page.set(page);
        }
        self.reveal.update(|times| *times += 1);
    }
}

/// The rectangles of a passage, followed by those of its quotation.
fn marks(places: &[Place]) -> Vec<Marked> {
    let marked = |(place, quoted): (&Place, bool)| -> Vec<Marked> {
        place.rects.iter().map(|&rect| Marked { rect, quoted }).collect()
    };
    places.iter().zip([false, true]).flat_map(marked).collect()
}
