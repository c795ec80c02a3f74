use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use proptest::prelude::*;

use super::*;
use crate::ablation::Ablation;
use crate::cost::pass_flops;
use crate::example::{self, TEXTS, stored_and_read};
use crate::fake::Fake;
use crate::graph::{Batch, Edge, Point};
use crate::prompt_tokens::SummaryPrompt;
use crate::{Chunk, ChunkBoundaries, Cutting, Ending, Layers, Signal, TokenCounts, chunk, prompts};

/// Returns a graph of chunks with these texts.
fn chunks(model: &Fake, texts: &[&str]) -> Graph {
    let chunk = |text: &&str| {
        let tokens = model.tokenize(text).unwrap();
        Chunk { tokens, range: 0..text.len(), text: (*text).to_owned() }
    };
    Graph::new(texts.iter().map(chunk).collect())
}

/// Returns a graph of a book of `words` words, in chunks of 300 tokens.
fn book(model: &Fake, words: usize) -> Graph {
    let text: Vec<String> = (0..words).map(|word| format!("word{}", word % 97)).collect();
    let text = text.join(" ");
    let tokens = model.tokenize(&text).unwrap();
    Graph::new(chunk(&tokens, |token| model.bytes(token), &text, Cutting::default()).unwrap())
}

fn go(_: ConstructionEvent) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn begin(model: &mut Fake) -> GraphBuilder<'_, Fake> {
    begin_with(std::slice::from_mut(model))
}

fn begin_with(models: &mut [Fake]) -> GraphBuilder<'_, Fake> {
    let settings = ConstructionSettings::for_model(&models[0].shape);
    GraphBuilder::begin(models, settings).unwrap()
}

fn next_batch(model: &mut Fake, graph: &Graph) -> SummarisedBatch {
    match begin(model).next(graph, &mut go).unwrap() {
        ConstructionStep::Batch(new) => new,
        step => panic!("{step:?}"),
    }
}

/// Applies the step and returns whether another may follow.
fn take(graph: &mut Graph, step: ConstructionStep) -> bool {
    match step {
        ConstructionStep::Batch(new) => graph.apply(&new.batch, &new.points, &new.edges).unwrap(),
        ConstructionStep::Discard { level } => graph.discard(level),
        ConstructionStep::Complete { top, .. } => {
            assert_eq!(graph.top(), top);
            return false;
        }
    }
    true
}

fn build(model: &mut Fake, graph: Graph) -> Graph {
    finish(begin(model), graph)
}

fn finish(mut construction: GraphBuilder<'_, Fake>, mut graph: Graph) -> Graph {
    loop {
        let step = construction.next(&graph, &mut go).unwrap();
        if !take(&mut graph, step) {
            return graph;
        }
    }
}

fn texts(new: &SummarisedBatch) -> Vec<&str> {
    new.points.iter().map(|point| point.text.as_str()).collect()
}

/// Attention of the words " Kettle", " here" and " Goose" to two chunks of two and three words.
/// Attention to or of anything else is large and must not count.
fn looks(row: &str, column: &str) -> f32 {
    match (row, column) {
        (" Kettle", "red") => 0.2,
        (" Kettle", " kettle") => 0.4,
        (" Kettle", "grey" | " goose" | " boat") => 0.03,
        (" here", " kettle") => 0.2,
        (" here", "grey") => 0.06,
        (" here", " boat") => 0.03,
        (" here", "red" | " goose") => 0.0,
        (" Goose", " goose") => 0.6,
        (" Goose", "red" | " kettle" | "grey" | " boat") => 0.0,
        (" Nothing", _) => 0.0,
        _ => 0.9,
    }
}

/// Means over tokens: " Kettle" 0.3 and 0.03, " here" 0.1 and 0.03; so the first point 0.2 and
/// 0.03. The second attends to the second chunk only, the third to nothing.
#[test]
fn edges_by_hand() {
    let mut model = Fake::new(1_000);
    model.look = Box::new(|(_, row), (_, column)| looks(row, column));
    model.reply = Box::new(|_| "* Kettle here\n* Goose\n* Nothing\n".into());
    let graph = chunks(&model, &["red kettle", "grey goose boat"]);
    let new = next_batch(&mut model, &graph);
    let expected = [
        (2, 0, 0.2 / 0.23),
        (2, 1, 0.03 / 0.23),
        (3, 0, 0.0),
        (3, 1, 1.0),
        (4, 0, 0.5),
        (4, 1, 0.5),
    ];
    assert_eq!(new.edges.len(), expected.len());
    for (edge, (from, to, weight)) in new.edges.iter().zip(expected) {
        assert_eq!((edge.from, edge.to), (from, to));
        assert!((f64::from(edge.weight) - weight).abs() < 1e-6, "{edge:?}");
    }
    assert_eq!(new.unseeing, 1);
    assert_eq!(new.batch, Batch { level: 2, inputs: 0..2, outputs: 2..5 });
    assert_eq!(texts(&new), ["Kettle here", "Goose", "Nothing"]);
    assert_eq!(new.points[0].tokens, model.tokenize(" Kettle here").unwrap());
}

#[test]
fn what_a_watcher_sees() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "A".into());
    let graph = chunks(&model, &TEXTS[..2]);
    let mut events = Vec::new();
    let mut watch = |event| {
        events.push(event);
        ControlFlow::Continue(())
    };
    begin(&mut model).next(&graph, &mut watch).unwrap();
    let tokens = 18 + model.tokenize(prompts::SUMMARIZE_CLOSE).unwrap().len();
    let expected = [
        ConstructionEvent::Began { level: 2, nodes: 2, tokens },
        ConstructionEvent::Read { tokens },
        ConstructionEvent::Wrote,
        ConstructionEvent::Again,
        ConstructionEvent::Wrote,
    ];
    assert_eq!(events, expected);
}

/// Every batch becomes one point, so that every node has one predecessor.
#[test]
fn a_tree_has_one_point_for_each_batch() {
    let mut model = Fake::new(300);
    model.reply = Box::new(|_| "* Kettle here\n* Goose\n".into());
    let graph = chunks(&model, &["red kettle", "grey goose boat"].repeat(400));
    let usual = ConstructionSettings::for_model(&model.shape);
    let settings =
        ConstructionSettings { ablation: Ablation { tree: true, ..Ablation::default() }, ..usual };
    let construction = GraphBuilder::begin([&mut model], settings).unwrap();
    let tree = finish(construction, graph);
    assert!(tree.level(2).len() > 1 && tree.levels() > 2, "{} levels", tree.levels());
    assert!(tree.nodes()[tree.level(2)].iter().all(|node| node.text == "Kettle here Goose"));
    let written = tree.batches().iter().filter(|batch| !batch.outputs.is_empty());
    assert!(written.clone().all(|batch| batch.outputs.len() == 1));
    for node in 0..tree.level(tree.top()).start {
        assert_eq!(tree.predecessors(node).count(), 1, "{node}");
    }
}

#[test]
fn settings_follow_the_model() {
    let shape = |construction| crate::LanguageModelShape { construction, ..Fake::new(0).shape };
    let settings = |s| ConstructionSettings::for_model(&shape(s));
    let signal = Signal::default();
    let ends = ChunkBoundaries::Exact;
    let (points, ablation) = (PointOrigin::default(), Ablation::default());
    let by_hand =
        |window, reserve| ConstructionSettings { window, reserve, signal, ends, points, ablation };
    assert_eq!(settings(2_048), by_hand(2_048, 682));
    assert_eq!(settings(131_072), by_hand(8_192, 2_730));
}

/// The measurements' store knows graphs by this text.
#[test]
fn settings_keep_their_text() {
    let settings = ConstructionSettings {
        window: 2_048,
        reserve: 682,
        signal: Signal::PAPER,
        ends: ChunkBoundaries::Exact,
        points: PointOrigin::Auto,
        ablation: Ablation::default(),
    };
    let signal = format!("{:?}", Signal::PAPER);
    let text = |summary| {
        format!(
            "ConstructionSettings {{ window: 2048, reserve: 682, signal: {signal}, ends: Exact, \
             summary: {summary}, points: Auto }}"
        )
    };
    assert_eq!(format!("{settings:?}"), text("Points"));
    let ablation = Ablation { tree: true, ..Ablation::default() };
    assert_eq!(format!("{:?}", ConstructionSettings { ablation, ..settings }), text("Whole"));
}

mod earlier;
mod endings;
mod prefix;
mod properties;
mod quoting;
mod signals;
mod wording;
