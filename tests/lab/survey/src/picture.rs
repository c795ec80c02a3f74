//! Pages as greyscale pictures, and pieces of them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use pdfium_render::prelude::{PdfDocument, PdfRenderConfig};
use protocol::Rect;

/// Pixels per point: 216 per inch.
const SCALE: f32 = 3.0;
/// The margin shown to the left and right of a rectangle, in points. Above and below it are other
/// lines.
const MARGIN: f32 = 2.0;
/// The difference between the brightest and the darkest pixel that indicates ink.
const INK: u8 = 48;

/// A greyscale picture, row by row.
pub struct GreyscaleImage {
    width: usize,
    rows: Vec<Vec<u8>>,
}

impl GreyscaleImage {
    /// Draws a page.
    ///
    /// # Errors
    ///
    /// If PDFium cannot draw it.
    pub fn of_page(file: &PdfDocument<'_>, number: u32) -> Result<Self> {
        let nth = i32::try_from(number)?.saturating_sub(1);
        let page = file.pages().get(nth).context("the page is missing")?;
        let config = PdfRenderConfig::new().scale_page_by_factor(SCALE);
        let bitmap = page.render_with_config(&config).context("the page cannot be drawn")?;
        let width = usize::try_from(bitmap.width())?;
        let bytes = bitmap.as_rgba_bytes();
        let row = |row: &[u8]| row.chunks_exact(4).map(|pixel| pixel[1]).collect();
        Ok(Self { width, rows: bytes.chunks_exact(4 * width).map(row).collect() })
    }

    /// Returns whether anything is drawn inside a rectangle.
    pub fn has_ink(&self, rect: &Rect) -> bool {
        let pixels: Vec<u8> = self.under(rect).concat();
        let (least, most) = (pixels.iter().min(), pixels.iter().max());
        least.zip(most).is_some_and(|(least, most)| most - least >= INK)
    }

    /// Returns the pixels under a rectangle.
    fn under(&self, rect: &Rect) -> Vec<Vec<u8>> {
        let pixel = |points: f32, most: usize| ((SCALE * points).max(0.0) as usize).min(most);
        let columns = pixel(rect.x, self.width)..pixel(rect.x + rect.width, self.width);
        let height = self.rows.len();
        let rows = pixel(rect.y, height)..pixel(rect.y + rect.height, height);
        self.rows[rows].iter().map(|row| row[columns.clone()].to_vec()).collect()
    }
}

fn wider(rect: Rect) -> Rect {
    Rect { x: rect.x - MARGIN, width: rect.width + 2.0 * MARGIN, ..rect }
}

/// The pieces under rectangles, one below the other, with white around them.
pub struct Strip {
    pieces: Vec<Vec<Vec<u8>>>,
}

impl Strip {
    /// Builds a strip from pieces of pages.
    pub fn new<'p>(pieces: impl Iterator<Item = (&'p GreyscaleImage, Rect)>) -> Self {
        Self { pieces: pieces.map(|(page, rect)| page.under(&wider(rect))).collect() }
    }

    /// Writes the strip as a portable greymap.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        const AROUND: usize = 20;
        let widest = self.pieces.iter().flatten().map(Vec::len).max().unwrap_or_default();
        let width = widest + 2 * AROUND;
        let blank = || std::iter::repeat_n(255, width);
        let mut pixels: Vec<u8> = Vec::new();
        for piece in &self.pieces {
            (0..AROUND).for_each(|_| pixels.extend(blank()));
            for row in piece {
                pixels.extend(std::iter::repeat_n(255, AROUND));
                pixels.extend(row);
                pixels.extend(std::iter::repeat_n(255, width - AROUND - row.len()));
            }
        }
        (0..AROUND).for_each(|_| pixels.extend(blank()));
        let header = format!("P5\n{width} {}\n255\n", pixels.len() / width);
        Ok(fs::write(path, [header.as_bytes(), &pixels].concat())?)
    }
}
