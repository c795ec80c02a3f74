//! The stops of a search on the map.

use std::ops::Range;

use protocol::{NodeId, Step, stop_number};

use crate::graph::map::Map;
use crate::graph::map::draw::REACH;
use crate::graph::map::viewport::{MapViewport, NAMES};

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

impl Map {
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
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use super::super::tests::small;
    use super::*;
    use crate::fixtures::step;

    const FRAME: MapViewport = MapViewport { width: 600.0, height: 300.0, span: (0.0, 1.0) };

    #[test]
    fn stops_are_numbered_after_the_beginning() {
        let elsewhere = Step { document: DocumentId(2), ..step(5, 0.3) };
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
