//! Converts graphs between the library's rows, the method's type and the wire.

use std::ops::Range;

use hwdag::{Batch, Edge, Graph, Node, Prefix, SummarisedBatch};
use library::{BatchCost, Library, NewPoint, StoredBatch, StoredGraph};
use protocol::{
    Code, DocumentId, DocumentPage, Evidence, Failure, GraphId, GraphView, NodeId, Place, Rect,
    Turn, printed,
};

/// Returns a stored graph in the method's form.
pub(crate) fn from_rows(stored: &StoredGraph) -> Result<Graph, Failure> {
    let nodes = stored.nodes.iter().map(|node| Node {
        level: node.level as usize,
        text: node.text.clone(),
        tokens: node.tokens.clone(),
        range: node.characters.clone().map(|range| range.start as usize..range.end as usize),
    });
    let edges = stored.edges.iter().flat_map(|row| row.iter()).map(|edge| Edge {
        from: edge.from as usize,
        to: edge.to as usize,
        weight: edge.weight,
    });
    let wide = |range: &Range<NodeId>| range.start as usize..range.end as usize;
    let batches = stored.batches.iter().map(|batch| Batch {
        level: batch.level as usize,
        inputs: wide(&batch.inputs),
        outputs: wide(&batch.outputs),
    });
    Graph::from_parts(nodes.collect(), edges.collect(), batches.collect())
        .map_err(|error| Failure::new(Code::LibraryBroken, format!("A graph is damaged: {error}.")))
}

/// Returns the part of a graph that follows from the text before a character; without one, the whole graph.
pub(crate) fn before(graph: Graph, until: Option<u32>) -> Prefix {
    match until {
        Some(character) => graph.until(character as usize),
        None => Prefix::whole(graph),
    }
}

/// Loads a graph by its number.
pub(crate) fn load(library: &Library, id: GraphId) -> Result<Graph, Failure> {
    from_rows(&library.load_graph(id)?)
}

/// Writes a batch with its points and edges, all or nothing.
pub(crate) fn save_batch(
    writer: &mut library::Writer,
    graph: GraphId,
    new: &SummarisedBatch,
    seconds: f64,
) -> Result<(), Failure> {
    let width = new.batch.inputs.len();
    let weights: Vec<f32> = new.edges.iter().map(|edge| edge.weight).collect();
    let points: Vec<NewPoint<'_>> = new
        .points
        .iter()
        .zip(weights.chunks(width.max(1)))
        .map(|(point, weights)| NewPoint { text: &point.text, tokens: &point.tokens, weights })
        .collect();
    let cost = BatchCost {
        tokens_evaluated: new.counts.evaluated,
        tokens_restored: new.counts.restored,
        flops: new.flops,
        seconds,
    };
    let batch = library::NewBatch {
        level: new.batch.level as u32,
        inputs: new.batch.inputs.start as NodeId..new.batch.inputs.end as NodeId,
        points: &points,
        quoted: new.quoted,
        unsupported: new.unsupported,
        cost,
    };
    writer.save_batch(graph, &batch)?;
    Ok(())
}

/// Returns the graph for the wire, or one node with its neighbours, limited to what follows from the text before a
/// character. Nodes keep their numbers in the whole graph.
pub(crate) fn view(
    library: &Library,
    (document, id): (DocumentId, GraphId),
    node: Option<NodeId>,
    until: Option<u32>,
) -> Result<GraphView, Failure> {
    let stored = library.load_graph(id)?;
    let places = PlaceFinder::of(library, document)?;
    let shown = match until {
        Some(character) => from_rows(&stored)?.until(character as usize).numbers,
        None => (0..stored.nodes.len()).collect(),
    };
    let is_shown = |node: NodeId| shown.binary_search(&(node as usize)).is_ok();
    if let Some(node) = node
        && !is_shown(node)
    {
        return Err(unknown_node(id, node, shown.len()));
    }
    let is_wanted =
        |one: &protocol::GraphViewEdge| node.is_none_or(|node| one.from == node || one.to == node);
    let edges = stored.edges.iter().flat_map(|row| row.iter());
    let edges: Vec<protocol::GraphViewEdge> =
        edges.filter(|edge| is_shown(edge.from) && is_wanted(edge)).collect();
    let is_neighbour = |id: NodeId| edges.iter().any(|edge| edge.from == id || edge.to == id);
    let wanted = |id: NodeId| node.is_none_or(|node| id == node || is_neighbour(id));
    let is_quoted =
        |id: NodeId| stored.batches.iter().any(|batch| batch.quoted && batch.outputs.contains(&id));
    let rows = stored.nodes.iter().filter(|row| is_shown(row.id) && wanted(row.id));
    let nodes = rows.map(|row| protocol::GraphViewNode {
        id: row.id,
        level: row.level,
        text: row.text.clone(),
        place: row.characters.clone().map(|range| places.place(range)),
        quoted: is_quoted(row.id),
    });
    let nodes = nodes.collect();
    let follows = |batch: &&StoredBatch| until.is_none() || batch.outputs.clone().any(is_shown);
    let unsupported = stored.batches.iter().filter(follows).map(|batch| batch.unsupported).sum();
    let complete = stored.graph.complete && shown.len() == stored.nodes.len();
    Ok(GraphView { document, graph: id, complete, nodes, edges, unsupported })
}

fn unknown_node(graph: GraphId, node: NodeId, count: usize) -> Failure {
    let message = format!("Graph {graph} has no node {node}; it has {count}.");
    Failure::new(Code::NodeUnknown, message)
}

/// An answer's data on a passage that it cites.
pub(crate) struct Cited {
    /// The chunk that contains it.
    pub chunk: NodeId,
    /// The visited node that led there.
    pub node: NodeId,
    /// How much the answer rests on it.
    pub weight: f64,
}

/// Finds the places of character ranges in a document.
pub(crate) struct PlaceFinder {
    document: DocumentId,
    paged: bool,
    pages: Vec<DocumentPage>,
}

impl PlaceFinder {
    /// Loads the places of a document in the library.
    pub(crate) fn of(library: &Library, document: DocumentId) -> Result<Self, Failure> {
        Self::within(library, document, 0..u32::MAX)
    }

    /// Loads the places of these characters of a document in the library: a long one has many pages.
    pub(crate) fn within(
        library: &Library,
        document: DocumentId,
        characters: Range<u32>,
    ) -> Result<Self, Failure> {
        let summary = library.document(document)?.summary;
        // Only printed pages have words with rectangles, and only their numbers are cited.
        let pages = if summary.paged { library.pages(document, characters)? } else { Vec::new() };
        Ok(Self { document, paged: summary.paged, pages })
    }

    /// Returns the place of a range of characters.
    pub(crate) fn place(&self, range: Range<u32>) -> Place {
        Place {
            document: self.document,
            page: self.page(&range).map(|page| page.number),
            start: range.start,
            end: range.end,
            rects: self.rects(range),
        }
    }

    /// Returns a passage of the text.
    pub(crate) fn passage(&self, range: Range<u32>, text: String, cited: Cited) -> Evidence {
        let page = self.page(&range);
        Evidence {
            document: self.document,
            chunk: cited.chunk,
            weight: cited.weight,
            node: cited.node,
            page: page.map(|page| page.number),
            label: page.and_then(|page| printed(&page.label, page.number)).map(str::to_owned),
            turns: self.turns(&range),
            start: range.start,
            end: range.end,
            text,
            changed: false,
        }
    }

    /// Returns the pages that begin within a range.
    pub(crate) fn turns(&self, range: &Range<u32>) -> Vec<Turn> {
        let pages = self.pages.iter().filter(|_| self.paged);
        pages.filter_map(|page| Turn::within(range, page.start, page.number, &page.label)).collect()
    }

    /// Returns the page on which a range begins.
    pub(crate) fn page(&self, range: &Range<u32>) -> Option<&DocumentPage> {
        if !self.paged {
            return None;
        }
        documents::places::page_at(&self.pages, range.start)
    }

    fn rects(&self, range: Range<u32>) -> Vec<Rect> {
        documents::places::rects(&self.pages, range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_its_page_by_number_and_by_what_is_printed_on_it() {
        let page = |(number, label): (u32, &str)| DocumentPage {
            number,
            label: label.to_owned(),
            start: 10 * (number - 1),
            end: 10 * number,
            size: None,
            words: Vec::new(),
        };
        let pages: Vec<_> = (1..).zip(["i", "ii", "1", "4"]).map(page).collect();
        let places = PlaceFinder { document: 1, paged: true, pages: pages.clone() };
        let of = |places: &PlaceFinder, start: u32| {
            let page = places.page(&(start..start + 2))?;
            Some((page.number, printed(&page.label, page.number).map(str::to_owned)))
        };
        for (start, number, label) in
            [(0, 1, Some("i")), (19, 2, Some("ii")), (20, 3, Some("1")), (39, 4, None)]
        {
            assert_eq!(of(&places, start), Some((number, label.map(str::to_owned))));
            assert_eq!(places.place(start..start + 2).page, Some(number));
        }
        assert_eq!(of(&places, 40), None);
        let parts = PlaceFinder { document: 1, paged: false, pages };
        assert_eq!(of(&parts, 0), None, "labels are headings there");
    }
}
