//! Ways to answer, side by side, through `pecan eval` with the real model.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::{Desk, alone, lines, models, text};

/// Every kind of method, those that are matched among them.
const METHODS: &str = "pecan,garlic:tree:patience=2,pecan:fixed=matched,bm25:3,bm25:matched,dense:2,\
                       dual:2,raptor-tree:2,raptor-tree:matched,raptor-collapsed:4,memwalker,\
                       longllmlingua:400,whole,closed";

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
    // The sentence embedder is an encoder, too, for questions and for passages.
    let encoder = models::minilm();
    let encoder = text(&encoder);
    let encoders = ["--question-encoder", encoder, "--passage-encoder", encoder];
    let arguments = [&arguments[..], &[text(&out)], &encoders].concat();
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
    assert_eq!(results["table"].as_array().unwrap().len(), methods.len());
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
        // Nobody knows an answer where there is none.
        assert_eq!(record["scores"].is_null(), record["answers"] == json!([]));
    }
}

fn the_report_is_there(folder: &Path) {
    for name in ["report.html", "table.md", "summary.csv", "answers.csv", "results.json"] {
        assert!(fs::metadata(folder.join(name)).unwrap().len() > 100, "{name}");
    }
}

/// One model builds and another answers: the graph is that of the first one, the answers are kept
/// apart from those of the one that does both.
#[test]
fn one_model_builds_and_another_answers() {
    let _alone = alone();
    let desk = Desk::new();
    let (data, cache, builder) = (questions(&desk), desk.path("cache"), desk.path("builder.gguf"));
    models::write_another(&builder, "The one that builds");
    let arguments = ["eval", "--data", text(&data), "--methods", "pecan", "--cache", text(&cache)];
    let compared = |more: &[&str]| {
        let ran = desk.json(&[&arguments[..], more].concat());
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

/// A recurrent model has no attention, and cannot take back what it has read: it reads again. It runs all
/// that needs no attention, and says once why the rest is not run.
#[test]
fn a_recurrent_model_runs_what_needs_no_attention() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(17, 3);
    let (data, cache, mamba) = (set(&story, "one"), desk.path("cache"), desk.path("mamba.gguf"));
    models::write_recurrent(&mamba, "Mamba");
    let methods = "pecan,bm25:2,dense:2,raptor-tree:2,raptor-collapsed:4,memwalker,longllmlingua:300,\
                   pecan:tree:no-attention:patience=3,whole,closed";
    let arguments = ["eval", "--data", text(&data), "--methods", methods, "--cache", text(&cache)];
    let arguments = [&arguments[..], &["--model", text(&mamba), "--jobs", "2"]].concat();
    let ran = desk.json(&arguments);
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
    let told = problems[0].as_str().unwrap();
    assert!(told.contains("Mamba: ") && told.contains("it is recurrent"), "{told}");
    a_second_run_asks_nothing(&desk, &arguments, &ran.json);
    // Whether there is attention is found out again.
    assert_eq!(desk.json(&arguments).json["kept"], records.len() - 2);
}

/// A model that writes no text cannot do what one is named for here, and that is said before anything
/// is read.
#[test]
fn a_model_that_writes_nothing_is_refused() {
    let desk = Desk::new();
    let (data, encoder) = (desk.path("missing.jsonl"), models::minilm());
    for option in ["--builder", "--compressor"] {
        let ran = desk.json(&[
            "eval",
            "--data",
            text(&data),
            "--methods",
            "closed",
            option,
            text(&encoder),
        ]);
        assert_eq!(ran.code(), "model_unsupported", "{}", ran.json);
        let told = ran.json.to_string();
        assert!(told.contains("is an encoder, which writes no text"), "{told}");
        assert!(told.contains(&format!("Name another model with {option}.")), "{told}");
    }
}

/// Two files may have questions of one name, and a data set may be called what the sum over all is: both
/// are told apart.
#[test]
fn questions_of_one_name_are_told_apart() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(18, 2);
    let (first, second, cache) = (set(&story, "all"), set(&story, "two"), desk.path("cache"));
    let other =
        fs::read_to_string(&second).unwrap().replace("\"question\":\"", "\"question\":\"So: ");
    let third = story.join("three.jsonl");
    fs::write(&third, other).unwrap();
    let files = [text(&first), text(&second), text(&third)];
    let rest = ["--methods", "closed", "--cache", text(&cache)];
    let ran = desk.json(&[&["eval", "--data"], &files[..], &rest[..]].concat());
    assert!(ran.succeeded, "{}", ran.json);
    let told =
        |record: &Value| [&record["dataset"], &record["id"], &record["file"]].map(Value::clone);
    let found: Vec<_> = ran.json["records"].as_array().unwrap().iter().map(told).collect();
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
    let told = ran.json["problems"].to_string();
    assert!(told.contains("The data set all is called “all” here"), "{told}");
}

/// RAPTOR's tree is kept step by step; what a damaged file has from the damage on is told and built again.
#[test]
fn a_damaged_tree_is_told_and_built_again() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(19, 8);
    let (data, cache) = (set(&story, "one"), desk.path("cache"));
    let arguments = ["eval", "--data", text(&data), "--methods", "raptor-tree:2", "--cache"];
    let arguments = [&arguments[..], &[text(&cache)]].concat();
    let first = desk.json(&arguments);
    assert!(first.succeeded, "{}", first.json);
    let trees = fs::read_dir(cache.join("raptor")).unwrap();
    let trees: Vec<PathBuf> = trees.map(|entry| entry.unwrap().path()).collect();
    let [tree] = &trees[..] else { panic!("{trees:?}") };
    let whole = fs::read_to_string(tree).unwrap();
    assert!(whole.lines().count() >= 3, "{whole}");
    fs::write(tree, whole.replacen("{\"summary\"", "{\"sumary\"", 1)).unwrap();
    let again = desk.json(&arguments);
    assert!(again.succeeded, "{}", again.json);
    let problems = again.json["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].as_str().unwrap().contains("is damaged in line 2"), "{problems:?}");
    let texts = |text: &str| {
        let steps = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        steps.map(|step| step["summary"][0]["text"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&fs::read_to_string(tree).unwrap()), texts(&whole));
    assert_eq!(desk.json(&arguments).json["problems"], json!([]));
}

/// Whichever line of a graph's file is damaged, what stands before it is taken and the rest built again.
#[test]
fn a_damaged_graph_is_told_and_built_again() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(20, 8);
    let (data, cache) = (set(&story, "one"), desk.path("cache"));
    let arguments = ["eval", "--data", text(&data), "--methods", "pecan", "--cache", text(&cache)];
    let first = desk.json(&arguments);
    assert!(first.succeeded, "{}", first.json);
    let graphs = fs::read_dir(cache.join("graphs")).unwrap();
    let graphs: Vec<PathBuf> = graphs.map(|entry| entry.unwrap().path()).collect();
    let [graph] = &graphs[..] else { panic!("{graphs:?}") };
    let whole = fs::read_to_string(graph).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    let points = |text: &str| {
        let steps = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        steps.map(|step| step["batch"]["points"].clone()).collect::<Vec<_>>()
    };
    for (at, line) in [(1, 1), (last + 1, whole.lines().count())] {
        let damaged = format!("{}?{}", &whole[..at], &whole[at..]);
        fs::write(graph, damaged).unwrap();
        let again = desk.json(&arguments);
        assert!(again.succeeded, "{}", again.json);
        let problems = again.json["problems"].as_array().unwrap();
        assert_eq!((problems.len(), &again.json["left_out"]), (1, &json!(0)), "{problems:?}");
        let told = format!("is damaged in line {line}: ");
        assert!(problems[0].as_str().unwrap().contains(&told), "{problems:?}");
        assert_eq!(points(&fs::read_to_string(graph).unwrap()), points(&whole));
    }
    assert_eq!(desk.json(&arguments).json["problems"], json!([]));
}

/// Vectors that lack some are made again; nothing is answered from what is left.
#[test]
fn damaged_vectors_are_made_again() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(20, 8);
    let (data, cache) = (set(&story, "one"), desk.path("cache"));
    let arguments =
        ["eval", "--data", text(&data), "--methods", "dense:2,pecan", "--cache", text(&cache)];
    let first = desk.json(&arguments);
    assert!(first.succeeded, "{}", first.json);
    let whole = |entry: io::Result<DirEntry>| {
        let path = entry.unwrap().path();
        let vectors: Vec<f32> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (path, vectors)
    };
    let files: Vec<(PathBuf, Vec<f32>)> =
        fs::read_dir(cache.join("vectors")).unwrap().map(whole).collect();
    assert_eq!(files.len(), 2, "those of chunks and of points");
    for (path, vectors) in &files {
        fs::write(path, serde_json::to_vec(&vectors[..vectors.len() - 384]).unwrap()).unwrap();
    }
    fs::remove_file(cache.join("answers.jsonl")).unwrap();
    let again = desk.json(&arguments);
    assert_eq!(again.json["kept"], 0);
    let answers = |json: &Value| {
        let records = json["records"].as_array().unwrap().iter();
        let given = records.map(|record| record["outcome"]["given"].clone());
        given.map(|given| (given["answer"].clone(), given["shown"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(answers(&again.json), answers(&first.json));
    for (path, vectors) in &files {
        let made: Vec<f32> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        assert_eq!(made.len(), vectors.len());
    }
}

/// How often passages hold what answers follow from, with nothing answered.
#[test]
fn passages_alone_are_compared() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(22, 8);
    let (data, cache) = (set(&story, "one"), desk.path("cache"));
    let arguments = ["eval", "--data", text(&data), "--choose-only", "--cache", text(&cache)];
    let ran = desk.run(&arguments);
    let told = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success() && told.contains("the chosen chunks hold all"), "{told}");
    let row = told.lines().find(|line| line.contains("| one ")).unwrap();
    // With twenty chunks of eight all is there.
    assert!(row.matches("100.0 [100.0, 100.0]").count() >= 4, "{told}");
    let json = desk.json(&[&arguments[..], &["--methods", "bm25:2,pecan"]].concat());
    assert_eq!(json.code(), "bad_request", "{}", json.json);
}

/// What took hours is printed whatever becomes of the report, and with it why there is none.
#[test]
fn results_without_a_report_are_one_value_with_an_error() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(21, 2);
    let (data, cache, out) = (set(&story, "one"), desk.path("cache"), desk.path("report"));
    fs::create_dir_all(out.join("report.html")).unwrap();
    let arguments = ["eval", "--data", text(&data), "--methods", "closed", "--cache", text(&cache)];
    let ran = desk.json(&[&arguments[..], &["--jobs", "2", "--out", text(&out)]].concat());
    assert!(!ran.succeeded);
    assert_eq!(ran.code(), "file_unwritable", "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 2);
    assert_eq!(ran.json["jobs"], 1, "two questions about one document are one piece of work");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1, "no file stands alone");
}

/// Without attention every token takes as many operations as any other.
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
    assert_eq!(run(&nothing, "dual").code(), "bad_request");
    let told = run(&nothing, "bm25:matched,pecan").json.to_string();
    assert!(told.contains("matched to the first method"), "{told}");
    assert_eq!(run(&nothing, "pecan:fixed=3:patience=2").code(), "bad_request");
}

/// Two questions about a small story as a file of a data set of this name.
fn set(story: &Path, name: &str) -> PathBuf {
    let asked = lines(&story.join("questions.jsonl"));
    let asked = asked.iter().filter(|line| line["answerable"] == true).take(2);
    let lines = asked.enumerate().map(|(at, question)| {
        let line = json!({
            "id": format!("q{at}"), "dataset": name, "doc_file": "story.txt",
            "question": question["question"], "answers": question["answers"],
        });
        format!("{line}\n")
    });
    let path = story.join(format!("{name}.jsonl"));
    fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

#[test]
fn data_sets_about_the_same_book_share_its_graph() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(14, 6);
    let (first, second, cache) = (set(&story, "one"), set(&story, "two"), desk.path("cache"));
    // The first file twice, and a method too: they count once.
    let files = [text(&first), text(&second), text(&first)];
    let rest = ["--methods", "pecan,bm25:2,pecan", "--jobs", "2", "--cache", text(&cache)];
    let arguments = [&["eval", "--data"], &files[..], &rest[..]].concat();
    let ran = desk.json(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 2 * 2 * 2);
    assert_eq!((&ran.json["jobs"], &ran.json["problems"]), (&json!(2), &json!([])));
    let constructions = ran.json["constructions"].as_array().unwrap();
    let sets: Vec<&Value> = constructions.iter().map(|one| &one["dataset"]).collect();
    assert_eq!(sets, ["one", "two"]);
    assert_eq!(constructions[0]["built"], constructions[1]["built"]);
    assert_eq!(fs::read_dir(cache.join("graphs")).unwrap().count(), 1);
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(15, 6);
    let (data, cache) = (set(&story, "one"), desk.path("cache"));
    let methods = "closed,pecan,memwalker,raptor-tree:2,longllmlingua:300";
    let arguments = ["eval", "--data", text(&data), "--methods", methods, "--jobs", "1", "--cache"];
    let arguments = [&arguments[..], &[text(&cache)]].concat();
    killed(&desk, &arguments, || {
        // As soon as something is kept.
        fs::metadata(cache.join("answers.jsonl")).is_ok_and(|about| about.len() > 0)
    });
    let before = graphs(&cache);
    let ran = desk.json(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 5 * 2);
    assert!(ran.json["kept"].as_u64().unwrap() > 0, "{}", ran.json["kept"]);
    assert_eq!(graphs(&cache), before, "what was built is not built again");
}

/// Runs a command and kills it as soon as something is so.
fn killed(desk: &Desk, arguments: &[&str], so: impl Fn() -> bool) {
    let mut command = desk.command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !so() && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(300));
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What is kept of graphs and trees, by name.
fn graphs(cache: &Path) -> BTreeMap<PathBuf, String> {
    let Ok(folder) = fs::read_dir(cache.join("graphs")) else { return BTreeMap::new() };
    let file = |entry: io::Result<DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into(), fs::read_to_string(entry.path()).unwrap())
    };
    folder.map(file).collect()
}

/// A run that is killed while a graph is being built goes on from the batch that was under way, and finds
/// what one finds that nobody killed.
#[test]
fn a_run_that_was_killed_while_it_built_goes_on() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(23, 16);
    let (data, cache, whole) = (set(&story, "one"), desk.path("cache"), desk.path("whole"));
    let arguments = |cache| {
        let methods = ["--methods", "pecan,memwalker", "--jobs", "1", "--cache", cache];
        [&["eval", "--data", text(&data)], &methods[..]].concat()
    };
    killed(&desk, &arguments(text(&cache)), || {
        graphs(&cache).values().any(|kept| kept.contains('\n'))
    });
    let half = graphs(&cache);
    let (name, kept) = half.first_key_value().unwrap();
    assert!(half.len() == 1 && !kept.contains("complete"), "it was building the first: {half:?}");
    // The batch under way may be cut off.
    let batches = &kept[..kept.rfind('\n').unwrap() + 1];
    let [ran, never_killed] = [&cache, &whole].map(|cache| desk.json(&arguments(text(cache))));
    assert!(ran.succeeded && never_killed.succeeded, "{} {}", ran.json, never_killed.json);
    assert_eq!(ran.json["problems"], json!([]));
    let (built, built_at_once) = (graphs(&cache), graphs(&whole));
    // Its seconds are among it: no other run would have taken as many.
    assert!(built[name].starts_with(batches), "what was built is not built again");
    assert_eq!(built.len(), 2, "a graph and a tree");
    let lines = |graphs: &BTreeMap<PathBuf, String>| -> Vec<Value> {
        let lines = graphs.values().flat_map(|kept| kept.lines());
        lines.map(|line| comparable(serde_json::from_str(line).unwrap())).collect()
    };
    assert!(built.keys().eq(built_at_once.keys()));
    assert!(lines(&built) == lines(&built_at_once), "{built:?} {built_at_once:?}");
    for part in ["records", "constructions"] {
        let [own, other] = [&ran, &never_killed].map(|ran| comparable(ran.json[part].clone()));
        assert_eq!(own, other);
    }
}

/// A value without what two runs need not have in common: what it took, as the tokens before the first
/// batch are read once more, and numbers that differ in their last digits then.
fn comparable(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.remove("built");
            fields.remove("seconds");
            fields.values_mut().for_each(|field| *field = comparable(field.take()));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| *item = comparable(item.take()));
        }
        Value::Number(number) if number.is_f64() => return Value::Null,
        _ => {}
    }
    value
}

#[test]
fn a_document_over_the_limit_is_left_out_and_told() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(16, 2);
    let (data, cache) = (set(&story, "one"), desk.path("cache"));
    File::create(story.join("long.txt")).unwrap().set_len((64 << 20) + 1).unwrap();
    let line = json!({"doc_file": "long.txt", "question": "Who?", "answers": ["Mira"]});
    let mut text_of = fs::read_to_string(&data).unwrap();
    text_of.push_str(&format!("{line}\n"));
    fs::write(&data, text_of).unwrap();
    let arguments = ["eval", "--data", text(&data), "--methods", "closed", "--cache", text(&cache)];
    let ran = desk.json(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 2);
    let problems = ran.json["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].as_str().unwrap().contains("long.txt has 67108865 bytes"), "{problems:?}");
}
