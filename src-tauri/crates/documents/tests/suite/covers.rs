//! Covers of files.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use documents::{ReadOptions, cover};

use crate::locked_pdf::locked;
use crate::made::{Sheet, pdf};
use crate::packages::{epub, package, zip};
use crate::pixels::Pixels;
use crate::sound::with_pdfium;

/// A grey JPEG of 16 by 24 pixels.
fn jpeg() -> Vec<u8> {
    let quantisation = [&[0xff, 0xdb, 0, 0x43, 0][..], &[1; 64]].concat();
    let frame = [0xff, 0xc0, 0, 11, 8, 0, 24, 0, 16, 1, 1, 0x11, 0];
    // A single code for "nothing follows": every block is middle grey.
    let codes = |class: u8| [&[0xff, 0xc4, 0, 20, class, 1][..], &[0; 15], &[0]].concat();
    let scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0x0f];
    [&[0xff, 0xd8][..], &quantisation, &frame, &codes(0), &codes(0x10), &scan, &[0xff, 0xd9]]
        .concat()
}

/// A PNG of two pixels: black, and transparent.
fn png() -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 2, 1);
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    let mut writer = encoder.write_header().expect("memory can be written");
    writer.write_image_data(&[0, 255, 0, 0]).expect("memory can be written");
    writer.finish().expect("memory can be written");
    png
}

/// An EPUB book with this file as its cover.
fn book(cover: &[u8]) -> Vec<u8> {
    let manifest = "<item id=\"c\" href=\"c.xhtml\" media-type=\"application/xhtml+xml\"/>\
        <item id=\"p\" href=\"p\" media-type=\"image/jpeg\" properties=\"cover-image\"/>";
    let package = package("3.0", manifest, "<itemref idref=\"c\"/>");
    epub(&package, &[("O/c.xhtml", b"<html><body><p>Words.</p></body></html>"), ("O/p", cover)])
}

/// An FB2 book with this file as its cover.
fn fiction(cover: &[u8]) -> Vec<u8> {
    let letters = BASE64_STANDARD.encode(cover);
    let book = format!(
        "<FictionBook xmlns:l=\"http://www.w3.org/1999/xlink\"><description><title-info><coverpage>\
         <image l:href=\"#p\"/></coverpage></title-info></description><body><section><p>Words.</p>\
         </section></body><binary id=\"p\" content-type=\"image/jpeg\">{letters}</binary></FictionBook>"
    );
    book.into_bytes()
}

/// Returns the cover's width, height, and the brightness of its first and last pixel.
fn seen(file: &[u8], name: &str, options: &ReadOptions) -> Option<(usize, usize, [u8; 2])> {
    let Pixels { width, height, greys, .. } = Pixels::decode(&cover(file, name, options)?);
    Some((width, height, [greys[0], *greys.last()?]))
}

#[test]
fn a_pdf_shows_its_first_page_and_a_book_its_cover() {
    let test = "a_pdf_shows_its_first_page_and_a_book_its_cover";
    let Some(options) = with_pdfium(test) else { return };
    let sheet = |size| Sheet { size, ..Sheet::of_lines(&["x"]) };
    for (file, name, expected) in [
        (pdf(&[sheet((300.0, 200.0)), sheet((10.0, 10.0))], "x", 1), "a.pdf", Some((96, 64))),
        (pdf(&[sheet((100.0, 1_000.0))], "x", 1), "a.pdf", Some((12, 120))),
        (locked(b"secret", "x"), "a.pdf", None),
        (book(&jpeg()), "a.epub", Some((85, 128))),
        (book(&png()), "a.epub", Some((96, 48))),
        (book(b"GIF89a"), "a.epub", None),
        (book(&jpeg()[..30]), "a.epub", None),
        (fiction(&jpeg()), "a.fb2", Some((85, 128))),
        (zip(&[("a.fb2", &fiction(&png())[..])]), "a.fb2.zip", Some((96, 48))),
        (fiction(b"GIF89a"), "a.fb2", None),
        (b"Words.".to_vec(), "a.txt", None),
    ] {
        let seen = seen(&file, name, &options).map(|(width, height, _)| (width, height));
        assert_eq!(seen, expected, "{name}");
    }
    assert_eq!(seen(&book(&png()), "a.epub", &options).map(|seen| seen.2), Some([0, 255]));
    let grey = seen(&book(&jpeg()), "a.epub", &options).map(|seen| seen.2);
    assert!(
        grey.is_some_and(|pixels| pixels.iter().all(|grey| (126..130).contains(grey))),
        "{grey:?}"
    );
}
