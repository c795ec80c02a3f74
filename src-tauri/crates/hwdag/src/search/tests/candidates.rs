//! Searches among candidates that were found by other means, without a top level.

use super::*;

/// Chunk 3 matches best, then 0, 1 and 2.
const COSINES: [f32; 4] = [0.7, 0.5, 0.3, 0.9];

fn candidates(model: &Fake, count: usize) -> Graph {
    Graph::of_candidates(crate::example::chunks(model).into_iter().take(count).collect())
}

fn settings() -> SearchSettings {
    let ablation = Ablation { without_attention: true, ..Ablation::default() };
    SearchSettings { ablation, ..SearchSettings::default() }
}

#[test]
fn the_best_candidate_comes_first_and_none_before_it() {
    let mut model = reader();
    let graph = candidates(&model, 4);
    let graphs = [&graph];
    let query = Query { cosines: &COSINES, ..Query::new(QUESTION, &graphs) };
    let found = search(&mut model, &query, &settings(), &mut go).unwrap();
    assert_eq!((nodes(&found), found.stop), (vec![3], SearchStopReason::Sufficient));
    assert_eq!(found.answer, "the hat");
    assert_eq!(found.evidence.iter().map(|one| one.chunk.node).collect::<Vec<_>>(), [3]);
    assert!(identity(&found.cost, &model));
}

/// The second search reuses what the first one read, and does not ask about it.
#[test]
fn a_search_goes_on_among_more_candidates() {
    let mut model = reader();
    let few = candidates(&model, 2);
    let graphs = [&few];
    let query = Query { cosines: &COSINES[..2], ..Query::new(QUESTION, &graphs) };
    let first = search(&mut model, &query, &settings(), &mut go).unwrap();
    assert_eq!((nodes(&first), first.stop), (vec![0, 1], SearchStopReason::Exhausted));

    let more = candidates(&model, 4);
    let graphs = [&more];
    let query = Query { cosines: &COSINES, begun: &first.path, ..Query::new(QUESTION, &graphs) };
    let second = search(&mut model, &query, &settings(), &mut go).unwrap();
    assert_eq!((nodes(&second), second.stop), (vec![0, 1, 3], SearchStopReason::Sufficient));
    assert_eq!(second.answer, "the hat");
}

/// The search begins with the top level of the graph beside them.
#[test]
fn candidates_compete_with_the_nodes_of_a_graph() {
    let mut model = reader();
    let (graph, parts) = (graph(&model), candidates(&model, 4));
    let graphs = [&graph, &parts];
    let cosines = [&[0.0; 8], &COSINES[..]].concat();
    let query = Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
    let found = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
    let path: Vec<(usize, usize)> =
        found.path.iter().map(|visit| (visit.node.graph, visit.node.node)).collect();
    assert_eq!(path, [(0, 7), (1, 3)]);
}
