//! Which questions take part, and which belong together.

use std::sync::LazyLock;

use model::StopSignal;
use serde_json::json;

use super::*;
use crate::data::{
    AtLeastOne, DatasetError, DatasetFormat, DatasetLocation, NonBlankText, ReferenceAnswers,
};

fn all_readable(_: &DatasetQuestion) -> Result<bool, Failure> {
    Ok(true)
}

/// The document that all questions here are about.
static STORY: LazyLock<Arc<DatasetDocument>> =
    LazyLock::new(|| Arc::new(DatasetDocument::text(None, "Mira hid it.".into()).unwrap()));

fn question(dataset: &str, id: &str, rephrases: Option<&str>) -> DatasetQuestion {
    let phrase = |text: &str| NonBlankText::new(text.into()).unwrap();
    DatasetQuestion {
        place: DatasetLocation::new("a.jsonl", 1),
        id: id.into(),
        is_named: true,
        dataset: dataset.into(),
        form: DatasetFormat::Plain,
        documents: AtLeastOne::new(vec![Arc::clone(&STORY)]).unwrap(),
        question: phrase("Who hid it?"),
        answers: ReferenceAnswers::Texts(AtLeastOne::new(vec![phrase("Mira")]).unwrap()),
        evidence: Vec::new(),
        kind: None,
        facts: Vec::new(),
        rephrases: rephrases.map(String::from),
    }
}

fn group(dataset: &str, text: &str) -> QuestionGroup {
    QuestionGroup::new(dataset.into(), vec![(String::new(), text.into())])
}

#[test]
fn a_sample_counts_questions_and_takes_their_other_words_along() {
    let mut all = Vec::new();
    for at in 0..20 {
        let (id, again) = (format!("q{at}"), format!("q{at}-again"));
        all.push(question("a", &id, None));
        all.push(question("a", &again, Some(&id)));
    }
    all.extend((0..3).map(|at| question("b", &format!("q{at}"), None)));
    let mut some = all.clone();
    sample(&mut some, 5, 1, all_readable).unwrap();
    let of = |dataset: &str, again: bool| {
        let own = some.iter().filter(|question| question.dataset == dataset);
        own.filter(|question| question.rephrases.is_some() == again).count()
    };
    assert_eq!((of("a", false), of("a", true), of("b", false)), (5, 5, 3));
    assert!(some.iter().all(|question| all.contains(question)), "and they stay in order");
    let firsts: Vec<&str> = some.iter().map(|question| question.id.as_str()).collect();
    let mut again = all.clone();
    sample(&mut again, 5, 1, all_readable).unwrap();
    assert_eq!(firsts, again.iter().map(|question| question.id.as_str()).collect::<Vec<_>>());
    sample(&mut all, 100, 1, all_readable).unwrap();
    assert_eq!(all.len(), 43);
    let elsewhere = DatasetDocument::text(None, "Ada found it.".into()).unwrap();
    let documents = AtLeastOne::new(vec![Arc::new(elsewhere)]).unwrap();
    let first = question("a", "q", None);
    let place = DatasetLocation::new("b.jsonl", 1);
    for other in
        [DatasetQuestion { documents, ..first.clone() }, DatasetQuestion { place, ..first.clone() }]
    {
        let mut alike = vec![first.clone(), other];
        sample(&mut alike, 1, 1, all_readable).unwrap();
        assert_eq!(alike.len(), 1, "one of two of a name, of other documents or from another file");
    }
}

#[test]
fn a_sample_counts_what_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "Mira hid it.").unwrap();
    std::fs::write(folder.path().join("b.txt"), " ").unwrap();
    let line = |at: usize| {
        let file = if at.is_multiple_of(2) { "b.txt" } else { "a.txt" };
        let question = format!("Who hid lamp {at}?");
        json!({"doc_file": file, "question": question, "answers": "Mira"}).to_string()
    };
    let file = folder.path().join("asked.jsonl");
    std::fs::write(&file, (0..16).map(line).collect::<Vec<_>>().join("\n")).unwrap();
    let mut read = crate::data::read(&[file], &crate::data::DatasetLimits::default()).unwrap();
    let (library, stop) = (folder.path().join("library"), StopSignal::default());
    let mut reader = DocumentReader::new(&library, &stop).unwrap();
    sample(&mut read.questions, 7, 1, |question| reader.can_read(question)).unwrap();
    let drawn = read.questions.len();
    let mut remarks = Reported::default();
    let groups = groups(read, reader, &mut remarks).unwrap();
    let asked: Vec<usize> = groups.iter().map(|group| group.questions.len()).collect();
    assert_eq!(asked, [7]);
    assert!(drawn > 7, "by this seed");
    let lost = format!("{} questions were left out with it", drawn - 7);
    assert!(remarks.left_out.len() == 1 && remarks.left_out[0].contains(&lost), "{remarks:?}");
}

#[test]
fn remarks_about_foreign_names_are_printable() {
    let flaw = DatasetError::UnknownFields(vec!["b\u{1b}[2J\n".into()]);
    let remarks = Reported { left_out: Vec::new(), notes: vec![flaw.to_string()] };
    assert!(remarks.printable()[0].starts_with("The field “b[2J ” is unknown"), "{remarks:?}");
}

#[test]
fn no_data_set_is_called_as_the_sum_over_all() {
    let mut one = vec![question("all", "q", None)];
    assert_eq!((tell_from_sum(&mut one), &*one[0].dataset), (None, "all"));
    let mut two = vec![question("all", "q", None), question("b", "q", None)];
    let note = tell_from_sum(&mut two).unwrap();
    assert!(note.contains("is listed as “all” because"), "{note}");
    assert_eq!((&*two[0].dataset, &*two[1].dataset), ("“all”", "b"));
}

#[test]
fn rephrasings_of_no_question_are_reported() {
    let mut all = vec![
        question("a", "q", None),
        question("a", "q-again", Some("q")),
        question("a", "p-again", Some("p")),
        question("b", "q-again", Some("q")),
    ];
    let notes = take_orphans(&mut all);
    assert_eq!(all.len(), 2);
    assert!(notes.len() == 2 && notes[0].contains("p-again asks p in other words"), "{notes:?}");
}

#[test]
fn questions_that_are_lost_with_a_document_are_counted() {
    let lost = |count: usize| {
        let questions = (1..=count).map(|line| DatasetLocation::new("a.jsonl", line)).collect();
        Lost { questions, ..Lost::new("a.pdf: It has no text.".into()) }.reported()
    };
    let text = "a.pdf: It has no text. A question was left out with it: a.jsonl:1.";
    assert_eq!(lost(1), text);
    assert!(lost(12).ends_with("12 questions were left out with it, the first in a.jsonl:1."));
}

#[test]
fn the_same_documents_are_built_once() {
    let groups = [group("a", "x"), group("b", "x"), group("a", "y"), group("c", "x")];
    assert_eq!(firsts(&groups), (vec![0, 2], vec![1, 3]));
}

#[test]
fn a_question_counts_once() {
    let mut group = group("a", "x");
    assert!(!group.has(&question("a", "q", None)));
    group.questions.push(question("a", "q", None));
    assert!(group.has(&question("a", "q", None)));
    assert!(!group.has(&question("a", "p", None)), "somebody gave it another name");
    // Unnamed questions are distinguished by what they ask.
    let unnamed = |id: &str| DatasetQuestion { is_named: false, ..question("a", id, None) };
    assert!(!group.has(&unnamed("a:2")));
    group.questions.push(unnamed("a:2"));
    assert!(group.has(&unnamed("a:3")));
    assert!(!group.has(&DatasetQuestion { rephrases: Some("q".into()), ..unnamed("a:3") }));
    assert!(
        !group.has(&DatasetQuestion { answers: ReferenceAnswers::Unanswerable, ..unnamed("a:3") })
    );
}

#[test]
fn documents_are_the_same_wherever_they_lie() {
    let folder = tempfile::tempdir().unwrap();
    let line = |path: &str| {
        json!({"doc_file": path, "question": "Who hid it?", "answers": ["Mira"]}).to_string()
    };
    for (below, text) in [("", "Mira hid it."), ("copy", "Mira hid it."), ("other", "Ada.")] {
        std::fs::create_dir_all(folder.path().join(below)).unwrap();
        std::fs::write(folder.path().join(below).join("a.txt"), text).unwrap();
    }
    let paths = ["a.txt", "./a.txt", "copy/a.txt", "other/a.txt"];
    let file = folder.path().join("asked.jsonl");
    std::fs::write(&file, paths.map(line).join("\n")).unwrap();
    let asked = file.display().to_string();
    let read = crate::data::read(&[file], &crate::data::DatasetLimits::default()).unwrap();
    let mut all = Reported::default();
    let (library, stop) = (folder.path().join("library"), StopSignal::default());
    let reader = DocumentReader::new(&library, &stop).unwrap();
    let groups = groups(read, reader, &mut all).unwrap();
    assert_eq!(groups.iter().map(|group| group.questions.len()).collect::<Vec<_>>(), [1, 1]);
    let note = |line: usize| {
        format!("{asked}:{line}: The question asked:{line} occurs twice. It counts once.")
    };
    assert_eq!((all.left_out, all.notes), (vec![], vec![note(2), note(3)]));
}
