//! A graph for tests, made by hand.
//!
//! ```text
//! level 3            7
//!            .5/  .3|   \.2
//! level 2    4      5     6
//!        .75/ .25\.5/\.5  .1/ \.9
//! level 1    0      1     2    3
//! ```

use crate::fake::Fake;
use crate::graph::{Batch, Edge, Graph, Node, Point};
use crate::{Chunk, LanguageModel};

/// The texts of the nodes: chunks of eight tokens, points of four, a top point of three.
pub(crate) const TEXTS: [&str; 8] = [
    "Anna took the red kettle to the mill",
    "Bert saw the boat and the grey goose",
    "Cora lost her blue hat in the wind",
    "Dora found a hat and kept it dry",
    "Anna moved the kettle",
    "Bert saw a goose",
    "Dora has the hat",
    "People lose things",
];

/// The weights of the edges down from nodes 4 to 7.
pub(crate) const WEIGHTS: [&[f32]; 4] = [&[0.75, 0.25], &[0.5, 0.5], &[0.1, 0.9], &[0.5, 0.3, 0.2]];

/// The example's batches.
pub(crate) fn batches() -> [Batch; 3] {
    [
        Batch { level: 2, inputs: 0..2, outputs: 4..6 },
        Batch { level: 2, inputs: 2..4, outputs: 6..7 },
        Batch { level: 3, inputs: 4..7, outputs: 7..8 },
    ]
}

/// The four chunks.
pub(crate) fn chunks<M: LanguageModel>(model: &M) -> Vec<Chunk> {
    let mut start = 0;
    let chunk = |text: &&str| {
        let range = start..start + text.len();
        start = range.end;
        let tokens = model.tokenize(text).expect("a fake does not fail");
        Chunk { tokens, range, text: (*text).to_owned() }
    };
    TEXTS[..4].iter().map(chunk).collect()
}

/// Returns a graph of these chunks only.
pub(crate) fn graph_of_texts(texts: &[&str]) -> Graph {
    let model = Fake::new(1_000);
    let chunk = |text: &&str| Chunk {
        tokens: model.tokenize(text).expect("a fake does not fail"),
        range: 0..text.len(),
        text: (*text).to_owned(),
    };
    Graph::new(texts.iter().map(chunk).collect())
}

/// The points of a batch.
pub(crate) fn points<M: LanguageModel>(model: &M, batch: &Batch) -> Vec<Point> {
    let point = |text: &&str| Point {
        text: (*text).to_owned(),
        tokens: model.tokenize(&format!(" {text}")).expect("a fake does not fail"),
    };
    TEXTS[batch.outputs.clone()].iter().map(point).collect()
}

/// The edges of a batch.
pub(crate) fn edges(batch: &Batch) -> Vec<Edge> {
    let down = |from: usize| {
        let weights = batch.inputs.clone().zip(WEIGHTS[from - 4]);
        weights.map(move |(to, &weight)| Edge { from, to, weight })
    };
    batch.outputs.clone().flat_map(down).collect()
}

/// Returns the example after `count` batches.
pub(crate) fn graph_until<M: LanguageModel>(model: &M, count: usize) -> Graph {
    let mut graph = Graph::new(chunks(model));
    for batch in &batches()[..count] {
        graph.apply(batch, &points(model, batch), &edges(batch)).expect("they belong together");
    }
    graph
}

/// The whole example.
pub(crate) fn graph<M: LanguageModel>(model: &M) -> Graph {
    graph_until(model, 3)
}

/// Returns the same graph from its parts, as if they had been stored and read again.
pub(crate) fn stored_and_read(graph: &Graph) -> Graph {
    let nodes: Vec<Node> = graph.nodes().to_vec();
    Graph::from_parts(nodes, graph.edges().to_vec(), graph.batches().to_vec())
        .expect("parts of one graph")
}
