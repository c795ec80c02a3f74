//! A page as drawn, in pixels.

use std::io::Cursor;

use documents::{PageImage, PdfPages, ReadOptions, RenderOptions};
use protocol::{DocumentPage, PageWord, Rect};

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

    /// Returns whether a point of the page is dark.
    pub fn is_dark(&self, x: f32, y: f32) -> bool {
        self.at((x, y)) < 64
    }

    /// Returns the brightness of a point of the page.
    pub fn at(&self, (x, y): (f32, f32)) -> u8 {
        let (column, row) = ((x * self.zoom) as usize, (y * self.zoom) as usize);
        self.greys[row * self.width + column]
    }
}
