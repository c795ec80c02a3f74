//! Libraries for the window to show.

use library::{BatchCost, Library, NewBatch, NewChunk, NewPoint, Writer};
use protocol::{Code, Failure, GraphId};
use tests::{Sandbox, add_text as add};

/// The number of chunks of the large graph, and for each level above it the inputs and the points
/// of a batch.
const CHUNKS: u32 = 10_900;
const LEVELS: [(u32, u32); 2] = [(20, 16), (40, 3)];
/// The text of a chunk and of a point.
const CHUNK: &str = "Mira Holt keeps a lamp in the cellar by the river and says so. ";
const POINT: &str = "Mira Holt keeps a lamp.";

/// The size of a graph.
#[derive(Debug, Clone, Copy, Default)]
pub struct GraphSize {
    /// The number of nodes.
    pub nodes: u32,
    /// The number of edges.
    pub edges: u32,
}

/// A story as a PDF, with its graph.
pub fn with_a_story(sandbox: &Sandbox) -> Result<(), Failure> {
    let story = sandbox.story(31, 40);
    let added = sandbox.json(&["add", tests::text(&story.join("story.pdf"))]);
    match added.succeeded {
        true => Ok(()),
        false => Err(Failure::new(Code::Internal, format!("No graph was built: {}", added.json))),
    }
}

/// Many short documents without graphs.
pub fn with_many_documents(sandbox: &Sandbox, count: usize) -> Result<(), Failure> {
    let mut library = Library::open(&sandbox.path("library"))?;
    for number in 1..=count {
        let text = format!("Document {number}. {CHUNK}");
        add(&mut library, &format!("Letters of the year {number}"), &text)?;
    }
    Ok(())
}

/// A document whose graph has 20,000 nodes and 200,000 edges.
pub fn with_a_large_graph(sandbox: &Sandbox) -> Result<GraphSize, Failure> {
    let mut library = Library::open(&sandbox.path("library"))?;
    let document = add(&mut library, "A long novel", &CHUNK.repeat(CHUNKS as usize))?;
    let graph = library.begin_graph(document, "no model", "{}")?;
    let length = CHUNK.chars().count() as u32;
    let chunks: Vec<NewChunk<'_>> = (0..CHUNKS)
        .map(|nth| NewChunk {
            start: nth * length,
            end: (nth + 1) * length,
            text: CHUNK,
            tokens: &[1, 2, 3],
        })
        .collect();
    library.save_chunks(graph, &chunks)?;
    let mut shape = GraphSize { nodes: CHUNKS, edges: 0 };
    let (mut first, mut level) = (0, 2);
    for (inputs, points) in LEVELS {
        let end = shape.nodes;
        while first + inputs <= end {
            save_batch(&mut library, graph, level, first..first + inputs, points)?;
            first += inputs;
            shape.nodes += points;
            shape.edges += inputs * points;
        }
        first = end;
        level += 1;
    }
    library.finish_graph(graph, level - 1)?;
    Ok(shape)
}

fn save_batch(
    library: &mut Writer,
    graph: GraphId,
    level: u32,
    inputs: std::ops::Range<u32>,
    points: u32,
) -> Result<(), Failure> {
    let rows: Vec<Vec<f32>> = (0..points).map(|point| weights(point, inputs.len())).collect();
    let points: Vec<NewPoint<'_>> =
        rows.iter().map(|weights| NewPoint { text: POINT, tokens: &[1, 2], weights }).collect();
    let batch = NewBatch {
        level,
        inputs,
        points: &points,
        quoted: false,
        unsupported: 0,
        cost: BatchCost::default(),
    };
    library.save_batch(graph, &batch)?;
    Ok(())
}

/// A point's weights: most on one node, and less on others the farther they are from it.
fn weights(point: u32, inputs: usize) -> Vec<f32> {
    let main = (point as usize * 7 + 3) % inputs;
    let raw: Vec<f32> =
        (0..inputs).map(|node| 1.0 / (1.0 + node.abs_diff(main) as f32).powi(2)).collect();
    let sum: f32 = raw.iter().sum();
    raw.into_iter().map(|weight| weight / sum).collect()
}
