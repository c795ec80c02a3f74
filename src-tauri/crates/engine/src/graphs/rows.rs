//! Converts graphs between the library's rows and the method's type.

use std::ops::Range;

use hwdag::{Batch, Edge, Graph, Node, Prefix, SummarisedBatch};
use library::{BatchCost, Library, NewPoint, StoredGraph};
use protocol::{Code, Failure, GraphId, NodeId};

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
