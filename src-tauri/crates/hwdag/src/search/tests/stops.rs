//! Why a search ends, and whether it answers.

use super::*;

#[test]
fn what_each_stop_means() {
    let no = SearchSettings { confidence: 0.95, ..SearchSettings::default() };
    let cases = [
        (SearchSettings::default(), SearchStopReason::Sufficient, 5, 5),
        (SearchSettings { confidence: 0.1, ..no }, SearchStopReason::Sufficient, 1, 1),
        (SearchSettings { confidence: 0.1, patience: 3, ..no }, SearchStopReason::Sufficient, 3, 3),
        (SearchSettings { confidence: 0.5, patience: 2, ..no }, SearchStopReason::Sufficient, 6, 6),
        (
            SearchSettings { confidence: 0.9 + 1e-6, patience: 0, ..no },
            SearchStopReason::Exhausted,
            8,
            8,
        ),
        (SearchSettings { max_nodes: 2, ..no }, SearchStopReason::Limit, 3, 3),
        (SearchSettings { max_nodes: 0, ..no }, SearchStopReason::Limit, 1, 1),
        (SearchSettings { max_nodes: 7, ..no }, SearchStopReason::Exhausted, 8, 8),
        (no, SearchStopReason::Exhausted, 8, 8),
        (SearchSettings { fixed_nodes: Some(4), ..no }, SearchStopReason::Fixed, 4, 0),
        (SearchSettings { fixed_nodes: Some(20), ..no }, SearchStopReason::Fixed, 8, 0),
    ];
    for (settings, stop, visited, asks) in cases {
        let mut model = reader();
        let found = ask(&mut model, settings, &[]);
        assert_eq!((found.stop, found.path.len(), found.cost.asks), (stop, visited, asks));
        let fixed = settings.fixed_nodes.is_some();
        assert_eq!(found.answer.is_empty(), !found.found() && !fixed, "{settings:?}");
        assert_eq!(found.evidence.is_empty(), found.answer.is_empty());
        assert!(identity(&found.cost, &model), "{settings:?}");
    }
}

#[test]
fn a_verdict_is_corrected_before_it_is_compared() {
    let late = Calibration { bias: 2.0, scale: 1.0 };
    let plain = ask(&mut reader(), SearchSettings::default(), &[]);
    let corrected = SearchSettings { calibration: late, ..SearchSettings::default() };
    let found = ask(&mut reader(), corrected, &[]);
    let said = |found: &SearchOutcome| found.path[0].p_yes.unwrap();
    assert!((said(&found) - late.apply(said(&plain))).abs() < 1e-12);
    assert!(found.path.len() < plain.path.len());
}

#[test]
fn a_best_effort_answers_without_having_found_enough() {
    let settings =
        SearchSettings { confidence: 0.95, best_effort: true, max_nodes: 3, ..Default::default() };
    let mut model = reader();
    let found = ask(&mut model, settings, &[]);
    assert_eq!(
        (found.stop, found.found(), found.answer.as_str()),
        (SearchStopReason::Limit, false, "the hat")
    );
    assert!(
        model.text().ends_with("<again>the hat") && model.text().matches("<reply>").count() == 1
    );
    assert_eq!(found.cost.again as usize, 4 * model.frame().reply.len());
    assert!(identity(&found.cost, &model));
}

#[test]
fn no_graph_and_no_text_are_exhausted() {
    let mut model = reader();
    let empty = Graph::default();
    for graphs in [&[][..], &[&empty]] {
        let query = Query::new(QUESTION, graphs);
        let settings = SearchSettings { best_effort: true, ..Default::default() };
        let found = search(&mut model, &query, &settings, &mut go).unwrap();
        assert_eq!((found.stop, found.answer.as_str()), (SearchStopReason::Exhausted, ""));
    }
}
