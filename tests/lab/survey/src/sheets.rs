//! PDFs of pieces of text in one font.

use pdf_writer::types::{SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

/// A piece of text on a page of 612 by 792 points.
pub struct PositionedText {
    /// The start of its baseline, from the page's bottom left corner.
    pub place: (f32, f32),
    /// The font size.
    pub size: f32,
    /// The extra width of each of its spaces over the font's.
    pub spacing: f32,
    /// Its characters as codes of the font.
    pub codes: Vec<u8>,
}

impl PositionedText {
    /// Returns a piece of plain text at the font's own widths.
    pub fn plain(place: (f32, f32), size: f32, text: &str) -> Self {
        Self { place, size, spacing: 0.0, codes: text.as_bytes().to_vec() }
    }
}

/// The first code of a letter that stands for another.
pub const FIRST: u8 = 33;

/// A font that every reader has.
#[derive(Default)]
pub struct Face<'f> {
    /// The font's name.
    pub name: &'static str,
    /// The widths of its characters from the space on, in thousandths of the font size, if they
    /// differ from the font's own.
    pub widths: Vec<f32>,
    /// The meanings of its characters from [`FIRST`] on, if they differ from their looks.
    pub letters: &'f [char],
}

/// Builds a PDF of these pages.
pub fn file(pages: &[Vec<PositionedText>], face: &Face<'_>) -> Vec<u8> {
    let [catalog, tree, font, letters] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids((0..count).map(|nth| Ref::new(10 + 2 * nth))).count(count);
    for (nth, pieces) in (0..).zip(pages) {
        let (id, contents) = (Ref::new(10 + 2 * nth), Ref::new(11 + 2 * nth));
        let mut page = pdf.page(id);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, 612.0, 792.0)).contents(contents);
        page.resources().fonts().pair(Name(b"F"), font);
        page.finish();
        pdf.stream(contents, &content(pieces));
    }
    let mut written = pdf.type1_font(font);
    written.base_font(Name(face.name.as_bytes()));
    if !face.widths.is_empty() {
        let last = u8::try_from(31 + face.widths.len()).unwrap_or(u8::MAX);
        written.first_char(32).last_char(last).widths(face.widths.iter().copied());
    }
    if !face.letters.is_empty() {
        written.to_unicode(letters);
    }
    written.finish();
    if !face.letters.is_empty() {
        pdf.stream(letters, &character_map(face.letters));
    }
    pdf.finish()
}

fn content(pieces: &[PositionedText]) -> Vec<u8> {
    let mut content = Content::new();
    for PositionedText { place, size, spacing, codes } in pieces {
        content.begin_text().set_font(Name(b"F"), *size).set_word_spacing(*spacing);
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, place.0, place.1]);
        content.show(Str(codes)).end_text();
    }
    content.finish().to_vec()
}

fn character_map(letters: &[char]) -> Vec<u8> {
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 };
    let mut map = UnicodeCmap::new(Name(b"Letters"), system);
    for (code, letter) in (FIRST..).zip(letters) {
        map.pair(code, *letter);
    }
    map.finish().to_vec()
}
