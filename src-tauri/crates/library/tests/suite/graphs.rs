use std::cell::{Cell, RefCell};
use std::ops::Range;

use library::{BatchCost, Error, Library, NewBatch, NewChunk, NewPoint, StoredGraph, Writer};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use protocol::{Code, DocumentId, GraphId, GraphViewEdge};
use tempfile::tempdir;

use crate::book;

#[derive(Debug, Clone)]
struct Point {
    text: String,
    tokens: Vec<i32>,
    weights: Vec<f32>,
}

/// Chunks, and for each level above the sizes of its batches and the points of each.
#[derive(Debug, Clone)]
struct Plan {
    chunks: Vec<(String, Vec<i32>)>,
    levels: Vec<Vec<(usize, Vec<Point>)>>,
}

fn point(inputs: usize) -> impl Strategy<Value = Point> {
    let weights = prop::collection::vec(0.0f32..=1.0, inputs);
    let tokens = prop::collection::vec(any::<i32>(), 0..5);
    (".{0,12}", tokens, weights).prop_map(|(text, tokens, weights)| Point { text, tokens, weights })
}

fn batch() -> impl Strategy<Value = (usize, Vec<Point>)> {
    (1usize..5).prop_flat_map(|inputs| {
        prop::collection::vec(point(inputs), 1..4).prop_map(move |points| (inputs, points))
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    let tokens = prop::collection::vec(any::<i32>(), 0..8);
    let chunks = prop::collection::vec((".{0,20}", tokens), 0..20);
    let levels = prop::collection::vec(prop::collection::vec(batch(), 1..5), 0..4);
    (chunks, levels).prop_map(|(chunks, levels)| Plan { chunks, levels })
}

fn save(library: &mut Writer, graph: GraphId, level: u32, inputs: Range<u32>, points: &[Point]) {
    let points: Vec<NewPoint<'_>> = points
        .iter()
        .map(|point| NewPoint {
            text: &point.text,
            tokens: &point.tokens,
            weights: &point.weights[..inputs.len()],
        })
        .collect();
    let cost = BatchCost { tokens_evaluated: u64::from(inputs.end), ..Default::default() };
    library
        .save_batch(
            graph,
            &NewBatch { level, inputs, points: &points, quoted: false, unsupported: 0, cost },
        )
        .unwrap();
}

/// Saves the plan, each batch cut short if its level has fewer nodes left, and returns every point
/// with its level and the nodes from which it was written.
fn carry_out(library: &mut Writer, graph: GraphId, plan: &Plan) -> Vec<(u32, Range<u32>, Point)> {
    let chunks: Vec<NewChunk<'_>> = plan
        .chunks
        .iter()
        .map(|(text, tokens)| NewChunk { start: 0, end: 1, text, tokens })
        .collect();
    library.save_chunks(graph, &chunks).unwrap();
    let mut below = 0..chunks.len() as u32;
    let mut written = Vec::new();
    for (batches, level) in plan.levels.iter().zip(2..) {
        let mut begin = below.start;
        for (size, points) in batches {
            let inputs = begin..below.end.min(begin + *size as u32);
            if inputs.is_empty() {
                break;
            }
            save(library, graph, level, inputs.clone(), points);
            begin = inputs.end;
            written.extend(points.iter().map(|point| (level, inputs.clone(), point.clone())));
        }
        below = below.end..chunks.len() as u32 + written.len() as u32;
    }
    written
}

fn check(read: &StoredGraph, plan: &Plan, written: &[(u32, Range<u32>, Point)]) {
    let chunks = plan.chunks.len();
    assert_eq!(read.nodes.len(), chunks + written.len());
    for (node, (text, tokens)) in read.nodes.iter().zip(&plan.chunks) {
        assert_eq!((node.level, &node.text, &node.tokens), (1, text, tokens));
        assert_eq!(node.characters, Some(0..1));
    }
    assert_eq!(read.edges.len(), written.len());
    let points = read.nodes[chunks..].iter().zip(&read.edges).zip(written);
    for ((node, edges), (level, inputs, point)) in points {
        assert_eq!((node.level, &node.text, &node.tokens), (*level, &point.text, &point.tokens));
        assert_eq!((edges.predecessor, edges.first), (node.id, inputs.start));
        assert_eq!(edges.weights, point.weights[..inputs.len()]);
        assert_eq!(node.characters, None);
    }
}

/// Checks that the batches of a graph agree with its nodes and edges, to the last one.
pub fn assert_consistent(read: &StoredGraph) {
    let mut outputs = Vec::new();
    for (batch, before) in
        read.batches.iter().zip([None].into_iter().chain(read.batches.iter().map(Some)))
    {
        let follows = before.filter(|before| before.level == batch.level);
        assert_eq!(batch.number, follows.map_or(0, |before| before.number + 1));
        if let Some(before) = follows {
            assert_eq!(before.inputs.end, batch.inputs.start);
        }
        for id in batch.outputs.clone() {
            assert_eq!(read.nodes[id as usize].level, batch.level);
            outputs.push((id, batch.inputs.clone()));
        }
    }
    let points = read.nodes.iter().filter(|node| node.level > 1).map(|node| node.id);
    assert!(points.eq(outputs.iter().map(|(id, _)| *id)), "nodes without a batch");
    assert_eq!(read.edges.len(), outputs.len());
    for (edges, (id, inputs)) in read.edges.iter().zip(outputs) {
        assert_eq!(edges.predecessor, id);
        assert_eq!(edges.first..edges.first + edges.weights.len() as u32, inputs);
    }
}

#[test]
fn a_graph_is_read_as_it_was_written() {
    let dir = tempdir().unwrap();
    let library = RefCell::new(book::open(dir.path()));
    let document = book::add(&mut library.borrow_mut(), b"one");
    let reader = Library::open_read_only(dir.path()).unwrap();
    let graphs = Cell::new(0);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(64));
    let outcome = runner.run(&plan(), |plan| {
        let mut library = library.borrow_mut();
        graphs.set(graphs.get() + 1);
        let graph = library.begin_graph(document, book::MODEL, &graphs.get().to_string()).unwrap();
        let written = carry_out(&mut library, graph, &plan);
        let read = reader.load_graph(graph).unwrap();
        check(&read, &plan, &written);
        assert_consistent(&read);
        Ok(())
    });
    outcome.unwrap();
}

fn fresh() -> (tempfile::TempDir, Writer, GraphId) {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::begin(&mut library, document);
    (dir, library, graph)
}

#[test]
fn edges_run_from_a_point_to_its_batch() {
    let (_dir, mut library, graph) = fresh();
    let points = [NewPoint { text: "p", tokens: &[], weights: &[0.25, 0.75] }];
    let batch = NewBatch {
        level: 2,
        inputs: 0..2,
        points: &points,
        quoted: false,
        unsupported: 0,
        cost: BatchCost::default(),
    };
    assert_eq!(library.save_batch(graph, &batch).unwrap(), 2..3);
    let edges: Vec<GraphViewEdge> = library.load_graph(graph).unwrap().edges[0].iter().collect();
    let edge = |to, weight| GraphViewEdge { from: 2, to, weight };
    assert_eq!(edges, [edge(0, 0.25), edge(1, 0.75)]);
}

#[test]
fn batches_out_of_turn_are_refused_and_leave_nothing() {
    let (_dir, mut library, graph) = fresh();
    book::summarise(&mut library, graph, 0);
    let before = library.load_graph(graph).unwrap();
    let one = [NewPoint { text: "p", tokens: &[], weights: &[1.0] }];
    let two = [NewPoint { text: "p", tokens: &[], weights: &[0.5, 0.5] }];
    let cases: [(&str, u32, Range<u32>, &[NewPoint<'_>]); 7] = [
        ("done before", 2, 0..1, &one),
        ("beyond its level", 2, 1..3, &two),
        ("nothing", 2, 1..1, &[]),
        ("too few weights", 2, 1..2, &two),
        ("a level without one below", 4, 1..2, &one),
        ("chunks", 1, 0..1, &one),
        ("no level", 0, 0..1, &one),
    ];
    for (name, level, inputs, points) in cases {
        let batch = NewBatch {
            level,
            inputs,
            points,
            quoted: false,
            unsupported: 0,
            cost: BatchCost::default(),
        };
        let refused = library.save_batch(graph, &batch);
        assert!(matches!(refused, Err(Error::Refused(_))), "{name}: {refused:?}");
    }
    let unknown = NewBatch {
        level: 2,
        inputs: 1..2,
        points: &one,
        quoted: false,
        unsupported: 0,
        cost: BatchCost::default(),
    };
    assert_eq!(library.save_batch(GraphId(99), &unknown).unwrap_err().code(), Code::GraphMissing);
    assert!(matches!(library.save_chunks(graph, &[]), Err(Error::Refused(_))));
    assert_eq!(library.load_graph(graph).unwrap(), before);
}

#[test]
fn a_level_that_grew_is_discarded_when_the_graph_ends() {
    let (_dir, mut library, graph) = fresh();
    book::summarise(&mut library, graph, 0);
    book::summarise(&mut library, graph, 1);
    let points = [NewPoint { text: "longer", tokens: &[1, 2, 3], weights: &[0.5, 0.5] }; 3];
    let batch = NewBatch {
        level: 3,
        inputs: 2..4,
        points: &points,
        quoted: false,
        unsupported: 0,
        cost: BatchCost::default(),
    };
    library.save_batch(graph, &batch).unwrap();
    library.save_embeddings(graph, "bb22", &[(3, &[1.0]), (6, &[1.0])]).unwrap();

    assert!(matches!(library.finish_graph(graph, 4), Err(Error::Refused(_))));
    library.finish_graph(graph, 2).unwrap();
    let read = library.load_graph(graph).unwrap();
    assert!(read.graph.complete);
    assert_eq!((read.nodes.len(), read.edges.len(), read.batches.len()), (4, 2, 2));
    assert_consistent(&read);
    assert_eq!(library.embeddings(graph, "bb22").unwrap().missing, [0, 1, 2]);
    assert!(matches!(library.save_batch(graph, &batch), Err(Error::Refused(_))));
    assert!(matches!(library.finish_graph(graph, 2), Err(Error::Refused(_))));
}

#[test]
fn graphs_are_known_by_document_model_and_settings() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    assert_eq!(library.graph_to_ask(document).unwrap(), None);
    let keys = [("aa", "{}"), ("bb", "{}"), ("aa", r#"{"chunk":1}"#)];
    let ids = keys.map(|(model, settings)| library.begin_graph(document, model, settings).unwrap());
    for ((model, settings), id) in keys.into_iter().zip(ids) {
        assert_eq!(library.begin_graph(document, model, settings).unwrap(), id);
        let graph = library.graph(id).unwrap();
        assert_eq!((graph.model_hash.as_str(), graph.settings.as_str()), (model, settings));
    }
    let listed: Vec<GraphId> =
        library.graphs(document).unwrap().iter().map(|graph| graph.id).collect();
    assert_eq!(listed, ids);
    assert_eq!(library.graph_to_ask(document).unwrap(), Some(ids[2]));
    assert_eq!(
        library.begin_graph(DocumentId(99), "aa", "{}").unwrap_err().code(),
        Code::DocumentUnknown
    );
}

#[test]
fn embeddings_make_one_matrix() {
    let (_dir, mut library, graph) = fresh();
    book::summarise(&mut library, graph, 0);
    let none = library.embeddings(graph, "bb22").unwrap();
    assert_eq!((none.dimensions, none.vectors.len(), none.missing), (0, 0, vec![0, 1, 2]));

    library.save_embeddings(graph, "bb22", &[(1, &[0.5, -0.5])]).unwrap();
    library.save_embeddings(graph, "bb22", &[(1, &[1.0, 2.0]), (2, &[3.0, 4.0])]).unwrap();
    library.save_embeddings(graph, "cc33", &[(0, &[9.0])]).unwrap();
    let some = library.embeddings(graph, "bb22").unwrap();
    assert_eq!(some.dimensions, 2);
    assert_eq!(some.vectors, [0.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(some.missing, [0]);
    assert_eq!(library.unembedded(graph, "bb22", 0..3).unwrap(), [0]);
    assert_eq!(library.unembedded(graph, "cc33", 1..3).unwrap(), [1, 2]);

    let beyond = library.save_embeddings(graph, "bb22", &[(3, &[1.0, 1.0])]);
    assert!(matches!(beyond, Err(Error::Refused(_))));
    assert_eq!(library.embeddings(GraphId(99), "bb22").unwrap_err().code(), Code::GraphMissing);
    library.save_embeddings(graph, "bb22", &[(0, &[1.0])]).unwrap();
    assert!(matches!(library.embeddings(graph, "bb22"), Err(Error::Broken(_))));
}
