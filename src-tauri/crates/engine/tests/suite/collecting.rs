//! When attention is read: token by token, or afterwards in one go.

use std::ops::ControlFlow;
use std::path::Path;

use hwdag::{Chunk, Collecting, Construction, ConstructionSettings, Graph, Step};
use model::{LoadOptions, Session, SessionOptions, Weights};

use crate::POCKET;

/// A graph of a few batches, built with the demonstration model.
fn built(collecting: Collecting) -> Graph {
    let weights = Weights::load(Path::new(POCKET), &LoadOptions::default()).unwrap();
    let settings = ConstructionSettings::for_window(weights.info().construction);
    let options = SessionOptions { window: Some(settings.window), ..SessionOptions::default() };
    let mut sessions = Session::side_by_side(&weights, &options, 2).unwrap();
    let book: String = (0..120)
        .map(|day| format!("On day {day} Mira Holt carried the lamp to the cellar and slept.\n"))
        .collect();
    let tokens = weights.tokenize(&book).unwrap();
    let chunk =
        |tokens: &[i32]| Chunk { tokens: tokens.to_vec(), range: 0..0, text: String::new() };
    let mut graph = Graph::new(tokens.chunks(hwdag::CHUNK_TOKENS).map(chunk).collect());
    let construction = Construction::begin(&mut sessions, settings).unwrap();
    let mut construction = construction.collecting(collecting);
    loop {
        match construction.next(&graph, &mut |_| ControlFlow::Continue(())).unwrap() {
            Step::Batch(new) => graph.apply(&new.batch, &new.points, &new.edges).unwrap(),
            Step::Discard { level } => graph.discard(level),
            Step::Complete { .. } => return graph,
        }
    }
}

#[test]
fn both_ways_of_reading_attention_build_the_same_graph() {
    let (now, later) = (built(Collecting::WhileWriting), built(Collecting::Afterwards));
    assert!(now.levels() > 1 && now.nodes() == later.nodes());
    for (now, later) in now.edges().iter().zip(later.edges()) {
        assert_eq!((now.from, now.to), (later.from, later.to));
        assert!((now.weight - later.weight).abs() < 1e-3, "{now:?} {later:?}");
    }
}
