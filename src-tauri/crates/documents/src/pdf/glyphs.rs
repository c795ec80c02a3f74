//! A page's characters with their boxes, as PDFium reports them.

use pdfium_render::prelude::{PdfPage, PdfPageTextChar};
use unicode_normalization::UnicodeNormalization;

use super::bidi;
use super::glyph::Glyph;
use super::invisible_text::Paints;
use super::page_transform::PageTransform;
use crate::characters::readable;

/// Returns the glyphs of a page, and the number of its characters that mean nothing to a reader.
/// Glyphs beside the page or not painted, and so invisible, are left out.
pub(super) fn of(page: &PdfPage<'_>, frame: &PageTransform) -> (Vec<Glyph>, usize) {
    let Ok(text) = page.text() else { return (Vec::new(), 0) };
    let (width, height) = (page.width().value, page.height().value);
    let characters = text.chars();
    let mut glyphs = Vec::with_capacity(characters.len());
    let mut paints = Paints::default();
    let mut signs = 0;
    for character in characters.iter() {
        signs += usize::from(character.unicode_char().is_none_or(is_sign));
        let begin = glyphs.len();
        let begins_word = glyphs.last().is_none_or(|last| !matches!(last, Glyph::Letter(..)));
        push(&mut glyphs, &character, frame);
        if begins_word && matches!(glyphs.get(begin), Some(Glyph::Letter(..))) {
            paints.note(begin, &character);
        }
    }
    paints.blank(&mut glyphs, page, frame);
    glyphs.retain(|glyph| glyph.area().is_none_or(|area| area.touches(width, height)));
    bidi::restore(&mut glyphs);
    (glyphs, signs)
}

/// Returns whether a character means nothing to a reader.
fn is_sign(character: char) -> bool {
    let is_private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    is_private || character != '\r' && readable(character).is_none()
}

/// The width or height, in points, of a box below which it holds no ink.
const NO_INK: f32 = 0.01;
/// PDFium's character for a hyphen at the end of a line.
const HYPHEN: char = '\u{2}';

fn push(glyphs: &mut Vec<Glyph>, character: &PdfPageTextChar<'_>, frame: &PageTransform) {
    let Some(value) = character.unicode_char() else { return };
    let area = || frame.area(character);
    match value {
        '\n' | '\r' => glyphs.push(Glyph::LineEnd),
        HYPHEN if character.is_hyphen().unwrap_or(false) => glyphs.push(Glyph::Hyphen(area())),
        // Kept until it is known whether it ends its line.
        '\u{ad}' => glyphs.push(Glyph::Letter(value, area())),
        _ if value.is_whitespace() => glyphs.push(Glyph::Space),
        _ => match readable(value) {
            Some(letter) => {
                let area = area();
                spelled_out(letter, |letter| glyphs.push(Glyph::Letter(letter, area)));
            }
            // Fonts that do not identify their characters still have spaces.
            None if is_blank(character) => glyphs.push(Glyph::Space),
            None => {}
        },
    }
}

/// Returns whether a character leaves no ink.
fn is_blank(character: &PdfPageTextChar<'_>) -> bool {
    character.tight_bounds().is_ok_and(|bounds| {
        bounds.width().value.abs() < NO_INK || bounds.height().value.abs() < NO_INK
    })
}

/// Spells ligatures and letter shapes as their letters; bullets from symbol fonts as bullets; drops
/// other private-use characters.
fn spelled_out(letter: char, push: impl FnMut(char)) {
    match letter {
        '\u{fb00}'..='\u{fb4f}' | '\u{fb50}'..='\u{fdfb}' | '\u{fe70}'..='\u{fefc}' => {
            std::iter::once(letter).nfkc().filter(|letter| !letter.is_whitespace()).for_each(push);
        }
        '\u{f0a7}' | '\u{f0b7}' => std::iter::once('•').for_each(push),
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' => {}
        _ => std::iter::once(letter).for_each(push),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ligatures_are_spelled_out() {
        let cases = [
            ('ﬁ', "fi"),
            ('ﬄ', "ffl"),
            ('ﻻ', "لا"),
            ('\u{f0b7}', "•"),
            ('\u{e001}', ""),
            ('a', "a"),
        ];
        for (letter, expected) in cases {
            let mut spelled = String::new();
            spelled_out(letter, |letter| spelled.push(letter));
            assert_eq!(spelled, expected, "{letter:?}");
        }
    }
}
