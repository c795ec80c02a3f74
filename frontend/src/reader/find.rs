//! Finding words in the text of the open document.

use std::ops::Range;

use protocol::DocumentText;

/// The maximum number of places to find.
const MOST: usize = 10_000;

/// Returns the character ranges of the document where the words stand, in any case and with any
/// white space between them.
pub fn places(text: &DocumentText, words: &str) -> Vec<Range<u32>> {
    let wanted = folded(words.trim());
    if wanted.is_empty() {
        return Vec::new();
    }
    let pages = text.pages.iter().flat_map(|page| {
        let page_text = folded(&page.text);
        let length = wanted.len();
        let fits = |at: &usize| page_text[*at..].starts_with(&wanted);
        let found: Vec<u32> = (0..page_text.len()).filter(fits).map(|at| at as u32).collect();
        found.into_iter().map(move |at| page.start + at..page.start + at + length as u32)
    });
    pages.take(MOST).collect()
}

/// Maps characters that mean the same here to equal ones, and keeps their number.
fn folded(text: &str) -> Vec<char> {
    let fold = |character: char| match character {
        _ if character.is_whitespace() => ' ',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        _ => character.to_lowercase().next().unwrap_or(character),
    };
    text.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, PageText};

    use super::*;

    fn document(pages: &[&str]) -> DocumentText {
        let mut start = 0;
        let page = |(index, text): (usize, &&str)| {
            let end = start + text.chars().count() as u32;
            let page = PageText {
                number: index as u32 + 1,
                label: String::new(),
                start,
                end,
                text: (*text).to_owned(),
                size: None,
                marks: Vec::new(),
            };
            start = end;
            page
        };
        let pages = pages.iter().enumerate().map(page).collect();
        DocumentText {
            id: DocumentId(1),
            title: String::new(),
            language: None,
            paged: true,
            pages_total: 2,
            pages,
            outline: Vec::new(),
        }
    }

    #[test]
    fn words_are_found_on_every_page_by_the_documents_characters() {
        let text = document(&["Süß war der Tee. ", "TEE\nund noch ein tee"]);
        let found = |words| -> Vec<(u32, u32)> {
            places(&text, words).into_iter().map(|place| (place.start, place.end)).collect()
        };
        assert_eq!(found("tee"), [(12, 15), (17, 20), (34, 37)]);
        assert_eq!(found(" tee und "), [(17, 24)]);
        assert_eq!(found("süß"), [(0, 3)]);
        assert!(found("  ").is_empty() && found("coffee").is_empty());
    }
}
