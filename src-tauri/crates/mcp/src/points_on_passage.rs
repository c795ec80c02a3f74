//! The points that rest on a passage.

use std::collections::BTreeMap;
use std::ops::Range;

use protocol::{GraphView, GraphViewNode, NodeId};

/// A point that rests on a passage, with the share of its attention that leads there.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RestingPoint<'a> {
    pub point: &'a GraphViewNode,
    pub share: f64,
}

/// Returns the chunks with which a range of characters overlaps.
pub(crate) fn chunks<'a>(view: &'a GraphView, range: &Range<u32>) -> Vec<&'a GraphViewNode> {
    let overlaps = |node: &&GraphViewNode| {
        node.place.as_ref().is_some_and(|place| place.start < range.end && range.start < place.end)
    };
    view.nodes.iter().filter(overlaps).collect()
}

/// Returns the points above some chunks, the highest levels first, and of one level those that rest on them most: a
/// point's share is the sum over its edges of their weight and the share of what they lead to.
pub(crate) fn points_above<'a>(
    view: &'a GraphView,
    chunks: &[&GraphViewNode],
) -> Vec<RestingPoint<'a>> {
    let mut shares: BTreeMap<NodeId, f64> = chunks.iter().map(|chunk| (chunk.id, 1.0)).collect();
    // A point comes after everything that it was written from, and so do its edges.
    for edge in &view.edges {
        if let Some(&below) = shares.get(&edge.to) {
            *shares.entry(edge.from).or_default() += f64::from(edge.weight) * below;
        }
    }
    let resting = |point: &'a GraphViewNode| {
        let share = *shares.get(&point.id).filter(|_| point.place.is_none())?;
        (share > 0.0).then_some(RestingPoint { point, share })
    };
    let mut points: Vec<RestingPoint<'_>> = view.nodes.iter().filter_map(resting).collect();
    points.sort_by(|one, other| {
        other.point.level.cmp(&one.point.level).then(other.share.total_cmp(&one.share))
    });
    points
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, GraphId, GraphViewEdge, Place};

    use super::*;

    /// Chunks 0 and 1, points 2 and 3 above them, point 4 above these.
    fn view() -> GraphView {
        let node = |id: u32, level| GraphViewNode {
            id,
            level,
            text: id.to_string(),
            place: (level == 1).then(|| Place {
                document: DocumentId(1),
                page: None,
                start: id * 10,
                end: id * 10 + 10,
                rects: Vec::new(),
            }),
            quoted: false,
        };
        let edge = |from, to, weight| GraphViewEdge { from, to, weight };
        GraphView {
            document: DocumentId(1),
            graph: GraphId(1),
            complete: true,
            nodes: vec![node(0, 1), node(1, 1), node(2, 2), node(3, 2), node(4, 3)],
            edges: vec![
                edge(2, 0, 0.75),
                edge(2, 1, 0.25),
                edge(3, 1, 1.0),
                edge(4, 2, 0.5),
                edge(4, 3, 0.5),
            ],
            unsupported: 0,
        }
    }

    #[test]
    fn points_rest_on_passages_through_all_their_edges() {
        let view = view();
        let above = |range: Range<u32>| -> Vec<(u32, f64)> {
            let points = points_above(&view, &chunks(&view, &range));
            points.into_iter().map(|resting| (resting.point.id, resting.share)).collect()
        };
        assert_eq!(above(3..4), [(4, 0.375), (2, 0.75)]);
        assert_eq!(above(12..13), [(4, 0.625), (3, 1.0), (2, 0.25)]);
        assert_eq!(above(9..11), [(4, 1.0), (2, 1.0), (3, 1.0)]);
        assert!(above(20..30).is_empty());
    }
}
