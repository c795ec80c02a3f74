//! Printed numbers of pages.

use protocol::{DocumentText, PageText, printed};

/// The page, from 0, with this printed number, or else at this position; a part at this position,
/// or else with this heading.
pub fn page_named(text: &DocumentText, typed: &str) -> Option<usize> {
    let typed = typed.trim().to_lowercase();
    let is_meant = |page: &PageText| !typed.is_empty() && page.label.trim().to_lowercase() == typed;
    let named = text.pages.iter().position(is_meant);
    let numbered = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let numbered = numbered.filter(|&page| page < text.pages.len());
    if text.paged { named.or(numbered) } else { numbered.or(named) }
}

/// The citation of a page, by its position from 1; a part has only its position.
pub fn page_cited(text: &DocumentText, number: u32) -> String {
    let page = text.pages.get((number as usize).saturating_sub(1)).filter(|_| text.paged);
    let label = page.and_then(|page| printed(&page.label, number));
    label.map_or_else(|| number.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use super::*;
    use crate::fixtures::page;

    #[test]
    fn pages_are_turned_to_by_their_numbers_and_by_what_is_printed_on_them() {
        let text = labelled(["xi", " xii", "", "212"], true);
        for (typed, expected) in [
            (" 2 ", Some(1)),
            ("4", Some(3)),
            ("XII", Some(1)),
            ("212", Some(3)),
            ("0", None),
            ("9999", None),
            ("abc", None),
            ("", None),
        ] {
            assert_eq!(page_named(&text, typed), expected, "{typed}");
        }
    }

    #[test]
    fn what_is_printed_on_a_page_goes_before_its_place() {
        let labels = ["i", "ii", "1", "2"];
        for (typed, page, part) in [
            ("i", Some(0), Some(0)),
            ("1", Some(2), Some(0)),
            ("2", Some(3), Some(1)),
            ("3", Some(2), Some(2)),
            ("5", None, None),
        ] {
            assert_eq!(page_named(&labelled(labels, true), typed), page, "page {typed}");
            assert_eq!(page_named(&labelled(labels, false), typed), part, "part {typed}");
        }
        let cited = |paged| [1, 3, 4, 9].map(|page| page_cited(&labelled(labels, paged), page));
        assert_eq!(cited(true), ["i", "1", "2", "9"]);
        assert_eq!(cited(false), ["1", "3", "4", "9"]);
    }

    fn labelled(labels: [&str; 4], paged: bool) -> DocumentText {
        let labelled = |label: &str| PageText { label: label.to_owned(), ..page(1, 0, 0) };
        DocumentText {
            id: DocumentId(1),
            title: String::new(),
            language: None,
            paged,
            pages_total: 4,
            pages: labels.map(labelled).into(),
            outline: Vec::new(),
        }
    }
}
