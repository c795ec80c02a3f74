//! A drawn page in PDFium's form.

use pdfium_render::prelude::{PdfBitmapFormat, PdfPage, PdfRenderConfig, Pixels};

use super::page_image::PageImage;

/// The maximum number of pixels in a picture. A page that would need more is drawn smaller.
const MOST_PIXELS: f64 = 40e6;

/// A drawn page in PDFium's form: rows of blue, green and red, each padded to whole words.
pub(super) struct Drawing {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    bytes: Vec<u8>,
    /// The displayed colour, red, green and blue, for each grey; if set, the drawing is grey.
    pub palette: Option<[[u8; 3]; 256]>,
}

impl Drawing {
    /// Draws a page of this size in points, as printed, `width` pixels wide.
    pub fn of(page: &PdfPage<'_>, size: (f32, f32), width: u32) -> Option<Self> {
        let (width, height) = dimensions(size, width)?;
        let config = PdfRenderConfig::new()
            .set_fixed_size(pixels(width), pixels(height))
            .set_format(PdfBitmapFormat::BGR)
            .render_form_data(true)
            .render_annotations(true);
        let bitmap = page.render_with_config(&config).ok()?;
        Some(Self { width, height, bytes: bitmap.as_raw_bytes(), palette: None })
    }

    /// Encodes it as a PNG file.
    pub fn encode(&self, page_size: (f32, f32)) -> Result<PageImage, png::EncodingError> {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, self.width, self.height);
        let is_grey = self.palette.is_some() || self.is_grey();
        encoder.set_color(match (&self.palette, is_grey) {
            (Some(_), _) => png::ColorType::Indexed,
            (None, true) => png::ColorType::Grayscale,
            (None, false) => png::ColorType::Rgb,
        });
        if let Some(palette) = &self.palette {
            encoder.set_palette(palette.as_flattened());
        }
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let samples: Vec<u8> = match is_grey {
            true => self.colours().map(|[grey, ..]| grey).collect(),
            false => self.colours().flat_map(|[blue, green, red]| [red, green, blue]).collect(),
        };
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&samples)?;
        writer.finish()?;
        Ok(PageImage { page_size, width: self.width, height: self.height, png })
    }

    /// Returns whether it has no colours.
    pub fn is_grey(&self) -> bool {
        self.colours().all(|[blue, green, red]| blue == green && green == red)
    }

    fn colours(&self) -> impl Iterator<Item = [u8; 3]> {
        let used = 3 * self.width as usize;
        let rows = self.bytes.chunks_exact(self.stride());
        rows.flat_map(move |row| row.get(..used).unwrap_or_default().as_chunks().0).copied()
    }

    /// Iterates over its rows of blue, green and red.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut [[u8; 3]]> {
        let (used, stride) = (3 * self.width as usize, self.stride());
        let rows = self.bytes.chunks_exact_mut(stride);
        rows.map(move |row| row.get_mut(..used).unwrap_or_default().as_chunks_mut().0)
    }

    /// Returns the number of bytes in a row.
    fn stride(&self) -> usize {
        (self.bytes.len() / (self.height as usize).max(1)).max(1)
    }
}

/// Returns the pixel dimensions for a page of this size in points; `None` for a page without a
/// size.
fn dimensions(size: (f32, f32), width: u32) -> Option<(u32, u32)> {
    let ratio = f64::from(size.1) / f64::from(size.0);
    if !ratio.is_finite() || ratio <= 0.0 {
        return None;
    }
    let wanted = f64::from(width.max(1));
    let scale = (MOST_PIXELS / (wanted * wanted * ratio)).sqrt().min(1.0);
    let width = (wanted * scale).floor().clamp(1.0, MOST_PIXELS);
    let height = (width * ratio).round().max(1.0).min(MOST_PIXELS / width);
    Some((width as u32, height as u32))
}

fn pixels(count: u32) -> Pixels {
    Pixels::try_from(count).unwrap_or(Pixels::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_wide_as_asked_up_to_a_bound() {
        let cases = [
            ((300.0, 200.0), 600, Some((600, 400))),
            ((300.0, 200.0), 0, Some((1, 1))),
            ((100.0, 100.0), 100_000, Some((6324, 6324))),
            ((1.0, 1e9), 1000, Some((1, 40_000_000))),
            ((1e9, 1.0), u32::MAX, Some((40_000_000, 1))),
            ((0.0, 200.0), 600, None),
            ((f32::NAN, 200.0), 600, None),
        ];
        for (size, width, expected) in cases {
            assert_eq!(dimensions(size, width), expected, "{size:?} {width}");
        }
    }

    #[test]
    fn grey_pages_become_grey_pictures_and_rows_are_cut_to_their_width() {
        let cases: [([u8; 8], png::ColorType, &[u8]); 2] = [
            ([7, 7, 7, 0, 9, 9, 9, 0], png::ColorType::Grayscale, &[7, 9]),
            ([1, 2, 3, 0, 9, 9, 9, 0], png::ColorType::Rgb, &[3, 2, 1, 9, 9, 9]),
        ];
        for (bytes, colours, samples) in cases {
            let drawing = Drawing { width: 1, height: 2, bytes: bytes.to_vec(), palette: None };
            let picture = drawing.encode((1.0, 2.0)).unwrap();
            let decoder = png::Decoder::new(std::io::Cursor::new(picture.png));
            let mut reader = decoder.read_info().unwrap();
            let mut decoded = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut decoded).unwrap();
            assert_eq!((reader.info().color_type, decoded.as_slice()), (colours, samples));
        }
    }
}
