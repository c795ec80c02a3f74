//! A small tree, and a sequence of the demonstration model to walk it with.

use std::path::Path;

use hwdag::{Batch, Chunk, Edge, Graph, LanguageModel, Point};
use model::{LoadOptions, Session, SessionOptions, Weights};

const POCKET: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

const CHUNKS: [&str; 6] = [
    "Mira keeps the green lamp in the old mill, where nobody ever looks for anything.",
    "In the morning she walks down to the river and buys bread from the ferryman.",
    "The ferryman tells her that the bridge was closed because of the long rain.",
    "Tom works in the cellar of the inn and hides a silver key behind the barrels.",
    "He wrote a letter to his sister, but the letter never left the village at all.",
    "On the last day of the fair the key was gone, and Tom did not say a word of it.",
];
/// The summaries and the nodes that they summarise.
const SUMMARIES: [(&str, [usize; 3]); 2] = [
    ("Mira keeps the green lamp in the old mill.", [0, 1, 2]),
    ("Tom hides a silver key in the cellar.", [3, 4, 5]),
];

/// Returns a sequence of the demonstration model, with one thread, which waits for no other.
pub fn session() -> Session {
    let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
    let weights = Weights::load(Path::new(POCKET), &options).unwrap();
    Session::new(&weights, &SessionOptions::default()).unwrap()
}

/// Six chunks, 0 to 5. Node 6 summarises the first three, 7 the others, and 8 both.
pub fn tree(model: &Session) -> Graph {
    let chunk = |text: &str| Chunk {
        tokens: model.tokenize(text).unwrap(),
        range: 0..0,
        text: text.into(),
    };
    let mut graph = Graph::new(CHUNKS.map(chunk).to_vec());
    for (at, (text, inputs)) in SUMMARIES.iter().enumerate() {
        sum_up(&mut graph, model, text, 2, inputs[0]..inputs[2] + 1, 6 + at);
    }
    sum_up(&mut graph, model, "Mira and Tom.", 3, 6..8, 8);
    assert!(graph.is_complete());
    graph
}

fn sum_up(
    graph: &mut Graph,
    model: &Session,
    text: &str,
    level: usize,
    inputs: std::ops::Range<usize>,
    node: usize,
) {
    let tokens = model.tokenize(&format!(" {text}")).unwrap();
    let weight = 1.0 / inputs.len() as f32;
    let edges: Vec<Edge> = inputs.clone().map(|to| Edge { from: node, to, weight }).collect();
    let batch = Batch { level, inputs, outputs: node..node + 1 };
    graph.apply(&batch, &[Point { text: text.into(), tokens }], &edges).unwrap();
}
