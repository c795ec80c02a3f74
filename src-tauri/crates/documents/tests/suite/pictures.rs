//! Pages as pictures: what is drawn, and where.

use std::io::Cursor;

use documents::{DocumentPage, Error, PageImage, PageWord, PdfPages, ReadOptions, RenderOptions};
use pdf_writer::{Content, Name};
use protocol::Rect;

use crate::made::{Leaf, Sheet, drawn, form, leaves, locked, pdf};
use crate::sound::with_pdfium;

/// A page as drawn.
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// The brightness of each pixel, row by row.
    pub greys: Vec<u8>,
    /// Pixels per point.
    zoom: f32,
}

impl Pixels {
    /// Draws a page of a PDF at `zoom` pixels per point.
    pub fn of_page(file: &[u8], page: &DocumentPage, zoom: f32, options: &ReadOptions) -> Self {
        let pages = PdfPages::open(file, options).expect("it was read before");
        let (width, height) = page.size.expect("a printed page");
        let pixels = Self::of(&pages, page.number, (zoom * width).round() as u32);
        assert!((pixels.zoom - zoom).abs() < 0.01, "{} pixels a point", pixels.zoom);
        assert!((pixels.height as f32 - zoom * height).abs() < 1.5, "{} rows", pixels.height);
        pixels
    }

    /// Draws a page `width` pixels wide.
    pub fn of(pages: &PdfPages, page: u32, width: u32) -> Self {
        Self::decode(&pages.picture(page, RenderOptions::printed(width)).expect("a picture"))
    }

    /// Decodes a picture.
    pub fn decode(picture: &PageImage) -> Self {
        let mut decoder = png::Decoder::new(Cursor::new(&picture.png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut samples = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut samples).expect("a picture");
        let info = reader.info();
        assert_eq!((info.width, info.height), (picture.width, picture.height));
        let greys = match reader.output_color_type().0 {
            png::ColorType::Grayscale => samples,
            _ => samples.chunks_exact(3).map(|colour| colour[1]).collect(),
        };
        let (width, height) = (picture.width as usize, picture.height as usize);
        Self { width, height, greys, zoom: width as f32 / picture.page_size.0 }
    }

    /// Returns the pixels under a rectangle, half a point more on each side.
    fn under(&self, rect: &Rect) -> Vec<usize> {
        let pixel = |points: f32, most: usize| ((self.zoom * points).max(0.0) as usize).min(most);
        let columns = pixel(rect.x - 0.5, self.width)..pixel(rect.x + rect.width + 1.0, self.width);
        let rows = pixel(rect.y - 0.5, self.height)..pixel(rect.y + rect.height + 1.0, self.height);
        rows.flat_map(|y| columns.clone().map(move |x| y * self.width + x)).collect()
    }

    /// Returns the difference between the brightest and the darkest pixel under a rectangle.
    pub fn contrast(&self, rect: &Rect) -> u8 {
        let found = || self.under(rect).into_iter().map(|nth| self.greys[nth]);
        found().max().unwrap_or_default() - found().min().unwrap_or_default()
    }

    /// Returns the number of dark pixels under each of the words, and under none of them.
    pub fn ink(&self, words: &[PageWord]) -> (Vec<usize>, usize) {
        let mut dark: Vec<bool> = self.greys.iter().map(|pixel| *pixel < 128).collect();
        let mut take = |word: &PageWord| {
            let under = self.under(&word.rect).into_iter();
            under.filter(|nth| std::mem::take(&mut dark[*nth])).count()
        };
        let inside = words.iter().map(&mut take).collect();
        (inside, dark.into_iter().filter(|dark| *dark).count())
    }

    fn is_dark(&self, x: f32, y: f32) -> bool {
        self.at((x, y)) < 64
    }

    /// Returns the brightness of a point of the page.
    fn at(&self, (x, y): (f32, f32)) -> u8 {
        let (column, row) = ((x * self.zoom) as usize, (y * self.zoom) as usize);
        self.greys[row * self.width + column]
    }
}

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
