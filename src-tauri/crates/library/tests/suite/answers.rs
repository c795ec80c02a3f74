use library::{Error, RunningSearchKey};
use protocol::{
    Answer, AskOptions, Code, DocumentId, GraphId, HistoryEntry, QuestionId, Round, StopReason,
};
use tempfile::tempdir;

use crate::book;

#[test]
fn an_answer_is_recalled_with_its_whole_path() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let first = book::add(&mut library, b"one");
    let second = book::add(&mut library, b"two");
    let graphs = [book::build(&mut library, first), book::build(&mut library, second)];
    let mut answer = book::answer(&[(second, graphs[1]), (first, graphs[0])]);
    answer.steps[0].document = first;
    answer.evidence[1].document = first;
    answer.id = book::save_answer(&mut library, &answer);
    drop(library);
    assert_eq!(book::open(dir.path()).answer(answer.id).unwrap(), answer);
}

#[test]
fn an_answer_is_kept_with_how_it_was_asked_and_of_whom() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let first = book::save_answer(&mut library, &book::answer(&[(document, graph)]));
    let options = AskOptions { patience: 2, follows: Some(first), ..AskOptions::default() };
    let second = Answer { options: options.clone(), ..book::answer(&[(document, graph)]) };
    let second = book::save_answer(&mut library, &second);
    let recalled = library.answer(second).unwrap();
    assert_eq!((recalled.options, recalled.model.as_str()), (options, book::MODEL));
    let follows = |entry: &HistoryEntry| entry.follows;
    let history = library.history(None).unwrap();
    assert_eq!(history.iter().map(follows).collect::<Vec<_>>(), [Some(first), None]);
}

#[test]
fn a_question_that_is_forgotten_leaves_nothing_behind() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let secret = "Where did nobody ever look?";
    let first = Answer { question: secret.to_owned(), ..book::answer(&[(document, graph)]) };
    let first = book::save_answer(&mut library, &first);
    let options = AskOptions { follows: Some(first), ..AskOptions::default() };
    let second = Answer { options, ..book::answer(&[(document, graph)]) };
    let second = book::save_answer(&mut library, &second);
    library.forget_question(first).unwrap();
    assert!(matches!(library.answer(first), Err(Error::QuestionUnknown(id)) if id == first));
    let again = library.forget_question(first).unwrap_err();
    assert!(matches!(again, Error::QuestionUnknown(id) if id == first));
    let left: Vec<_> = library.history(None).unwrap().iter().map(|entry| entry.id).collect();
    assert_eq!(left, [second], "what followed it stays");
    for file in std::fs::read_dir(dir.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let stands = bytes.windows(secret.len()).any(|piece| piece == secret.as_bytes());
        assert!(!stands, "the words are still on the disk");
    }
}

#[test]
fn every_reason_to_stop_is_kept() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let reasons = [
        StopReason::Sufficient,
        StopReason::Window,
        StopReason::Exhausted,
        StopReason::Limit,
        StopReason::Fixed,
        StopReason::Stopped,
    ];
    for stop in reasons {
        let answer = Answer { stop, ..book::answer(&[(document, graph)]) };
        let id = book::save_answer(&mut library, &answer);
        assert_eq!(library.answer(id).unwrap().stop, stop);
    }
}

#[test]
fn the_history_begins_with_the_newest() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let documents = [b"one", b"two"].map(|bytes| book::add(&mut library, bytes));
    let keys = documents.map(|document| (document, book::build(&mut library, document)));
    let asked = [
        book::save_answer(&mut library, &book::answer(&keys[..1])),
        book::save_answer(&mut library, &book::answer(&keys)),
        book::save_answer(&mut library, &book::answer(&keys[1..])),
    ];
    let cases = [
        (None, vec![asked[2], asked[1], asked[0]]),
        (Some(documents[0]), vec![asked[1], asked[0]]),
        (Some(documents[1]), vec![asked[2], asked[1]]),
        (Some(DocumentId(99)), vec![]),
    ];
    for (document, expected) in cases {
        let history = library.history(document).unwrap();
        let ids: Vec<QuestionId> = history.iter().map(|entry| entry.id).collect();
        assert_eq!(ids, expected, "{document:?}");
    }
    let both = &library.history(None).unwrap()[1];
    assert_eq!(both.documents, documents);
    assert_eq!((both.answer.as_str(), both.found), ("Ada", true));

    library.remove_document(documents[0]).unwrap();
    let left = library.history(None).unwrap();
    assert_eq!(left.len(), 1, "a question over both documents outlived one of them");
    assert_eq!(left[0].id, asked[2]);
}

#[test]
fn an_answer_about_what_is_gone_is_not_kept() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let lopsided = Answer { graphs: Vec::new(), ..book::answer(&[(document, graph)]) };
    let elsewhere = book::add(&mut library, b"two");
    let mut stray = book::answer(&[(document, graph)]);
    stray.steps[0].document = elsewhere;
    let mut misquoted = book::answer(&[(document, graph)]);
    misquoted.evidence[1].end -= 1;
    let cases = [
        (stray, Code::Internal),
        (misquoted, Code::Internal),
        (book::answer(&[(DocumentId(99), graph)]), Code::DocumentUnknown),
        (book::answer(&[(document, GraphId(99))]), Code::GraphMissing),
        (lopsided, Code::Internal),
    ];
    for (answer, expected) in cases {
        let error = library.save_answer(&answer, book::MODEL).unwrap_err();
        assert_eq!(error.code(), expected);
    }
    let nameless = library.save_answer(&book::answer(&[(document, graph)]), "");
    assert!(matches!(nameless, Err(Error::Refused(_))));
    assert!(library.history(None).unwrap().is_empty());
}

#[test]
fn a_path_under_way_is_kept_until_there_is_an_answer() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let answer = book::answer(&[(document, graph)]);
    let options = AskOptions::default();
    let graphs = [graph];
    let asked = RunningSearchKey {
        question: &answer.question,
        options: &options,
        model_hash: book::MODEL,
        graphs: &graphs,
    };
    assert_eq!(library.interrupted(&asked).unwrap(), []);
    for steps in [&answer.steps[..1], &answer.steps] {
        library.keep_walk(&asked, steps).unwrap();
        assert_eq!(library.interrupted(&asked).unwrap(), steps);
    }
    assert_eq!(library.history(None).unwrap(), [], "it was not answered");
    let other = RunningSearchKey { question: "Who digs?", ..asked };
    assert_eq!(library.interrupted(&other).unwrap(), []);

    book::save_answer(&mut library, &answer);
    assert_eq!(library.interrupted(&asked).unwrap(), []);

    library.keep_walk(&other, &answer.steps).unwrap();
    library.remove_document(document).unwrap();
    assert_eq!(library.interrupted(&other).unwrap(), []);
}

#[test]
fn the_sentences_before_a_stopped_walk_are_no_part_of_it() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let document = book::add(&mut library, b"one");
    let graph = book::build(&mut library, document);
    let mut answer = book::answer(&[(document, graph)]);
    answer.stop = StopReason::Stopped;
    let options = answer.options.clone();
    let (question, graphs) = (answer.question.clone(), [graph]);
    let asked = RunningSearchKey {
        question: &question,
        options: &options,
        model_hash: book::MODEL,
        graphs: &graphs,
    };
    answer.rounds = vec![Round { query: "Who?".into(), names: vec![], candidates: 1, steps: 1 }];
    book::save_answer(&mut library, &answer);
    assert_eq!(library.interrupted(&asked).unwrap(), answer.steps[1..]);
}
