//! Ways to answer, side by side, through `pecan eval` with the real model.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::{Desk, alone, lines, text};

/// Every kind of method, those that are matched among them.
const METHODS: &str = "pecan,garlic:tree:patience=2,pecan:fixed=matched,bm25:3,bm25:matched,dense:2,\
                       raptor-tree:2,raptor-collapsed:4,memwalker,longllmlingua:400,whole,closed";

/// A file of questions about a story of 20 chunks, which is longer than the model's window, and a line
/// that is none.
fn questions(desk: &Desk) -> PathBuf {
    let story = desk.story(12, 20);
    let asked = lines(&story.join("questions.jsonl"));
    let mut file = String::new();
    for wanted in [true, false] {
        for question in asked.iter().filter(|line| line["answerable"] == wanted).take(3) {
            let line = json!({
                "doc_file": "story.txt", "dataset": "story", "question": question["question"],
                "answers": question["answers"], "answerable": wanted,
            });
            file.push_str(&format!("{line}\n"));
        }
    }
    file.push_str("{\"no\": \"question\"}\n");
    let path = story.join("asked.jsonl");
    fs::write(&path, file).unwrap();
    path
}

fn of<'a>(records: &'a [Value], method: &str) -> Vec<&'a Value> {
    records.iter().filter(|record| record["method"] == method).collect()
}

#[test]
fn methods_are_compared() {
    let _alone = alone();
    let desk = Desk::new();
    let (data, cache, out) = (questions(&desk), desk.path("cache"), desk.path("report"));
    let arguments =
        ["eval", "--data", text(&data), "--methods", METHODS, "--cache", text(&cache), "--out"];
    let arguments = [&arguments[..], &[text(&out)]].concat();
    let ran = desk.json(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    let results = ran.json;
    let records = results["records"].as_array().unwrap();
    let methods: Vec<&str> = METHODS.split(',').collect();
    assert_eq!(records.len(), methods.len() * 6);
    for method in &methods {
        assert_eq!(of(records, method).len(), 6, "{method}");
    }
    assert_eq!(results["problems"].as_array().unwrap().len(), 1, "{}", results["problems"]);
    the_window_is_kept(records);
    what_was_found_is_scored(records);
    the_report_is_there(&out);
    a_second_run_asks_nothing(&desk, &arguments, &results);
}

/// What does not fit is said not to have run; what was cut to fit has run.
fn the_window_is_kept(records: &[Value]) {
    for record in of(records, "whole") {
        assert_eq!(record["outcome"], json!({ "not_run": "window" }));
    }
    for record in records.iter().filter(|record| record["method"] != "whole") {
        assert!(record["outcome"]["given"].is_object(), "{record}");
    }
    for record in of(records, "bm25:3") {
        assert_eq!(record["outcome"]["given"]["shown"].as_array().unwrap().len(), 3);
    }
    for record in of(records, "closed") {
        assert_eq!(record["outcome"]["given"]["shown"], json!([]));
    }
}

/// The demonstration model answers its own world's questions by its own method.
fn what_was_found_is_scored(records: &[Value]) {
    let answered = of(records, "pecan");
    let right = answered.iter().filter(|record| record["scores"]["exact"] == 1.0).count();
    assert!(right >= 2, "{answered:#?}");
    for record in answered {
        let given = &record["outcome"]["given"];
        assert!(given["found"].is_boolean() && given["flops"].as_f64().unwrap() > 0.0);
        // Nobody knows an answer where there is none.
        assert_eq!(record["scores"].is_null(), record["answers"] == json!([]));
    }
}

fn the_report_is_there(folder: &Path) {
    for name in ["report.html", "table.md", "summary.csv", "answers.csv", "results.json"] {
        assert!(fs::metadata(folder.join(name)).unwrap().len() > 100, "{name}");
    }
}

/// Answers are kept: the same question by the same method is not asked again.
fn a_second_run_asks_nothing(desk: &Desk, arguments: &[&str], first: &Value) {
    let again = desk.json(arguments).json;
    assert_eq!(again["records"], first["records"]);
    assert_eq!(again["constructions"], first["constructions"]);
}

#[test]
fn what_makes_no_comparison_is_told() {
    let desk = Desk::new();
    let story = desk.story(13, 2);
    let nothing = story.join("nothing.jsonl");
    fs::write(&nothing, "{\"a\": 1}\n").unwrap();
    let cache = desk.path("cache");
    let run = |data: &Path, methods: &str| {
        desk.json(&["eval", "--data", text(data), "--methods", methods, "--cache", text(&cache)])
    };
    assert_eq!(run(&nothing, "closed").code(), "bad_request");
    assert_eq!(run(&story.join("missing.jsonl"), "closed").code(), "file_missing");
    assert_eq!(run(&nothing, "magic").code(), "bad_request");
}
