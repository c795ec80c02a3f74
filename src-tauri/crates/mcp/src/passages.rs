//! Text with the pages that it stands on.

use std::ops::Range;

use protocol::{Code, DocumentText, Failure, PageText, printed};

use crate::results::Passage;

/// The maximum number of characters that are read at once.
pub(crate) const MOST_CHARACTERS: u32 = 20_000;

/// The part of a document that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A page, from 1; of a document without pages, a chapter or part.
    Page(u32),
    /// Characters.
    Characters(Range<u32>),
}

impl Extent {
    /// Returns the part that a client means.
    pub fn of(page: Option<u32>, range: (Option<u32>, Option<u32>)) -> Result<Self, Failure> {
        match (page, range) {
            (Some(page), (None, None)) if page > 0 => Ok(Self::Page(page)),
            (None, (Some(start), Some(end))) if start < end => Ok(Self::Characters(start..end)),
            _ => {
                let message =
                    "Name either a page, from 1, or the characters from `start` to `end`.";
                Err(Failure::new(Code::BadRequest, message))
            }
        }
    }

    /// Returns the first page to read and their number.
    pub fn pages(&self) -> (u32, u32) {
        match self {
            Self::Page(page) => (*page, 1),
            Self::Characters(_) => (1, u32::MAX),
        }
    }

    /// Returns its characters in what was read.
    ///
    /// # Errors
    ///
    /// If the document has no such page or characters.
    pub fn characters(&self, text: &DocumentText) -> Result<Range<u32>, Failure> {
        let (Some(first), Some(last)) = (text.pages.first(), text.pages.last()) else {
            return Err(beyond(text));
        };
        let range = match self {
            Self::Page(_) => first.start..last.end,
            Self::Characters(range) => range.start..range.end.min(last.end),
        };
        if range.is_empty() { Err(beyond(text)) } else { Ok(range) }
    }
}

fn beyond(text: &DocumentText) -> Failure {
    let message = format!("Document {} does not go that far.", text.id);
    Failure::new(Code::BadRequest, message)
}

/// Returns the text in a range, page by page.
pub(crate) fn passages(text: &DocumentText, range: &Range<u32>) -> Vec<Passage> {
    let overlap = |page: &PageText| {
        let start = page.start.max(range.start);
        let end = page.end.min(range.end);
        (start < end).then(|| Passage {
            page: text.paged.then_some(page.number),
            label: printed(&page.label, page.number).map(str::to_owned),
            start,
            end,
            text: (page.text.chars())
                .skip((start - page.start) as usize)
                .take((end - start) as usize)
                .collect(),
        })
    };
    text.pages.iter().filter_map(overlap).collect()
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use super::*;

    fn text() -> DocumentText {
        let page = |number, start, text: &str| PageText {
            number,
            label: if number == 1 { "i".into() } else { number.to_string() },
            start,
            end: start + text.chars().count() as u32,
            text: text.into(),
            size: None,
            marks: Vec::new(),
        };
        DocumentText {
            id: DocumentId(1),
            title: "Emma".into(),
            language: None,
            paged: true,
            pages_total: 2,
            pages: vec![page(1, 0, "Ümläut. "), page(2, 8, "Second.")],
            outline: Vec::new(),
        }
    }

    #[test]
    fn a_range_is_cut_at_its_pages() {
        let (extent, text) = (Extent::of(None, (Some(5), Some(99))).unwrap(), text());
        let range = extent.characters(&text).unwrap();
        assert_eq!(range, 5..15);
        let found = passages(&text, &range);
        let parts: Vec<_> = found.iter().map(|part| (part.page, part.text.as_str())).collect();
        assert_eq!(parts, [(Some(1), "t. "), (Some(2), "Second.")]);
        assert_eq!((found[0].label.as_deref(), found[1].label.as_deref()), (Some("i"), None));
    }

    #[test]
    fn a_part_is_named_in_one_way() {
        assert_eq!(Extent::of(Some(2), (None, None)), Ok(Extent::Page(2)));
        for (page, range) in [
            (None, (None, None)),
            (Some(0), (None, None)),
            (Some(1), (Some(1), Some(2))),
            (None, (Some(3), Some(3))),
            (None, (Some(3), None)),
        ] {
            assert!(Extent::of(page, range).is_err(), "{page:?} {range:?}");
        }
        let far = Extent::of(None, (Some(15), Some(20))).unwrap();
        assert!(far.characters(&text()).is_err());
    }
}
