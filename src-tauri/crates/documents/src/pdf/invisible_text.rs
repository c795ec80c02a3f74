//! Text that a page does not show: white on white, transparent, or not painted at all.
//!
//! No reader could find such a passage again, and some of it is meant only for programs. Text that
//! recognition laid over a picture is not painted either, but the picture shows it.

use std::cell::LazyCell;
use std::ops::Range;

use pdfium_render::prelude::{
    PdfColor, PdfPage, PdfPageObjectCommon, PdfPageObjectType, PdfPagePathObject, PdfPageTextChar,
    PdfPageTextRenderMode, PdfPathFillMode,
};

use super::area::Area;
use super::glyph::Glyph;
use super::objects;
use super::page_transform::PageTransform;

/// A colour whose components are all at least this bright may be that of the paper.
const BRIGHT: u8 = 240;
/// An opacity, of 255, below which paint counts as none.
const SHEER: u8 = 16;
/// The part of a word's height, above and below, that rules and other lines may touch: one over this.
const INSET: f32 = 5.0;
/// The thickness in points from which a line may be a bar with words on it.
const THICK: f32 = 4.0;

/// The paint of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paint {
    /// In a colour visible on paper.
    Ink,
    /// In a colour visible only on darker ones.
    Faint,
    /// Not at all.
    None,
}

impl Paint {
    fn of(character: &PdfPageTextChar<'_>) -> Self {
        use PdfPageTextRenderMode as Mode;
        let is_filled = || character.fill_color().is_ok_and(|colour| is_faint(&colour));
        let is_drawn = || character.stroke_color().is_ok_and(|colour| is_faint(&colour));
        let is_faint = match character.render_mode() {
            Ok(Mode::Invisible | Mode::InvisibleClipping) => return Self::None,
            Ok(Mode::StrokedUnfilled | Mode::StrokedUnfilledClipping) => is_drawn(),
            Ok(Mode::FilledThenStroked | Mode::FilledThenStrokedClipping) => {
                is_filled() && is_drawn()
            }
            _ => is_filled(),
        };
        if is_faint { Self::Faint } else { Self::Ink }
    }
}

fn is_faint(colour: &PdfColor) -> bool {
    let parts = [colour.red(), colour.green(), colour.blue()];
    colour.alpha() < SHEER || parts.into_iter().all(|part| part >= BRIGHT)
}

/// The paint of a page's words: the first glyph of each run of words with the same paint.
#[derive(Default)]
pub(super) struct Paints(Vec<(usize, Paint)>);

impl Paints {
    /// Notes the paint of the word that begins with this character. Its glyph comes after those
    /// noted before.
    pub fn note(&mut self, nth: usize, character: &PdfPageTextChar<'_>) {
        let paint = Paint::of(character);
        if self.0.last().is_none_or(|(_, last)| *last != paint) {
            self.0.push((nth, paint));
        }
    }

    /// Replaces invisible text by spaces.
    pub fn blank(&self, glyphs: &mut [Glyph], page: &PdfPage<'_>, frame: &PageTransform) {
        if self.0.iter().all(|(_, paint)| *paint == Paint::Ink) {
            return;
        }
        let things = LazyCell::new(|| things(page, frame));
        for word in words(glyphs) {
            let Some(area) = area(&glyphs[word.clone()]) else { continue };
            let is_seen = match self.at(word.start) {
                Paint::Ink => true,
                Paint::Faint => things.iter().any(|one| one.is_dark && one.area.meets(inner(area))),
                Paint::None => things.iter().any(|one| one.area.meets(area)),
            };
            if !is_seen {
                glyphs[word].fill(Glyph::Space);
            }
        }
    }

    fn at(&self, nth: usize) -> Paint {
        let after = self.0.partition_point(|(begin, _)| *begin <= nth);
        after.checked_sub(1).map_or(Paint::Ink, |last| self.0[last].1)
    }
}

/// Returns the words among glyphs.
fn words(glyphs: &[Glyph]) -> Vec<Range<usize>> {
    let is_letter = |glyph: &Glyph| matches!(glyph, Glyph::Letter(..) | Glyph::Hyphen(_));
    let mut words = Vec::new();
    let mut begin = 0;
    for run in glyphs.chunk_by(|a, b| is_letter(a) == is_letter(b)) {
        let end = begin + run.len();
        if run.first().is_some_and(is_letter) {
            words.push(begin..end);
        }
        begin = end;
    }
    words
}

fn area(word: &[Glyph]) -> Option<Area> {
    word.iter().filter_map(Glyph::area).reduce(Area::around)
}

/// Returns a word's box without the parts that rules and other lines touch.
fn inner(area: Area) -> Area {
    let inset = area.height() / INSET;
    Area { top: area.top + inset, bottom: area.bottom - inset, ..area }
}

/// Something on a page other than text. Pages are not drawn to find out: that would take many times
/// as long as reading them.
struct PaintedObject {
    area: Area,
    /// Whether bright words are visible on it, as far as is known: pictures, and shapes that are
    /// not bright themselves.
    is_dark: bool,
    is_picture: bool,
}

/// Returns where a page shows pictures, also in forms.
pub(super) fn pictures(page: &PdfPage<'_>, frame: &PageTransform) -> Vec<Area> {
    let pictures = things(page, frame).into_iter().filter(|thing| thing.is_picture);
    pictures.map(|thing| thing.area).collect()
}

fn things(page: &PdfPage<'_>, frame: &PageTransform) -> Vec<PaintedObject> {
    let mut found = Vec::new();
    objects::each(page, &mut |object, forms| {
        let kind = object.object_type();
        if kind == PdfPageObjectType::Text {
            return;
        }
        if let Some(area) = objects::area(object, forms, frame) {
            let is_dark = object.as_path_object().is_none_or(is_dark);
            found.push(PaintedObject {
                area,
                is_dark,
                is_picture: kind == PdfPageObjectType::Image,
            });
        }
    });
    found
}

/// Returns whether a shape is filled, or drawn with a thick pen, in a colour that may not be
/// bright.
fn is_dark(shape: &PdfPagePathObject<'_>) -> bool {
    let is_filled = !shape.fill_mode().is_ok_and(|mode| mode == PdfPathFillMode::None);
    let is_bar = shape.is_stroked().unwrap_or(true)
        && !shape.stroke_width().is_ok_and(|width| width.value < THICK);
    is_filled && !shape.fill_color().is_ok_and(|colour| is_faint(&colour))
        || is_bar && !shape.stroke_color().is_ok_and(|colour| is_faint(&colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_painted_as_the_last_note_says() {
        let paints = Paints(vec![(0, Paint::Ink), (4, Paint::None), (9, Paint::Faint)]);
        let expected = [(0, Paint::Ink), (3, Paint::Ink), (4, Paint::None), (20, Paint::Faint)];
        for (nth, paint) in expected {
            assert_eq!(paints.at(nth), paint, "{nth}");
        }
        assert_eq!(Paints::default().at(3), Paint::Ink);
    }

    #[test]
    fn words_lie_between_spaces() {
        let letter = Glyph::Letter('a', None);
        let glyphs = [Glyph::Space, letter, letter, Glyph::LineEnd, Glyph::Hyphen(None)];
        assert_eq!(words(&glyphs), [1..3, 4..5]);
    }

    #[test]
    fn white_and_sheer_colours_are_faint() {
        let cases = [
            (PdfColor::new(255, 255, 255, 255), true),
            (PdfColor::new(0, 0, 0, 0), true),
            (PdfColor::new(255, 255, 0, 255), false),
            (PdfColor::new(0, 0, 0, 255), false),
        ];
        for (colour, faint) in cases {
            assert_eq!(is_faint(&colour), faint, "{colour:?}");
        }
    }
}
