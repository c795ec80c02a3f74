use super::*;
use crate::Turn;

fn answer() -> Answer {
    Answer {
        id: QuestionId(1),
        question: String::new(),
        options: AskOptions::default(),
        confidence: None,
        model: String::new(),
        documents: vec![DocumentId(1)],
        graphs: vec![GraphId(1)],
        growing: false,
        found: true,
        supported: true,
        rounds: Vec::new(),
        list: None,
        answer: "x".into(),
        sentences: vec![],
        stop: StopReason::Sufficient,
        steps: vec![],
        evidence: vec![],
        cost: QuestionCost::default(),
        nodes_total: 0,
        chunks_total: 0,
        tokens_total: 0,
        whole_flops: None,
        asked: 0,
    }
}

#[test]
fn answers_of_earlier_versions_are_read() {
    let evidence = vec![Evidence { page: Some(3), label: Some("1".into()), ..passage(1.0) }];
    let answer = Answer { confidence: Some(0.7), evidence, ..answer() };
    let mut written = serde_json::to_value(&answer).unwrap();
    assert_eq!(serde_json::from_value::<Answer>(written.clone()).unwrap(), answer);
    assert!(written.as_object_mut().unwrap().remove("confidence").is_some());
    assert!(written["evidence"][0].as_object_mut().unwrap().remove("label").is_some());
    let old: Answer = serde_json::from_value(written).unwrap();
    assert_eq!((old.confidence, old.evidence[0].cited_page().as_deref()), (None, Some("3")));
}

#[test]
fn an_answer_falls_into_its_sentences_and_the_rest() {
    let sentence = |start, end| AnswerSentence { start, end, looked: vec![] };
    let pieces = |answer: &Answer| -> Vec<(String, bool)> {
        let parts = answer.parts().into_iter();
        parts.map(|(text, sentence)| (text, sentence.is_some())).collect()
    };
    assert_eq!(pieces(&answer()), [("x".to_owned(), false)]);
    let spoken = Answer {
        answer: "Süß. Oder?".into(),
        sentences: vec![sentence(0, 4), sentence(5, 10)],
        ..answer()
    };
    let expected = [("Süß.", true), (" ", false), ("Oder?", true)];
    assert_eq!(pieces(&spoken), expected.map(|(text, is)| (text.to_owned(), is)));
}

fn passage(weight: f64) -> Evidence {
    Evidence {
        document: DocumentId(1),
        chunk: 0,
        weight,
        node: 0,
        page: None,
        label: None,
        turns: Vec::new(),
        start: 0,
        end: 0,
        text: String::new(),
        changed: false,
    }
}

#[test]
fn one_word_says_what_a_question_got() {
    let unsupported = Answer { supported: false, ..answer() };
    let insufficient = Answer { found: false, stop: StopReason::Unconfirmed, ..answer() };
    let fixed = Answer { found: false, stop: StopReason::Fixed, ..answer() };
    let silent = Answer { found: false, answer: " ".into(), ..answer() };
    let closest = Answer { evidence: vec![passage(1.0)], ..silent.clone() };
    for (answer, kind) in [
        (answer(), AnswerKind::Answer),
        (fixed, AnswerKind::Answer),
        (unsupported, AnswerKind::Guess),
        (insufficient, AnswerKind::Guess),
        (silent, AnswerKind::Nothing),
        (closest, AnswerKind::Passages),
    ] {
        assert_eq!(answer.kind(), kind, "{answer:?}");
    }
}

#[test]
fn a_quote_is_cited_by_the_page_on_which_it_begins() {
    let range = 100..180;
    let pages = [(60, 1, "i"), (100, 2, "ii"), (120, 3, "1"), (150, 4, "4"), (180, 5, "3")];
    let within = |(start, page, label): (u32, u32, &str)| Turn::within(&range, start, page, label);
    let turns: Vec<Turn> = pages.into_iter().filter_map(within).collect();
    let label = Some("ii".to_owned());
    let passage = Evidence { page: Some(2), label, turns, start: 100, end: 180, ..passage(1.0) };
    let of = |passage: &Evidence, start| {
        passage.page_of(&Quote { text: "", start, before: false, after: false })
    };
    for (start, page) in [(0, "ii"), (19, "ii"), (20, "1"), (49, "1"), (50, "4"), (79, "4")] {
        assert_eq!(of(&passage, start).as_deref(), Some(page), "{start}");
    }
    let changed = Evidence { changed: true, ..passage };
    assert_eq!(of(&changed, 79).as_deref(), Some("ii"));
}

#[test]
fn the_passages_shown_hold_most_of_the_weight() {
    for (weights, shown) in [
        (vec![0.9, 0.1], 1),
        (vec![0.5, 0.2, 0.2, 0.1], 3),
        (vec![0.1; 10], 5),
        (vec![0.3, 0.1], 2),
        (vec![], 0),
    ] {
        let evidence = weights.iter().map(|&weight| passage(weight)).collect();
        let answer = Answer { evidence, ..answer() };
        assert_eq!(answer.passages().len(), shown, "{weights:?}");
    }
}
