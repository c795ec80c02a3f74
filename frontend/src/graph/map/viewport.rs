//! The visible part of the map.

/// The margin around the picture.
pub const MARGIN: f64 = 18.0;
/// The room on the left for the levels' names.
pub const NAMES: f64 = 52.0;
/// The smallest visible part of a document: a few of 10,000 chunks.
const NEAREST: f64 = 0.000_4;

/// The visible part of the map, and the size of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapViewport {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// The visible part of the document, from 0 at its beginning to 1 at its end.
    pub span: (f64, f64),
}

impl MapViewport {
    /// The factor of one step of enlarging the picture; its inverse makes the picture smaller.
    pub const STEP: f64 = 0.7;

    /// Returns a frame of this size that shows the whole document.
    pub fn whole(width: f64, height: f64) -> Self {
        Self { width, height, span: (0.0, 1.0) }
    }

    /// Returns the horizontal position of a place in the document, from 0 to 1.
    pub fn x(&self, across: f64) -> f64 {
        let (from, to) = self.span;
        NAMES + (across - from) / (to - from) * (self.width - NAMES - MARGIN)
    }

    /// Returns the vertical position of a level, counted from 1.
    pub fn y(&self, level: u32, levels: u32) -> f64 {
        if levels < 2 {
            return self.height / 2.0;
        }
        self.height - MARGIN - f64::from(level - 1) * self.between(levels)
    }

    /// Returns the distance between two levels.
    pub fn between(&self, levels: u32) -> f64 {
        (self.height - 2.0 * MARGIN) / f64::from(levels.max(2) - 1)
    }

    /// Zooms around a point by a factor, at most out to the whole document.
    pub fn zoomed(self, x: f64, factor: f64) -> (f64, f64) {
        let (from, to) = self.span;
        let part = ((x - NAMES) / (self.width - NAMES - MARGIN)).clamp(0.0, 1.0);
        let fixed = from + part * (to - from);
        let length = ((to - from) * factor).clamp(NEAREST, 1.0);
        shifted_into(fixed - part * length, length)
    }

    /// Moves by a number of pixels.
    pub fn moved(self, pixels: f64) -> (f64, f64) {
        let (from, to) = self.span;
        let by = pixels / (self.width - NAMES - MARGIN).max(1.0) * (to - from);
        shifted_into(from + by, to - from)
    }

    /// Whether a place in the document, from 0 to 1, is visible.
    pub fn sees(&self, across: f64) -> bool {
        (self.span.0..=self.span.1).contains(&across)
    }

    /// Returns the distance between nodes, if this many lie side by side.
    pub fn pixels_between(&self, nodes: usize) -> f64 {
        (self.x(1.0) - self.x(0.0)) / nodes.max(1) as f64
    }
}

fn shifted_into(from: f64, length: f64) -> (f64, f64) {
    let from = from.clamp(0.0, 1.0 - length);
    (from, from + length)
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    const FRAME: MapViewport = MapViewport { width: 600.0, height: 300.0, span: (0.0, 1.0) };

    #[test]
    fn zooming_keeps_the_point_under_the_pointer_and_ends_at_the_whole() {
        let map = small();
        let (x, _) = map.spot(&FRAME, 1).unwrap();
        let near = MapViewport { span: FRAME.zoomed(x, 0.5), ..FRAME };
        assert!((map.spot(&near, 1).unwrap().0 - x).abs() < 1e-6);
        assert_eq!(near.zoomed(x, 100.0), (0.0, 1.0));
        assert_eq!(near.moved(-1e9).0, 0.0);
    }

    #[test]
    fn higher_levels_are_higher() {
        assert!(FRAME.y(1, 3) > FRAME.y(2, 3) && FRAME.y(2, 3) > FRAME.y(3, 3));
        assert_eq!(FRAME.y(1, 1), 150.0);
    }
}
