//! What the model is shown.

use super::*;

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
