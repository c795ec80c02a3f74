use super::*;
use crate::example::{
    WEIGHTS, batches, chunks, edges, graph, graph_until, points, stored_and_read,
};
use crate::fake::Fake;

fn fake() -> Fake {
    Fake::new(1_000)
}

#[test]
fn levels_are_contiguous_and_in_order() {
    let graph = graph(&fake());
    let levels: Vec<_> = (0..=4).map(|level| graph.level(level)).collect();
    assert_eq!(levels, [8..8, 0..4, 4..7, 7..8, 8..8]);
    assert_eq!((graph.levels(), graph.tokens(1), graph.tokens(2)), (3, 32, 12));
}

#[test]
fn edges_are_found_from_both_ends() {
    let graph = graph(&fake());
    for (node, weights) in (4..).zip(WEIGHTS) {
        let found: Vec<f32> = graph.successors(node).iter().map(|edge| edge.weight).collect();
        assert_eq!(found, weights);
        assert!(graph.successors(node).iter().all(|edge| edge.from == node));
    }
    let predecessors = |node| -> Vec<(usize, f32)> {
        graph.predecessors(node).map(|edge| (edge.from, edge.weight)).collect()
    };
    assert_eq!(predecessors(1), [(4, 0.25), (5, 0.5)]);
    assert_eq!(predecessors(6), [(7, 0.2)]);
    assert!(predecessors(7).is_empty() && graph.successors(0).is_empty());
}

#[test]
fn what_comes_next_after_each_batch() {
    let expected = [
        (PendingStep::Batch { level: 2, inputs: 0..4 }, 1),
        (PendingStep::Batch { level: 2, inputs: 2..4 }, 2),
        (PendingStep::Batch { level: 3, inputs: 4..7 }, 2),
        (PendingStep::Complete { top: 3 }, 3),
    ];
    for (count, (pending, top)) in expected.into_iter().enumerate() {
        let graph = graph_until(&fake(), count);
        assert_eq!((graph.pending(), graph.top()), (pending, top), "after {count}");
        assert_eq!(graph.is_complete(), count == 3);
    }
}

#[test]
fn parts_give_the_graph_back_at_any_time() {
    for count in 0..=3 {
        let graph = graph_until(&fake(), count);
        assert_eq!(stored_and_read(&graph), graph);
    }
    assert_eq!(stored_and_read(&Graph::default()), Graph::new(Vec::new()));
}

#[test]
fn a_graph_without_text_is_complete() {
    let graph = Graph::new(Vec::new());
    assert_eq!(graph.pending(), PendingStep::Complete { top: 1 });
    assert!(graph.level(graph.top()).is_empty());
}

/// A level from several batches that has as many tokens as the chunks: its points are as long as
/// they are.
fn unshortened() -> Graph {
    let model = fake();
    let mut graph = Graph::new(chunks(&model));
    for batch in &batches()[..2] {
        let mut points = points(&model, batch);
        points.iter_mut().for_each(|point| point.tokens.resize(11, 7));
        graph.apply(batch, &points, &edges(batch)).unwrap();
    }
    graph
}

#[test]
fn a_level_that_is_not_shorter_is_taken_away_and_not_tried_again() {
    let mut graph = unshortened();
    assert_eq!(graph.pending(), PendingStep::Discard { level: 2 });
    assert_eq!(graph.top(), 1);
    graph.discard(2);
    assert_eq!(graph.pending(), PendingStep::Complete { top: 1 });
    assert_eq!((graph.nodes().len(), graph.edges().len(), graph.levels()), (4, 0, 1));
    assert!(graph.batches().iter().all(|batch| batch.outputs.is_empty()));
    assert_eq!(graph.predecessors(0).count(), 0);
    assert_eq!(stored_and_read(&graph), graph);
}

#[test]
fn one_token_fewer_is_shorter() {
    let mut parts = unshortened();
    parts.nodes[4].tokens.truncate(9);
    assert_eq!(parts.tokens(2), 31);
    assert_eq!(parts.pending(), PendingStep::Batch { level: 3, inputs: 4..7 });
}

#[test]
fn only_the_highest_level_of_points_is_discarded() {
    let whole = graph(&fake());
    for level in [0, 1, 2, 4] {
        let mut graph = whole.clone();
        graph.discard(level);
        assert_eq!(graph, whole);
    }
    let mut graph = whole.clone();
    graph.discard(3);
    assert_eq!(graph.nodes(), &whole.nodes()[..7]);
    assert_eq!(graph.pending(), PendingStep::Complete { top: 2 });
    assert_eq!(stored_and_read(&graph), graph);
}

#[test]
fn a_batch_without_points_is_done_all_the_same() {
    let mut graph = graph_until(&fake(), 1);
    let nothing = Batch { level: 2, inputs: 2..4, outputs: 6..6 };
    graph.apply(&nothing, &[], &[]).unwrap();
    assert_eq!(graph.pending(), PendingStep::Batch { level: 3, inputs: 4..6 });
    assert_eq!(stored_and_read(&graph), graph);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let model = fake();
    let before = graph_until(&model, 1);
    let batch = &batches()[1];
    let (points, edges) = (points(&model, batch), edges(batch));
    let other = |level, inputs, outputs| Batch { level, inputs, outputs };
    let wrong = [
        other(3, 2..4, 6..7),
        other(2, 1..4, 6..7),
        other(2, 2..5, 6..7),
        other(2, 2..2, 6..7),
        other(2, 2..4, 7..8),
        other(2, 2..4, 6..8),
    ];
    for batch in &wrong {
        let mut graph = before.clone();
        assert!(graph.apply(batch, &points, &edges).is_err(), "{batch:?}");
        assert_eq!(graph, before);
    }
    let edge = |from, to, weight| Edge { from, to, weight };
    let wrong = [
        [edge(6, 1, 0.5), edge(6, 3, 0.5)],
        [edge(5, 2, 0.5), edge(6, 3, 0.5)],
        [edge(6, 3, 0.5), edge(6, 2, 0.5)],
        [edge(6, 2, 0.5), edge(6, 2, 0.5)],
        [edge(6, 2, f32::NAN), edge(6, 3, 0.5)],
        [edge(6, 2, -0.5), edge(6, 3, 1.0)],
    ];
    for edges in &wrong {
        assert!(before.clone().apply(batch, &points, edges).is_err(), "{edges:?}");
    }
    assert!(before.clone().apply(batch, &points, &edges).is_ok());
}

#[test]
fn damaged_rows_are_refused() {
    let graph = graph(&fake());
    let parts = || (graph.nodes().to_vec(), graph.edges().to_vec(), graph.batches().to_vec());
    let (mut nodes, edges, batches) = parts();
    nodes.pop();
    assert!(Graph::from_parts(nodes, edges, batches).is_err());
    let (nodes, edges, mut batches) = parts();
    batches.pop();
    assert!(Graph::from_parts(nodes, edges, batches).is_err());
    let (nodes, mut edges, batches) = parts();
    edges.push(Edge { from: 8, to: 4, weight: 0.5 });
    assert!(Graph::from_parts(nodes, edges, batches).is_err());
}

#[test]
fn another_models_tokens_spell_the_same_texts() {
    let graph = graph(&fake());
    let other = Fake::new(1_000);
    let _ = other.tokenize("some other words first");
    let Ok(again) = graph.retokenized(&other);
    assert_ne!(again.nodes()[0].tokens, graph.nodes()[0].tokens);
    for node in again.nodes() {
        let bytes = node.tokens.iter().flat_map(|&token| other.bytes(token));
        let spelled = String::from_utf8(bytes.collect()).unwrap();
        let space = if node.level == 1 { "" } else { " " };
        assert_eq!(spelled, format!("{space}{}", node.text));
    }
    assert_eq!(again.edges(), graph.edges());
}
