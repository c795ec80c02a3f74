//! Graphs for the wire.

use library::{Library, StoredBatch};
use protocol::{Code, DocumentId, Failure, GraphId, GraphView, NodeId};

use crate::graphs::part_numbers::PartNumbers;
use crate::pages::places::PlaceFinder;

/// Returns the graph for the wire, or one node with its neighbours. With a character, the graph is limited to what
/// follows from the text before it, and its nodes have the numbers of that part.
pub(crate) fn view(
    library: &Library,
    (document, id): (DocumentId, GraphId),
    node: Option<NodeId>,
    until: Option<u32>,
) -> Result<GraphView, Failure> {
    let stored = library.load_graph(id)?;
    let places = PlaceFinder::of(library, document)?;
    let part = PartNumbers::of(&stored, until)?;
    let is_shown = |node: NodeId| part.has(node);
    let known = |node| part.in_library(node).ok_or_else(|| unknown_node(id, node, part.len()));
    let node = node.map(known).transpose()?;
    let is_wanted =
        |one: &protocol::GraphViewEdge| node.is_none_or(|node| one.from == node || one.to == node);
    let edges = stored.edges.iter().flat_map(|row| row.iter());
    let mut edges: Vec<protocol::GraphViewEdge> =
        edges.filter(|edge| is_shown(edge.from) && is_wanted(edge)).collect();
    let is_neighbour = |id: NodeId| edges.iter().any(|edge| edge.from == id || edge.to == id);
    let wanted = |id: NodeId| node.is_none_or(|node| id == node || is_neighbour(id));
    let is_quoted =
        |id: NodeId| stored.batches.iter().any(|batch| batch.quoted && batch.outputs.contains(&id));
    let rows = stored.nodes.iter().filter(|row| is_shown(row.id) && wanted(row.id));
    let nodes = rows.map(|row| protocol::GraphViewNode {
        id: part.in_part(row.id),
        level: row.level,
        text: row.text.clone(),
        place: row.characters.clone().map(|range| places.place(range)),
        quoted: is_quoted(row.id),
    });
    let nodes = nodes.collect();
    for edge in &mut edges {
        (edge.from, edge.to) = (part.in_part(edge.from), part.in_part(edge.to));
    }
    let follows = |batch: &&StoredBatch| until.is_none() || batch.outputs.clone().any(is_shown);
    let unsupported = stored.batches.iter().filter(follows).map(|batch| batch.unsupported).sum();
    let complete = stored.graph.complete && part.len() == stored.nodes.len();
    Ok(GraphView { document, graph: id, complete, nodes, edges, unsupported })
}

fn unknown_node(graph: GraphId, node: NodeId, count: usize) -> Failure {
    let message = format!("Graph {graph} has no node {node}; it has {count}.");
    Failure::new(Code::NodeUnknown, message)
}
