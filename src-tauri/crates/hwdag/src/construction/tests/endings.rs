//! Outputs that are no lists, that are too long, or that do not end.

use super::*;

#[test]
fn a_list_that_does_not_parse_is_asked_for_once_more() {
    let mut model = Fake::new(1_000);
    let close = format!("{}{}<reply>", prompts::SUMMARIZE_CLOSE, prompts::SUMMARIZE_AGAIN);
    model.reply = Box::new(move |text| match text.ends_with(&close) {
        true => "* Anna moved\n* Bert saw".into(),
        false => "Anna moved and Bert saw".into(),
    });
    let graph = chunks(&model, &TEXTS[..4]);
    let new = next_batch(&mut model, &graph);
    assert!(new.asked_again);
    assert_eq!(texts(&new), ["Anna moved", "Bert saw"]);
    model.reply = Box::new(|_| "* Anna moved".into());
    assert!(!next_batch(&mut model, &graph).asked_again);
}

#[test]
fn what_never_parses_is_kept_as_one_point() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "Anna moved.\nBert saw.\n".into());
    let graph = chunks(&model, &TEXTS[..4]);
    let new = next_batch(&mut model, &graph);
    assert_eq!(texts(&new), ["Anna moved. Bert saw."]);
    assert_eq!(new.points[0].tokens, model.tokenize(" Anna moved. Bert saw.").unwrap());
    assert!(new.asked_again && new.edges.len() == 4);
}

#[test]
fn a_model_that_writes_nothing_leaves_the_level_below_on_top() {
    let mut model = Fake::new(1_000);
    let graph = build_from(&mut model, &TEXTS[..4]);
    assert_eq!((graph.levels(), graph.top(), graph.batches().len()), (1, 1, 1));
}

fn build_from(model: &mut Fake, texts: &[&str]) -> Graph {
    let graph = chunks(model, texts);
    build(model, graph)
}

#[test]
fn a_summary_as_long_as_its_source_is_discarded() {
    let mut model = Fake::new(1_000);
    model.reply = Box::new(|_| "* one two three".into());
    assert_eq!(build_from(&mut model, &["one two three"]).top(), 1);
    assert_eq!(build_from(&mut model, &["one two three four"]).top(), 2);
}

#[test]
fn loops_and_babble_are_cut_off() {
    let mut model = Fake::new(1_000);
    let cases = [
        ("* A\n* B\n* A\n* A\n* C".to_owned(), Ending::Circles, vec!["A", "B"]),
        (format!("* A\n* {}", "so on and ".repeat(99)), Ending::Circles, vec!["A"]),
        ("* A\n* B".to_owned(), Ending::Finished, vec!["A", "B"]),
    ];
    for (reply, ending, expected) in cases {
        model.reply = Box::new(move |_| reply.clone());
        let graph = chunks(&model, &TEXTS[..4]);
        let new = next_batch(&mut model, &graph);
        assert_eq!((new.ending, texts(&new)), (ending, expected));
    }
}

#[test]
fn an_output_stays_within_its_room() {
    let mut model = Fake::new(1_000);
    let long: Vec<String> = (0..2_000).map(|word| format!("w{word}\n*")).collect();
    model.reply = Box::new(move |_| format!("* {}", long.join(" ")));
    // Half of the words and line breaks that are read, and a few tokens for the shortest text.
    for (words, budget) in [(40, 64), (200, 100), (560, 281)] {
        let graph = book(&model, words);
        let new = next_batch(&mut model, &graph);
        let written = model.appended.iter().rev().take_while(|&&tokens| tokens == 1).count();
        assert_eq!((new.ending, written), (Ending::Budget, budget));
        // A point takes a mark, a word and a line break; the last one may be cut off.
        assert_eq!(new.points.len(), written / 3);
    }
}

#[test]
fn a_node_that_leaves_no_room_is_an_error() {
    let mut model = Fake::new(430);
    model.reply = Box::new(|_| "* A".into());
    let graph = book(&model, 300);
    let error = begin(&mut model).next(&graph, &mut go).unwrap_err();
    let Error::WindowFull { needed, window } = error else { panic!("{error:?}") };
    assert!(window == 430 && needed > 430);
    // With exactly the room that it needs, the node is read alone.
    let mut model = Fake::new(needed);
    model.reply = Box::new(|_| "* A".into());
    let graph = book(&model, 600);
    assert_eq!(next_batch(&mut model, &graph).batch.inputs, 0..1);
}

#[test]
fn a_model_without_an_assistant_header_is_an_error() {
    let mut model = Fake::new(1_000).with_header(0);
    let graph = chunks(&model, &TEXTS[..2]);
    let error = begin(&mut model).next(&graph, &mut go).unwrap_err();
    assert!(matches!(error, Error::Inconsistent(_)), "{error:?}");
}

#[test]
fn a_turn_that_a_model_without_a_template_goes_on_with_is_no_point() {
    let mut model = Fake::new(1_000).with_plain_words();
    model.reply = Box::new(|_| "* Mira came.\n### Instruction: Say more.\n* Tom left.".into());
    let graph = chunks(&model, &TEXTS[..2]);
    let new = next_batch(&mut model, &graph);
    assert_eq!((new.ending, texts(&new)), (Ending::Finished, vec!["Mira came."]));
}
