//! Converts pages and headings between the library's rows and the types of `documents`.

use documents::PageWord;
use protocol::{Heading, Rect};

/// Returns a stored page in the form that `documents` made.
pub(crate) fn page(stored: library::Page) -> documents::DocumentPage {
    let number = stored.number;
    let word = |word: &library::Word| PageWord {
        start: word.start,
        end: word.end,
        rect: Rect { page: number, x: word.x, y: word.y, width: word.width, height: word.height },
    };
    documents::DocumentPage {
        number,
        label: stored.label,
        start: stored.start,
        end: stored.end,
        size: stored.size,
        words: stored.words.iter().map(word).collect(),
    }
}

/// A heading as the library stores it.
pub(crate) fn stored_heading(heading: &documents::DocumentHeading) -> Heading {
    Heading { level: heading.level, title: heading.title.clone(), start: heading.start }
}

/// A page as the library stores it.
pub(crate) fn stored_page(page: &documents::DocumentPage) -> library::Page {
    let word = |word: &PageWord| library::Word {
        start: word.start,
        end: word.end,
        x: word.rect.x,
        y: word.rect.y,
        width: word.rect.width,
        height: word.rect.height,
    };
    library::Page {
        number: page.number,
        label: page.label.clone(),
        start: page.start,
        end: page.end,
        size: page.size,
        words: page.words.iter().map(word).collect(),
    }
}
