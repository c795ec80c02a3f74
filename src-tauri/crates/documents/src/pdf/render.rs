//! Pages as pictures.

use std::fmt;

use pdfium_render::prelude::{PdfDocument, PdfPage};

use super::drawing::Drawing;
use super::page_image::{PageImage, RenderOptions};
use super::{dark, library, open};
use crate::{Error, Format, ReadOptions, ocr};

/// A PDF opened to draw its pages, any number of times. Many may be open at once; they take turns.
pub struct PdfPages {
    /// `Some` until it is dropped.
    document: Option<PdfDocument<'static>>,
}

impl PdfPages {
    /// Opens a PDF, and keeps a copy of its bytes.
    ///
    /// # Errors
    ///
    /// As [`read`](fn@crate::read), whether or not the file has text: if PDFium was not found, the
    /// file is damaged, or its password is missing or wrong.
    pub fn open(bytes: &[u8], options: &ReadOptions) -> Result<Self, Error> {
        library::with_pdfium(options, |pdfium| {
            let document = open::copy(pdfium, bytes, options.password.as_ref())?;
            Ok(Self { document: Some(document) })
        })?
    }

    /// Returns the number of pages.
    pub fn count(&self) -> u32 {
        let _turn = library::take_turn();
        self.pages()
    }

    /// Draws a page. Pages count from 1.
    ///
    /// # Errors
    ///
    /// [`Error::PageMissing`], or [`Error::Broken`] if the page cannot be read or drawn.
    pub fn picture(&self, page: u32, look: RenderOptions) -> Result<PageImage, Error> {
        self.draw(page, |_| look)
    }

    /// Draws a page as text recognition reads it best: see [`ocr::Tesseract`].
    ///
    /// # Errors
    ///
    /// As [`picture`](Self::picture).
    pub fn scan(&self, page: u32) -> Result<PageImage, Error> {
        self.draw(page, |size| RenderOptions::printed(ocr::picture_width(size)))
    }

    fn draw(
        &self,
        number: u32,
        look: impl FnOnce((f32, f32)) -> RenderOptions,
    ) -> Result<PageImage, Error> {
        let _turn = library::take_turn();
        let picture = picture(&self.page(number)?, look);
        picture.ok_or_else(|| Error::broken(Format::Pdf, format!("page {number} cannot be drawn")))
    }

    fn pages(&self) -> u32 {
        let pages = self.document.as_ref().map_or(0, |document| document.pages().len());
        u32::try_from(pages).unwrap_or_default()
    }

    fn page(&self, page: u32) -> Result<PdfPage<'_>, Error> {
        let count = self.pages();
        let missing = || Error::PageMissing { page, count };
        let document = self.document.as_ref().ok_or_else(missing)?;
        let nth = page.checked_sub(1).filter(|nth| *nth < count).ok_or_else(missing)?;
        let nth = i32::try_from(nth).map_err(|_| missing())?;
        let unreadable = |_| Error::broken(Format::Pdf, format!("page {page} cannot be read"));
        document.pages().get(nth).map_err(unreadable)
    }
}

impl Drop for PdfPages {
    fn drop(&mut self) {
        let _turn = library::take_turn();
        self.document = None;
    }
}

impl fmt::Debug for PdfPages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PdfPages").finish_non_exhaustive()
    }
}

/// Draws a page with the look that `look` chooses for its size in points.
pub(super) fn picture(
    page: &PdfPage<'_>,
    look: impl FnOnce((f32, f32)) -> RenderOptions,
) -> Option<PageImage> {
    let size = (page.width().value, page.height().value);
    let look = look(size);
    let mut drawing = Drawing::of(page, size, look.width)?;
    if look.dark {
        dark::turn_over(page, &mut drawing);
    }
    drawing.encode(size).ok()
}
