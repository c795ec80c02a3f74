//! What fits into the window.

use super::*;

/// The window's rule as the fake enforces it: it refuses to hold a token more than its window.
#[test]
fn room_for_the_answer_is_kept() {
    let settings = SearchSettings { confidence: 0.95, best_effort: true, ..Default::default() };
    let mut model = reader();
    let long = || (0..99).map(|word| format!("w{word} ")).collect();
    model.reply = Box::new(move |_| long());
    let whole = ask(&mut model, settings, &[]).cost.distinct as usize;
    for (less, stop, visited) in
        [(0, SearchStopReason::Exhausted, 8), (1, SearchStopReason::Window, 7)]
    {
        let mut model = reader();
        model.shape.window = whole - less;
        model.reply = Box::new(move |_| long());
        let found = ask(&mut model, settings, &[]);
        assert_eq!((found.stop, found.path.len()), (stop, visited));
        assert!(model.longest <= whole - less && identity(&found.cost, &model));
    }
}

/// A chunk takes nine tokens and a point six. In order of similarity come the chunks, then the
/// points.
#[test]
fn a_candidate_that_does_not_fit_is_passed_over() {
    let cosines = [0.9, 0.8, 0.7, 0.6, 0.1, 0.2, 0.3, 0.0];
    let ablation = Ablation { without_attention: true, ..Ablation::default() };
    let settings = SearchSettings { ablation, confidence: 0.95, ..Default::default() };
    let mut model = reader();
    let whole = ask(&mut model, settings, &cosines);
    assert_eq!(nodes(&whole), [7, 0, 1, 2, 3, 6, 5, 4]);
    let begun = whole.cost.distinct as usize - 4 * 9 - 3 * 6;
    let cases = [(26, vec![7, 0, 1, 6]), (17, vec![7, 0, 6]), (8, vec![7, 6]), (5, vec![7])];
    for (room, expected) in cases {
        let mut small = reader();
        small.shape.window = begun + room + second_turn(&model);
        let found = ask(&mut small, settings, &cosines);
        assert_eq!((nodes(&found), found.stop), (expected, SearchStopReason::Window));
    }
}

/// Returns the number of tokens of the assistant header, the second turn and an answer.
fn second_turn(model: &Fake) -> usize {
    let words = [prompts::YES, prompts::ANSWER].map(|text| model.tokenize(text).unwrap().len());
    let frame = model.frame();
    words.iter().sum::<usize>()
        + frame.reply.len()
        + frame.next.len()
        + frame.reply_again.len()
        + 64
}

#[test]
fn a_question_that_leaves_no_room_is_an_error() {
    let mut model = reader();
    let graph = graph(&model);
    model.shape.window = 200;
    let question = "why ".repeat(100);
    let graphs = [&graph];
    let query = Query::new(&question, &graphs);
    let error = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap_err();
    let Error::WindowFull { needed, window } = error else { panic!("{error:?}") };
    assert!(window == 200 && needed > 200);
    model.shape.window = needed;
    let found = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
    assert_eq!((found.stop, found.path.len(), found.cost.asks), (SearchStopReason::Window, 0, 0));
}

/// Chunks without points, in a window that holds three of the four: the most similar one takes half of the room, and
/// the others follow by their scores.
#[test]
fn of_a_top_level_that_does_not_fit_the_best_matching_begin() {
    let mut model = reader();
    let chunks = graph_until(&model, 0);
    let ablation = Ablation { without_attention: true, ..Ablation::default() };
    let settings = SearchSettings { ablation, confidence: 0.95, ..Default::default() };
    let cosines = [0.1, 0.4, 0.3, 0.2];
    let graphs = [&chunks];
    let query = Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
    let whole = search(&mut model, &query, &settings, &mut go).unwrap();
    assert_eq!((nodes(&whole), whole.cost.asks), (vec![0, 1, 2, 3], 1));
    model.shape.window = whole.cost.distinct as usize + second_turn(&model) - 9;
    let found = search(&mut model, &query, &settings, &mut go).unwrap();
    assert_eq!((nodes(&found), found.stop), (vec![1, 2, 3], SearchStopReason::Window));
    assert_eq!(found.path.iter().filter(|visit| visit.p_yes.is_some()).count(), 3);
    assert!(found.path[0].score.total == 0.0 && found.path[1].score.total > 0.0);
    let words = [0.0, 0.0, 0.0, 1.0];
    let query = Query { words: &words, ..query };
    let found = search(&mut model, &query, &settings, &mut go).unwrap();
    assert_eq!(nodes(&found)[0], 3, "0.2 + 0.6 against 0.4");
}

/// Five visits over two levels: the search begins with two of the three points, the most similar ones in order.
#[test]
fn a_fixed_count_begins_with_its_share_of_the_top_level() {
    let mut model = reader();
    let graph = graph_until(&model, 2);
    let cosines = [0.0, 0.0, 0.0, 0.0, 0.4, 0.1, 0.2];
    let graphs = [&graph];
    let query = Query { cosines: &cosines, ..Query::new(QUESTION, &graphs) };
    for (count, expected) in [(5, vec![4, 6]), (6, vec![4, 5, 6]), (1, vec![4]), (0, vec![])] {
        let settings = SearchSettings { fixed_nodes: Some(count), ..Default::default() };
        let mut began = Vec::new();
        let mut watch = |event: SearchEvent<'_>| {
            if let SearchEvent::Began(path) = event {
                began = path.iter().map(|visit| visit.node.node).collect();
            }
            ControlFlow::Continue(())
        };
        let found = search(&mut model, &query, &settings, &mut watch).unwrap();
        assert_eq!(
            (found.stop, found.path.len(), began),
            (SearchStopReason::Fixed, count, expected)
        );
        assert_eq!(found.answer, "the hat");
        assert_eq!(found.evidence.is_empty(), count == 0);
    }
}
