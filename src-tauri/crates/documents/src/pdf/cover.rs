//! The cover of a PDF.

use super::page_image::{PageImage, RenderOptions};
use super::render::picture;
use super::{library, open};
use crate::ReadOptions;
use crate::cover_limits::LARGEST;

/// Draws the first page of a PDF.
pub(crate) fn first_page(bytes: &[u8], options: &ReadOptions) -> Option<PageImage> {
    let drawn = library::with_pdfium(options, |pdfium| {
        let file = open::slice(pdfium, bytes, options.password.as_ref()).ok()?;
        let page = file.pages().get(0).ok()?;
        let look = small((page.width().value, page.height().value))?;
        picture(&page, |_| look)
    });
    drawn.ok()?
}

/// Returns the largest look that fits a page of this size; `None` if the page is so narrow that one
/// pixel is too wide.
fn small((width, height): (f32, f32)) -> Option<RenderOptions> {
    let (widest, highest) = (LARGEST.0 as f32, LARGEST.1 as f32);
    let width = widest.min(highest * width / height);
    (width >= 1.0).then(|| RenderOptions::printed(width as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_fit_into_their_box() {
        for (size, width) in [
            ((600.0, 800.0), Some(96)),
            ((800.0, 600.0), Some(96)),
            ((300.0, 800.0), Some(48)),
            ((1.0, 128.0), Some(1)),
            ((1.0, 10_000.0), None),
            ((f32::NAN, 1.0), Some(96)),
        ] {
            assert_eq!(small(size), width.map(RenderOptions::printed), "{size:?}");
        }
    }
}
