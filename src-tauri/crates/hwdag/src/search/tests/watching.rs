//! What a watcher sees, and how it stops a search.

use super::*;

/// Returns the watcher's event in words.
fn described(event: SearchEvent<'_>) -> String {
    match event {
        SearchEvent::Read { .. } => "read".into(),
        SearchEvent::Began(path) => format!("began {}", path.len()),
        SearchEvent::Visited(visit) => format!("visited {}", visit.node.node),
        SearchEvent::Asked(visit) => {
            format!("asked {} {:.1}", visit.node.node, visit.p_yes.unwrap())
        }
        SearchEvent::Judged(visit) => format!("judged {}", visit.node.node),
        SearchEvent::Wrote(text) => format!("wrote {text}"),
    }
}

#[test]
fn a_watcher_sees_everything_and_can_stop_at_any_time() {
    let expected = [
        "read",
        "read",
        "began 1",
        "asked 7 0.2",
        "read",
        "visited 6",
        "asked 6 0.2",
        "read",
        "visited 3",
        "asked 3 0.9",
        "wrote the",
        "wrote  hat",
    ];
    let cosines = [0.0, 0.0, 0.0, 0.0, 0.05, 0.0, 0.9, 0.0];
    let mut model = reader();
    let graph = graph(&model);
    let graphs = [&graph];
    let query = Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
    let whole = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
    for last in 1..=expected.len() {
        model.kept.clear();
        let mut seen = Vec::new();
        let mut watch = |event: SearchEvent<'_>| {
            seen.push(described(event));
            if seen.len() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = search(&mut model, &query, &SearchSettings::default(), &mut watch).unwrap();
        assert_eq!(seen, expected[..last]);
        assert_eq!((found.stop, found.answer.as_str()), (SearchStopReason::Stopped, ""));
        let visited = [(9, vec![7, 6, 3]), (6, vec![7, 6]), (3, vec![7]), (0, vec![])];
        let (_, path) = visited.iter().find(|(from, _)| last >= *from).unwrap();
        assert_eq!(&nodes(&found), path, "{last}");
        let SearchCost { evaluated, restored, again, thoughts, distinct, .. } = found.cost;
        assert_eq!(evaluated + restored - again - thoughts, distinct);

        // A resumed search continues as if nothing had happened, and reads nothing twice.
        let read = model.len() as u64;
        let query = Query { begun: &found.path, ..query };
        let resumed = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
        assert_eq!((&resumed.answer, &resumed.evidence), (&whole.answer, &whole.evidence));
        let seen = |found: &SearchOutcome| -> Vec<_> {
            found.path.iter().map(|visit| (visit.node, visit.score, visit.relevance)).collect()
        };
        assert_eq!(seen(&resumed), seen(&whole));
        assert!(identity(&resumed.cost, &model));
        assert!(found.path.is_empty() || resumed.cost.restored == read, "{last}");
    }
}

#[test]
fn a_path_through_nodes_that_are_gone_is_not_taken_up() {
    let mut model = reader();
    let graph = graph(&model);
    let graphs = [&graph];
    let query = Query::new(QUESTION, &graphs);
    let whole = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
    for (node, level) in [(99, 2), (7, 9)] {
        let gone = Visit { node: NodeKey { graph: 0, node }, level, ..whole.path[0] };
        let query = Query { begun: &[gone], ..query };
        let found = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
        assert_eq!(found.path, whole.path);
    }
}

#[test]
fn an_answer_of_split_characters_comes_in_whole_ones() {
    let mut model = reader();
    model.reply = Box::new(|_| " é漢 ".into());
    let mut pieces = Vec::new();
    let mut watch = |event: SearchEvent<'_>| {
        if let SearchEvent::Wrote(text) = event {
            pieces.push(text.to_owned());
        }
        ControlFlow::Continue(())
    };
    let graph = graph(&model);
    let graphs = [&graph];
    let query = Query::new(QUESTION, &graphs);
    let found = search(&mut model, &query, &SearchSettings::default(), &mut watch).unwrap();
    assert_eq!(pieces, [" ", "é", "漢", " "]);
    assert_eq!(found.answer, "é漢");
}

#[test]
fn a_turn_that_a_model_without_a_template_goes_on_with_is_neither_shown_nor_kept() {
    let mut model = reader().with_plain_words();
    model.reply = Box::new(|_| "In the mill.\n\nUser: And then?\n\nAssistant: Away.".into());
    let mut shown = String::new();
    let mut watch = |event: SearchEvent<'_>| {
        if let SearchEvent::Wrote(text) = event {
            shown.push_str(text);
        }
        ControlFlow::Continue(())
    };
    let graph = graph(&model);
    let graphs = [&graph];
    let query = Query::new(QUESTION, &graphs);
    let found = search(&mut model, &query, &SearchSettings::default(), &mut watch).unwrap();
    assert_eq!((found.answer.as_str(), shown.trim_end()), ("In the mill.", "In the mill."));
}
