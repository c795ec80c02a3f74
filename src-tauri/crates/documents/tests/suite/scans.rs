//! Pages that are pictures of text, recognised with Tesseract if it is installed.

use std::time::Instant;

use documents::ocr::{RecognisedPage, Tesseract};
use documents::places::slice;
use documents::{Document, Error, PdfPages, ReadOptions, read};

use crate::corpus::{corpus, files};
use crate::made::{Leaf, Sheet, leaves, pdf};
use crate::pixels::Pixels;
use crate::sound::{assert_sound, with_pdfium};

const LINES: [&str; 11] = [
    "The harbour lay still under the first light of the morning,",
    "and nobody but the old keeper saw the boat come in. It had",
    "no name on its bow; its sails were patched with grey can-",
    "vas, and the man at the rudder did not look up at the tower.",
    "   Three days later the letter came. It was short, written in",
    "haste, and signed with a single initial: M. The keeper read",
    "it twice, folded it, and put it into the tin box under the",
    "stairs, where his father had kept the keys of the lighthouse.",
    "   Nobody in the village asked him about it. They had learned",
    "long ago that he answered questions only when he wanted to,",
    "and that winter he did not want to answer anything at all.",
];

/// The text of the lines.
fn text() -> String {
    LINES.join("\n").replace("can-\n", "can").replace("\n   ", "\n\n").replace("s,\n", "s, ")
}

/// A sheet of 420 by 300 points with the lines.
fn sheet() -> Sheet {
    let texts = LINES.iter().enumerate().map(|(nth, line)| {
        let indent = if line.starts_with(' ') { 15.0 } else { 0.0 };
        (40.0 + indent, 260.0 - 15.0 * nth as f32, 12.0, line.trim().as_bytes().to_vec())
    });
    Sheet { size: (420.0, 300.0), texts: texts.collect(), ..Sheet::of_lines(&[]) }
}

/// Draws a page of a PDF as a scanner sees it.
fn scan(file: &[u8], options: &ReadOptions) -> Pixels {
    let pages = PdfPages::open(file, options).expect("a file made here");
    Pixels::decode(&pages.scan(1).expect("a page"))
}

fn with_tesseract(test: &str) -> Option<Tesseract> {
    let found = Tesseract::find(&[], &["eng".to_owned()]);
    if let Err(error) = &found {
        println!("{test}: skipped. {error}");
    }
    found.ok()
}

fn recognise(tesseract: &Tesseract, pages: &PdfPages, page: u32) -> RecognisedPage {
    let picture = pages.scan(page).expect("a picture");
    let seen = tesseract.recognise(&picture, &mut || false).expect("a recognised page");
    seen.expect("no one stopped it")
}

/// Reads a file once, and again with its scanned pages recognised.
fn read_all(file: &[u8], tesseract: &Tesseract, options: &ReadOptions) -> Result<Document, Error> {
    let unread = match read(file, "x.pdf", options) {
        Ok(document) => document.unread,
        Err(Error::Scanned { pages }) => pages,
        Err(error) => return Err(error),
    };
    let pages = PdfPages::open(file, options)?;
    let mut options = options.clone();
    options.recognised =
        unread.iter().map(|page| (*page, recognise(tesseract, &pages, *page))).collect();
    read(file, "x.pdf", &options)
}

/// Returns how many of the expected words a text contains, in their order, and their total.
fn words_in_common(expected: &str, found: &str) -> (usize, usize) {
    let [expected, found] =
        [expected, found].map(|text| text.split_whitespace().collect::<Vec<_>>());
    let mut best = vec![0; found.len() + 1];
    for word in &expected {
        let mut before = 0;
        for (nth, other) in found.iter().enumerate() {
            let above = best[nth + 1];
            best[nth + 1] = if word == other { before + 1 } else { above.max(best[nth]) };
            before = above;
        }
    }
    (best[found.len()], expected.len())
}

#[test]
fn scanned_pages_are_distinguished_from_those_with_text() {
    let test = "scanned_pages_are_distinguished_from_those_with_text";
    let Some(options) = with_pdfium(test) else { return };
    let size = (420.0, 300.0);
    let pixels = scan(&pdf(&[sheet()], "x", 1), &options);
    let text = Leaf::Text("a page with text that can be read");
    let mixed = leaves(&[text, Leaf::Scan(&pixels, size), Leaf::Text("and one more of them")]);
    let document = read(&mixed, "x.pdf", &options).unwrap();
    assert_sound(&document);
    assert_eq!(document.unread, [2]);
    let scans = leaves(&[Leaf::Scan(&pixels, size), Leaf::Scan(&pixels, size), Leaf::Text("ii")]);
    assert_eq!(read(&scans, "x.pdf", &options).err(), Some(Error::Scanned { pages: vec![1, 2] }));
    let mut seen = options.clone();
    seen.recognised = [(1, RecognisedPage::default()), (2, RecognisedPage::default())].into();
    assert_eq!(read(&scans, "x.pdf", &seen).unwrap().text, "ii");
}

#[test]
fn a_recognised_page_reads_like_one_with_text() {
    let test = "a_recognised_page_reads_like_one_with_text";
    let (Some(options), Some(tesseract)) = (with_pdfium(test), with_tesseract(test)) else {
        return;
    };
    let original = pdf(&[sheet()], "x", 1);
    let pixels = scan(&original, &options);
    let scanned = leaves(&[Leaf::Text("Before."), Leaf::Scan(&pixels, (420.0, 300.0))]);
    let document = read_all(&scanned, &tesseract, &options).unwrap();
    assert_sound(&document);
    assert_eq!(document.unread, [0; 0]);
    let page = &document.pages[1];
    let text: String = document.text.chars().skip(page.start as usize).collect();
    let (found, all) = words_in_common(&text_of(&original, &options), &text);
    println!("{found} of {all} words");
    assert!(found * 100 >= all * 95, "{found} of {all} words: {text}");
    // Paragraphs and broken words come out as from text.
    assert_eq!(text.matches("\n\n").count(), 2, "{text}");
    assert!(text.contains("patched with grey canvas, and the man"), "{text}");
    let (inside, outside) = Pixels::of_page(&scanned, page, 2.0, &options).ink(&page.words);
    assert!(inside.iter().all(|ink| *ink > 3), "{inside:?}");
    assert!(outside * 50 < inside.iter().sum(), "{outside} dark pixels under no word");
}

#[test]
fn turned_pages_are_recognised() {
    let test = "turned_pages_are_recognised";
    let (Some(options), Some(tesseract)) = (with_pdfium(test), with_tesseract(test)) else {
        return;
    };
    let expected = text_of(&pdf(&[sheet()], "x", 1), &options);
    for turned in [90, 180, 270] {
        let size = if turned == 180 { (420.0, 300.0) } else { (300.0, 420.0) };
        let pixels = scan(&pdf(&[Sheet { turned, ..sheet() }], "x", 1), &options);
        let scanned = leaves(&[Leaf::Scan(&pixels, size)]);
        let document = read_all(&scanned, &tesseract, &options).unwrap();
        assert_sound(&document);
        let (found, all) = words_in_common(&expected, &document.text);
        println!("{found} of {all} words on a page turned by {turned}");
        assert!(found * 100 >= all * 85, "{turned}: {found} of {all}: {}", document.text);
    }
}

fn text_of(file: &[u8], options: &ReadOptions) -> String {
    let document = read(file, "x.pdf", options).expect("a file made here");
    assert_eq!(document.text.split_whitespace().count(), text().split_whitespace().count());
    document.text
}

#[test]
fn a_stopped_recognition_gives_nothing() {
    let test = "a_stopped_recognition_gives_nothing";
    let (Some(options), Some(tesseract)) = (with_pdfium(test), with_tesseract(test)) else {
        return;
    };
    let pages = PdfPages::open(&pdf(&[sheet()], "x", 1), &options).unwrap();
    assert_eq!(tesseract.recognise(&pages.scan(1).unwrap(), &mut || true), Ok(None));
    let missing = Tesseract::find(&[], &["xyz".to_owned()]).expect_err("no such language");
    assert!(missing.to_string().contains("`xyz`. Installed: "), "{missing}");
}

/// Files of the corpus whose pages all show the same text.
const LINN: [&str; 3] = ["OCRmyPDF__cardinal.pdf", "OCRmyPDF__ccitt.pdf", "OCRmyPDF__linn.pdf"];
/// Their text.
const ON_LINN: [&str; 3] = [
    "The LinnSequencer is a state-of-the-art composition and performance tool for the professional",
    "extremely powerful, yet amazingly simple to learn and use.",
    "be assigned to one of 16 MIDI channels.",
];

#[test]
fn real_scans_are_recognised() {
    let test = "real_scans_are_recognised";
    let (Some(corpus), Some(options)) = (corpus(test), with_pdfium(test)) else { return };
    let Some(tesseract) = with_tesseract(test) else { return };
    let mut seen = Vec::new();
    for file in files(&corpus, "pdf/scanned-no-text") {
        let bytes = std::fs::read(corpus.join(&file)).expect("a file of the corpus");
        let begun = Instant::now();
        let outcome = read_all(&bytes, &tesseract, &options);
        println!("{file}: {:.1} s", begun.elapsed().as_secs_f32());
        if let Ok(document) = &outcome {
            assert_sound(document);
        }
        if let Some(name) = LINN.iter().find(|name| file.ends_with(**name)) {
            seen.push(*name);
            assert_on_pages(&outcome.expect(name), &ON_LINN);
        }
    }
    assert_eq!(seen, LINN);
}

/// Panics unless each page was read and has these words.
fn assert_on_pages(document: &Document, expected: &[&str]) {
    assert_eq!(document.unread, [0; 0]);
    for page in &document.pages {
        let text = slice(&document.text, page.start..page.end);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in expected {
            assert!(text.contains(words), "page {}: {words}: {text}", page.number);
        }
    }
}
