//! The graph as a map of the document: the position of each node, and what is drawn.

pub mod cards;
pub mod draw;
pub mod filter;
pub mod layout;
pub mod order;
pub mod stops;
pub mod viewport;

use std::collections::BTreeMap;

use protocol::{DocumentId, GraphId, GraphView, GraphViewNode, NodeId, Place};

use crate::graph::direction::NavigationDirection;

/// A neighbour of a node, and the weight of the edge between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// The neighbour's index among the nodes.
    pub index: usize,
    /// The edge's weight.
    pub weight: f32,
}

/// A graph with its neighbourhoods and the horizontal position of every node.
#[derive(Debug)]
pub struct Map {
    document: DocumentId,
    graph: GraphId,
    nodes: Vec<GraphViewNode>,
    /// The horizontal position: 0 at the beginning of the document, 1 at its end.
    across: Vec<f64>,
    /// The nodes from which each node was written, strongest first.
    below: Vec<Vec<Neighbour>>,
    /// The points that were written from each node, strongest first.
    above: Vec<Vec<Neighbour>>,
    /// The nodes of each level, from left to right.
    bands: Vec<Vec<usize>>,
    origins: Origins,
}

/// The origins of a graph's points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Origins {
    /// The number of points.
    pub points: usize,
    /// The number of points that quote the text.
    pub quoted: usize,
    /// The number of further points that the model wrote and that were dropped.
    pub dropped: u32,
}

impl Map {
    /// Computes the position of every node.
    pub fn new(graph: GraphView) -> Self {
        let (document, id, nodes) = (graph.document, graph.graph, graph.nodes);
        let (mut below, mut above) = (vec![Vec::new(); nodes.len()], vec![Vec::new(); nodes.len()]);
        for edge in &graph.edges {
            if let (Some(from), Some(to)) = (find(&nodes, edge.from), find(&nodes, edge.to)) {
                below[from].push(Neighbour { index: to, weight: edge.weight });
                above[to].push(Neighbour { index: from, weight: edge.weight });
            }
        }
        for neighbours in below.iter_mut().chain(&mut above) {
            neighbours.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        }
        let mut levels: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            levels.entry(node.level).or_default().push(index);
        }
        let mut bands: Vec<Vec<usize>> = levels.into_values().collect();
        let across = layout::across(&bands, &below, nodes.len());
        for band in &mut bands {
            band.sort_by(|&one, &other| across[one].total_cmp(&across[other]));
        }
        let points = || nodes.iter().filter(|node| node.level > 1);
        let quoted = points().filter(|node| node.quoted).count();
        let origins = Origins { points: points().count(), quoted, dropped: graph.unsupported };
        Self { document, graph: id, nodes, across, below, above, bands, origins }
    }

    /// Returns the origins of the points.
    pub fn origins(&self) -> Origins {
        self.origins
    }

    /// Returns the graph's number. Node numbers are valid only within it.
    pub fn graph(&self) -> GraphId {
        self.graph
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of passages, which are the first nodes.
    pub fn passages(&self) -> u32 {
        self.bands.first().map_or(0, Vec::len) as u32
    }

    /// Returns the number of levels.
    pub fn levels(&self) -> u32 {
        self.bands.len() as u32
    }

    /// Returns the node with a number.
    pub fn node(&self, id: NodeId) -> Option<&GraphViewNode> {
        self.index_of(id).map(|index| &self.nodes[index])
    }

    /// Returns the node at an index, such as a neighbour's.
    pub fn at(&self, index: usize) -> &GraphViewNode {
        &self.nodes[index]
    }

    /// Returns the horizontal position of the node at an index: 0 at the beginning of the document,
    /// 1 at its end.
    pub fn across(&self, index: usize) -> f64 {
        self.across[index]
    }

    /// Returns the nodes from which a node was written, strongest first.
    pub fn successors(&self, id: NodeId) -> &[Neighbour] {
        self.index_of(id).map_or(&[], |index| &self.below[index])
    }

    /// Returns the points that were written from a node, strongest first.
    pub fn predecessors(&self, id: NodeId) -> &[Neighbour] {
        self.index_of(id).map_or(&[], |index| &self.above[index])
    }

    /// Returns the node next to this one on its level.
    fn beside(&self, id: NodeId, right: bool) -> Option<NodeId> {
        let index = self.index_of(id)?;
        let band = self.bands.iter().find(|band| band.contains(&index))?;
        let here = band.iter().position(|&other| other == index)?;
        let there = if right { here + 1 } else { here.checked_sub(1)? };
        band.get(there).map(|&other| self.nodes[other].id)
    }

    /// Returns the node in this direction.
    pub fn next(&self, id: NodeId, way: NavigationDirection) -> Option<NodeId> {
        let strongest = |near: &[Neighbour]| near.first().map(|near| self.at(near.index).id);
        match way {
            NavigationDirection::Left => self.beside(id, false),
            NavigationDirection::Right => self.beside(id, true),
            NavigationDirection::Up => strongest(self.predecessors(id)),
            NavigationDirection::Down => strongest(self.successors(id)),
        }
    }

    /// Returns the middle node of the highest level, where walking begins.
    pub fn top(&self) -> Option<NodeId> {
        let band = self.bands.last()?;
        band.get(band.len() / 2).map(|&index| self.nodes[index].id)
    }

    /// Returns the place of a node's passage: its own, or that of the strongest chain below it.
    pub fn passage_of(&self, id: NodeId) -> Option<Place> {
        let mut index = self.index_of(id)?;
        loop {
            if let Some(place) = &self.nodes[index].place {
                return Some(place.clone());
            }
            index = self.below[index].first()?.index;
        }
    }

    /// Returns the index of the node with this number among the nodes.
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        find(&self.nodes, id)
    }
}

/// Finds a node by its number. Nodes are sorted by number.
fn find(nodes: &[GraphViewNode], id: NodeId) -> Option<usize> {
    nodes.binary_search_by_key(&id, |node| node.id).ok()
}

#[cfg(test)]
pub mod tests {
    use protocol::GraphViewEdge;

    use super::*;

    /// A map of four chunks, two points over them, and one above these.
    pub fn small() -> Map {
        let node = |id, level| GraphViewNode {
            id,
            level,
            text: format!("node {id}"),
            place: (level == 1).then(|| Place {
                document: DocumentId(1),
                page: None,
                start: id * 10,
                end: id * 10 + 10,
                rects: Vec::new(),
            }),
            quoted: false,
        };
        let nodes = vec![
            node(0, 1),
            node(1, 1),
            node(2, 1),
            node(3, 1),
            node(4, 2),
            node(5, 2),
            node(6, 3),
        ];
        let edge = |from, to, weight| GraphViewEdge { from, to, weight };
        let edges = vec![
            edge(4, 0, 0.25),
            edge(4, 1, 0.75),
            edge(5, 2, 0.5),
            edge(5, 3, 0.5),
            edge(6, 4, 0.9),
            edge(6, 5, 0.1),
        ];
        Map::new(GraphView {
            document: DocumentId(1),
            graph: GraphId(1),
            complete: true,
            nodes,
            edges,
            unsupported: 0,
        })
    }

    #[test]
    fn points_stand_over_the_mean_of_what_they_were_written_from() {
        let map = small();
        let expected = [0.125, 0.375, 0.625, 0.875, 0.3125, 0.75, 0.35625];
        for (index, expected) in expected.into_iter().enumerate() {
            assert!((map.across[index] - expected).abs() < 1e-6, "node {index}");
        }
    }

    #[test]
    fn neighbours_come_strongest_first() {
        let map = small();
        let below: Vec<usize> = map.successors(4).iter().map(|n| n.index).collect();
        assert_eq!(below, [1, 0]);
        assert_eq!(map.predecessors(3), [Neighbour { index: 5, weight: 0.5 }]);
        assert!(map.predecessors(6).is_empty() && map.successors(99).is_empty());
        assert_eq!((map.passages(), map.levels()), (4, 3));
    }

    #[test]
    fn walking_stays_on_the_level_and_ends_at_its_ends() {
        let map = small();
        assert_eq!(map.beside(1, true), Some(2));
        assert_eq!(map.beside(0, false), None);
        assert_eq!(map.beside(5, true), None);
        assert_eq!(map.top(), Some(6));
    }

    #[test]
    fn ways_lead_along_the_document_and_the_strongest_edges() {
        let map = small();
        for (from, way, to) in [
            (4, NavigationDirection::Down, Some(1)),
            (4, NavigationDirection::Up, Some(6)),
            (4, NavigationDirection::Right, Some(5)),
            (4, NavigationDirection::Left, None),
            (6, NavigationDirection::Up, None),
            (0, NavigationDirection::Down, None),
        ] {
            assert_eq!(map.next(from, way), to, "{from} {way:?}");
        }
    }

    #[test]
    fn a_points_passage_is_the_strongest_below_it() {
        assert_eq!(small().passage_of(6).map(|place| place.start), Some(10));
        assert_eq!(small().passage_of(2).map(|place| place.start), Some(20));
    }
}
