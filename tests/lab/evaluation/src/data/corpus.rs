//! The question sets of `PECAN_CORPUS`.

use std::fs;
use std::path::PathBuf;

use super::{DatasetLimits, Questions, ReferenceAnswers, read};

/// Returns the names of the sets with their numbers of documents and questions.
fn summary(corpus: &std::path::Path) -> Vec<(String, usize, usize)> {
    let summary = fs::read_to_string(corpus.join("QA_SUMMARY.tsv")).unwrap();
    let rows = summary.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    rows.map(|row| (row[0].into(), row[1].parse().unwrap(), row[2].parse().unwrap())).collect()
}

fn choices(questions: &Questions) -> usize {
    let all = questions.questions.iter();
    all.filter(|question| matches!(question.answers, ReferenceAnswers::Choice(_))).count()
}

#[test]
fn every_question_is_read() {
    let Some(corpus) = std::env::var_os("PECAN_CORPUS").map(PathBuf::from) else {
        println!("skipped: PECAN_CORPUS does not name a folder with test files");
        return;
    };
    let sets = summary(&corpus);
    assert!(!sets.is_empty());
    for (name, documents, questions) in sets {
        let file = corpus.join("qa").join(format!("{name}.jsonl"));
        let read = read(&[file], &DatasetLimits::default()).unwrap();
        assert_eq!(read.problems, [], "{name}");
        assert_eq!(
            (read.documents().len(), read.questions.len()),
            (documents, questions),
            "{name}"
        );
        assert!(read.questions.iter().all(|question| question.dataset == name));
        let options = if name == "quality" { questions } else { 0 };
        assert_eq!(choices(&read), options, "{name}");
    }
}
