//! A page's characters with their boxes, as PDFium gives them.

use pdfium_render::prelude::{PdfPage, PdfPageRenderRotation, PdfPageTextChar, PdfRect};
use unicode_normalization::UnicodeNormalization;

use super::directions;
use super::mixed;
use super::unseen::Paints;
use crate::characters::readable;

/// A box on the page as it is shown, in points from its top left corner.
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
    /// The smallest box around both.
    pub fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// What of it lies in the other; not real where nothing does.
    pub fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Width in points.
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// Height in points.
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// Whether the two have more than an edge in common.
    pub fn meets(self, other: Self) -> bool {
        let is_beside = self.right <= other.left || other.right <= self.left;
        !is_beside && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether a point lies in it.
    pub fn holds(self, x: f32, y: f32) -> bool {
        self.left <= x && x < self.right && self.top <= y && y < self.bottom
    }

    /// Whether any of it lies on a page of this size.
    pub fn touches(self, width: f32, height: f32) -> bool {
        self.right > 0.0 && self.left < width && self.bottom > 0.0 && self.top < height
    }

    /// Whether it is somewhere and has a size.
    pub fn is_real(self) -> bool {
        let finite = [self.left, self.top, self.right, self.bottom].iter().all(|n| n.is_finite());
        finite && self.width() > 0.0 && self.height() > 0.0
    }
}

/// What stands on a page, in the order of its text.
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

/// The glyphs of a page, and how many of its characters say nothing to a reader. What lies beside the
/// page or is not painted, so that nobody sees it, is left out.
pub(super) fn of(page: &PdfPage<'_>, frame: &Frame) -> (Vec<Glyph>, usize) {
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
    directions::restore(&mut glyphs);
    mixed::restore(&mut glyphs);
    (glyphs, signs)
}

/// Whether a character says nothing to a reader.
fn is_sign(character: char) -> bool {
    let is_private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    is_private || character != '\r' && readable(character).is_none()
}

impl Glyph {
    /// Where it stands, if it leaves ink and something tells.
    pub fn area(&self) -> Option<Area> {
        match self {
            Self::Letter(_, area) | Self::Hyphen(area) => *area,
            Self::Space | Self::LineEnd => None,
        }
    }
}

/// What PDFium puts for a hyphen at the end of a line.
const HYPHEN: char = '\u{2}';

fn push(glyphs: &mut Vec<Glyph>, character: &PdfPageTextChar<'_>, frame: &Frame) {
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
            // Fonts that do not tell their characters have spaces all the same.
            None if is_blank(character) => glyphs.push(Glyph::Space),
            None => {}
        },
    }
}

/// Whether a character leaves no ink.
fn is_blank(character: &PdfPageTextChar<'_>) -> bool {
    character
        .tight_bounds()
        .is_ok_and(|bounds| bounds.width().value.abs() < 0.01 || bounds.height().value.abs() < 0.01)
}

/// Ligatures and letter shapes as the letters that they stand for; bullets from symbol fonts as
/// bullets; other characters of private use not at all.
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

/// How a page's own coordinates, which begin at the bottom left of its sheet, lead to the page as
/// it is shown: cropped and turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    left: f32,
    bottom: f32,
    right: f32,
    top: f32,
    turned: PdfPageRenderRotation,
}

impl Frame {
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

    /// Where a character stands: the height of its line and the width that it takes, or the
    /// ink's own box where the font does not tell those, or tells them wrong.
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

    /// How far below the shown page's upper edge a point lies.
    pub fn y_of(&self, x: f32, y: f32) -> f32 {
        self.shown(&PdfRect::new_from_values(y, x, y, x)).top
    }

    /// A box on the page as it is shown.
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
            let frame = Frame { left: 10.0, bottom: 20.0, right: 110.0, top: 220.0, turned };
            assert_eq!(frame.shown(&bounds), Area { left, top, right, bottom }, "{turned:?}");
        }
    }
}
