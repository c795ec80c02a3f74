//! Messages about the text.

use crate::app::strings as app_strings;
use crate::i18n::messages;

messages! {
    "reader"
    look_page;
    look;
    smaller;
    larger;
    fit;
    usual_size;
    two_pages;
    no_picture;
    no_picture_hint;
    pages_locked;
    described_page(label: &str, text: &str);
    nothing_open;
    nothing_open_hint;
    document_gone;
    page_name;
    page_previous;
    page_next;
    page_passage_goes_on;
    page_passage_began;
    page_empty;
    part_name;
    part_previous;
    part_next;
    part_passage_goes_on;
    part_passage_began;
    part_empty;
    /// Follows the number of the current piece.
    of_pages(total: u32);
    /// Follows the printed number of the current page, if that is not its position.
    page_of_pages(page: u32, total: u32);
    find_here;
    find_previous;
    find_next;
    no_place;
    numbered_place(nth: usize, all: usize);
    /// The headings of the document.
    outline;
    selection;
    ask_about;
    resting_on_selection;
    look_up_name;
    about_selected(selected: &str);
    /// Asks whether to open an address.
    visit_page;
    visit_mail;
    visit_site(place: &str);
    visit_recipient(place: &str);
    cancel;
}

/// The text alternative of a page's picture.
pub fn page_picture(label: &str) -> String {
    described_page(label, app_strings::text())
}

/// The texts about the pieces in which a document is read.
#[derive(Clone, Copy)]
pub struct PageUnitTexts {
    /// What a piece is called.
    pub name: &'static str,
    /// Leads to the piece before.
    pub previous: &'static str,
    /// Leads to the piece after.
    pub next: &'static str,
    /// Says that the marked passage continues on the next piece.
    pub passage_goes_on: &'static str,
    /// Says that it began on the piece before.
    pub passage_began: &'static str,
    /// Says that a piece has no text.
    pub empty: &'static str,
}

/// Pages, if the document has its own; otherwise parts.
pub fn pieces(paged: bool) -> PageUnitTexts {
    if paged {
        PageUnitTexts {
            name: page_name(),
            previous: page_previous(),
            next: page_next(),
            passage_goes_on: page_passage_goes_on(),
            passage_began: page_passage_began(),
            empty: page_empty(),
        }
    } else {
        PageUnitTexts {
            name: part_name(),
            previous: part_previous(),
            next: part_next(),
            passage_goes_on: part_passage_goes_on(),
            passage_began: part_passage_began(),
            empty: part_empty(),
        }
    }
}

/// Which of the places found is shown.
pub fn place_of(at: usize, all: usize) -> String {
    match all {
        0 => no_place().to_owned(),
        _ => numbered_place(at + 1, all),
    }
}

/// The beginning of a question about words of the text.
pub fn about(selected: &str) -> String {
    about_selected(&selected.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_can_begin_with_words_of_the_text() {
        assert_eq!(about(" the silver\n oar"), "“the silver oar”: ");
    }
}
