//! What `pecan-lab eval` keeps: shared by data sets, made again if damaged, and resumed after a run was
//! killed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tests::{Sandbox, alone, kill_when, question_set as set, text};

#[test]
fn data_sets_about_the_same_book_share_its_graph() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(14, 6);
    let (first, second, cache) = (set(&story, "one"), set(&story, "two"), sandbox.path("cache"));
    // The first file is given twice, and a method too: they count once.
    let files = [text(&first), text(&second), text(&first)];
    let rest = ["--methods", "pecan,bm25:2,pecan", "--jobs", "2", "--cache", text(&cache)];
    let arguments = [&["eval", "--data"], &files[..], &rest[..]].concat();
    let ran = sandbox.lab(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 2 * 2 * 2);
    assert_eq!((&ran.json["jobs"], &ran.json["problems"]), (&json!(2), &json!([])));
    let constructions = ran.json["constructions"].as_array().unwrap();
    let sets: Vec<&Value> = constructions.iter().map(|one| &one["dataset"]).collect();
    assert_eq!(sets, ["one", "two"]);
    assert_eq!(constructions[0]["built"], constructions[1]["built"], "{constructions:?}");
    only_file(&cache.join("graphs"));
}

/// The only file in a folder.
fn only_file(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = files.collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    file.clone()
}

/// The value at a JSON pointer in each of the kept steps, one per line.
fn in_steps(kept: &str, place: &str) -> Vec<Option<Value>> {
    let steps = kept.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    steps.map(|step| step.pointer(place).cloned()).collect()
}

/// RAPTOR's tree is kept step by step. In a damaged file, the part from the damage on is reported
/// and built again.
#[test]
fn a_damaged_tree_is_reported_and_built_again() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(19, 8);
    let (data, cache) = (set(&story, "one"), sandbox.path("cache"));
    let arguments = ["eval", "--data", text(&data), "--methods", "raptor-tree:2", "--cache"];
    let arguments = [&arguments[..], &[text(&cache)]].concat();
    let first = sandbox.lab(&arguments);
    assert!(first.succeeded, "{}", first.json);
    let tree = only_file(&cache.join("raptor"));
    let whole = fs::read_to_string(&tree).unwrap();
    assert!(whole.lines().count() >= 3, "{whole}");
    fs::write(&tree, whole.replacen("{\"summary\"", "{\"sumary\"", 1)).unwrap();
    let again = sandbox.lab(&arguments);
    assert!(again.succeeded, "{}", again.json);
    let problems = again.json["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].as_str().unwrap().contains("is damaged on line 2"), "{problems:?}");
    let built = fs::read_to_string(&tree).unwrap();
    assert_eq!(in_steps(&built, "/summary/0/text"), in_steps(&whole, "/summary/0/text"));
    assert_eq!(sandbox.lab(&arguments).json["problems"], json!([]));
}

/// Whichever line of a graph's file is damaged, the part before it is used and the rest is built
/// again.
#[test]
fn a_damaged_graph_is_reported_and_built_again() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(20, 8);
    let (data, cache) = (set(&story, "one"), sandbox.path("cache"));
    let arguments = ["eval", "--data", text(&data), "--methods", "pecan", "--cache", text(&cache)];
    let first = sandbox.lab(&arguments);
    assert!(first.succeeded, "{}", first.json);
    let graph = only_file(&cache.join("graphs"));
    let whole = fs::read_to_string(&graph).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for (at, line) in [(1, 1), (last + 1, whole.lines().count())] {
        let damaged = format!("{}?{}", &whole[..at], &whole[at..]);
        fs::write(&graph, damaged).unwrap();
        let again = sandbox.lab(&arguments);
        assert!(again.succeeded, "{}", again.json);
        let problems = again.json["problems"].as_array().unwrap();
        assert_eq!((problems.len(), &again.json["left_out"]), (1, &json!(0)), "{problems:?}");
        let shown = format!("is damaged on line {line}: ");
        assert!(problems[0].as_str().unwrap().contains(&shown), "{problems:?}");
        let built = fs::read_to_string(&graph).unwrap();
        assert_eq!(in_steps(&built, "/batch/points"), in_steps(&whole, "/batch/points"));
    }
    assert_eq!(sandbox.lab(&arguments).json["problems"], json!([]));
}

/// Incomplete vectors are made again; no answer uses the remaining ones.
#[test]
fn damaged_vectors_are_made_again() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(20, 8);
    let (data, cache) = (set(&story, "one"), sandbox.path("cache"));
    let arguments =
        ["eval", "--data", text(&data), "--methods", "dense:2,pecan", "--cache", text(&cache)];
    let first = sandbox.lab(&arguments);
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
    let again = sandbox.lab(&arguments);
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

#[test]
fn a_run_that_was_killed_goes_on() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(15, 6);
    let (data, cache) = (set(&story, "one"), sandbox.path("cache"));
    let methods = "closed,pecan,memwalker,raptor-tree:2,longllmlingua:300";
    let arguments = ["eval", "--data", text(&data), "--methods", methods, "--jobs", "1", "--cache"];
    let arguments = [&arguments[..], &[text(&cache)]].concat();
    kill_when(sandbox.lab_command(&arguments), || {
        // As soon as anything is kept.
        fs::metadata(cache.join("answers.jsonl")).is_ok_and(|about| about.len() > 0)
    });
    let before = graphs(&cache);
    let ran = sandbox.lab(&arguments);
    assert!(ran.succeeded, "{}", ran.json);
    assert_eq!(ran.json["records"].as_array().unwrap().len(), 5 * 2);
    assert!(ran.json["kept"].as_u64().unwrap() > 0, "{}", ran.json["kept"]);
    assert_eq!(graphs(&cache), before, "what was built is not built again");
}

/// The kept graphs and trees, by name.
fn graphs(cache: &Path) -> BTreeMap<PathBuf, String> {
    let Ok(folder) = fs::read_dir(cache.join("graphs")) else { return BTreeMap::new() };
    let file = |entry: io::Result<DirEntry>| {
        let entry = entry.unwrap();
        (entry.file_name().into(), fs::read_to_string(entry.path()).unwrap())
    };
    folder.map(file).collect()
}

/// A run killed during the build of a graph resumes from the interrupted batch, and gets the same
/// results as a run that was never killed.
#[test]
fn a_run_that_was_killed_while_it_built_goes_on() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(23, 16);
    let (data, cache, whole) = (set(&story, "one"), sandbox.path("cache"), sandbox.path("whole"));
    let arguments = |cache| {
        let methods = ["--methods", "pecan,memwalker", "--jobs", "1", "--cache", cache];
        [&["eval", "--data", text(&data)], &methods[..]].concat()
    };
    kill_when(sandbox.lab_command(&arguments(text(&cache))), || {
        graphs(&cache).values().any(|kept| kept.contains('\n'))
    });
    let half = graphs(&cache);
    let (name, kept) = half.first_key_value().unwrap();
    assert!(half.len() == 1 && !kept.contains("complete"), "it was building the first: {half:?}");
    // The interrupted batch may be cut off.
    let batches = &kept[..kept.rfind('\n').unwrap() + 1];
    let [ran, never_killed] = [&cache, &whole].map(|cache| sandbox.lab(&arguments(text(cache))));
    assert!(ran.succeeded && never_killed.succeeded, "{} {}", ran.json, never_killed.json);
    assert_eq!(ran.json["problems"], json!([]));
    let (built, built_at_once) = (graphs(&cache), graphs(&whole));
    // It contains the seconds taken, which no other run would match.
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

/// A value without what may differ between two runs: the cost, as the tokens before the first batch
/// are read again, and numbers whose last digits differ because of that.
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
