//! The questions of a story.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// A question that a story answers.
///
/// # Panics
/// If it answers none.
pub fn question_of(story: &Path) -> String {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true);
    let question = question.and_then(|found| found["question"].as_str());
    question.expect("a story can be asked").to_owned()
}

/// A file with two questions about a small story, as a data set with this name.
///
/// # Panics
/// If the story has no questions, or the file cannot be written.
pub fn question_set(story: &Path, name: &str) -> PathBuf {
    let asked = lines(&story.join("questions.jsonl"));
    let asked = asked.iter().filter(|line| line["answerable"] == true).take(2);
    let lines = asked.enumerate().map(|(at, question)| {
        let line = serde_json::json!({
            "id": format!("q{at}"), "dataset": name, "doc_file": "story.txt",
            "question": question["question"], "answers": question["answers"],
        });
        format!("{line}\n")
    });
    let path = story.join(format!("{name}.jsonl"));
    std::fs::write(&path, lines.collect::<String>()).expect("the file can be written");
    path
}

/// The lines of a JSON Lines file.
///
/// # Panics
/// If the file is missing or a line is not JSON.
pub fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}
