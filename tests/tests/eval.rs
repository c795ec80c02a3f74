//! Methods of answering, side by side, through `pecan-lab eval` with the real model.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::{Sandbox, alone, lines, models, question_set as set, text};

/// Every kind of method, with matched ones among them.
const METHODS: &str = "pecan,garlic:tree:patience=2,pecan:fixed=matched,bm25:3,bm25:matched,dense:2,\
                       dual:2,raptor-tree:2,raptor-tree:matched,raptor-collapsed:4,memwalker,\
                       longllmlingua:400,whole,closed";

/// A file of questions about a story of 20 chunks, which is longer than the model's window, and an
/// invalid line.
fn questions(sandbox: &Sandbox) -> PathBuf {
    let story = sandbox.story(12, 20);
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
    let sandbox = Sandbox::new();
    let (data, cache, out) = (questions(&sandbox), sandbox.path("cache"), sandbox.path("report"));
    let arguments =
        ["eval", "--data", text(&data), "--methods", METHODS, "--cache", text(&cache), "--out"];
    // The sentence embedder is an encoder, too, for questions and for passages.
    let encoder = models::minilm();
    let encoder = text(&encoder);
    let encoders = ["--question-encoder", encoder, "--passage-encoder", encoder];
    let arguments = [&arguments[..], &[text(&out)], &encoders].concat();
    let ran = sandbox.lab(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    let results = ran.json;
    let records = results["records"].as_array().unwrap();
    let methods: Vec<&str> = METHODS.split(',').collect();
    assert_eq!(records.len(), methods.len() * 6);
    for method in &methods {
        assert_eq!(of(records, method).len(), 6, "{method}");
    }
    assert_eq!(results["problems"].as_array().unwrap().len(), 1, "{}", results["problems"]);
    assert_eq!(results["table"].as_array().unwrap().len(), methods.len());
    the_window_is_kept(records);
    what_was_found_is_scored(records);
    the_report_has_the_same_numbers(&out, &results["table"]);
    // A first answer that was then repeated with another count is not among them.
    assert_eq!(a_second_run_asks_nothing(&sandbox, &arguments, &results), records.len());
}

/// A method whose input does not fit is reported as not run; one whose input was cut to fit has
/// run.
fn the_window_is_kept(records: &[Value]) {
    for record in of(records, "whole") {
        assert_eq!(record["outcome"], json!({ "not_run": "window" }));
    }
    for record in records.iter().filter(|record| record["method"] != "whole") {
        assert!(record["outcome"]["given"].is_object(), "{record}");
    }
    for record in of(records, "bm25:3") {
        assert_eq!(record["outcome"]["given"]["shown"].as_array().unwrap().len(), 3);
        assert_eq!(record["outcome"]["given"]["wanted"], 3);
    }
    for record in of(records, "dual:2") {
        assert_eq!(record["outcome"]["given"]["shown"].as_array().unwrap().len(), 2);
    }
    for record in of(records, "longllmlingua:400") {
        let given = &record["outcome"]["given"];
        // The whole document was read to compress it.
        assert!(given["evaluated"].as_u64().unwrap() > 20 * 300, "{given}");
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
        // Without an expected answer there is no score.
        assert_eq!(record["scores"].is_null(), record["answers"] == json!([]));
    }
}

fn the_report_has_the_same_numbers(folder: &Path, table: &Value) {
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let stored: Value = serde_json::from_str(&text("results.json")).unwrap();
    assert_eq!(stored["table"], *table);
    let (sheet, page) = (text("results.csv"), text("results.md"));
    let rows = table.as_array().unwrap();
    assert_eq!(sheet.lines().count(), 1 + rows.len());
    for row in rows {
        let method = row["method"].as_str().unwrap();
        assert!(sheet.contains(&format!("story,{method},")), "{sheet}");
        let Some(f1) = row["quality"]["f1"]["value"].as_f64() else { continue };
        let line = page.lines().find(|line| line.starts_with(&format!("| {method} "))).unwrap();
        assert!(line.contains(&format!(" {:.1} [", 100.0 * f1)), "{line}");
    }
    assert!(text("plots/story.svg").starts_with("<svg "));
}

/// One model builds and another answers: the graph is the first one's, and the answers are kept
/// separate from those of the model that does both.
#[test]
fn one_model_builds_and_another_answers() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (data, cache, builder) =
        (questions(&sandbox), sandbox.path("cache"), sandbox.path("builder.gguf"));
    models::write_another(&builder, "The one that builds");
    let arguments = ["eval", "--data", text(&data), "--methods", "pecan", "--cache", text(&cache)];
    let compared = |more: &[&str]| {
        let ran = sandbox.lab(&[&arguments[..], more].concat());
        assert!(ran.succeeded, "{}", ran.json);
        ran.json
    };
    let (alone, both) = (compared(&[]), compared(&["--builder", text(&builder)]));
    assert_eq!(both["kept"], 0, "{both}");
    let models = |results: &Value| results["models"].to_string();
    assert!(models(&both).contains("builder.gguf") && !models(&alone).contains("builder.gguf"));
    let shown = &both["records"][0]["outcome"]["given"]["shown"];
    assert!(!shown.as_array().unwrap().is_empty(), "{both}");
}

/// A recurrent model has no attention, and cannot undo what it has read, so it reads again. It runs
/// every method that needs no attention, and reports once why the others are not run.
#[test]
fn a_recurrent_model_runs_what_needs_no_attention() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(17, 3);
    let (data, cache, mamba) =
        (set(&story, "one"), sandbox.path("cache"), sandbox.path("mamba.gguf"));
    models::write_recurrent(&mamba, "Mamba");
    let methods = "pecan,bm25:2,dense:2,raptor-tree:2,raptor-collapsed:4,memwalker,longllmlingua:300,\
                   pecan:tree:no-attention:patience=3,whole,closed";
    let arguments = ["eval", "--data", text(&data), "--methods", methods, "--cache", text(&cache)];
    let arguments = [&arguments[..], &["--model", text(&mamba), "--jobs", "2"]].concat();
    let ran = sandbox.lab(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    let records = ran.json["records"].as_array().unwrap();
    assert_eq!(of(records, "pecan").len(), 2);
    for record in records {
        let outcome = &record["outcome"];
        match record["method"].as_str() {
            Some("pecan") => assert_eq!(*outcome, json!({ "not_run": "attention" })),
            _ => assert!(outcome["given"]["evaluated"].as_u64() > Some(0), "{record}"),
        }
    }
    what_is_read_again_counts(records, &ran.json["constructions"]);
    let problems = ran.json["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    let shown = problems[0].as_str().unwrap();
    assert!(shown.contains("Mamba: ") && shown.contains("it is recurrent"), "{shown}");
    // Whether the model has attention is checked again.
    assert_eq!(a_second_run_asks_nothing(&sandbox, &arguments, &ran.json), records.len() - 2);
}

/// A model that writes no text cannot do the job for which it is named here. This is reported
/// before anything is read.
#[test]
fn a_model_that_writes_nothing_is_refused() {
    let sandbox = Sandbox::new();
    let (data, encoder) = (sandbox.path("missing.jsonl"), models::minilm());
    for option in ["--builder", "--compressor"] {
        let ran = sandbox.lab(&[
            "eval",
            "--data",
            text(&data),
            "--methods",
            "closed",
            option,
            text(&encoder),
        ]);
        assert_eq!(ran.code(), "model_unsupported", "{}", ran.json);
        let shown = ran.json.to_string();
        assert!(shown.contains("is an encoder, which does not write text"), "{shown}");
        assert!(shown.contains(&format!("Name another model with {option}.")), "{shown}");
    }
}

/// Two files may contain questions with the same name, and a data set may be named like the total.
/// Both are kept apart.
#[test]
fn questions_with_the_same_name_are_kept_apart() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(18, 2);
    let (first, second, cache) = (set(&story, "all"), set(&story, "two"), sandbox.path("cache"));
    let other =
        fs::read_to_string(&second).unwrap().replace("\"question\":\"", "\"question\":\"So: ");
    let third = story.join("three.jsonl");
    fs::write(&third, other).unwrap();
    let files = [text(&first), text(&second), text(&third)];
    let rest = ["--methods", "closed", "--cache", text(&cache)];
    let ran = sandbox.lab(&[&["eval", "--data"], &files[..], &rest[..]].concat());
    assert!(ran.succeeded, "{}", ran.json);
    let shown =
        |record: &Value| [&record["dataset"], &record["id"], &record["file"]].map(Value::clone);
    let found: Vec<_> = ran.json["records"].as_array().unwrap().iter().map(shown).collect();
    let mut wanted = Vec::new();
    for (dataset, id, file) in [
        ("two", "q0", &third),
        ("two", "q0", &second),
        ("two", "q1", &third),
        ("two", "q1", &second),
        ("“all”", "q0", &first),
        ("“all”", "q1", &first),
    ] {
        wanted.push([json!(dataset), json!(id), json!(text(file))]);
    }
    assert_eq!(found, wanted);
    let table = ran.json["table"].as_array().unwrap();
    let sets: Vec<&Value> = table.iter().map(|row| &row["dataset"]).collect();
    assert_eq!(sets, ["two", "“all”", "all"]);
    let shown = ran.json["problems"].to_string();
    assert!(shown.contains("The data set all is listed as “all” because"), "{shown}");
}

/// How often passages contain everything from which answers follow, without answering.
#[test]
fn passages_alone_are_compared() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(22, 8);
    let (data, cache) = (set(&story, "one"), sandbox.path("cache"));
    let arguments = ["eval", "--data", text(&data), "--choose-only", "--cache", text(&cache)];
    let ran = sandbox.lab_command(&arguments).output().unwrap();
    let shown = String::from_utf8(ran.stdout).unwrap();
    assert!(
        ran.status.success() && shown.contains("the chosen chunks contain everything"),
        "{shown}"
    );
    let row = shown.lines().find(|line| line.contains("| one ")).unwrap();
    // The story has eight chunks, so twenty contain everything.
    assert!(row.matches("100.0 [100.0, 100.0]").count() >= 4, "{shown}");
    let json = sandbox.lab(&[&arguments[..], &["--methods", "bm25:2,pecan"]].concat());
    assert_eq!(json.code(), "bad_request", "{}", json.json);
}

/// The results of hours are printed whatever happens to the report, together with the reason why it
/// is missing.
#[test]
fn results_without_a_report_are_one_value_with_an_error() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(21, 2);
    let (data, cache, out) = (set(&story, "one"), sandbox.path("cache"), sandbox.path("report"));
    fs::create_dir_all(out.join("results.md")).unwrap();
    let arguments = ["eval", "--data", text(&data), "--methods", "closed", "--cache", text(&cache)];
    let ran = sandbox.lab(&[&arguments[..], &["--jobs", "2", "--out", text(&out)]].concat());
    assert!(!ran.succeeded);
    assert_eq!(ran.code(), "file_unwritable", "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 2);
    assert_eq!(ran.json["jobs"], 1, "two questions about one document are one piece of work");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1, "no file stands alone");
}

/// Without attention, every token takes the same number of operations.
fn what_is_read_again_counts(records: &[Value], constructions: &Value) {
    let built = constructions.as_array().unwrap().iter().map(|one| &one["built"]);
    let given = records.iter().map(|record| &record["outcome"]["given"]);
    let each = |cost: &Value| cost["flops"].as_f64().unwrap() / cost["evaluated"].as_f64().unwrap();
    let all: Vec<f64> = built.chain(given).filter(|cost| cost.is_object()).map(each).collect();
    assert!(all.iter().all(|one| (one / all[0] - 1.0).abs() < 1e-9), "{all:?}");
    for record in of(records, "pecan:tree:no-attention:patience=3") {
        let given = &record["outcome"]["given"];
        let count = |name: &str| given[name].as_u64().unwrap();
        assert!(given["shown"].as_array().unwrap().len() > 1, "{given}");
        assert!(count("evaluated") > 3 * count("distinct") / 2, "{given}");
    }
}

/// Answers are kept: the same question by the same method is not asked again. Returns the number of
/// kept answers.
fn a_second_run_asks_nothing(sandbox: &Sandbox, arguments: &[&str], first: &Value) -> Value {
    let again = sandbox.lab(arguments).json;
    assert_eq!(again["records"], first["records"]);
    assert_eq!(again["constructions"], first["constructions"]);
    again["kept"].clone()
}

#[test]
fn input_without_a_comparison_is_reported() {
    let sandbox = Sandbox::new();
    let story = sandbox.story(13, 2);
    let nothing = story.join("nothing.jsonl");
    fs::write(&nothing, "{\"a\": 1}\n").unwrap();
    let cache = sandbox.path("cache");
    let run = |data: &Path, methods: &str| {
        sandbox.lab(&["eval", "--data", text(data), "--methods", methods, "--cache", text(&cache)])
    };
    assert_eq!(run(&nothing, "closed").code(), "bad_request");
    assert_eq!(run(&story.join("missing.jsonl"), "closed").code(), "file_missing");
    assert_eq!(run(&nothing, "magic").code(), "bad_request");
    assert_eq!(run(&nothing, "dual").code(), "bad_request");
    let shown = run(&nothing, "bm25:matched,pecan").json.to_string();
    assert!(shown.contains("matched to the first method"), "{shown}");
    assert_eq!(run(&nothing, "pecan:fixed=3:patience=2").code(), "bad_request");
}

#[test]
fn a_document_over_the_limit_is_left_out_and_reported() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(16, 2);
    let (data, cache) = (set(&story, "one"), sandbox.path("cache"));
    File::create(story.join("long.txt")).unwrap().set_len((64 << 20) + 1).unwrap();
    let line = json!({"doc_file": "long.txt", "question": "Who?", "answers": ["Mira"]});
    let mut text_of = fs::read_to_string(&data).unwrap();
    text_of.push_str(&format!("{line}\n"));
    fs::write(&data, text_of).unwrap();
    let arguments = ["eval", "--data", text(&data), "--methods", "closed", "--cache", text(&cache)];
    let ran = sandbox.lab(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 2);
    let problems = ran.json["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].as_str().unwrap().contains("long.txt has 67108865 bytes"), "{problems:?}");
}
