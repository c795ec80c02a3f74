//! A page's characters with their boxes, as PDFium reports them.

use pdfium_render::prelude::{PdfPage, PdfPageRenderRotation, PdfPageTextChar, PdfRect};
use unicode_normalization::UnicodeNormalization;

use super::bidi;
use super::invisible_text::Paints;
use crate::characters::readable;

/// A box on the page as shown, in points from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Lower edge.
    pub bottom: f32,
}

impl Area {
    /// Returns the smallest box around both.
    pub fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns its part within the other; not real if they do not overlap.
    pub fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Returns the width in points.
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// Returns the height in points.
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// Returns whether the two have more than an edge in common.
    pub fn meets(self, other: Self) -> bool {
        let is_beside = self.right <= other.left || other.right <= self.left;
        !is_beside && self.top < other.bottom && other.top < self.bottom
    }

    /// Returns whether a point lies in it.
    pub fn holds(self, x: f32, y: f32) -> bool {
        self.left <= x && x < self.right && self.top <= y && y < self.bottom
    }

    /// Returns whether any of it lies on a page of this size.
    pub fn touches(self, width: f32, height: f32) -> bool {
        self.right > 0.0 && self.left < width && self.bottom > 0.0 && self.top < height
    }

    /// Returns whether it has a finite position and a size.
    pub fn is_real(self) -> bool {
        let finite = [self.left, self.top, self.right, self.bottom].iter().all(|n| n.is_finite());
        finite && self.width() > 0.0 && self.height() > 0.0
    }
}

/// A page's content, in the order of its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Glyph {
    /// A character, and its box if it has one.
    Letter(char, Option<Area>),
    /// White space.
    Space,
    /// The end of a line.
    LineEnd,
    /// A hyphen that breaks a word at the end of a line.
    Hyphen(Option<Area>),
}

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

impl Glyph {
    /// Returns its position, if it leaves ink and the position is known.
    pub fn area(&self) -> Option<Area> {
        match self {
            Self::Letter(_, area) | Self::Hyphen(area) => *area,
            Self::Space | Self::LineEnd => None,
        }
    }
}

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
    character
        .tight_bounds()
        .is_ok_and(|bounds| bounds.width().value.abs() < 0.01 || bounds.height().value.abs() < 0.01)
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

/// The mapping from a page's own coordinates, which begin at the bottom left of its sheet, to the
/// page as shown: cropped and turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageTransform {
    left: f32,
    bottom: f32,
    right: f32,
    top: f32,
    turned: PdfPageRenderRotation,
}

impl PageTransform {
    pub fn of(page: &PdfPage<'_>) -> Self {
        let turned = page.rotation().unwrap_or(PdfPageRenderRotation::None);
        let shown =
            page.boundaries().bounding().map_or_else(|_| page.page_size(), |box_| box_.bounds);
        Self {
            left: shown.left().value,
            bottom: shown.bottom().value,
            right: shown.right().value,
            top: shown.top().value,
            turned,
        }
    }

    /// Returns a character's position: the height of its line and its advance width, or the box of
    /// the ink if the font lacks those, or has them wrong.
    fn area(&self, character: &PdfPageTextChar<'_>) -> Option<Area> {
        let loose = character.loose_bounds().ok().map(|bounds| self.shown(&bounds));
        let loose = loose.filter(|area| area.is_real());
        let is_odd = loose.is_none_or(|area| area.height() > 3.0 * area.width().max(4.0));
        if !is_odd {
            return loose;
        }
        let tight = character.tight_bounds().ok().map(|bounds| self.shown(&bounds));
        tight.filter(|area| area.is_real()).or(loose)
    }

    /// Returns the distance of a point from the upper edge of the page as shown.
    pub fn y_of(&self, x: f32, y: f32) -> f32 {
        self.shown(&PdfRect::new_from_values(y, x, y, x)).top
    }

    /// Returns a box on the page as shown.
    pub fn shown(&self, bounds: &PdfRect) -> Area {
        let (left, right) = (bounds.left().value, bounds.right().value);
        let (bottom, top) = (bounds.bottom().value, bounds.top().value);
        let corners = [(left, bottom), (right, top)].map(|(x, y)| match self.turned {
            PdfPageRenderRotation::None => (x - self.left, self.top - y),
            PdfPageRenderRotation::Degrees90 => (y - self.bottom, x - self.left),
            PdfPageRenderRotation::Degrees180 => (self.right - x, y - self.bottom),
            PdfPageRenderRotation::Degrees270 => (self.top - y, self.right - x),
        });
        let [(a, b), (c, d)] = corners;
        Area { left: a.min(c), top: b.min(d), right: a.max(c), bottom: b.max(d) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfium_render::prelude::PdfPoints;

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

    #[test]
    fn a_corner_of_the_sheet_lands_where_it_is_shown() {
        // A sheet of 100 by 200 whose origin is at (10, 20); a box in its bottom left corner.
        let bounds = PdfRect::new(
            PdfPoints::new(20.0),
            PdfPoints::new(10.0),
            PdfPoints::new(25.0),
            PdfPoints::new(11.0),
        );
        let cases = [
            (PdfPageRenderRotation::None, (0.0, 195.0, 1.0, 200.0)),
            (PdfPageRenderRotation::Degrees90, (0.0, 0.0, 5.0, 1.0)),
            (PdfPageRenderRotation::Degrees180, (99.0, 0.0, 100.0, 5.0)),
            (PdfPageRenderRotation::Degrees270, (195.0, 99.0, 200.0, 100.0)),
        ];
        for (turned, (left, top, right, bottom)) in cases {
            let frame =
                PageTransform { left: 10.0, bottom: 20.0, right: 110.0, top: 220.0, turned };
            assert_eq!(frame.shown(&bounds), Area { left, top, right, bottom }, "{turned:?}");
        }
    }
}
