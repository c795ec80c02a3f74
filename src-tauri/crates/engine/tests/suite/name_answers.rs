//! Questions for everyone of whom something is said.

use engine::{Engine, JobError};
use protocol::{
    AddOptions, Answer, AnswerKind, AskOptions, Code, DocumentId, Outcome, Request, SearchBy,
    StopReason, Until,
};
use tempfile::TempDir;

use crate::{Wish, has_embedder, open, run};

const BOOK: &str = "Ann Hill lived in Norwich. She kept a dog.\n\nIt rained. In spring Tom Bell and Una Brandt \
                    lived in Norwich, too.\n\nBasil Radley did not live in Norwich. He lived in Ely.\n";

const TOM_AND_UNA: &str = "In spring Tom Bell and Una Brandt lived in Norwich, too.";

fn library() -> (TempDir, Engine) {
    library_of(BOOK)
}

fn library_of(text: &str) -> (TempDir, Engine) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    std::fs::write(&file, text).unwrap();
    let mut engine = open(folder.path());
    let files = vec![file.display().to_string()];
    let add = Request::Add { files, options: AddOptions { build: true, ..AddOptions::default() } };
    run(&mut engine, add, &mut Wish::never()).unwrap();
    (folder, engine)
}

fn ask(engine: &mut Engine, question: &str, options: AskOptions) -> Answer {
    let ask =
        Request::Ask { documents: vec![DocumentId(1)], question: question.to_owned(), options };
    match run(engine, ask, &mut Wish::never()).unwrap() {
        Outcome::Answer(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_are_listed_with_the_sentences_that_say_so() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = library();
    let question = "How many people lived in Norwich?";
    let answer = ask(&mut engine, question, AskOptions::default());
    assert_eq!(answer.answer, "3: Ann Hill, Tom Bell, Una Brandt");
    assert_eq!((answer.stop, answer.kind()), (StopReason::NamesListed, AnswerKind::Answer));
    assert_eq!((answer.cost.tokens_evaluated, answer.steps.len()), (0, 0));
    let quoted: Vec<&str> = answer.evidence.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(quoted, ["Ann Hill lived in Norwich.", TOM_AND_UNA]);
    let list = answer.list.clone().unwrap();
    let passages: Vec<&[u32]> = list.names.iter().map(|one| one.passages.as_slice()).collect();
    assert_eq!((passages, list.sentences), (vec![[0].as_slice(), &[1], &[1]], 5));
    let recall = Request::Recall { question: answer.id };
    let Outcome::Answer(recalled) = run(&mut engine, recall, &mut Wish::never()).unwrap() else {
        panic!("an answer")
    };
    assert_eq!(*recalled, answer);

    let until = Some(Until::Character(60));
    let early = ask(&mut engine, question, AskOptions { until, ..AskOptions::default() });
    assert_eq!(early.answer, "1: Ann Hill");
}

#[test]
fn how_many_of_several_are_counted_one_by_one() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = library();
    let question = "How many of Ann Hill, Tom Bell and Basil Radley lived in Norwich?";
    let answer = ask(&mut engine, question, AskOptions::default());
    assert_eq!(answer.answer, "2: Ann Hill, Tom Bell");
    assert_eq!((answer.stop, answer.kind()), (StopReason::NamesListed, AnswerKind::Answer));
    assert_eq!(answer.cost.tokens_evaluated, 0);
    let quoted: Vec<&str> = answer.evidence.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(quoted[..2], ["Ann Hill lived in Norwich. She kept a dog.", TOM_AND_UNA]);
    let list = answer.list.unwrap();
    let passages: Vec<&[u32]> = list.names.iter().map(|one| one.passages.as_slice()).collect();
    assert_eq!(passages, [[0].as_slice(), &[1]]);

    // That no sentence says it does not mean that it is false.
    let none =
        ask(&mut engine, "How many of Ann Hill and Tom Bell lived in Ely?", AskOptions::default());
    assert_eq!((none.answer.as_str(), none.kind()), ("0", AnswerKind::Guess));
    assert_eq!(none.evidence.len(), 2);

    // The text before this place does not name Tom Bell, and is too short to search.
    let early = AskOptions { until: Some(Until::Character(60)), ..AskOptions::default() };
    let ask = Request::Ask {
        documents: vec![DocumentId(1)],
        question: question.to_owned(),
        options: early,
    };
    let Err(JobError::Failed(failure)) = run(&mut engine, ask, &mut Wish::never()) else {
        panic!("an answer")
    };
    assert_eq!(failure.code, Code::BadRequest);
}

#[test]
fn who_somebody_is_is_quoted() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = library();
    let answer = ask(&mut engine, "Who is Ann Hill?", AskOptions::default());
    assert_eq!(answer.answer, "Ann Hill lived in Norwich. She kept a dog.");
    assert_eq!((answer.stop, answer.kind()), (StopReason::NameDescribed, AnswerKind::Answer));
    assert_eq!((answer.evidence.len(), answer.list.clone(), answer.steps.len()), (1, None, 0));
    let recall = Request::Recall { question: answer.id };
    let Outcome::Answer(recalled) = run(&mut engine, recall, &mut Wish::never()).unwrap() else {
        panic!("an answer")
    };
    assert_eq!(*recalled, answer);

    let points = AskOptions { by: SearchBy::Points, ..AskOptions::default() };
    assert!(!ask(&mut engine, "Who is Ann Hill?", points).steps.is_empty());
    let unknown = ask(&mut engine, "Who is Mira Stone?", AskOptions::default());
    assert_ne!(unknown.stop, StopReason::NameDescribed);
}

#[test]
fn up_to_three_sentences_say_who_somebody_is() {
    if !has_embedder() {
        return;
    }
    let text = "If Una Brandt is a witch, the mill burns. Una Brandt met Tom Bell.\n\nUna Brandt is a queen.\n\n\
                It rained. Una Brandt has a dog.\n\nIt rained again. Una Brandt lives in Ely.\n\nIt rained. Una \
                Brandt has a cat.\n";
    let (_folder, mut engine) = library_of(text);
    let answer = ask(&mut engine, "Who is Brandt?", AskOptions::default());
    assert_eq!(answer.answer, "Una Brandt is a queen. Una Brandt has a dog. Una Brandt has a cat.");
    assert_eq!((answer.stop, answer.evidence.len()), (StopReason::NameDescribed, 3));
    let page =
        Request::Entities { document: DocumentId(1), name: Some("brandt".to_owned()), until: None };
    let Outcome::Entities(list) = run(&mut engine, page, &mut Wish::never()).unwrap() else {
        panic!("a list of names")
    };
    assert_eq!(list.entities[0].pairs[0].answer, answer.answer);
}

#[test]
fn the_graph_is_searched_if_no_name_is_found_or_points_are_wanted() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = library();
    let points = AskOptions { by: SearchBy::Points, ..AskOptions::default() };
    for (question, options) in [
        ("How many people lived in Norwich?", points),
        ("List everyone who owned a ship.", AskOptions::default()),
        ("How many people did not live in Norwich?", AskOptions::default()),
        ("List everyone except Ann Hill who lived in Norwich.", AskOptions::default()),
        ("How many people lived in Norwich or Ely?", AskOptions::default()),
        ("How many people lived in Norwich before 1890?", AskOptions::default()),
        ("How many of Ann Hill and Basil Radley did not live in Norwich?", AskOptions::default()),
    ] {
        let answer = ask(&mut engine, question, options);
        assert_eq!(answer.list, None, "{question}");
        assert!(!answer.steps.is_empty(), "{question}");
    }
}
