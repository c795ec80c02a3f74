//! From a sheet's coordinates to those of the page as shown.

use pdfium_render::prelude::{PdfPage, PdfPageRenderRotation, PdfPageTextChar, PdfRect};

use super::area::Area;

/// The height of a character's box, in widths, beyond which the font has it wrong.
const ODD_HEIGHT: f32 = 3.0;
/// The width in points that narrower boxes count as, such as those of `l`.
const LEAST_WIDTH: f32 = 4.0;

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
    pub fn area(&self, character: &PdfPageTextChar<'_>) -> Option<Area> {
        let loose = character.loose_bounds().ok().map(|bounds| self.shown(&bounds));
        let loose = loose.filter(|area| area.is_real());
        let is_odd =
            loose.is_none_or(|area| area.height() > ODD_HEIGHT * area.width().max(LEAST_WIDTH));
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
    use pdfium_render::prelude::PdfPoints;

    use super::*;

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
