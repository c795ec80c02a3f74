//! Covers of documents: small pictures for lists.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::{DynamicImage, ImageFormat, ImageReader, Limits, RgbaImage};

use crate::cover_limits::LARGEST;
use crate::format_detection;
use crate::{Format, PageImage, ReadOptions, epub, fb2, pdf};

/// The file kinds that may have a cover.
pub const COVERED: [Format; 3] = [Format::Epub, Format::Fb2, Format::Pdf];
/// The memory that decoding a picture file may take, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Draws a file's cover in at most 96 by 128 pixels: the first page of a PDF, the cover of an EPUB
/// or FB2 book. Returns `None` if it has nothing of the kind that can be drawn.
pub fn cover(bytes: &[u8], name: &str, options: &ReadOptions) -> Option<PageImage> {
    let drawn = catch_unwind(AssertUnwindSafe(|| {
        match format_detection::detect_format(bytes, name).ok()? {
            Format::Pdf => pdf::first_page(bytes, options),
            Format::Epub => small(&epub::cover(bytes)?),
            Format::Fb2 => small(&fb2::cover(bytes)?),
            _ => None,
        }
    }));
    drawn.ok()?
}

/// Decodes a picture file and shrinks it, if it is a JPEG or a PNG.
fn small(bytes: &[u8]) -> Option<PageImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let mut pixels = reader.decode().ok()?.thumbnail(LARGEST.0, LARGEST.1).into_rgba8();
    lay_on_white(&mut pixels);
    let (width, height) = pixels.dimensions();
    let mut png = Vec::new();
    let opaque = DynamicImage::from(pixels).into_rgb8();
    opaque.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).ok()?;
    Some(PageImage { page_size: (width as f32, height as f32), width, height, png })
}

/// Puts white behind transparent pixels.
fn lay_on_white(pixels: &mut RgbaImage) {
    for pixel in pixels.pixels_mut() {
        let alpha = u32::from(pixel.0[3]);
        let over = |part: u8| ((u32::from(part) * alpha + 255 * (255 - alpha)) / 255) as u8;
        let [red, green, blue, _] = pixel.0;
        pixel.0 = [over(red), over(green), over(blue), 255];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_through_lies_on_white() {
        for (samples, expected) in [
            ([7, 7, 7, 255], [7, 7, 7, 255]),
            ([0, 0, 0, 51], [204, 204, 204, 255]),
            ([3, 2, 1, 0], [255, 255, 255, 255]),
        ] {
            let mut pixels = RgbaImage::from_pixel(1, 1, image::Rgba(samples));
            lay_on_white(&mut pixels);
            assert_eq!(pixels.get_pixel(0, 0).0, expected, "{samples:?}");
        }
    }
}
