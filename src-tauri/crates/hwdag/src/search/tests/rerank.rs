use super::*;

/// Finds several nodes together sufficient, but only chunk 3 alone, and chunk 2 half so.
fn judge() -> Fake {
    let mut model = reader();
    model.judge = Box::new(|text| match (text.contains(TEXTS[7]), text.contains(TEXTS[3])) {
        (true, _) => 0.9,
        (false, true) => 0.8,
        (false, false) if text.contains(TEXTS[2]) => 0.4,
        _ => 0.1,
    });
    model
}

fn settings(rerank: usize) -> SearchSettings {
    SearchSettings { rerank, ..SearchSettings::default() }
}

fn alone(found: &SearchOutcome) -> Vec<(usize, Option<f64>)> {
    let rounded = |p: f64| (p * 10.0).round() / 10.0;
    found.path.iter().map(|visit| (visit.node.node, visit.alone.map(rounded))).collect()
}

/// Chunk 2 matches best; it does not suffice, chunk 3 does, and chunks 0 and 1 are not read.
#[test]
fn the_answer_comes_from_the_first_chunk_that_suffices_alone() {
    let cosines = [0.1, 0.2, 0.9, 0.5, 0.0, 0.0, 0.0, 0.0];
    for order in [PromptOrder::QuestionFirst, PromptOrder::NodesFirst] {
        let mut model = judge();
        let found = ask(&mut model, SearchSettings { order, ..settings(4) }, &cosines);
        assert_eq!(found.stop, SearchStopReason::Sufficient);
        assert_eq!(alone(&found), [(7, None), (2, Some(0.4)), (3, Some(0.8))]);
        let (open, information) = (prompts::SUFFICIENT_OPEN, prompts::SUFFICIENT_INFORMATION);
        let second = format!("<reply>{}<next>{}<again>the hat", prompts::YES, prompts::ANSWER);
        let shown = format!("<open>{open} {QUESTION}{information}{}\n{second}", TEXTS[3]);
        assert_eq!(model.text(), shown, "nothing else is before the model");
        let evidence: Vec<_> = found.evidence.iter().map(|item| item.chunk.node).collect();
        assert_eq!(evidence, [3]);
        let from: Vec<_> = found.answered_from().map(|visit| visit.node.node).collect();
        assert_eq!(from, [3]);
        assert_eq!(found.cost.asks, 3);
        assert!(adds_up(&found.cost));
    }
}

/// A chunk that suffices with a probability above 0.6 is worth a guess; a less likely one is not.
#[test]
fn a_likely_chunk_is_worth_a_guess() {
    let cosines = [0.1, 0.2, 0.9, 0.5, 0.0, 0.0, 0.0, 0.0];
    for (p_yes, answer) in [(0.59, ""), (0.61, "the hat")] {
        let mut model = judge();
        model.judge = Box::new(move |text| if text.contains(TEXTS[7]) { 0.9 } else { p_yes });
        let sure = SearchSettings { confidence: 0.7, ..settings(2) };
        let found = ask(&mut model, sure, &cosines);
        assert_eq!((found.stop, found.found()), (SearchStopReason::Unconfirmed, false));
        assert_eq!(found.answer, answer);
    }
}

/// No chunk suffices: the walk's own Yes no longer counts, and a best effort answers from the best chunk, which is read
/// again.
#[test]
fn no_chunk_suffices_alone() {
    let cosines = [0.1, 0.2, 0.9, 0.5, 0.0, 0.0, 0.0, 0.0];
    let found = ask(&mut judge(), settings(1), &cosines);
    assert_eq!((found.stop, found.answer.as_str()), (SearchStopReason::Unconfirmed, ""));
    let mut model = judge();
    model.judge = Box::new(|text| match text.contains(TEXTS[7]) {
        true => 0.9,
        false => {
            if text.contains(TEXTS[2]) {
                0.4
            } else {
                0.1
            }
        }
    });
    let effort = SearchSettings { best_effort: true, ..settings(4) };
    let found = ask(&mut model, effort, &cosines);
    assert_eq!((found.stop, found.answer.as_str()), (SearchStopReason::Unconfirmed, "the hat"));
    let text = model.text();
    assert!(text.contains(TEXTS[2]) && !text.contains(TEXTS[3]), "{text}");
    assert_eq!(text.matches("<reply>").count(), 1);
}

/// A chunk that was not visited rescues a walk that ended at its limit.
#[test]
fn a_chunk_that_was_not_visited_may_suffice() {
    let cosines = [0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0, 0.0];
    let mut model = judge();
    model.judge = Box::new(|text| if text.contains(TEXTS[7]) { 0.2 } else { 0.8 });
    let found = ask(&mut model, SearchSettings { max_nodes: 0, ..settings(2) }, &cosines);
    assert_eq!(
        (found.stop, alone(&found)),
        (SearchStopReason::Sufficient, vec![(7, None), (3, Some(0.8))])
    );
    assert_eq!(found.path[1].relevance, 0.0);
}

#[test]
fn a_fixed_number_of_nodes_is_not_judged() {
    let fixed = SearchSettings { fixed_nodes: Some(4), ..settings(4) };
    assert_eq!(ask(&mut judge(), fixed, &[]).path.iter().filter_map(|one| one.alone).count(), 0);
}

/// A search stopped while chunks are judged leaves the walk, which can be resumed.
#[test]
fn a_stop_leaves_the_walk() {
    let cosines = [0.1, 0.2, 0.9, 0.5, 0.0, 0.0, 0.0, 0.0];
    let mut model = judge();
    let graph = graph(&model);
    let graphs = [&graph];
    let query = Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
    let mut watch = |event: SearchEvent<'_>| match event {
        SearchEvent::Judged(_) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = search(&mut model, &query, &settings(4), &mut watch).unwrap();
    assert_eq!((stopped.stop, alone(&stopped)), (SearchStopReason::Stopped, vec![(7, None)]));
    let whole = ask(&mut judge(), settings(4), &cosines);
    let begun = Query { begun: &stopped.path, ..query };
    let found = search(&mut model, &begun, &settings(4), &mut go).unwrap();
    assert_eq!((found.path, found.answer), (whole.path, whole.answer));
}
