//! Pages as pictures: what is drawn, and where.

use std::io::Cursor;

use documents::{Error, Page, PdfPages, Picture, ReadOptions, Word};
use protocol::Rect;

use crate::made::{Sheet, form, locked, pdf};
use crate::sound::with_pdfium;

/// A page as it is drawn.
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// How bright each pixel is, row by row.
    pub greys: Vec<u8>,
    /// Pixels for each point.
    zoom: f32,
}

impl Pixels {
    /// A page of a PDF, drawn so many pixels a point.
    pub fn of_page(file: &[u8], page: &Page, zoom: f32, options: &ReadOptions) -> Self {
        let pages = PdfPages::open(file, options).expect("it was read before");
        let (width, height) = page.size.expect("a printed page");
        let pixels = Self::of(&pages, page.number, (zoom * width).round() as u32);
        assert!((pixels.zoom - zoom).abs() < 0.01, "{} pixels a point", pixels.zoom);
        assert!((pixels.height as f32 - zoom * height).abs() < 1.5, "{} rows", pixels.height);
        pixels
    }

    /// A page, drawn so many pixels wide.
    pub fn of(pages: &PdfPages, page: u32, width: u32) -> Self {
        Self::decode(&pages.picture(page, width).expect("a picture"))
    }

    /// What a picture shows.
    pub fn decode(picture: &Picture) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(&picture.png)).read_info().expect("a PNG");
        let mut samples = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut samples).expect("a picture");
        let info = reader.info();
        assert_eq!((info.width, info.height), (picture.width, picture.height));
        let greys = match info.color_type {
            png::ColorType::Grayscale => samples,
            _ => samples.chunks_exact(3).map(|colour| colour[1]).collect(),
        };
        let (width, height) = (picture.width as usize, picture.height as usize);
        Self { width, height, greys, zoom: width as f32 / picture.page_size.0 }
    }

    /// The pixels under a rectangle, half a point more on each side.
    fn under(&self, rect: &Rect) -> Vec<usize> {
        let pixel = |points: f32, most: usize| ((self.zoom * points).max(0.0) as usize).min(most);
        let columns = pixel(rect.x - 0.5, self.width)..pixel(rect.x + rect.width + 1.0, self.width);
        let rows = pixel(rect.y - 0.5, self.height)..pixel(rect.y + rect.height + 1.0, self.height);
        rows.flat_map(|y| columns.clone().map(move |x| y * self.width + x)).collect()
    }

    /// How far the brightest and the darkest pixel under a rectangle differ.
    pub fn contrast(&self, rect: &Rect) -> u8 {
        let found = || self.under(rect).into_iter().map(|nth| self.greys[nth]);
        found().max().unwrap_or_default() - found().min().unwrap_or_default()
    }

    /// Dark pixels under each of the words, and under none of them.
    pub fn ink(&self, words: &[Word]) -> (Vec<usize>, usize) {
        let mut dark: Vec<bool> = self.greys.iter().map(|pixel| *pixel < 128).collect();
        let mut take = |word: &Word| {
            let under = self.under(&word.rect).into_iter();
            under.filter(|nth| std::mem::take(&mut dark[*nth])).count()
        };
        let inside = words.iter().map(&mut take).collect();
        (inside, dark.into_iter().filter(|dark| *dark).count())
    }

    fn is_dark(&self, x: f32, y: f32) -> bool {
        let (column, row) = ((x * self.zoom) as usize, (y * self.zoom) as usize);
        self.greys[row * self.width + column] < 64
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
        assert_eq!(pages.picture(page, 100), Err(Error::PageMissing { page, count: 1 }));
    }
    let refused = |bytes: &[u8]| PdfPages::open(bytes, &options).expect_err("no pages");
    assert!(matches!(refused(&locked(b"secret", "x")), Error::PasswordNeeded(_)));
    assert!(matches!(refused(b"%PDF-1.7\nnothing"), Error::Broken { .. }));
}

#[test]
fn huge_pictures_are_drawn_smaller() {
    let Some(options) = with_pdfium("huge_pictures_are_drawn_smaller") else { return };
    let pages = PdfPages::open(&pdf(&[Sheet::of_lines(&["x"])], "x", 1), &options).unwrap();
    let picture = pages.picture(1, 60_000).unwrap();
    assert!(u64::from(picture.width) * u64::from(picture.height) <= 40_000_000);
    assert!(picture.width > 7000 && picture.png.len() < 10 << 20);
}
