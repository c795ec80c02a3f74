//! PDF through PDFium: characters with boxes, in the order of the file, to words, lines and
//! running text.

mod directions;
mod glyphs;
mod hyphens;
mod library;
mod lines;
mod paragraphs;

use pdfium_render::prelude::{
    PdfDocument, PdfDocumentMetadataTagType, PdfPage, PdfPageObjectCommon, PdfPageObjectType,
    PdfPageObjectsCommon, Pdfium, PdfiumError, PdfiumInternalError,
};

pub use library::find_pdfium;

use crate::metadata::{clean, meant_title};
use crate::{Document, Error, Format, ReadOptions};
use lines::Line;

/// A page's lines in the order of the file.
struct PageLines {
    label: Option<String>,
    size: Option<(f32, f32)>,
    lines: Vec<Line>,
}

/// Reads a PDF. One at a time: PDFium is not made for threads.
pub(crate) fn read(
    bytes: &[u8],
    fallback_title: &str,
    options: &ReadOptions,
) -> Result<Document, Error> {
    library::with_pdfium(options, |pdfium| read_with(pdfium, bytes, fallback_title))?
}

fn read_with(pdfium: &Pdfium, bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let file = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(|error| refusal(&error))?;
    let pages = read_pages(&file)?;
    let letters: usize = pages.iter().flat_map(|page| &page.lines).map(Line::letters).sum();
    if letters < FEW_LETTERS * pages.len() && is_scanned(&file) {
        return Err(Error::Scanned(u32::try_from(pages.len()).unwrap_or(u32::MAX)));
    }
    let (text, pages) = paragraphs::compose(pages);
    let said = |kind| Some(file.metadata().get(kind)?.value().to_owned());
    Ok(Document {
        title: said(PdfDocumentMetadataTagType::Title)
            .and_then(|title| meant_title(&title))
            .unwrap_or_else(|| fallback_title.to_owned()),
        author: said(PdfDocumentMetadataTagType::Author).and_then(|author| clean(&author)),
        language: file.catalog().get_language().ok().and_then(|language| clean(&language)),
        format: Format::Pdf,
        text,
        pages,
        paged: true,
    })
}

fn refusal(error: &PdfiumError) -> Error {
    let detail = match error {
        PdfiumError::PdfiumLibraryInternalError(
            PdfiumInternalError::PasswordError | PdfiumInternalError::SecurityError,
        ) => return Error::PasswordNeeded(Format::Pdf),
        PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::FormatError) => {
            "its structure cannot be made out"
        }
        _ => "it cannot be opened",
    };
    Error::broken(Format::Pdf, detail)
}

/// Pages that cannot be read count as empty ones; an error where none can.
fn read_pages(file: &PdfDocument<'_>) -> Result<Vec<PageLines>, Error> {
    let found: Vec<Option<PageLines>> =
        file.pages().as_range().map(|nth| file.pages().get(nth).ok().map(read_page)).collect();
    if found.iter().all(Option::is_none) {
        return Err(Error::broken(Format::Pdf, "none of its pages can be read"));
    }
    let empty = || PageLines { label: None, size: None, lines: Vec::new() };
    Ok(found.into_iter().map(|page| page.unwrap_or_else(empty)).collect())
}

fn read_page(page: PdfPage<'_>) -> PageLines {
    PageLines {
        label: page.label().and_then(clean),
        size: Some((page.width().value, page.height().value)),
        lines: lines::of(glyphs::of(&page, 0)),
    }
}

/// Fewer letters than this on a page of a scan are a stamp or a number, not its text.
const FEW_LETTERS: usize = 12;

/// Whether most pages are pictures.
fn is_scanned(file: &PdfDocument<'_>) -> bool {
    let pages = file.pages();
    let pictures =
        pages.as_range().filter(|nth| pages.get(*nth).is_ok_and(|page| is_picture(&page)));
    pictures.count() as f64 > f64::from(pages.len()) / 2.0
}

/// Whether one picture, or a form that may hold one, covers half of the page.
fn is_picture(page: &PdfPage<'_>) -> bool {
    let half = page.width().value * page.height().value / 2.0;
    page.objects().iter().any(|object| {
        matches!(object.object_type(), PdfPageObjectType::Image | PdfPageObjectType::XObjectForm)
            && object.bounds().is_ok_and(|bounds| {
                let bounds = bounds.to_rect();
                bounds.width().value * bounds.height().value >= half
            })
    })
}
