//! Pages that are pictures of text, and what text recognition saw on them.

use std::collections::BTreeMap;

use pdfium_render::prelude::{
    PdfDocument, PdfPage, PdfPageObjectCommon, PdfPageObjectType, PdfPageObjectsCommon,
};

use super::PageLines;
use super::glyphs::{Area, Glyph};
use super::lines::{self, Line};
use crate::ReadOptions;
use crate::characters::readable;
use crate::ocr::{RecognisedLine, RecognisedPage, RecognisedWord};

/// Fewer letters than this on a page of a scan are a stamp or a number, not its text.
const FEW_LETTERS: usize = 12;
/// As many characters that say nothing are text in a font that does not tell its letters.
const MANY_SIGNS: usize = 40;

/// Puts what was recognised in the place of what the file holds.
pub(super) fn put(recognised: &BTreeMap<u32, RecognisedPage>, pages: &mut [PageLines]) {
    for (number, page) in (1..).zip(pages) {
        if let Some(recognised) = recognised.get(&number) {
            page.lines = lines_of(recognised);
        }
    }
}

/// The numbers of the pages that show text which the file does not hold, those apart that were
/// recognised.
pub(super) fn unread(
    file: &PdfDocument<'_>,
    pages: &[PageLines],
    options: &ReadOptions,
) -> Vec<u32> {
    let is_unread = |number: &u32, page: &PageLines| {
        !options.recognised.contains_key(number)
            && letters(page) < FEW_LETTERS
            && nth(*number)
                .and_then(|nth| file.pages().get(nth).ok())
                .is_some_and(|page| shows_text(&page))
    };
    let numbered = (1..).zip(pages).filter(|(number, page)| is_unread(number, page));
    numbered.map(|(number, _)| number).collect()
}

/// Whether so little of a file is text that it is a scan, not a text with pictures.
pub(super) fn is_scan(pages: &[PageLines], unread: &[u32]) -> bool {
    let letters: usize = pages.iter().map(letters).sum();
    letters < FEW_LETTERS * pages.len() && 2 * unread.len() > pages.len()
}

fn nth(number: u32) -> Option<i32> {
    i32::try_from(number).ok()?.checked_sub(1)
}

fn letters(page: &PageLines) -> usize {
    page.lines.iter().map(Line::letters).sum()
}

/// Whether a page without letters shows some all the same.
fn shows_text(page: &PdfPage<'_>) -> bool {
    is_picture(page) || signs(page) >= MANY_SIGNS
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

/// How many characters of a page say nothing to a reader.
fn signs(page: &PdfPage<'_>) -> usize {
    let Ok(text) = page.text() else { return 0 };
    text.chars().iter().filter(|character| character.unicode_char().is_none_or(is_sign)).count()
}

fn is_sign(character: char) -> bool {
    let is_private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    is_private || character != '\r' && readable(character).is_none()
}

/// The lines of a recognised page, made of letters like those that a file holds.
fn lines_of(page: &RecognisedPage) -> Vec<Line> {
    let mut glyphs = Vec::new();
    for line in &page.lines {
        push_line(&mut glyphs, line);
    }
    lines::of(glyphs)
}

fn push_line(glyphs: &mut Vec<Glyph>, line: &RecognisedLine) {
    for word in &line.words {
        push_word(glyphs, word);
        glyphs.push(Glyph::Space);
    }
    glyphs.push(Glyph::LineEnd);
}

/// A word's letters, each with its share of the word's box.
fn push_word(glyphs: &mut Vec<Glyph>, word: &RecognisedWord) {
    let letters: Vec<char> = word.text.chars().filter_map(readable).collect();
    let share = (word.right - word.left) / letters.len().max(1) as f32;
    for (nth, letter) in letters.into_iter().enumerate() {
        let left = word.left + share * nth as f32;
        let area = Area { left, top: word.top, right: left + share, bottom: word.bottom };
        glyphs.push(match letter.is_whitespace() {
            true => Glyph::Space,
            false => Glyph::Letter(letter, Some(area)),
        });
    }
}
