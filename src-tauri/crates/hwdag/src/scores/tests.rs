use super::*;
use crate::LanguageModel;
use crate::example::{graph, graph_until};
use crate::fake::Fake;
use crate::graph::{Batch, Edge, Point};

const COSINES: [f32; 8] = [0.1, 0.4, -0.3, 0.2, 0.5, 0.3, 0.1, 0.4];
const WORDS: [f32; 8] = [0.0, 0.0, 1.0, 0.25, 0.0, 0.5, 0.0, 0.25];

/// Returns the scores after the top point was visited with relevance 0.8 and point 6 with 0.5: z of
/// nodes 0 to 7 is 0, 0, .05, .45, .4, .24, .16, 0, which sums to 1.3; the cosines sum to 2 without
/// the negative one.
fn visited(scoring: (Scoring, Ablation)) -> NodeScores {
    let graph = graph(&Fake::new(1_000));
    let graphs = [&graph];
    let space = GraphSet::new(&graphs);
    let mut scores = NodeScores::new(scoring, &space, &COSINES, &WORDS);
    scores.visit(7, 0.8, &space);
    scores.visit(6, 0.5, &space);
    scores
}

/// Scoring with shares of all nodes.
fn shares() -> (Scoring, Ablation) {
    normalised(papers(), Normalisation::AllNodes)
}

fn normalised(scoring: (Scoring, Ablation), normalisation: Normalisation) -> (Scoring, Ablation) {
    (scoring.0, Ablation { normalisation, ..scoring.1 })
}

/// Shares that are added with this balance.
fn balanced(balance: f64) -> (Scoring, Ablation) {
    let (scoring, ablation) = shares();
    (Scoring { balance, ..scoring }, ablation)
}

/// Scoring without words.
fn papers() -> (Scoring, Ablation) {
    with_words(0.0)
}

fn with_words(words: f64) -> (Scoring, Ablation) {
    (Scoring { words, ..Scoring::default() }, Ablation::default())
}

fn best(scoring: (Scoring, Ablation)) -> (usize, NodeScore) {
    visited(scoring).best(|_| true).unwrap()
}

fn is(found: (usize, NodeScore), node: usize, attention: f64, similarity: f64) -> bool {
    let (found_node, score) = found;
    found_node == node
        && (score.attention - attention).abs() < 1e-6
        && (score.similarity - similarity).abs() < 1e-6
        && score.total == score.attention + score.similarity
}

#[test]
fn shares_over_all_nodes_are_added() {
    assert!(is(best(shares()), 4, 0.4 / 1.3, 0.5 / 2.0));
}

#[test]
fn shares_over_the_candidates_only() {
    let scoring = normalised(papers(), Normalisation::Candidates);
    assert!(is(best(scoring), 4, 0.4 / 1.14, 0.5 / 1.5));
}

#[test]
fn raw_values_keep_their_sign() {
    assert!(is(best(papers()), 4, 0.4, 0.5));
    let (_, score) = visited(papers()).best(|node| node == 2).unwrap();
    assert!(is((2, score), 2, 0.05, -0.3));
    let (_, score) = visited(shares()).best(|node| node == 2).unwrap();
    assert_eq!(score.similarity, 0.0);
}

#[test]
fn each_part_can_be_left_out() {
    let (scoring, ablation) = shares();
    let attention = Ablation { without_similarity: true, ..ablation };
    assert!(is(best((scoring, attention)), 3, 0.45 / 1.3, 0.0));
    let embedding = Ablation { without_attention: true, ..ablation };
    assert!(is(best((scoring, embedding)), 4, 0.0, 0.25));
}

#[test]
fn the_balance_weighs_them() {
    assert!(is(best(balanced(0.0)), 3, 0.9 / 1.3, 0.0));
    assert!(is(best(balanced(1.0)), 4, 0.0, 0.5));
    assert!(is(best(balanced(0.25)), 4, 0.6 / 1.3, 0.125));
}

#[test]
fn words_are_added_as_often_as_they_count() {
    let words = |words, normalisation| {
        let (node, score) = best(normalised(with_words(words), normalisation));
        (node, (score.words * 1e6).round() / 1e6)
    };
    assert_eq!(words(0.5, Normalisation::Raw), (4, 0.0), "0.9 against 0.25, 0.775 and 0.79");
    assert_eq!(words(1.0, Normalisation::Raw), (5, 0.5), "0.9 against 0.75, 0.9 and 1.04");
    assert_eq!(words(2.0, Normalisation::Raw), (2, 2.0));
    // As shares of 2 over all nodes, of 1.75 over the candidates.
    assert_eq!(words(1.0, Normalisation::AllNodes), (5, 0.25));
    assert_eq!(words(3.5, Normalisation::Candidates), (2, 2.0));
    let words_alone =
        Ablation { without_attention: true, without_similarity: true, ..Ablation::default() };
    assert_eq!(best((with_words(1.0).0, words_alone)).0, 2);
    let scores = visited(with_words(1.0));
    assert!((scores.score_before_visits(5) - 0.8).abs() < 1e-6, "without what attention adds");
}

#[test]
fn visited_nodes_are_no_candidates_and_equal_ones_come_in_order() {
    let three = graph_until(&Fake::new(1_000), 0);
    let scores = NodeScores::new(Default::default(), &GraphSet::new(&[&three]), &[], &[]);
    assert_eq!(scores.best(|_| true), Some((0, NodeScore::default())));
    assert_eq!(scores.best(|node| node > 0).map(|best| best.0), Some(1));
    assert_eq!(scores.best(|_| false), None);
    let mut order = Vec::new();
    let mut scores = visited(papers());
    let graph = graph(&Fake::new(1_000));
    while let Some((node, _)) = scores.best(|_| true) {
        order.push(node);
        scores.visit(node, 0.0, &GraphSet::new(&[&graph]));
    }
    assert_eq!(order, [4, 3, 5, 1, 0, 2]);
    assert!(scores.exhausted());
}

#[test]
fn nodes_that_say_the_same_are_visited_together() {
    let model = Fake::new(1_000);
    let mut level = graph_until(&model, 0);
    let same = level.nodes()[1].text.clone();
    let tokens = model.tokenize(&same).unwrap();
    let batch = Batch { level: 2, inputs: 0..4, outputs: 4..5 };
    let edges = [0.1, 0.7, 0.1, 0.1];
    let edges: Vec<Edge> =
        edges.iter().zip(0..).map(|(&weight, to)| Edge { from: 4, to, weight }).collect();
    level.apply(&batch, &[Point { text: same, tokens }], &edges).unwrap();
    let graphs = [&level, &level];
    let space = GraphSet::new(&graphs);
    let mut scores = NodeScores::new(Default::default(), &space, &[], &[]);
    scores.visit(1, 0.5, &space);
    // The point was visited with the chunk, and its relevance went to the nodes it was written
    // from; the other graph is unaffected.
    let (node, score) = scores.best(|_| true).unwrap();
    assert_eq!(node, 0);
    assert!((score.attention - 0.05).abs() < 1e-6);
    assert!(scores.best(|node| node == 1 || node == 4).is_none());
    assert!(scores.best(|node| node == 6).is_some() && scores.best(|node| node == 9).is_some());
}
