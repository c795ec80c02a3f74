use std::fmt::Write;
use std::ops::Range;

use protocol::{NodeId, Step, stop_number};

use super::{Map, Neighbour};

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
/// The margin around the picture.
const MARGIN: f64 = 18.0;
/// The room on the left for the levels' names.
const NAMES: f64 = 52.0;
/// The distance from which a click misses a node.
const REACH: f64 = 18.0;
/// Nodes closer together than this many pixels are drawn as a strip, which is higher where there
/// are more.
const CROWDED: f64 = 2.5;
/// The smallest visible part of a document: a few of 10,000 chunks.
const NEAREST: f64 = 0.000_4;
/// The hollow part of a ring's dot.
const HOLLOW: f32 = 0.55;
/// The width of the bars of a strip.
const BAR: f64 = 4.0;
/// The maximum number of dots to draw at once; if there are more, some stand for all.
const MOST: usize = 2_000;

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

/// A stop of a search on the map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapStop {
    /// The node.
    pub node: NodeId,
    /// Its number in the order of visits; none for the nodes with which the search began.
    pub number: Option<usize>,
    /// The horizontal position in pixels.
    pub x: f64,
    /// The vertical position in pixels.
    pub y: f64,
}

/// The minimum distance between the numbers of two stops, in pixels.
const APART: f64 = 17.0;

/// Returns which stops have room for their numbers: the last one, and each earlier one that
/// overlaps no later one with a number.
pub fn with_room(stops: &[MapStop]) -> Vec<bool> {
    let mut room = vec![false; stops.len()];
    for (at, stop) in stops.iter().enumerate().rev().filter(|(_, stop)| stop.number.is_some()) {
        let later = stops.iter().zip(&room).skip(at + 1).filter(|(_, room)| **room);
        room[at] = !later
            .map(|(other, _)| other)
            .any(|other| (other.x - stop.x).hypot(other.y - stop.y) < APART);
    }
    room
}

impl MapViewport {
    /// The factor of one step of enlarging the picture; its inverse makes the picture smaller.
    pub const STEP: f64 = 0.7;

    /// Returns a frame of this size that shows the whole document.
    pub fn whole(width: f64, height: f64) -> Self {
        Self { width, height, span: (0.0, 1.0) }
    }

    fn x(&self, across: f64) -> f64 {
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
    pub(super) fn between(&self, levels: u32) -> f64 {
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

    pub(super) fn sees(&self, across: f64) -> bool {
        (self.span.0..=self.span.1).contains(&across)
    }

    pub(super) fn pixels_between(&self, nodes: usize) -> f64 {
        (self.x(1.0) - self.x(0.0)) / nodes.max(1) as f64
    }
}

fn shifted_into(from: f64, length: f64) -> (f64, f64) {
    let from = from.clamp(0.0, 1.0 - length);
    (from, from + length)
}

impl Map {
    pub(super) fn place(&self, index: usize, frame: &MapViewport) -> (f64, f64) {
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
        let Some(index) = super::find(&self.nodes, id) else { return Vec::new() };
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
        self.dots_at(frame, super::find(&self.nodes, id).into_iter().chain(around))
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
        super::find(&self.nodes, id).map(|index| self.place(index, frame))
    }

    /// Returns the stops of a search in this document, numbered except for those at the `top` of
    /// the graph.
    pub fn trace(&self, frame: &MapViewport, steps: &[Step], top: &Range<usize>) -> Vec<MapStop> {
        let here = steps.iter().enumerate().filter(|(_, step)| step.document == self.document);
        let stops = here.filter_map(|(at, step)| {
            let (x, y) = self.spot(frame, step.node)?;
            let number = stop_number(at, top);
            Some(MapStop { node: step.node, number, x, y })
        });
        stops.filter(|stop| stop.x >= NAMES - REACH && stop.x <= frame.width).collect()
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
    use crate::fixtures::step;

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
    fn higher_levels_are_higher() {
        assert!(FRAME.y(1, 3) > FRAME.y(2, 3) && FRAME.y(2, 3) > FRAME.y(3, 3));
        assert_eq!(FRAME.y(1, 1), 150.0);
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
    fn stops_are_numbered_after_the_beginning() {
        let elsewhere = Step { document: 2, ..step(5, 0.3) };
        let steps = [step(6, 0.0), step(4, 0.3), elsewhere, step(1, 0.2)];
        let stops = small().trace(&FRAME, &steps, &(0..1));
        let numbers: Vec<_> = stops.iter().map(|stop| (stop.node, stop.number)).collect();
        assert_eq!(numbers, [(6, None), (4, Some(1)), (1, Some(3))]);
    }

    #[test]
    fn numbers_do_not_lie_over_one_another() {
        let stop = |number, x| MapStop { node: 1, number, x, y: 0.0 };
        let stops =
            [stop(None, 0.0), stop(Some(1), 100.0), stop(Some(2), 110.0), stop(Some(3), 99.0)];
        assert_eq!(with_room(&stops), [false, false, false, true]);
        assert_eq!(with_room(&stops[..3]), [false, false, true]);
        assert_eq!(with_room(&[stop(Some(1), 100.0), stop(Some(2), 118.0)]), [true, true]);
    }

    #[test]
    fn sentences_before_the_top_level_are_numbered_too() {
        let steps = [step(1, 0.4), step(6, 0.0), step(4, 0.3)];
        let stops = small().trace(&FRAME, &steps, &(1..2));
        let numbers: Vec<_> = stops.iter().map(|stop| stop.number).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
    }
}
