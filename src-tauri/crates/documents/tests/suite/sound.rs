//! Requirements on every document, and the tests' options to find PDFium.

use documents::places::{self, slice};
use documents::{Document, ReadOptions};

/// Returns options that look for PDFium in `PECAN_MODELS`.
pub fn pdfium() -> ReadOptions {
    let folder = std::env::var_os("PECAN_MODELS").unwrap_or_default();
    ReadOptions::with_pdfium(vec![folder.into()])
}

/// Returns options that find PDFium in `PECAN_MODELS`; if it is not there, prints so and returns
/// `None`.
pub fn with_pdfium(test: &str) -> Option<ReadOptions> {
    let options = pdfium();
    match documents::find_pdfium(&options) {
        Ok(_) => Some(options),
        Err(error) => {
            println!("{test}: skipped. {error}");
            None
        }
    }
}

/// Panics unless the document keeps all its promises.
pub fn assert_sound(document: &Document) {
    let characters: Vec<char> = document.text.chars().collect();
    let odd = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
    assert!(!characters.iter().any(odd), "control characters in the text");
    assert!(!document.title.is_empty() || document.text.is_empty());
    let mut end = 0;
    for (nth, page) in document.pages.iter().enumerate() {
        assert_eq!(page.number as usize, nth + 1);
        assert_eq!(page.start, end, "page {} does not begin where the last ended", page.number);
        assert!(page.end >= page.start && !page.label.is_empty());
        assert!(page.size.is_some() || page.words.is_empty(), "words without a page");
        assert_words(page, &characters);
        end = page.end;
    }
    assert_eq!(end as usize, characters.len(), "the pages do not cover the text");
    assert_places(document, end);
}

fn assert_words(page: &protocol::DocumentPage, characters: &[char]) {
    let mut end = page.start;
    for word in &page.words {
        assert!(word.start >= end && word.end > word.start && word.end <= page.end);
        let text = &characters[word.start as usize..word.end as usize];
        assert!(!text.iter().any(|c| c.is_whitespace()), "white space in a word");
        let rect = word.rect;
        assert_eq!(rect.page, page.number);
        assert!(rect.width > 0.0 && rect.height > 0.0, "{rect:?}");
        assert!([rect.x, rect.y, rect.width, rect.height].iter().all(|n| n.is_finite()));
        end = word.end;
    }
}

fn assert_places(document: &Document, length: u32) {
    for step in 0..8 {
        let start = length * step / 8;
        let end = (start + 40).min(length);
        let expected: String =
            document.text.chars().skip(start as usize).take((end - start) as usize).collect();
        assert_eq!(slice(&document.text, start..end), expected);
        let page = places::page_at(&document.pages, start).expect("a page for each character");
        assert!(page.start <= start && start < page.end);
        for rect in places::rects(&document.pages, start..end) {
            assert!(document.paged && rect.page >= page.number);
        }
    }
}
