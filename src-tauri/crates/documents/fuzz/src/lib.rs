//! The work of every target: reading, and checking the result against its promises.
//!
//! Run one with `cargo fuzz run NAME` in the folder above this one. PDFium is looked for in
//! `PECAN_MODELS`.

use std::io::{Cursor, Write};

use documents::{Document, PdfPages, ReadOptions, RenderOptions};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Reads a file. For an unreadable file, the message is a sentence.
///
/// # Panics
/// If a promise is broken.
pub fn read(bytes: &[u8], name: &str) {
    match documents::read(bytes, name, &options()) {
        Ok(document) => hold(&document),
        Err(error) => {
            let said = error.to_string();
            assert!(said.ends_with('.'), "{said}");
            assert!(!said.contains("the parser failed"), "a parser panicked");
        }
    }
}

/// Draws a file's cover, if there is something to draw, and checks that it is as small as promised.
///
/// # Panics
/// If it is larger, or no PNG.
pub fn cover(bytes: &[u8], name: &str) {
    let Some(cover) = documents::cover(bytes, name, &options()) else { return };
    let (width, height) = (cover.width, cover.height);
    assert!((1..=96).contains(&width) && (1..=128).contains(&height), "{width} by {height}");
    assert!(cover.png.starts_with(b"\x89PNG"), "no PNG");
}

/// Draws the first pages of a PDF, `width` pixels wide, dark and light, and checks that they are no
/// wider and are PNGs.
///
/// # Panics
/// If they are not.
pub fn draw(bytes: &[u8], width: u32) {
    let Ok(pages) = PdfPages::open(bytes, &options()) else { return };
    for number in 1..=pages.count().min(MOST_PAGES) {
        for dark in [false, true] {
            let Ok(picture) = pages.picture(number, RenderOptions { width, dark }) else { continue };
            let (wide, high) = (picture.width, picture.height);
            assert!((1..=width).contains(&wide) && high >= 1, "{wide} by {high}");
            assert!(picture.png.starts_with(b"\x89PNG"), "no PNG");
        }
    }
}

/// The maximum number of pages drawn from a file.
const MOST_PAGES: u32 = 3;

fn options() -> ReadOptions {
    let folders = std::env::var_os("PECAN_MODELS").map(Into::into).into_iter().collect();
    ReadOptions::with_pdfium(folders)
}

/// Checks that the pages tile the text, the words lie within their pages, in order, and none is
/// empty.
fn hold(document: &Document) {
    let characters: Vec<char> = document.text.chars().collect();
    let strange = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
    assert!(!characters.iter().any(strange), "a control character");
    let mut end = 0;
    for page in &document.pages {
        assert_eq!(page.start, end, "page {} does not follow", page.number);
        assert!(page.end >= page.start);
        end = page.end;
        let mut at = page.start;
        for word in &page.words {
            assert!(word.start >= at && word.end > word.start && word.end <= page.end);
            assert!(characters[word.start as usize..word.end as usize].iter().all(|c| *c != ' '));
            at = word.end;
        }
    }
    assert_eq!(end as usize, characters.len(), "the pages do not tile the text");
}

/// Builds a ZIP archive of these files, in order.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        let begun = writer.start_file(*name, options);
        begun.and_then(|()| Ok(writer.write_all(bytes)?)).expect("an archive in memory");
    }
    writer.finish().expect("an archive in memory").into_inner()
}

/// Splits an input into parts at NUL bytes; missing parts are empty.
pub fn parts<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut parts = data.splitn(N, |byte| *byte == 0);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}
