use proptest::prelude::*;

use super::*;
use crate::Normalisation;
use crate::fake::chance;

fn any_settings() -> impl Strategy<Value = SearchSettings> {
    let normalisation = prop_oneof![
        Just(Normalisation::AllNodes),
        Just(Normalisation::Candidates),
        Just(Normalisation::Raw),
    ];
    let scoring = (0.0..=1.0, 0.0..2.0).prop_map(|(balance, words)| Scoring { balance, words });
    let ablation = (any::<bool>(), any::<bool>(), normalisation).prop_map(
        |(without_attention, without_similarity, normalisation)| Ablation {
            tree: false,
            without_attention,
            without_similarity,
            normalisation,
        },
    );
    let fixed = prop::option::weighted(0.2, 0usize..12);
    let order = prop_oneof![Just(PromptOrder::QuestionFirst), Just(PromptOrder::NodesFirst)];
    let asks = prop_oneof![Just(AskFrequency::Always), Just(AskFrequency::Sparing)];
    let limits = (0usize..4, 0.0..1.0, 0usize..12, fixed, 0usize..20);
    let rerank = prop_oneof![Just(0), 1usize..6];
    let thinking = prop_oneof![Just(0), 1usize..9];
    (limits, scoring, any::<bool>(), order, asks, (rerank, thinking), ablation).prop_map(
        |(limits, scoring, best_effort, order, asks, (rerank, thinking_tokens), ablation)| {
            let (patience, confidence, max_nodes, fixed_nodes, answer_tokens) = limits;
            SearchSettings {
                order,
                asks,
                patience,
                confidence,
                calibration: Calibration::default(),
                max_nodes,
                fixed_nodes,
                scoring,
                answer_tokens,
                best_effort,
                rerank,
                thinking_tokens,
                ablation,
            }
        },
    )
}

/// Returns whether the tokens add up; chunks judged alone are no longer in the sequence.
fn holds(found: &SearchOutcome, settings: &SearchSettings, model: &Fake) -> bool {
    if settings.rerank > 0 { adds_up(&found.cost) } else { identity(&found.cost, model) }
}

proptest! {
    #[test]
    fn what_holds_of_every_search(
        seed: u64,
        settings in any_settings(),
        window in 80usize..300,
        again: bool,
        built in prop::collection::vec(0usize..=3, 1..4),
    ) {
        let mut model = Fake::erratic(window, seed);
        let graphs: Vec<Graph> = built.iter().map(|&count| graph_until(&model, count)).collect();
        let graphs: Vec<&Graph> = graphs.iter().collect();
        let count = graphs.iter().map(|graph| graph.nodes().len()).sum::<usize>();
        let cosines: Vec<f32> =
            (0..count).map(|node| chance(&(seed, node)) as f32 * 2.0 - 1.0).collect();
        let query = Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
        if again {
            // What this search keeps is recalled below.
            let _ = search(&mut model, &query, &settings, &mut go);
        }
        let found = match search(&mut model, &query, &settings, &mut go) {
            Ok(found) => found,
            Err(Error::WindowFull { needed, .. }) => {
                prop_assert!(needed > window);
                return Ok(());
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        prop_assert!(holds(&found, &settings, &model));
        prop_assert!(model.longest <= window);
        let mut keys: Vec<NodeKey> = found.path.iter().map(|visit| visit.node).collect();
        keys.sort_unstable();
        keys.dedup();
        prop_assert_eq!(keys.len(), found.path.len());
        let asks = found.path.iter().flat_map(|visit| [visit.p_yes, visit.alone]).flatten();
        prop_assert_eq!(asks.count(), found.cost.asks);
        let sum: f64 = found.evidence.iter().map(|item| item.weight).sum();
        // An answer from memory rests on nothing.
        let nothing = found.answer.is_empty() || found.path.is_empty();
        let expected = if nothing { 0.0 } else { 1.0 };
        prop_assert!((sum - expected).abs() < 1e-6, "{sum}");
        prop_assert!(found.evidence.is_sorted_by(|a, b| a.weight >= b.weight));
    }

    /// A search that is stopped anywhere and resumed ends like an uninterrupted one.
    #[test]
    fn a_search_that_was_stopped_leaves_no_trace(
        seed: u64,
        settings in any_settings(),
        window in 120usize..300,
        stop in 1usize..40,
    ) {
        let mut model = Fake::erratic(window, seed);
        let graph = graph(&model);
        let cosines: Vec<f32> = (0..8).map(|node| chance(&(seed, node)) as f32).collect();
        let graphs = [&graph];
        let query =
            Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
        let whole = search(&mut model, &query, &settings, &mut go).unwrap();
        let mut left = stop;
        let mut watch = |_: SearchEvent<'_>| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let begun = search(&mut model, &query, &settings, &mut watch).unwrap().path;
        let query = Query { begun: &begun, ..query };
        let resumed = search(&mut model, &query, &settings, &mut go).unwrap();
        prop_assert!(holds(&resumed, &settings, &model));
        prop_assert_eq!(resumed.path, whole.path);
        prop_assert_eq!((resumed.stop, resumed.answer), (whole.stop, whole.answer));
        prop_assert_eq!(resumed.evidence, whole.evidence);
    }
}
