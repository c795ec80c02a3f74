use super::*;
use crate::fake::Fake;

const SENTENCES: [&str; 3] = [
    "Ann Hill met Tom Bell in Ely.",
    "Ann Hill owns a red boat.",
    "It was late when Ann Hill left Ely.",
];

fn written(reply: &str, window: usize) -> Result<GeneratedPairs, Error<std::convert::Infallible>> {
    let mut fake = Fake::new(window);
    // The fake takes the word read after the header for the first of its reply.
    let reply = format!("{}{reply}", prompts::QUESTION);
    fake.reply = Box::new(move |text| match text.contains(prompts::ANSWER) {
        true if text.contains("meet") => "Ely".to_owned(),
        true => "a boat that is red".to_owned(),
        false => reply.clone(),
    });
    fake.judge = Box::new(|text| if text.contains("leave") { 0.2 } else { 0.9 });
    let asked = AskedAbout { name: "Ann Hill", sentences: &SENTENCES, confidence: 0.5 };
    write_pairs(&mut fake, &asked, &mut || ControlFlow::Continue(()))
}

#[test]
fn pairs_count_if_a_sentence_says_the_answer() {
    let reply = " What does Ann Hill own?\nAnswer: a red boat\nQuestion: What does Ann Hill fear?\nAnswer: a \
                 storm\nQuestion: Where did Ann Hill meet Tom Bell?\nAnswer: Ely\n";
    let found = written(reply, 2_000).unwrap();
    let pairs: Vec<_> = found
        .pairs
        .iter()
        .map(|pair| (pair.question.as_str(), pair.answer.as_str(), pair.sentence))
        .collect();
    let expected = [
        ("What does Ann Hill own?", "a boat that is red", 1),
        ("Where did Ann Hill meet Tom Bell?", "Ely", 2),
    ];
    // The fake attends evenly, so of two sentences with the word the last one is taken.
    assert_eq!((pairs, found.written, found.shown), (expected.to_vec(), 3, 3));
    assert!(found.evaluated > 0 && found.flops > 0.0);
}

#[test]
fn what_is_no_pair_is_left_out() {
    for reply in [
        // The model finds that the sentence does not answer the question.
        " What did Ann Hill leave?\nAnswer: a red boat",
        "",
        "Yes",
        " What does Ann Hill own?",
        " What does Ann Hill own?\nQuestion: What does Ann Hill own?\n",
        " Ann Hill owns a boat.\nAnswer: a red boat",
        " What does Ann Hill own?\nAnswer:\n",
        " What red boat does Ann Hill own?\nAnswer: a red boat",
        " What does she own?\nAnswer: a red boat",
    ] {
        assert_eq!(written(reply, 2_000).unwrap().pairs, [], "{reply}");
    }
}

#[test]
fn as_many_sentences_are_shown_as_fit() {
    let reply = " What does Ann Hill own?\nAnswer: a red boat\n";
    let found = written(reply, 400).unwrap();
    assert_eq!((found.shown, found.pairs.len()), (2, 1));
    assert!(matches!(written(reply, 250), Err(Error::WindowFull { .. })));
}
