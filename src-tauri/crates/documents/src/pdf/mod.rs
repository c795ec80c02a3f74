//! Reads PDFs through PDFium: turns characters with boxes, in the order of the file, into words and
//! lines; separates margins and notes; turns the rest into running text.

mod area;
mod bidi;
mod columns;
mod cover;
mod dark;
mod drawing;
mod edges;
mod fields;
mod glyph;
mod glyphs;
mod hyphens;
mod invisible_text;
mod library;
mod line;
mod line_breaks;
mod lines;
mod margins;
mod notes;
mod numerals;
mod objects;
mod open;
mod outline;
mod page_image;
mod page_transform;
mod paragraphs;
mod render;
mod rotated;
mod running_heads;
mod scanned;
mod shadows;
mod word;
mod xmp;

use std::collections::BTreeMap;

use pdfium_render::prelude::{PdfDocument, PdfDocumentMetadataTagType, PdfPage};

pub(crate) use cover::first_page;
pub use library::find_pdfium;
pub use page_image::{PageImage, RenderOptions};
pub use render::PdfPages;

use crate::metadata::{Metadata, clean, meant_title};
use crate::{Document, Error, Format, Marginal, ReadOptions};
use line::PdfLine;
use page_transform::PageTransform;

/// A page's lines in reading order.
#[derive(Default)]
struct PageLines {
    label: Option<String>,
    size: Option<(f32, f32)>,
    frame: Option<PageTransform>,
    /// The lines of its text.
    lines: Vec<PdfLine>,
    /// The lines of its footnotes.
    notes: Vec<PdfLine>,
    /// The number of its characters that mean nothing to a reader.
    signs: usize,
}

impl PageLines {
    /// Removes the lines at these indices, which are in order.
    fn take(&mut self, places: &[usize]) -> Vec<PdfLine> {
        let taken = |nth: &usize| places.binary_search(nth).is_ok();
        let lines = std::mem::take(&mut self.lines).into_iter().enumerate();
        let (taken, kept): (Vec<_>, Vec<_>) = lines.partition(|(nth, _)| taken(nth));
        self.lines = kept.into_iter().map(|(_, line)| line).collect();
        taken.into_iter().map(|(_, line)| line).collect()
    }
}

/// Reads a PDF. Only one is read at a time: PDFium is not thread-safe.
pub(crate) fn read(
    bytes: &[u8],
    fallback_title: &str,
    options: &ReadOptions,
) -> Result<Document, Error> {
    library::with_pdfium(options, |pdfium| {
        let file = open::slice(pdfium, bytes, options.password.as_ref())?;
        let document = read_with(&file, options)?;
        let said = metadata(&file, bytes);
        let title = said.title.unwrap_or_else(|| fallback_title.to_owned());
        Ok(Document { title, author: said.author, language: said.language, ..document })
    })?
}

/// Returns the file's metadata, from either of its sources.
fn metadata(file: &PdfDocument<'_>, bytes: &[u8]) -> Metadata {
    let said = |kind| Some(file.metadata().get(kind)?.value().to_owned());
    let packet = xmp::read(bytes);
    let title = said(PdfDocumentMetadataTagType::Title).and_then(|title| meant_title(&title));
    let author = said(PdfDocumentMetadataTagType::Author).and_then(|author| clean(&author));
    let language = file.catalog().get_language().ok().and_then(|language| clean(&language));
    Metadata {
        title: title.or(packet.title),
        author: author.or(packet.author),
        language: language.or(packet.language),
    }
}

/// Returns the file's text and pages; leaves its metadata empty.
fn read_with(file: &PdfDocument<'_>, options: &ReadOptions) -> Result<Document, Error> {
    let (mut pages, damaged) = read_pages(file)?;
    scanned::put(&options.recognised, &mut pages);
    let bookmarks = outline::bookmarks(file, &pages);
    let marginals = set_apart(&mut pages);
    // Stamps on every page of a scan have been separated by now.
    let unread = scanned::unread(file, &pages, options);
    if scanned::is_scan(&pages, &unread) {
        return Err(Error::Scanned { pages: unread });
    }
    let (text, pages) = paragraphs::compose(pages);
    let outline = match bookmarks.is_empty() {
        true => outline::of_sizes(&text, &pages),
        false => outline::of_bookmarks(&bookmarks, &text, &pages),
    };
    Ok(Document {
        title: String::new(),
        author: None,
        language: None,
        format: Format::Pdf,
        text,
        pages,
        outline,
        marginals,
        paged: true,
        unread,
        damaged,
    })
}

/// Removes from the pages' lines everything outside the running text: notes and margins.
fn set_apart(pages: &mut [PageLines]) -> Vec<Marginal> {
    let body = usual_height(pages);
    let margins = margins::take(pages, body);
    for page in pages {
        page.notes = notes::take(&mut page.lines, body);
    }
    let marginal = |(nth, line): (usize, PdfLine)| {
        Some(Marginal { text: line.text(), rect: paragraphs::rect(nth, line.area?) })
    };
    let numbered = margins.into_iter().enumerate();
    numbered
        .flat_map(|(nth, lines)| lines.into_iter().map(move |line| (nth, line)))
        .filter_map(marginal)
        .collect()
}

/// The steps per point in which heights of letters are counted.
const HEIGHT_STEPS: f32 = 4.0;

/// Returns the height of most letters.
fn usual_height(pages: &[PageLines]) -> f32 {
    let mut letters: BTreeMap<u32, usize> = BTreeMap::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        *letters.entry((HEIGHT_STEPS * line.height).round() as u32).or_default() += line.letters();
    }
    let usual = letters.into_iter().max_by_key(|(_, letters)| *letters);
    usual.map_or(0.0, |(steps, _)| steps as f32 / HEIGHT_STEPS)
}

/// Reads all pages. Unreadable pages count as empty and are named; an error if all are unreadable.
fn read_pages(file: &PdfDocument<'_>) -> Result<(Vec<PageLines>, Vec<String>), Error> {
    let has_form = file.form().is_some();
    let read = |nth| file.pages().get(nth).ok().map(|page| read_page(&page, has_form));
    let found: Vec<Option<PageLines>> = file.pages().as_range().map(read).collect();
    if found.iter().all(Option::is_none) {
        return Err(Error::broken(Format::Pdf, "none of its pages can be read"));
    }
    let damaged = found.iter().zip(1..).filter(|(page, _)| page.is_none());
    let damaged = damaged.map(|(_, number)| format!("p. {number}")).collect();
    Ok((found.into_iter().map(Option::unwrap_or_default).collect(), damaged))
}

fn read_page(page: &PdfPage<'_>, has_form: bool) -> PageLines {
    let frame = PageTransform::of(page);
    let (glyphs, signs) = glyphs::of(page, &frame);
    let lines = columns::in_order(lines::of(glyphs));
    // Without labels, as over a scan, filled-in text means nothing.
    let is_form = has_form && !lines.is_empty();
    let filled = if is_form { fields::filled(page, &frame) } else { Vec::new() };
    PageLines {
        label: page.label().and_then(clean),
        size: Some((page.width().value, page.height().value)),
        frame: Some(frame),
        lines: fields::insert(lines, filled),
        notes: Vec::new(),
        signs,
    }
}
