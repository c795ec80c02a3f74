//! Text that a page does not show: white on white, see-through, or not painted at all.
//!
//! No reader could find a passage of it again, and some of it is put there to be read by programs
//! alone. What text recognition laid over a picture is not painted either, but the picture shows
//! it.

use std::cell::LazyCell;
use std::ops::Range;

use pdfium_render::prelude::{
    PdfColor, PdfPage, PdfPageObjectCommon, PdfPageObjectType, PdfPageObjectsCommon,
    PdfPageTextChar, PdfPageTextRenderMode,
};

use super::glyphs::{Area, Frame, Glyph};
use super::render::Drawing;

/// Colours of which every part is at least this bright may be that of the paper.
const BRIGHT: u8 = 240;
/// As little paint is none, of 255.
const SHEER: u8 = 16;
/// Where the drawn page differs by less than this, of 255, nothing is seen.
const CONTRAST: u8 = 16;
/// Pixels to a point of the drawn page, and the most pixels in a row.
const SCALE: f32 = 2.0;
const MOST_WIDTH: f32 = 2000.0;

/// How a word is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paint {
    /// In a colour that is seen on paper.
    Ink,
    /// In a colour that is only seen on darker ones.
    Faint,
    /// Not at all.
    None,
}

impl Paint {
    fn of(character: &PdfPageTextChar<'_>) -> Self {
        match character.render_mode() {
            Ok(PdfPageTextRenderMode::Invisible | PdfPageTextRenderMode::InvisibleClipping) => {
                Self::None
            }
            _ if character.fill_color().is_ok_and(|colour| is_faint(&colour)) => Self::Faint,
            _ => Self::Ink,
        }
    }
}

fn is_faint(colour: &PdfColor) -> bool {
    let parts = [colour.red(), colour.green(), colour.blue()];
    colour.alpha() < SHEER || parts.into_iter().all(|part| part >= BRIGHT)
}

/// How the words of a page are painted: the first glyph of each run of words that are alike.
#[derive(Default)]
pub(super) struct Paints(Vec<(usize, Paint)>);

impl Paints {
    /// Notes how the word is painted that begins with this character, to become a glyph at a
    /// place behind those before.
    pub fn note(&mut self, nth: usize, character: &PdfPageTextChar<'_>) {
        let paint = Paint::of(character);
        if self.0.last().is_none_or(|(_, last)| *last != paint) {
            self.0.push((nth, paint));
        }
    }

    /// Puts spaces in the place of what the page does not show.
    pub fn blank(&self, glyphs: &mut [Glyph], page: &PdfPage<'_>, frame: &Frame) {
        if self.0.iter().all(|(_, paint)| *paint == Paint::Ink) {
            return;
        }
        let drawn = LazyCell::new(|| Drawn::of(page));
        let others = LazyCell::new(|| others(page, frame));
        for word in words(glyphs) {
            let Some(area) = area(&glyphs[word.clone()]) else { continue };
            let is_seen = match self.at(word.start) {
                Paint::Ink => true,
                Paint::Faint => drawn.as_ref().is_none_or(|drawn| drawn.shows(area)),
                Paint::None => others.iter().any(|other| other.meets(area)),
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

/// The words among glyphs.
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

/// Where something other than text lies on a page.
fn others(page: &PdfPage<'_>, frame: &Frame) -> Vec<Area> {
    let objects = page.objects();
    let others = objects.iter().filter(|one| one.object_type() != PdfPageObjectType::Text);
    others.filter_map(|one| Some(frame.shown(&one.bounds().ok()?.to_rect()))).collect()
}

/// A page as it is shown, to look at.
struct Drawn {
    drawing: Drawing,
    /// Pixels to a point.
    scale: f32,
}

impl Drawn {
    /// None where it cannot be drawn.
    fn of(page: &PdfPage<'_>) -> Option<Self> {
        let size = (page.width().value, page.height().value);
        let width = (SCALE * size.0).min(MOST_WIDTH);
        let drawing = Drawing::of(page, size, width as u32)?;
        let scale = drawing.width() as f32 / size.0;
        Some(Self { drawing, scale })
    }

    /// Whether anything is seen where a word stands. Rules and other lines touch its box above and
    /// below.
    fn shows(&self, area: Area) -> bool {
        let inset = area.height() / 5.0;
        let pixel = |points: f32| (self.scale * points).max(0.0) as usize;
        let rows = pixel(area.top + inset)..pixel(area.bottom - inset) + 1;
        self.drawing.contrast(pixel(area.left)..pixel(area.right) + 1, rows) >= CONTRAST
    }
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
