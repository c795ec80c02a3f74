//! Nodes as readable cards, when the picture is large enough.

use crate::graph::map::Map;
use crate::graph::map::viewport::MapViewport;

/// The minimum and maximum width of a card, in pixels.
const NARROWEST: f64 = 104.0;
const WIDEST: f64 = 240.0;
/// The maximum height, in pixels, and the part of the distance between two levels that a card may
/// take.
const HIGHEST: f64 = 96.0;
const PART: f64 = 0.6;
/// The gap between two cards, in pixels.
const GAP: f64 = 8.0;
/// The minimum height, in pixels: fewer lines cannot be read.
const LOWEST: f64 = 30.0;

/// A node drawn as a card where its dot would be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Card {
    /// The node's index among the nodes.
    pub index: usize,
    /// The horizontal position of its middle, in pixels.
    pub x: f64,
    /// The vertical position of its middle, in pixels. Cards at the edges of the picture move
    /// inwards.
    pub y: f64,
    /// Its width in pixels.
    pub width: f64,
    /// Its maximum height in pixels.
    pub height: f64,
}

impl Card {
    /// Whether a point of the picture lies on the card. Cards at the edges of the picture move
    /// inwards.
    pub fn holds(&self, frame: &MapViewport, x: f64, y: f64) -> bool {
        let half = self.height / 2.0;
        let middle = self.y.min(frame.height - half).max(half);
        (x - self.x).abs() <= self.width / 2.0 && (y - middle).abs() <= half
    }
}

impl Map {
    /// Returns cards for the visible nodes that have room, level by level from left to right.
    /// Levels whose nodes are too close have none; if only some are, these stay dots.
    pub fn cards(&self, frame: &MapViewport) -> Vec<Card> {
        let between = frame.between(self.levels());
        let height = (between * PART).min(HIGHEST);
        if height < LOWEST {
            return Vec::new();
        }
        self.bands.iter().flat_map(|band| self.cards_of(band, height, frame)).collect()
    }

    fn cards_of(&self, band: &[usize], height: f64, frame: &MapViewport) -> Vec<Card> {
        let apart = frame.pixels_between(band.len());
        if apart < NARROWEST {
            return Vec::new();
        }
        let width = (apart - GAP).clamp(NARROWEST, WIDEST);
        let mut end = f64::MIN;
        let mut cards = Vec::new();
        for &index in band.iter().filter(|&&index| frame.sees(self.across[index])) {
            let (x, y) = self.place(index, frame);
            if x - width / 2.0 >= end + GAP {
                end = x + width / 2.0;
                cards.push(Card { index, x, y, width, height });
            }
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    #[test]
    fn cards_need_room_and_do_not_overlap() {
        let map = small();
        let frame = |width: f64, height: f64| MapViewport { span: (0.0, 1.0), width, height };
        let count = |frame: &MapViewport| map.cards(frame).len();
        assert_eq!(count(&frame(300.0, 500.0)), 2, "the top, and one of the two below it");
        assert_eq!(count(&frame(900.0, 500.0)), 7);
        assert_eq!(count(&frame(900.0, 90.0)), 0, "no line could be read");
        let near = MapViewport { span: (0.0, 0.5), ..frame(500.0, 500.0) };
        let cards = map.cards(&near);
        assert!(cards.len() >= 3 && cards.len() < 7, "what is not seen has no card");
        for pair in cards.windows(2).filter(|pair| pair[0].y == pair[1].y) {
            assert!(pair[1].x - pair[0].x >= pair[0].width, "{pair:?}");
        }
        assert!(cards.iter().all(|card| card.height <= HIGHEST && card.width <= WIDEST));
    }
}
