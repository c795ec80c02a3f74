//! Attention turned into edges: read token by token, afterwards in one pass, and from a whole matrix.

use std::ops::ControlFlow;
use std::path::Path;

use std::sync::Arc;

use hwdag::{
    Attention, Chunk, Collecting, ConstructionSettings, ConstructionStep, Graph, GraphBuilder,
    LanguageModel as _, Signal, Token,
};
use model::{LoadOptions, Session, SessionOptions, Weights};

use crate::POCKET;

/// Returns the demonstration model and `count` sequences of it.
fn sessions(count: usize) -> (Arc<Weights>, Vec<Session>) {
    let weights = Weights::load(Path::new(POCKET), &LoadOptions::default()).unwrap();
    let window = Some(weights.info().construction);
    let options = SessionOptions { window, ..SessionOptions::default() };
    let sessions = Session::side_by_side(&weights, &options, count).unwrap();
    (weights, sessions)
}

/// Returns a graph of the chunks of a small book only.
fn chunks(weights: &Weights) -> Graph {
    let book: String = (0..120)
        .map(|day| format!("On day {day} Mira Holt carried the lamp to the cellar and slept.\n"))
        .collect();
    let tokens = weights.tokenize(&book).unwrap();
    let chunk =
        |tokens: &[i32]| Chunk { tokens: tokens.to_vec(), range: 0..0, text: String::new() };
    Graph::new(tokens.chunks(hwdag::CHUNK_TOKENS).map(chunk).collect())
}

/// Returns a graph of a few batches, built with the demonstration model.
fn built(collecting: Collecting) -> Graph {
    let (weights, mut sessions) = sessions(2);
    let settings = ConstructionSettings::for_window(weights.info().construction);
    let mut graph = chunks(&weights);
    let construction = GraphBuilder::begin(&mut sessions, settings).unwrap();
    let mut construction = construction.collecting(collecting);
    loop {
        match construction.next(&graph, &mut |_| ControlFlow::Continue(())).unwrap() {
            ConstructionStep::Batch(new) => {
                graph.apply(&new.batch, &new.points, &new.edges).unwrap()
            }
            ConstructionStep::Discard { level } => graph.discard(level),
            ConstructionStep::Complete { .. } => return graph,
        }
    }
}

#[test]
fn both_ways_of_reading_attention_build_the_same_graph() {
    let (now, later) = (built(Collecting::WhileWriting), built(Collecting::Afterwards));
    assert!(now.levels() > 1 && now.nodes() == later.nodes());
    assert_eq!(now.edges().len(), later.edges().len());
    for (now, later) in now.edges().iter().zip(later.edges()) {
        assert_eq!((now.from, now.to), (later.from, later.to));
        assert!((now.weight - later.weight).abs() < 1e-3, "{now:?} {later:?}");
    }
}

/// Returns the positions of consecutive runs of tokens in `all`.
fn places<'a>(
    all: &[Token],
    runs: impl Iterator<Item = &'a [Token]>,
) -> Vec<std::ops::Range<usize>> {
    let mut from = 0;
    runs.map(|run| {
        let start = all[from..].windows(run.len()).position(|window| window == run);
        let start = from + start.expect("the model was shown it, or wrote it");
        from = start + run.len();
        start..from
    })
    .collect()
}

/// The edges as the paper defines them, from the attention matrix of all tokens to all tokens, which another sequence
/// computes in one pass from what the first one read and wrote.
#[test]
fn edges_are_the_means_of_a_whole_matrix() {
    let (weights, mut sequence) = sessions(1);
    let (_, mut fresh) = sessions(1);
    let settings = ConstructionSettings {
        signal: Signal::PAPER,
        ..ConstructionSettings::for_window(weights.info().construction)
    };
    let mut graph = chunks(&weights);
    for batch in 0..3 {
        let mut construction = GraphBuilder::begin(&mut sequence, settings).unwrap();
        let step = construction.next(&graph, &mut |_| ControlFlow::Continue(())).unwrap();
        drop(construction);
        let ConstructionStep::Batch(new) = step else { panic!("there are batches left") };
        let all = sequence[0].tokens().to_vec();
        fresh[0].truncate(0).unwrap();
        let matrix: Attention = fresh[0].append(&all, 0..all.len()).unwrap();
        let inputs = graph.nodes()[new.batch.inputs.clone()].iter();
        let runs = inputs.map(|node| &*node.tokens).chain(new.points.iter().map(|p| &*p.tokens));
        let places = places(&all, runs);
        let (inputs, points) = places.split_at(new.batch.inputs.len());
        assert!(inputs.len() > 1 && !points.is_empty(), "batch {batch} says something");
        let expected = points.iter().flat_map(|point| {
            let means = inputs.iter().map(|input| matrix.mean(point.clone(), input.clone()));
            let means: Vec<f64> = means.collect();
            let sum: f64 = means.iter().sum();
            means.into_iter().map(move |mean| mean / sum)
        });
        let expected: Vec<f64> = expected.collect();
        assert_eq!(new.edges.len(), expected.len());
        for (edge, expected) in new.edges.iter().zip(expected) {
            let away = (f64::from(edge.weight) / expected - 1.0).abs();
            assert!(away < 1e-3, "batch {batch}: {edge:?}, not {expected}");
        }
        graph.apply(&new.batch, &new.points, &new.edges).unwrap();
    }
}
