//! PDF through PDFium: characters with boxes, in the order of the file, to words, lines and
//! running text.

mod glyphs;
mod hyphens;
mod library;
mod lines;
mod open;
mod paragraphs;
mod render;
mod scanned;

use pdfium_render::prelude::{PdfDocument, PdfDocumentMetadataTagType, PdfPage};

pub use library::find_pdfium;
pub use render::{PdfPages, Picture};

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
    library::with_pdfium(options, |pdfium| {
        let file = open::slice(pdfium, bytes, options.password.as_ref())?;
        read_with(&file, fallback_title, options)
    })?
}

fn read_with(
    file: &PdfDocument<'_>,
    fallback_title: &str,
    options: &ReadOptions,
) -> Result<Document, Error> {
    let mut pages = read_pages(file)?;
    scanned::put(&options.recognised, &mut pages);
    let unread = scanned::unread(file, &pages, options);
    if scanned::is_scan(&pages, &unread) {
        return Err(Error::Scanned { pages: unread });
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
        unread,
    })
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
        lines: lines::of(glyphs::of(&page)),
    }
}
