use std::fs;

use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

use super::super::forms::tests::lines;
use super::super::{DatasetDocumentContent, DatasetFormat};
use super::*;

/// Creates a folder with two documents and, one folder below, the lines in a file.
fn laid(lines: &[impl AsRef<[u8]>]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "Mira hid the lamp.").unwrap();
    fs::create_dir(folder.path().join("qa")).unwrap();
    fs::write(folder.path().join("qa/b.txt"), "Tom sold it.").unwrap();
    let file = folder.path().join("qa/set.jsonl");
    let lines: Vec<&[u8]> = lines.iter().map(AsRef::as_ref).collect();
    fs::write(&file, lines.join(&b'\n')).unwrap();
    (folder, file)
}

fn read_lines(lines: &[impl AsRef<[u8]>], limits: &DatasetLimits) -> Questions {
    let (_folder, file) = laid(lines);
    read(&[file], limits).unwrap()
}

fn plain(file: &str, id: &str) -> String {
    json!({"doc_file": file, "question": "Who?", "answers": ["Mira"], "id": id}).to_string()
}

fn flaws(questions: &Questions) -> Vec<(usize, &DatasetError)> {
    questions.problems.iter().map(|problem| (problem.place.line, &problem.flaw)).collect()
}

#[test]
fn what_is_no_file_of_text_is_reported() {
    let (folder, file) = laid(&[b"\x1f\x8b\x08\x00"]);
    let failure = |path: &Path| read(&[path.to_path_buf()], &DatasetLimits::default()).unwrap_err();
    let compressed = failure(&file);
    assert_eq!(compressed.code, Code::FormatUnknown);
    assert!(compressed.to_string().ends_with("is compressed. Unpack it first."), "{compressed}");
    assert_eq!(failure(folder.path()).code, Code::IsFolder);
    assert_eq!(failure(&folder.path().join("none")).code, Code::FileMissing);
}

#[test]
fn every_form_is_read_from_one_file() {
    let texts: Vec<String> = lines().iter().map(|(_, line)| line.to_string()).collect();
    let read = read_lines(&texts, &DatasetLimits::default());
    let forms: HashSet<DatasetFormat> =
        read.questions.iter().map(|question| question.form).collect();
    assert_eq!(forms.len(), 7);
    // HotpotQA's missing facts, and QuALITY's two labels that name no option.
    let places: Vec<_> =
        read.problems.iter().map(|problem| (problem.place.line, problem.place.question)).collect();
    assert_eq!(places, [(6, None), (10, Some(2)), (10, Some(3))]);
    let left_out: Vec<_> = read.problems.iter().map(|problem| problem.flaw.leaves_out()).collect();
    assert_eq!(left_out, [false, true, true]);
    let text = read.problems[0].to_string();
    assert!(
        text.contains("Sentence 10 of “Lamp”, which the answer follows from, is not"),
        "{text}"
    );
    assert_eq!(read.questions.len(), 17);
    assert_eq!(read.questions[2].id, "set:3");
    let kinds: Vec<_> =
        read.questions.iter().filter_map(|question| question.kind.as_deref()).collect();
    assert_eq!(kinds, ["two-hop", "unanswerable"]);
    let facts: Vec<usize> = read.questions.iter().map(|question| question.facts.len()).collect();
    assert_eq!((facts.iter().sum::<usize>(), facts[14]), (2, 2));
    assert_eq!(
        (&*read.questions[2].dataset, &*read.questions[0].dataset),
        ("NarrativeQA", "narrativeqa")
    );
}

#[test]
fn documents_are_kept_once() {
    let book = |id: &str| {
        json!({"context": "A long book. ".repeat(160_000), "input": "Who?", "answers": ["Mira"],
            "_id": id})
        .to_string()
    };
    let lines =
        [book("1"), book("2"), plain("a.txt", "3"), plain("b.txt", "4"), plain("a.txt", "5")];
    let (_folder, file) = laid(&lines);
    let read = read(&[file.clone(), file], &DatasetLimits::default()).unwrap();
    assert_eq!((read.questions.len(), read.problems.len()), (10, 0));
    assert_eq!(read.documents().len(), 3);
    let document = |at: usize| &read.questions[at].documents[0];
    assert!(Arc::ptr_eq(document(0), document(6)));
    let DatasetDocumentContent::Text(text) = document(0).content() else { panic!() };
    assert_eq!(text.len(), 2_080_000);
    let DatasetDocumentContent::File(path) = document(2).content() else { panic!() };
    assert!(path.ends_with("a.txt") && path.is_file());
}

#[test]
fn what_cannot_be_used_is_named_and_left_out() {
    let lines: [Vec<u8>; 8] = [
        plain("a.txt", "1").into(),
        b"{\"doc_file\"".into(),
        b"".into(),
        b"\xff".into(),
        plain("c.txt", "2").into(),
        plain("a.txt", "1").into(),
        json!({"article": " ", "questions": [{}]}).to_string().into(),
        json!({"article": "A.", "questions": []}).to_string().into(),
    ];
    let read = read_lines(&lines, &DatasetLimits::default());
    assert_eq!(read.questions.len(), 1);
    let found = flaws(&read);
    let numbers: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(numbers, [2, 4, 5, 6, 7, 8]);
    assert!(matches!(found[0].1, DatasetError::NotJson(_)));
    let expected = [
        DatasetError::NotUtf8,
        DatasetError::DocumentMissing("c.txt".into()),
        DatasetError::RepeatedId("1".into()),
        DatasetError::NoDocument,
        DatasetError::NoQuestion,
    ];
    assert_eq!(found[1..].iter().map(|(_, flaw)| (*flaw).clone()).collect::<Vec<_>>(), expected);
    let text = read.problems[0].to_string();
    assert!(
        text.ends_with(
            "set.jsonl:2: The line is not JSON: EOF while parsing an object at byte 11."
        ),
        "{text}"
    );
    let text = read.problems[2].to_string();
    assert!(text.contains("set.jsonl:5: The document c.txt"), "{text}");
}

/// MuSiQue's full set has every name twice, as its evaluator requires.
#[test]
fn a_name_may_stand_twice_about_different_documents() {
    let musique = |answerable: bool, texts: &[&str]| {
        let paragraph = |text: &&str| json!({"title": "A", "paragraph_text": text});
        let paragraphs: Vec<Value> = texts.iter().map(paragraph).collect();
        json!({"id": "2hop__1_2", "question": "Whose?", "answer": "Mira", "answer_aliases": [],
            "answerable": answerable, "paragraphs": paragraphs})
        .to_string()
    };
    let lines = [
        musique(true, &["Mira.", "Tom."]),
        musique(false, &["Ann.", "Tom."]),
        musique(false, &["Mira.", "Tom."]),
        plain("a.txt", "1"),
        plain("b.txt", "1"),
        plain("./b.txt", "1"),
    ];
    let read = read_lines(&lines, &DatasetLimits::default());
    let named: Vec<(&str, bool)> =
        read.questions.iter().map(|one| (&*one.id, one.is_named)).collect();
    let (two, one) = (("2hop__1_2", true), ("1", true));
    assert_eq!(named, [two, two, one, one]);
    let unanswerable = |at: usize| read.questions[at].answers == ReferenceAnswers::Unanswerable;
    assert!(!unanswerable(0) && unanswerable(1));
    assert_ne!(read.questions[0].documents, read.questions[1].documents);
    let repeated = |name: &str| DatasetError::RepeatedId(name.into());
    assert_eq!(flaws(&read), [(3, &repeated("2hop__1_2")), (6, &repeated("1"))]);
    let text = read.problems[0].to_string();
    assert!(text.ends_with("named 2hop__1_2 about the same documents."), "{text}");
}

/// It is reported, and no easier criterion is used instead.
#[test]
fn what_an_answer_follows_from_and_is_not_found_is_lost() {
    let text = |extra: Value| json!({"doc_file": "titled.txt", "question": "Who?", "answers": "Mira", "extra": extra});
    let with = |mut line: Value, name: &str, value: Value| {
        line[name] = value;
        line
    };
    let door = || text(json!({"gold": ["Lamp", "Door"]}));
    let lines = [
        text(json!({"gold": ["Lamp", "Mill"]})),
        door(),
        with(text(json!({"gold": ["Lamp"]})), "doc_file", json!("scan.pdf")),
        text(json!({"spans": [[0, 1], [4, 90]]})),
        with(door(), "evidence", json!(["Mira hid it."])),
        with(with(door(), "answerable", json!(false)), "answers", json!([])),
        text(json!({})),
    ];
    let (folder, file) = laid(&lines.map(|line| line.to_string()));
    let text = "Lamp\nThe lamp is green.\n\nMill\nIt is old.";
    fs::write(folder.path().join("titled.txt"), text).unwrap();
    fs::write(folder.path().join("scan.pdf"), b"%PDF-1.7\n\xe2\xe3\xcf\xd3").unwrap();
    let read = read(&[file], &DatasetLimits::default()).unwrap();
    let missing = |place: &str| DatasetError::PlaceMissing(place.into());
    let [door, lamp, lines] = ["“Door”", "“Lamp”", "What stands in lines 5 to 91"].map(missing);
    assert_eq!(flaws(&read), [(2, &door), (3, &lamp), (4, &lines), (5, &door)]);
    assert!(read.problems.iter().all(|problem| !problem.flaw.leaves_out()));
    assert_eq!(read.questions.len(), 7);
    let evidence: Vec<usize> =
        read.questions.iter().map(|one| one.evidence.concat().len()).collect();
    assert_eq!(evidence, [2, 0, 0, 0, 1, 0, 0]);
    let lost: Vec<bool> = read.questions.iter().map(DatasetQuestion::has_lost_evidence).collect();
    assert_eq!(lost, [false, true, true, true, false, false, false]);
    // The same if no fact of HotpotQA's form is found.
    let fact = |facts: Value| {
        json!({"question": "Which?", "answer": "yes", "supporting_facts": facts,
            "context": [["Lamp", ["One.", " Two."]]]})
        .to_string()
    };
    let lines =
        [fact(json!([["Lamp", 9]])), fact(json!([["Lamp", 0], ["Lamp", 9]])), fact(json!([]))];
    let read = read_lines(&lines, &DatasetLimits::default());
    let lost: Vec<bool> = read.questions.iter().map(DatasetQuestion::has_lost_evidence).collect();
    assert_eq!((lost, read.problems.len()), (vec![true, false, false], 2));
}

#[test]
fn a_data_set_has_a_name_that_can_be_seen() {
    let named = |id: &str, dataset: &str| {
        json!({"doc_file": "a.txt", "question": "Who?", "answers": ["Mira"], "id": id,
            "dataset": dataset})
        .to_string()
    };
    let names = ["", " \n", "\u{1b}\u{0}", " mine\t", "two words"];
    let lines: Vec<String> = names.iter().map(|name| named(&format!("{name:?}"), name)).collect();
    let read = read_lines(&lines, &DatasetLimits::default());
    let found: Vec<&str> = read.questions.iter().map(|one| one.dataset.as_str()).collect();
    assert_eq!(found, ["set", "set", "set", "mine", "two words"]);
    assert!(read.questions.iter().all(|one| one.place.file.ends_with("set.jsonl")));
}

#[test]
fn no_line_names_a_file_from_elsewhere() {
    for file in ["../a.txt", "/etc/hostname", "b/../../a.txt"] {
        let read = read_lines(&[plain(file, "1")], &DatasetLimits::default());
        assert_eq!(*flaws(&read)[0].1, DatasetError::DocumentElsewhere(file.into()));
    }
    assert_eq!(read_lines(&[plain("./a.txt", "1")], &DatasetLimits::default()).problems, []);
}

#[test]
fn what_is_over_a_limit_is_reported_and_never_shortened() {
    let long = json!({"context": "Mira hid it.", "input": "Who?", "answers": ["Mira"]}).to_string();
    let lines = [plain("a.txt", "1"), plain("b.txt", "2"), long, plain("b.txt", &"3".repeat(99))];
    let read = read_lines(&lines, &DatasetLimits { line: 120, document: 12 });
    assert_eq!(read.questions.len(), 2);
    let found = flaws(&read);
    assert!(matches!(found[0], (1, DatasetError::DocumentTooLong { bytes: 18, limit: 12, .. })));
    assert_eq!(found[1], (4, &DatasetError::LineTooLong(120)));
    assert!(read.problems[0].to_string().contains("a.txt has 18 bytes"));
}

#[test]
fn unknown_fields_are_reported_once_per_file() {
    let with = |id: &str, name: &str| {
        let mut line: Value = serde_json::from_str(&plain("a.txt", id)).unwrap();
        line[name] = json!(false);
        line.to_string()
    };
    // The second line is left out, because the name of what it lacks is misspelt.
    let lost = json!({"doc_file": "a.txt", "question": "Who?", "answerabel": false}).to_string();
    let lines = [plain("a.txt", "1"), lost, with("2", "optoins"), with("3", "optoins")];
    let (_folder, file) = laid(&lines);
    let read = read(&[file.clone(), file], &DatasetLimits::default()).unwrap();
    let texts: Vec<String> = read.problems.iter().map(|one| one.to_string()).collect();
    let [lost, note, _, again] = &texts[..] else { panic!("{texts:?}") };
    assert!(lost.contains("set.jsonl:2: The question has no answer."), "{lost}");
    let expected = "set.jsonl:2: The fields “answerabel” and “optoins” are unknown and were";
    assert!(note.contains(expected) && note == again, "{note}");
    let left_out: Vec<_> = read.problems.iter().map(|problem| problem.flaw.leaves_out()).collect();
    assert_eq!((left_out, read.questions.len()), (vec![true, false, true, false], 6));
}

#[test]
fn the_edition_with_html_is_reported_once_per_file() {
    let line = |id: &str| {
        json!({"article": "<p>Mira had it.", "question": "Who?", "options": ["Mira", "Tom"],
            "gold_label": 1, "question_unique_id": id})
        .to_string()
    };
    let read = read_lines(&[plain("a.txt", "1"), line("2"), line("3")], &DatasetLimits::default());
    assert_eq!((flaws(&read), read.questions.len()), (vec![(2, &DatasetError::Html)], 3));
    assert!(!DatasetError::Html.leaves_out());
}

#[test]
fn a_missing_file_is_a_failure() {
    let failure = read(&["/no/such/file.jsonl".into()], &DatasetLimits::default()).unwrap_err();
    assert_eq!(failure.code, Code::FileMissing);
}

proptest! {
    #[test]
    fn any_line_is_a_question_or_a_problem(
        at in 0..lines().len(),
        cut in 0.0..1.0,
        byte: u8,
        end in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let mut line = lines()[at].1.to_string().into_bytes();
        let place = (cut * line.len() as f64) as usize;
        match end.is_empty() {
            true => line[place] = byte,
            false => {
                line.truncate(place);
                line.extend(end);
            }
        }
        let whole = line.contains(&b'{') && !line.contains(&b'\n');
        let read = read_lines(&[line], &DatasetLimits::default());
        prop_assert!(!whole || read.questions.len() + read.problems.len() > 0);
    }
}

/// As HotpotQA and Qasper are published: a list of entries, or an object with one for each name.
#[test]
fn files_of_one_value_are_read_entry_by_entry() {
    let (folder, _) = laid(&[plain("a.txt", "1")]);
    let entries = |text: &str| {
        let file = folder.path().join("qa/whole.json");
        fs::write(&file, text).unwrap();
        read(&[file], &DatasetLimits::default()).unwrap()
    };
    let (one, two) = (plain("a.txt", "1"), plain("b.txt", "2"));
    let texts = [format!("[{one},\n{two}]"), format!("{{\"x\": {one}, \"y\": {two}}}")];
    for text in texts {
        let read = entries(&text);
        let ids: Vec<&str> = read.questions.iter().map(|question| question.id.as_str()).collect();
        assert_eq!((ids.as_slice(), read.problems.len()), (["1", "2"].as_slice(), 0), "{text}");
    }
    let read = entries(&format!("[{one}, 3, {{\"b\": 1}}]"));
    assert_eq!(read.questions.len(), 1);
    let entries_of = |read: &Questions| -> Vec<_> {
        read.problems.iter().map(|problem| (problem.place.line, problem.place.entry)).collect()
    };
    assert_eq!(entries_of(&read), [(1, Some(2)), (1, Some(3))]);
    let unnamed = json!({"doc_file": "a.txt", "question": "Who?", "answers": "Mira"});
    let read = entries(&format!("[\n{unnamed},\n3, {unnamed}]"));
    let ids: Vec<&str> = read.questions.iter().map(|question| question.id.as_str()).collect();
    assert_eq!(
        (ids.as_slice(), entries_of(&read)),
        (["whole:1", "whole:3"].as_slice(), vec![(3, Some(2))])
    );
    assert_eq!(entries("[1, ").problems.len(), 1);
    assert_eq!(flaws(&entries(" \n")), [(1, &DatasetError::Empty)]);
}
