//! Pages as pictures: what is drawn, and where.

use documents::{Error, PdfPages, ReadOptions, RenderOptions};
use pdf_writer::{Content, Name};

use crate::locked_pdf::locked;
use crate::made::{Leaf, Sheet, drawn, form, leaves, pdf};
use crate::pixels::Pixels;
use crate::sound::with_pdfium;

#[test]
fn notes_and_the_values_of_forms_are_drawn() {
    let Some(options) = with_pdfium("notes_and_the_values_of_forms_are_drawn") else { return };
    let pages = PdfPages::open(&form(), &options).unwrap();
    let pixels = Pixels::of(&pages, 1, 600);
    for (x, y, dark) in [(70.0, 140.0, true), (170.0, 140.0, true), (120.0, 140.0, false)] {
        assert_eq!(pixels.is_dark(x, y), dark, "at {x}, {y}");
    }
}

/// Draws the grey picture from (20, 20) on, 100 points wide and 50 high, seen from the bottom left.
fn grey_picture(content: &mut Content) {
    content.transform([100.0, 0.0, 0.0, 50.0, 20.0, 20.0]).x_object(Name(b"P"));
}

/// Returns the green of points of a page for a dark room: beside everything, on a black square, in
/// the left and in the right half of the picture.
fn in_the_dark(file: &[u8], options: &ReadOptions) -> [u8; 4] {
    let pages = PdfPages::open(file, options).expect("a file made here");
    let picture = pages.picture(1, RenderOptions { width: 600, dark: true }).expect("a picture");
    let pixels = Pixels::decode(&picture);
    [(5.0, 5.0), (225.0, 75.0), (40.0, 155.0), (100.0, 155.0)].map(|at| pixels.at(at))
}

#[test]
fn in_the_dark_letters_are_light_and_pictures_as_they_are() {
    let test = "in_the_dark_letters_are_light_and_pictures_as_they_are";
    let Some(options) = with_pdfium(test) else { return };
    const PAPER: u8 = 0x16;
    const INK: u8 = 0xe8;
    let square = |content: &mut Content| {
        content.set_fill_gray(0.0).rect(200.0, 100.0, 50.0, 50.0).fill_nonzero();
    };
    let printed = drawn(|content| {
        square(content);
        grey_picture(content);
    });
    assert_eq!(in_the_dark(&printed, &options), [PAPER, INK, 128, 128]);
    let cut_off = drawn(|content| {
        square(content);
        content.rect(20.0, 20.0, 50.0, 200.0).clip_nonzero().end_path();
        grey_picture(content);
    });
    assert_eq!(in_the_dark(&cut_off, &options), [PAPER, INK, 128, PAPER]);
    let dark_already = drawn(|content| {
        content.set_fill_gray(0.1).rect(0.0, 0.0, 300.0, 200.0).fill_nonzero();
        square(content);
        grey_picture(content);
    });
    assert_eq!(in_the_dark(&dark_already, &options), [26, 0, 128, 128]);
    let pages = PdfPages::open(&printed, &options).unwrap();
    let scan = leaves(&[Leaf::Scan(&Pixels::of(&pages, 1, 600), (300.0, 200.0))]);
    assert_eq!(in_the_dark(&scan, &options), [PAPER, INK, 127, 127], "a part of the page");
}

#[test]
fn many_files_are_open_at_once_and_in_threads() {
    let Some(options) = with_pdfium("many_files_are_open_at_once_and_in_threads") else { return };
    let file = |lines: &[&str]| pdf(&[Sheet::of_lines(lines), Sheet::of_lines(&[])], "x", 1);
    let [full, empty] = [file(&["some ink", "and more"]), file(&["."])];
    let [full, empty] = [&full, &empty].map(|file| PdfPages::open(file, &options).unwrap());
    assert_eq!((full.count(), empty.count()), (2, 2));
    let ink = |pages: &PdfPages| Pixels::of(pages, 1, 300).ink(&[]).1;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(ink(&full) > 10 * ink(&empty)));
        }
    });
    drop(full);
    assert_eq!(Pixels::of(&empty, 2, 300).ink(&[]).1, 0);
}

#[test]
fn pages_that_are_not_there_and_locked_files_say_so() {
    let test = "pages_that_are_not_there_and_locked_files_say_so";
    let Some(options) = with_pdfium(test) else { return };
    let pages = PdfPages::open(&pdf(&[Sheet::of_lines(&["x"])], "x", 1), &options).unwrap();
    for page in [0, 2, u32::MAX] {
        assert_eq!(
            pages.picture(page, RenderOptions::printed(100)),
            Err(Error::PageMissing { page, count: 1 })
        );
    }
    let refused = |bytes: &[u8]| PdfPages::open(bytes, &options).expect_err("no pages");
    assert!(matches!(refused(&locked(b"secret", "x")), Error::PasswordNeeded(_)));
    assert!(matches!(refused(b"%PDF-1.7\nnothing"), Error::Broken { .. }));
}

#[test]
fn huge_pictures_are_drawn_smaller() {
    let Some(options) = with_pdfium("huge_pictures_are_drawn_smaller") else { return };
    let pages = PdfPages::open(&pdf(&[Sheet::of_lines(&["x"])], "x", 1), &options).unwrap();
    let picture = pages.picture(1, RenderOptions::printed(60_000)).unwrap();
    assert!(u64::from(picture.width) * u64::from(picture.height) <= 40_000_000);
    assert!(picture.width > 7000 && picture.png.len() < 10 << 20);
}
