//! The text.

use crate::format::count;

pub const PAGE: &str = "Page";
pub const LOOK: &str = "How the page is shown";
pub const SMALLER: &str = "Smaller (−)";
pub const LARGER: &str = "Larger (+)";
pub const FIT: &str = "As wide as there is room (0)";
pub const NO_PICTURE: &str = "A page cannot be shown as it looks";
pub const NO_PICTURE_HINT: &str =
    "Its text is shown instead. Pages of protected files are always shown as text.";

/// What stands in the place of a page's picture for those who cannot see it.
pub fn page_picture(label: &str) -> String {
    format!("Page {label} as it looks; its words are under “Text”")
}

pub const NOTHING_OPEN: &str = "Nothing is open.";
pub const NOTHING_OPEN_HINT: &str = "Choose a document on the left, or add one.";
pub const DOCUMENT_GONE: &str =
    "The document that this leads to is no longer in the library. Add its file again to read it.";

/// What there is to say of the pieces that a document is read in.
pub struct Pieces {
    pub name: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub passage_goes_on: &'static str,
    pub passage_began: &'static str,
    pub empty: &'static str,
}

const PAGES: Pieces = Pieces {
    name: "Page",
    previous: "Previous page",
    next: "Next page",
    passage_goes_on: "The passage goes on: next page",
    passage_began: "The passage begins on the page before",
    empty: "There is no text on this page.",
};

const PARTS: Pieces = Pieces {
    name: "Part",
    previous: "Previous part",
    next: "Next part",
    passage_goes_on: "The passage goes on: next part",
    passage_began: "The passage begins in the part before",
    empty: "There is no text in this part.",
};

/// Pages, where a document has its own; otherwise parts.
pub fn pieces(paged: bool) -> &'static Pieces {
    if paged { &PAGES } else { &PARTS }
}

/// After the number of the piece shown.
pub fn of_pages(total: u32) -> String {
    format!("of {}", count(total.into()))
}

pub const FIND_HERE: &str = "Find in the document";
pub const FIND_PREVIOUS: &str = "Previous place (Shift Enter)";
pub const FIND_NEXT: &str = "Next place (Enter)";

/// Which of the places found is shown.
pub fn place_of(at: usize, all: usize) -> String {
    match all {
        0 => "not found".to_owned(),
        _ => format!("{} of {}", count(at as u64 + 1), count(all as u64)),
    }
}

pub const SELECTION: &str = "The selected words";
pub const ASK_ABOUT: &str = "Ask about this";
pub const RESTING_ON_SELECTION: &str = "Points that rest on this";

/// The beginning of a question about words of the text.
pub fn about(selected: &str) -> String {
    format!("“{}”: ", selected.split_whitespace().collect::<Vec<_>>().join(" "))
}
