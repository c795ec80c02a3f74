//! Pages that are pictures of text, and the results of text recognition for them.

use std::collections::BTreeMap;

use pdfium_render::prelude::{
    PdfDocument, PdfPage, PdfPageObjectCommon, PdfPageObjectType, PdfPageObjectsCommon,
    PdfPageTextRenderMode,
};

use super::PageLines;
use super::area::Area;
use super::glyph::Glyph;
use super::invisible_text;
use super::line::PdfLine;
use super::lines;
use super::page_transform::PageTransform;
use crate::ReadOptions;
use crate::characters::readable;
use crate::ocr::{RecognisedLine, RecognisedPage, RecognisedWord};

/// Fewer letters than this on a page of a scan are a stamp or a number, not its text.
const FEW_LETTERS: usize = 12;
/// Fewer letters than this, about two lines, are a stamp, a caption or a notice on a page that is a
/// picture, unless text recognition put them there.
const FEW_LINES: usize = 120;
/// The share of a page without letters that pictures cover if it may be a scan.
const HALF: f32 = 0.5;
/// The same share for a page with a stamp: a figure with its caption leaves more of the page bare.
const MOST: f32 = 0.75;
/// This number of meaningless characters is text in a font that does not identify its letters.
const MANY_SIGNS: usize = 40;

/// Replaces the file's text by the recognised text.
pub(super) fn put(recognised: &BTreeMap<u32, RecognisedPage>, pages: &mut [PageLines]) {
    for (number, page) in (1..).zip(pages) {
        if let Some(recognised) = recognised.get(&number) {
            page.lines = lines_of(recognised);
        }
    }
}

/// Returns the numbers of the pages whose text is not in the file, except those that were
/// recognised.
pub(super) fn unread(
    file: &PdfDocument<'_>,
    pages: &[PageLines],
    options: &ReadOptions,
) -> Vec<u32> {
    let is_unread = |number: &u32, lines: &PageLines| {
        let letters = letters(lines);
        let page = || file.pages().get(nth(*number)?).ok();
        !options.recognised.contains_key(number)
            && (is_mute(lines.signs, letters)
                || letters < FEW_LINES && page().is_some_and(|page| shows_more(&page, letters)))
    };
    let numbered = (1..).zip(pages).filter(|(number, page)| is_unread(number, page));
    numbered.map(|(number, _)| number).collect()
}

/// Returns whether the file has so little text that it is a scan, not a text with pictures.
pub(super) fn is_scan(pages: &[PageLines], unread: &[u32]) -> bool {
    let letters: usize = pages.iter().map(letters).sum();
    letters < FEW_LINES.max(FEW_LETTERS * pages.len()) && 2 * unread.len() > pages.len()
}

fn nth(number: u32) -> Option<i32> {
    i32::try_from(number).ok()?.checked_sub(1)
}

fn letters(page: &PageLines) -> usize {
    page.lines.iter().chain(&page.notes).map(PdfLine::letters).sum()
}

/// Returns whether the fonts of a page do not identify its characters.
fn is_mute(signs: usize, letters: usize) -> bool {
    signs >= MANY_SIGNS && signs > letters
}

/// Returns whether a page with this number of letters shows more of them.
fn shows_more(page: &PdfPage<'_>, letters: usize) -> bool {
    match letters < FEW_LETTERS {
        true => is_form(page) || covered(page) >= HALF,
        false => covered(page) >= MOST && !is_recognised(page),
    }
}

/// Returns whether a form, in which anything may be drawn, covers half of the page.
fn is_form(page: &PdfPage<'_>) -> bool {
    let half = HALF * page.width().value * page.height().value;
    page.objects().iter().any(|object| {
        object.object_type() == PdfPageObjectType::XObjectForm
            && object.bounds().is_ok_and(|bounds| {
                let bounds = bounds.to_rect();
                bounds.width().value * bounds.height().value >= half
            })
    })
}

/// Returns the share of a page under its pictures, from 0 to 1: scanners cut pages into strips and
/// tiles, and overlap some.
fn covered(page: &PdfPage<'_>) -> f32 {
    let pictures = invisible_text::pictures(page, &PageTransform::of(page));
    part_covered(&pictures, page.width().value, page.height().value)
}

/// Returns the share of a page of this size inside the boxes, sampled on a grid of points.
pub(super) fn part_covered(boxes: &[Area], width: f32, height: f32) -> f32 {
    const STEPS: usize = 32;
    let at = |nth: usize| (nth as f32 + 0.5) / STEPS as f32;
    let is_under = |(x, y)| boxes.iter().any(|area| area.holds(x, y));
    let points = (0..STEPS * STEPS)
        .map(|nth| (width * at(nth % STEPS), height * at(nth / STEPS)))
        .filter(|point| is_under(*point));
    points.count() as f32 / (STEPS * STEPS) as f32
}

/// Returns whether text recognition laid its words over the page: they are present without being
/// painted.
fn is_recognised(page: &PdfPage<'_>) -> bool {
    use PdfPageTextRenderMode::{Invisible, InvisibleClipping};
    let Ok(text) = page.text() else { return false };
    text.chars()
        .iter()
        .any(|character| matches!(character.render_mode(), Ok(Invisible | InvisibleClipping)))
}

/// Builds the lines of a recognised page from letters like those in a file.
fn lines_of(page: &RecognisedPage) -> Vec<PdfLine> {
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

/// Adds a word's letters, each with its share of the word's box.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_more_signs_than_letters_are_mute() {
        for (signs, letters, mute) in [
            (0, 0, false),
            (39, 0, false),
            (40, 39, true),
            (40, 40, false),
            (900, 300, true),
            (300, 900, false),
        ] {
            assert_eq!(is_mute(signs, letters), mute, "{signs} signs, {letters} letters");
        }
    }

    #[test]
    fn pictures_cover_what_lies_under_any_of_them() {
        let strip = |top: f32| Area { left: -5.0, top, right: 105.0, bottom: top + 50.0 };
        let cases: [(&[Area], f32); 5] = [
            (&[], 0.0),
            (&[strip(0.0)], 0.25),
            (&[strip(0.0), strip(0.0)], 0.25),
            (&[strip(0.0), strip(50.0), strip(100.0), strip(150.0)], 1.0),
            (&[strip(-25.0), strip(500.0)], 0.125),
        ];
        for (boxes, part) in cases {
            assert_eq!(part_covered(boxes, 100.0, 200.0), part, "{boxes:?}");
        }
    }
}
