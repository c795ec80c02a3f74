//! What is drawn of the map.

use std::fmt::Write;

use protocol::NodeId;

use crate::graph::map::viewport::{MARGIN, MapViewport, NAMES};
use crate::graph::map::{Map, Neighbour};

/// The number of pixels of width for each edge between two levels. If there are more edges, the
/// strongest are drawn.
const EDGE_WIDTH: f64 = 2.5;
/// The weights at which an edge becomes one width thicker.
const THICKER: [f32; 4] = [0.1, 0.2, 0.4, 0.7];
/// The widths of edges, in the order of their weights.
const WIDTHS: [f32; 5] = [0.5, 1.0, 1.75, 2.75, 4.0];
/// Edges with fewer pixels each than this are drawn thinner, so that none hides the next.
const ROOM: f64 = 7.0;
/// The share of the accent in the edges' colours, in per cent; the rest is the hairlines' colour.
const ACCENTS: [u32; 5] = [20, 40, 60, 80, 100];
/// Nodes closer together than this many pixels are drawn as a strip, which is higher where there
/// are more.
const CROWDED: f64 = 2.5;
/// The distance from which a click misses a node.
pub const REACH: f64 = 18.0;
/// The hollow part of a ring's dot.
const HOLLOW: f32 = 0.55;
/// The width of the bars of a strip.
const BAR: f64 = 4.0;
/// The maximum number of dots to draw at once; if there are more, some stand for all.
const MOST: usize = 2_000;

/// Edges of similar weight, drawn with one stroke.
#[derive(Debug, Clone, PartialEq)]
pub struct Strokes {
    /// The line's width.
    pub width: f32,
    /// The share of the accent in its colour, in per cent.
    pub accent: u32,
    /// Its path.
    pub path: String,
}

impl Map {
    /// Returns the position of the node with this index in the picture.
    pub fn place(&self, index: usize, frame: &MapViewport) -> (f64, f64) {
        (frame.x(self.across[index]), frame.y(self.nodes[index].level, self.levels()))
    }

    /// Returns all edges from a weight on, grouped by level and width, or only the strongest where
    /// there are too many.
    pub fn edges(&self, frame: &MapViewport, threshold: f32) -> Vec<Strokes> {
        let bands = self.bands.iter().flat_map(|band| {
            let edges = self.edges_below(band, frame, threshold);
            let room = frame.width / edges.len().max(1) as f64;
            self.strokes(frame, (room / ROOM).min(1.0) as f32, edges.into_iter())
        });
        bands.collect()
    }

    fn edges_below(
        &self,
        band: &[usize],
        frame: &MapViewport,
        threshold: f32,
    ) -> Vec<(usize, Neighbour)> {
        let mut edges: Vec<(usize, Neighbour)> = Vec::new();
        for &from in band {
            let strong = self.below[from].iter().take_while(|to| to.weight >= threshold);
            let seen = strong
                .filter(|to| frame.sees(self.across[from]) || frame.sees(self.across[to.index]));
            edges.extend(seen.map(|&to| (from, to)));
        }
        let most = (frame.width / EDGE_WIDTH) as usize;
        if edges.len() > most {
            edges
                .select_nth_unstable_by(most, |one, other| other.1.weight.total_cmp(&one.1.weight));
            edges.truncate(most);
        }
        edges
    }

    /// Returns the edges of one node.
    pub fn edges_of(&self, frame: &MapViewport, id: NodeId, threshold: f32) -> Vec<Strokes> {
        let Some(index) = self.index_of(id) else { return Vec::new() };
        let below = self.below[index].iter().map(|&to| (index, to));
        let above = self.above[index]
            .iter()
            .map(|from| (from.index, Neighbour { index, weight: from.weight }));
        self.strokes(frame, 1.0, below.chain(above).filter(|(_, to)| to.weight >= threshold))
    }

    /// Returns edges as strokes. Only this part of their width is drawn, except for the thinnest.
    fn strokes(
        &self,
        frame: &MapViewport,
        part: f32,
        edges: impl Iterator<Item = (usize, Neighbour)>,
    ) -> Vec<Strokes> {
        let mut paths: [String; WIDTHS.len()] = Default::default();
        for (from, to) in edges {
            let class = THICKER.partition_point(|&weight| weight <= to.weight);
            let ((x1, y1), (x2, y2)) = (self.place(from, frame), self.place(to.index, frame));
            let middle = f64::midpoint(y1, y2);
            // Writing to a string cannot fail.
            let _ = write!(
                paths[class],
                "M{x1:.1} {y1:.1}C{x1:.1} {middle:.1} {x2:.1} {middle:.1} {x2:.1} {y2:.1}"
            );
        }
        let strokes = paths.into_iter().enumerate().filter(|(_, path)| !path.is_empty());
        strokes
            .map(|(class, path)| {
                let width = (WIDTHS[class] * part).max(WIDTHS[0]);
                Strokes { width, accent: ACCENTS[class], path }
            })
            .collect()
    }

    /// Returns the dots of every level as a path of points to be drawn with round ends, and their
    /// width. A crowded level becomes bars, higher where there are more nodes.
    pub fn dots(&self, frame: &MapViewport) -> Vec<Strokes> {
        let bands = self.bands.iter().filter(|band| !band.is_empty());
        bands
            .map(|band| match self.is_strip(band, frame) {
                true => self.strip(band, frame),
                false => self.band(band, frame, frame.pixels_between(band.len())),
            })
            .collect()
    }

    fn band(&self, band: &[usize], frame: &MapViewport, apart: f64) -> Strokes {
        let path = self.points_at(frame, band.iter().copied());
        Strokes { width: (apart * 0.8).clamp(2.5, 9.0) as f32, accent: 0, path }
    }

    /// Returns smaller dots that make rings of the dots of quoted points. A crowded level has no
    /// room for them.
    pub fn hollows(&self, frame: &MapViewport) -> Vec<Strokes> {
        let bands = self.bands.iter().filter(|band| !self.is_strip(band, frame));
        let hollows = bands.map(|band| {
            let quoted = band.iter().copied().filter(|&index| self.nodes[index].quoted);
            let dots = self.band(band, frame, frame.pixels_between(band.len()));
            Strokes { width: dots.width * HOLLOW, accent: 0, path: self.points_at(frame, quoted) }
        });
        hollows.filter(|hollow| !hollow.path.is_empty()).collect()
    }

    /// Returns a path of points at the visible nodes, to be drawn with round ends.
    fn points_at(&self, frame: &MapViewport, nodes: impl Iterator<Item = usize>) -> String {
        let mut path = String::new();
        for index in nodes.filter(|&index| frame.sees(self.across[index])) {
            let (x, y) = self.place(index, frame);
            // Writing to a string cannot fail.
            let _ = write!(path, "M{x:.1} {y:.1}h0");
        }
        path
    }

    /// Whether a level is so crowded that it is drawn as bars.
    fn is_strip(&self, band: &[usize], frame: &MapViewport) -> bool {
        let seen = (frame.span.1 - frame.span.0) * band.len() as f64;
        frame.pixels_between(band.len()) < CROWDED && seen > frame.width / CROWDED
    }

    fn strip(&self, band: &[usize], frame: &MapViewport) -> Strokes {
        let bars = ((frame.width - NAMES - MARGIN) / BAR).max(1.0) as usize;
        let mut counts = vec![0_u32; bars];
        for &index in band.iter().filter(|&&index| frame.sees(self.across[index])) {
            let bar = (frame.x(self.across[index]) - NAMES) / BAR;
            counts[(bar.max(0.0) as usize).min(bars - 1)] += 1;
        }
        let most = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
        let y = self.place(band[0], frame).1;
        let mut path = String::new();
        for (bar, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let x = NAMES + (bar as f64 + 0.5) * BAR;
            let half = 2.0 + 6.0 * f64::from(count) / most;
            let _ = write!(path, "M{x:.1} {:.1}V{:.1}", y - half, y + half);
        }
        Strokes { width: BAR as f32 - 1.0, accent: 0, path }
    }

    /// Returns the dots of one node and its neighbours.
    pub fn dots_of(&self, frame: &MapViewport, id: NodeId, threshold: f32) -> String {
        let around = self.successors(id).iter().chain(self.predecessors(id));
        let around = around.filter(|to| to.weight >= threshold).map(|to| to.index);
        self.dots_at(frame, self.index_of(id).into_iter().chain(around))
    }

    /// Returns the dots of those nodes that are visible, at most as many as can be distinguished.
    pub fn dots_at(&self, frame: &MapViewport, indexes: impl IntoIterator<Item = usize>) -> String {
        let there = indexes.into_iter().filter(|&index| index < self.nodes.len());
        let seen: Vec<usize> = there.filter(|&index| frame.sees(self.across[index])).collect();
        let mut path = String::new();
        for index in seen.iter().copied().step_by(seen.len().div_ceil(MOST).max(1)) {
            let (x, y) = self.place(index, frame);
            let _ = write!(path, "M{x:.1} {y:.1}h0");
        }
        path
    }

    /// Returns the position of a node in the picture.
    pub fn spot(&self, frame: &MapViewport, id: NodeId) -> Option<(f64, f64)> {
        self.index_of(id).map(|index| self.place(index, frame))
    }

    /// Returns the node whose card, or else whose dot, lies at a point of the picture.
    pub fn nearest(&self, frame: &MapViewport, x: f64, y: f64) -> Option<NodeId> {
        if let Some(card) = self.cards(frame).iter().find(|card| card.holds(frame, x, y)) {
            return Some(self.nodes[card.index].id);
        }
        let distance = |index: usize| {
            let (at_x, at_y) = self.place(index, frame);
            (at_x - x).hypot(at_y - y)
        };
        let nearest = (0..self.nodes.len()).map(|index| (distance(index), index));
        let (distance, index) = nearest.min_by(|one, other| one.0.total_cmp(&other.0))?;
        (distance <= REACH).then(|| self.nodes[index].id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    const FRAME: MapViewport = MapViewport { width: 600.0, height: 300.0, span: (0.0, 1.0) };

    #[test]
    fn what_is_clicked_is_what_is_seen() {
        let map = small();
        for id in 0..7 {
            let (x, y) = map.spot(&FRAME, id).unwrap();
            assert!((0.0..=FRAME.width).contains(&x) && (0.0..=FRAME.height).contains(&y));
            assert_eq!(map.nearest(&FRAME, x + 3.0, y - 3.0), Some(id));
        }
        assert_eq!(map.nearest(&FRAME, 0.0, 0.0), None);
    }

    #[test]
    fn a_card_is_clicked_wherever_it_is() {
        let map = small();
        let frame = MapViewport { width: 900.0, height: 500.0, ..FRAME };
        let cards = map.cards(&frame);
        assert!(!cards.is_empty());
        for card in cards {
            for (across, down) in [(-0.45, -0.4), (0.45, 0.4), (0.0, 0.0)] {
                let half = card.height / 2.0;
                let middle = card.y.clamp(half, frame.height - half);
                let at = (card.x + across * card.width, middle + down * card.height);
                let clicked = map.nearest(&frame, at.0, at.1);
                assert_eq!(clicked, Some(map.at(card.index).id), "{at:?} on {card:?}");
            }
        }
    }

    #[test]
    fn edges_below_the_threshold_are_left_out() {
        let count = |strokes: Vec<Strokes>| -> usize {
            strokes.iter().map(|stroke| stroke.path.matches('M').count()).sum()
        };
        let map = small();
        assert_eq!(count(map.edges(&FRAME, 0.0)), 6);
        assert_eq!(count(map.edges(&FRAME, 0.5)), 4);
        assert_eq!(count(map.edges_of(&FRAME, 4, 0.0)), 3);
    }

    #[test]
    fn only_as_many_dots_are_drawn_as_can_be_distinguished() {
        let dots = |count: usize| {
            let found = std::iter::repeat_n(3, count);
            small().dots_at(&FRAME, found).matches('M').count()
        };
        assert_eq!([0, 7, MOST, MOST + 1, 3 * MOST].map(dots), [0, 7, MOST, MOST / 2 + 1, MOST]);
        assert_eq!(small().dots_at(&FRAME, [99]), "", "of another graph");
    }

    #[test]
    fn a_thicket_is_thinned_to_its_strongest() {
        let narrow = MapViewport { width: 5.0, ..FRAME };
        let edges = small().edges_below(&[4, 5], &narrow, 0.0);
        let weights: Vec<f32> = edges.iter().map(|(_, to)| to.weight).collect();
        assert_eq!(weights, [0.75, 0.5]);
    }
}
