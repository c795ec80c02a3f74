mod candidates;
mod costs;
mod properties;
mod rerank;

use super::*;
use crate::example::{TEXTS, graph, graph_until};
use crate::fake::Fake;
use crate::prompts;

const QUESTION: &str = "Where is the hat?";

/// Returns a model that attends from "hat" and "things" to "hat" only, says Yes once it has read chunk 3, and answers
/// "the hat".
fn reader() -> Fake {
    let mut model = Fake::new(1_000);
    model.look = Box::new(|(_, row), (_, column)| match (row, column) {
        (" things", " hat") => 0.3,
        (" hat", " hat") => 0.6,
        _ => 0.0,
    });
    model.judge = Box::new(|text| if text.contains(TEXTS[3]) { 0.9 } else { 0.2 });
    model.reply = Box::new(|_| "the hat".into());
    model
}

fn go(_: SearchEvent<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Searches the example, without similarity unless the settings and `cosines` include it.
fn ask(model: &mut Fake, settings: SearchSettings, cosines: &[f32]) -> SearchOutcome {
    let graph = graph(model);
    let graphs = [&graph];
    let query = Query { cosines, ..Query::new(QUESTION, &graphs) };
    search(model, &query, &settings, &mut go).unwrap()
}

fn nodes(outcome: &SearchOutcome) -> Vec<usize> {
    outcome.path.iter().map(|visit| visit.node.node).collect()
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-6
}

fn identity(cost: &SearchCost, model: &Fake) -> bool {
    adds_up(cost) && cost.distinct == model.len() as u64
}

fn adds_up(cost: &SearchCost) -> bool {
    cost.evaluated + cost.restored - cost.again == cost.distinct
}

/// The question has five tokens. The top point has three, of which "things" attends to "hat" by 0.3: relevance 0.3 ÷ 15
/// × 2 = 0.04, so z of points 4, 5 and 6 is 0.02, 0.012 and 0.008. Points 4 and 5 attend to nothing; point 6 by 0.6 ÷
/// 20 × 5 = 0.15, so z of chunks 2 and 3 is 0.015 and 0.135. Chunk 3 has eight tokens: 0.6 ÷ 40 × 6 = 0.09.
#[test]
fn the_way_down_by_hand() {
    let mut model = reader();
    let found = ask(&mut model, SearchSettings::default(), &[]);
    assert_eq!((nodes(&found), found.stop), (vec![7, 4, 5, 6, 3], SearchStopReason::Sufficient));
    let relevance = [0.04, 0.0, 0.0, 0.15, 0.09];
    let chosen_by = [0.0, 0.02, 0.012, 0.008, 0.135];
    let p_yes = [0.2, 0.2, 0.2, 0.2, 0.9];
    for (index, visit) in found.path.iter().enumerate() {
        assert!(near(visit.relevance, relevance[index]), "{visit:?}");
        assert!(near(visit.score.attention, chosen_by[index]), "{visit:?}");
        assert!(near(visit.p_yes.unwrap(), p_yes[index]), "{visit:?}");
        assert_eq!(visit.score.similarity, 0.0);
    }
    assert_eq!(found.path.iter().map(|visit| visit.level).collect::<Vec<_>>(), [3, 2, 2, 2, 1]);
}

/// Of the answer's two tokens one attends to "hat": to one of four tokens of point 6 and one of eight of chunk 3, so a
/// is 2/3 and 1/3. Chunk 3 has 2/3 × 0.9 + 1/3, chunk 2 has 2/3 × 0.1.
#[test]
fn the_answer_and_its_evidence_by_hand() {
    let found = ask(&mut reader(), SearchSettings::default(), &[]);
    assert!(found.found());
    assert_eq!(found.answered_from().count(), found.path.len());
    assert_eq!(found.answer, "the hat");
    let evidence: Vec<_> =
        found.evidence.iter().map(|item| (item.chunk.node, item.node.node)).collect();
    assert_eq!(evidence, [(3, 6), (2, 6)]);
    assert!(near(found.evidence[0].weight, 2.0 / 3.0 * 0.9 + 1.0 / 3.0));
    assert!(near(found.evidence[1].weight, 2.0 / 3.0 * 0.1));
}

/// "hat" attends as above, the words of the other sentence to nothing.
#[test]
fn every_sentence_has_its_own_points() {
    let mut model = reader();
    model.reply = Box::new(|_| " the hat. A goose".into());
    let found = ask(&mut model, SearchSettings::default(), &[]);
    assert_eq!(found.answer, "the hat. A goose");
    let said: Vec<&str> =
        found.sentences.iter().map(|one| &found.answer[one.range.clone()]).collect();
    assert_eq!(said, ["the hat.", "A goose"]);
    assert_eq!(nodes(&found), [7, 4, 5, 6, 3]);
    for (share, expected) in
        found.sentences[0].looked.iter().zip([0.0, 0.0, 0.0, 2.0 / 3.0, 1.0 / 3.0])
    {
        assert!(near(*share, expected), "{share} for {expected}");
    }
    assert_eq!(found.sentences[1].looked, [0.0; 5]);
}

/// The sequence at the end, word for word.
#[test]
fn what_the_model_was_shown() {
    let mut model = reader();
    ask(&mut model, SearchSettings::default(), &[]);
    let (open, information) = (prompts::SUFFICIENT_OPEN, prompts::SUFFICIENT_INFORMATION);
    let lines =
        format!("* {}\n* {}\n* {}\n* {}\n{}\n", TEXTS[7], TEXTS[4], TEXTS[5], TEXTS[6], TEXTS[3]);
    let second = format!("<reply>{}<next>{}<again>the hat", prompts::YES, prompts::ANSWER);
    assert_eq!(model.text(), format!("<open>{open} {QUESTION}{information}{lines}{second}"));
}

/// Earlier exchanges precede the question, in either order, cut to the available room; attention is read for the
/// question alone.
#[test]
fn a_question_that_follows_others_is_shown_with_them() {
    let long = "Who came? ".repeat(400);
    let first = Exchange { question: "Who owns\na hat?", answer: "Ada." };
    let unanswered = Exchange { question: &long, answer: " " };
    for (earlier, words) in [
        (&[first][..], "Earlier question: Who owns a hat?\nEarlier answer: Ada."),
        (&[first, unanswered], "Ada.\nEarlier question: Who came? Who came? Who"),
    ] {
        for order in [PromptOrder::QuestionFirst, PromptOrder::NodesFirst] {
            let mut model = reader();
            let graph = graph(&model);
            let graphs = [&graph];
            let query = Query { earlier, ..Query::new(QUESTION, &graphs) };
            let settings = SearchSettings { order, ..SearchSettings::default() };
            let found = search(&mut model, &query, &settings, &mut go).unwrap();
            assert!(found.found() && identity(&found.cost, &model));
            let text = model.text();
            let (before, after) = text.split_once(&format!("\nQuestion: {QUESTION}\n")).unwrap();
            assert!(before.contains(words), "{before}");
            assert_eq!(
                before.contains(prompts::FOLLOWING_OPEN),
                order == PromptOrder::QuestionFirst
            );
            assert!(!after.contains("Earlier"), "{after}");
            // An eighth of the window is shared by two questions and two answers.
            assert!(before.matches(" came").count() * 3 <= 1_000 / 8 / 4, "{before}");
        }
    }
}

/// The question attends to the top point, which precedes it, by 0.6 ÷ (5 × 3), and has position 2. Later nodes attend
/// to the question as if it came first.
#[test]
fn with_nodes_first_the_question_looks_at_the_top_level() {
    let settings = SearchSettings { order: PromptOrder::NodesFirst, ..SearchSettings::default() };
    let mut model = reader();
    model.look = Box::new(|(_, row), (_, column)| match (row, column) {
        (" hat", " things") => 0.6,
        (" hat", " hat") => 0.6,
        _ => 0.0,
    });
    let found = ask(&mut model, settings, &[]);
    assert_eq!((nodes(&found), found.stop), (vec![7, 4, 5, 6, 3], SearchStopReason::Sufficient));
    for (visit, relevance) in found.path.iter().zip([0.08, 0.0, 0.0, 0.15, 0.09]) {
        assert!(near(visit.relevance, relevance), "{visit:?}");
    }
    let top = format!("<open>{}* {}\n", prompts::NODES_FIRST_OPEN, TEXTS[7]);
    let further = format!("* {}\n* {}\n* {}\n{}\n", TEXTS[4], TEXTS[5], TEXTS[6], TEXTS[3]);
    let (asked, more) = (prompts::QUESTION, prompts::NODES_FIRST_FURTHER);
    let second = format!("<reply>{}<next>{}<again>the hat", prompts::YES, prompts::ANSWER);
    let shown = format!("{top}{asked} {QUESTION}\n{more}{further}{second}");
    assert_eq!(model.text(), shown);

    // Another question then costs only itself.
    let kept = model.kept.last().unwrap().len() as u64;
    let graph = graph(&model);
    let graphs = [&graph];
    let query = Query::new("Why?", &graphs);
    let sure = SearchSettings { confidence: 0.1, ..settings };
    let found = search(&mut model, &query, &sure, &mut go).unwrap();
    assert_eq!((found.cost.restored, found.path.len()), (kept, 1));
    assert!(identity(&found.cost, &model));
}

#[test]
fn similarity_leads_when_it_is_stronger() {
    let cosines = [0.0, 0.0, 0.0, 0.0, 0.05, 0.0, 0.9, 0.0];
    let found = ask(&mut reader(), SearchSettings::default(), &cosines);
    assert_eq!(nodes(&found), [7, 6, 3]);
    let score = found.path[1].score;
    assert!(
        near(score.attention, 0.008) && near(score.similarity, 0.9) && near(score.total, 0.908)
    );
    let off = Scoring { embedding: false, ..Scoring::default() };
    let settings = SearchSettings { scoring: off, ..SearchSettings::default() };
    assert_eq!(nodes(&ask(&mut reader(), settings, &cosines)), [7, 4, 5, 6, 3]);
}

#[test]
fn shared_words_lead_with_the_others() {
    let words = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5];
    let found = |times| {
        let mut model = reader();
        let graph = graph(&model);
        let graphs = [&graph];
        let scoring = Scoring { words: times, ..Scoring::default() };
        let settings = SearchSettings { scoring, ..SearchSettings::default() };
        let query = Query { words: &words, ..Query::new(QUESTION, &graphs) };
        search(&mut model, &query, &settings, &mut go).unwrap()
    };
    let led = found(0.6);
    assert_eq!(nodes(&led)[..2], [7, 1]);
    assert_eq!(led.path[0].score, NodeScore::default(), "where a search begins nothing is chosen");
    assert!(near(led.path[1].score.words, 0.6));
    assert_eq!(nodes(&found(0.0)), [7, 4, 5, 6, 3]);
}

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
    let similar = Scoring { attention: false, ..Scoring::default() };
    let settings = SearchSettings { scoring: similar, confidence: 0.95, ..Default::default() };
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

#[test]
fn cosines_and_words_of_other_graphs_are_refused() {
    let mut model = reader();
    let graph = graph(&model);
    let graphs = [&graph];
    let own = Query::new(QUESTION, &graphs);
    for query in [Query { cosines: &[0.5; 7], ..own }, Query { words: &[0.5; 7], ..own }] {
        let error = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap_err();
        assert!(matches!(error, Error::Inconsistent(_)));
    }
}

/// Chunks without points, in a window that holds three of the four: the most similar one takes half of the room, and
/// the others follow by their scores.
#[test]
fn of_a_top_level_that_does_not_fit_the_best_matching_begin() {
    let mut model = reader();
    let chunks = graph_until(&model, 0);
    let similar = Scoring { attention: false, ..Scoring::default() };
    let settings = SearchSettings { scoring: similar, confidence: 0.95, ..Default::default() };
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

/// All chunks are shown in order, and the tokens needed are known in advance, exactly.
#[test]
fn chunks_alone_are_all_shown() {
    let mut model = reader();
    let graph = graph_until(&model, 0);
    let graphs = [&graph];
    let query = Query::new(QUESTION, &graphs);
    let settings = SearchSettings { fixed_nodes: Some(4), ..SearchSettings::default() };
    let needed = tokens_to_show(&model, QUESTION, &graph, &settings).unwrap();
    model.shape.window = needed;
    let found = search(&mut model, &query, &settings, &mut go).unwrap();
    assert_eq!((nodes(&found), found.stop), (vec![0, 1, 2, 3], SearchStopReason::Fixed));
    let written = model.tokenize(&found.answer).unwrap().len();
    assert_eq!(found.cost.distinct as usize, needed - settings.answer_tokens + written);
    model.shape.window = needed - 1;
    let found = search(&mut model, &query, &settings, &mut go).unwrap();
    assert_eq!(found.stop, SearchStopReason::Window);
}

#[test]
fn several_documents_are_one_space() {
    let mut model = reader();
    let (first, second) = (graph_until(&model, 2), graph(&model));
    let graphs = [&first, &second];
    let query = Query::new(QUESTION, &graphs);
    let found = search(&mut model, &query, &SearchSettings::default(), &mut go).unwrap();
    let path: Vec<_> = found.path.iter().map(|visit| (visit.node.graph, visit.node.node)).collect();
    // Point 6 of the first document attends to the question by 0.6 ÷ 20 × 4.
    assert_eq!(path, [(0, 4), (0, 5), (0, 6), (1, 7), (0, 3)]);
    assert!(near(found.path[2].relevance, 0.12) && near(found.path[3].relevance, 0.1));
    assert!(found.evidence.iter().all(|item| item.chunk.graph == 0 && item.node.graph == 0));
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
        let SearchCost { evaluated, restored, again, distinct, .. } = found.cost;
        assert_eq!(evaluated + restored - again, distinct);

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
