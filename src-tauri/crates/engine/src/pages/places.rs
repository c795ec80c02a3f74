//! Places in a document: pages and rectangles of character ranges.

use std::ops::Range;

use library::Library;
use protocol::{DocumentId, DocumentPage, Evidence, Failure, NodeId, Place, Rect, Turn, printed};

/// An answer's data on a passage that it cites.
pub(crate) struct Cited {
    /// The chunk that contains it.
    pub chunk: NodeId,
    /// The visited node that led there.
    pub node: NodeId,
    /// How much the answer rests on it.
    pub weight: f64,
}

/// Finds the places of character ranges in a document.
pub(crate) struct PlaceFinder {
    document: DocumentId,
    paged: bool,
    pages: Vec<DocumentPage>,
}

impl PlaceFinder {
    /// Loads the places of a document in the library.
    pub(crate) fn of(library: &Library, document: DocumentId) -> Result<Self, Failure> {
        Self::within(library, document, 0..u32::MAX)
    }

    /// Loads the places of these characters of a document in the library: a long one has many pages.
    pub(crate) fn within(
        library: &Library,
        document: DocumentId,
        characters: Range<u32>,
    ) -> Result<Self, Failure> {
        let summary = library.document(document)?.summary;
        // Only printed pages have words with rectangles, and only their numbers are cited.
        let pages = if summary.paged { library.pages(document, characters)? } else { Vec::new() };
        Ok(Self { document, paged: summary.paged, pages })
    }

    /// Returns the place of a range of characters.
    pub(crate) fn place(&self, range: Range<u32>) -> Place {
        Place {
            document: self.document,
            page: self.page(&range).map(|page| page.number),
            start: range.start,
            end: range.end,
            rects: self.rects(range),
        }
    }

    /// Returns a passage of the text.
    pub(crate) fn passage(&self, range: Range<u32>, text: String, cited: Cited) -> Evidence {
        let page = self.page(&range);
        Evidence {
            document: self.document,
            chunk: cited.chunk,
            weight: cited.weight,
            node: cited.node,
            page: page.map(|page| page.number),
            label: page.and_then(|page| printed(&page.label, page.number)).map(str::to_owned),
            turns: self.turns(&range),
            start: range.start,
            end: range.end,
            text,
            changed: false,
        }
    }

    /// Returns the pages that begin within a range.
    pub(crate) fn turns(&self, range: &Range<u32>) -> Vec<Turn> {
        let pages = self.pages.iter().filter(|_| self.paged);
        pages.filter_map(|page| Turn::within(range, page.start, page.number, &page.label)).collect()
    }

    /// Returns the page on which a range begins.
    pub(crate) fn page(&self, range: &Range<u32>) -> Option<&DocumentPage> {
        if !self.paged {
            return None;
        }
        documents::places::page_at(&self.pages, range.start)
    }

    fn rects(&self, range: Range<u32>) -> Vec<Rect> {
        documents::places::rects(&self.pages, range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_its_page_by_number_and_by_what_is_printed_on_it() {
        let page = |(number, label): (u32, &str)| DocumentPage {
            number,
            label: label.to_owned(),
            start: 10 * (number - 1),
            end: 10 * number,
            size: None,
            words: Vec::new(),
        };
        let pages: Vec<_> = (1..).zip(["i", "ii", "1", "4"]).map(page).collect();
        let places = PlaceFinder { document: DocumentId(1), paged: true, pages: pages.clone() };
        let of = |places: &PlaceFinder, start: u32| {
            let page = places.page(&(start..start + 2))?;
            Some((page.number, printed(&page.label, page.number).map(str::to_owned)))
        };
        for (start, number, label) in
            [(0, 1, Some("i")), (19, 2, Some("ii")), (20, 3, Some("1")), (39, 4, None)]
        {
            assert_eq!(of(&places, start), Some((number, label.map(str::to_owned))));
            assert_eq!(places.place(start..start + 2).page, Some(number));
        }
        assert_eq!(of(&places, 40), None);
        let parts = PlaceFinder { document: DocumentId(1), paged: false, pages };
        assert_eq!(of(&parts, 0), None, "labels are headings there");
    }
}
