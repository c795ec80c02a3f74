//! Documents built in one library, asked in another: files that carry them, through the command line.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use library::{Library, Quiet};
use protocol::Code;
use serde_json::{Value, json};
use tests::cli_output::{items, keys, set};
use tests::{Sandbox, add_text, alone, kill_when, lines, text};

/// The nodes that a question visited, in order, with what the model said of them.
fn path(answer: &Value) -> Vec<(u64, Option<f64>)> {
    let step = |step: &Value| (step["node"].as_u64().unwrap(), step["p_yes"].as_f64());
    items(answer, "steps").iter().map(step).collect()
}

/// A file is asked as the document was where it was built.
#[test]
fn a_graph_is_asked_elsewhere() {
    let _alone = alone();
    let (workstation, laptop) = (Sandbox::new(), Sandbox::new());
    let story = workstation.story(31, 6);
    let book = story.join("story.txt");
    assert!(workstation.json(&["add", text(&book)]).succeeded);
    let questions = lines(&story.join("questions.jsonl"));
    let ask = |sandbox: &Sandbox, document: &str| {
        let ask = ["ask", document, questions[0]["question"].as_str().unwrap(), "--best-effort"];
        sandbox.json(&ask).json
    };
    let answer = ask(&workstation, "1");
    let file = workstation.path("story.pecan");
    let written = workstation.json(&["export", "1", text(&file)]).json;
    assert_eq!(
        keys(&written),
        set(["file", "documents", "graphs", "questions", "bytes", "sha256"])
    );
    let counts = ["documents", "graphs", "questions"].map(|what| written[what].as_u64());
    assert_eq!(counts, [Some(1), Some(1), Some(1)]);
    assert_eq!(written["bytes"].as_u64(), Some(fs::metadata(&file).unwrap().len()));

    // The document gets another number here.
    let note = laptop.path("note.txt");
    fs::write(&note, "Mira Holt keeps a lamp in the cellar.").unwrap();
    assert!(laptop.json(&["add", "--no-graph", text(&note)]).succeeded);
    let imported = laptop.json(&["import", text(&file)]).json;
    assert_eq!(keys(&imported[0]), set(["file", "documents"]));
    let document = &imported[0]["documents"][0];
    assert_eq!(keys(document), set(["id", "title", "state", "known", "graphs", "questions"]));
    assert_eq!((&document["id"], &document["state"]), (&json!(2), &json!("ready")));
    assert_eq!((&document["known"], &document["graphs"]), (&json!(false), &json!(1)));
    assert_eq!(laptop.nodes_of(2), workstation.nodes());

    let recalled = laptop.json(&["history", "--question", "1"]).json;
    for same in ["question", "answer", "model", "stop", "cost", "asked"] {
        assert_eq!(recalled[same], answer[same], "{same}");
    }
    assert_eq!((path(&recalled), &recalled["documents"]), (path(&answer), &json!([2])));
    let asked_here = ask(&laptop, "2");
    assert_eq!((path(&asked_here), &asked_here["answer"]), (path(&answer), &answer["answer"]));
    assert_eq!(items(&asked_here, "evidence").len(), items(&answer, "evidence").len());

    it_is_imported_once(&laptop, &file);
    // The model knows its graph: there is nothing to build.
    let again = laptop.json(&["add", text(&book)]).json;
    assert_eq!((&again[0]["id"], &again[0]["cost"]["tokens_evaluated"]), (&json!(2), &json!(0)));
    // What was asked meanwhile comes along, and nothing twice.
    let back = laptop.path("back.pecan");
    assert!(laptop.json(&["export", "2", text(&back)]).succeeded);
    let document = &workstation.json(&["import", text(&back)]).json[0]["documents"][0];
    assert_eq!((&document["graphs"], &document["questions"]), (&json!(0), &json!(1)));
    assert_eq!(workstation.json(&["history"]).json.as_array().unwrap().len(), 2);
}

fn it_is_imported_once(sandbox: &Sandbox, file: &Path) {
    let state = || ["list", "history"].map(|what| sandbox.json(&[what]).json);
    let before = state();
    let document = &sandbox.json(&["import", text(file)]).json[0]["documents"][0];
    let new = ["graphs", "questions"].map(|what| document[what].as_u64());
    assert_eq!((&document["known"], new), (&json!(true), [Some(0), Some(0)]));
    assert_eq!(state(), before);
}

/// A document that was only read gets the graph that was built elsewhere.
#[test]
fn a_graph_comes_to_a_document_without_one() {
    let _alone = alone();
    let (workstation, laptop) = (Sandbox::new(), Sandbox::new());
    let book = workstation.story(32, 4).join("story.txt");
    let file = workstation.path("story.pecan");
    assert!(laptop.json(&["add", "--no-graph", text(&book)]).succeeded);
    let added = workstation.json(&["add", text(&book), "--into", text(&file)]).json;
    assert_eq!(added[0]["state"], "ready");
    assert!(!workstation.path("library").exists(), "the library was touched");
    let left: Vec<_> = fs::read_dir(workstation.folder.path()).unwrap().flatten().collect();
    assert_eq!(left.len(), 2, "only the story and the file: {left:?}");
    let document = &laptop.json(&["import", text(&file)]).json[0]["documents"][0];
    assert_eq!((&document["id"], &document["state"]), (&json!(1), &json!("ready")));
    assert_eq!((&document["known"], &document["graphs"]), (&json!(true), &json!(1)));
}

/// A killed command resumes; a file that exists is added to, and what it has costs nothing.
#[test]
fn what_is_added_into_a_file_resumes() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(33, 12).join("story.txt");
    let (file, folder) = (sandbox.path("out.pecan"), sandbox.path("Notes"));
    let add = ["add", text(&book), "--into", text(&file)];
    let work = sandbox.path(".out.pecan.work");
    let begun = Instant::now();
    let killed = kill_when(sandbox.command(&add), || {
        let built = Library::open_read_only(&work).ok().and_then(|library| {
            let graph = library.graph_to_ask(protocol::DocumentId(1)).ok()??;
            Some(library.load_graph(graph).ok()?.batches.len())
        });
        built.is_some_and(|batches| batches > 1) || begun.elapsed() > Duration::from_secs(300)
    });
    assert!(killed && !file.exists() && work.exists());
    let resumed = sandbox.json(&add).json;
    assert!(file.exists() && !work.exists());
    let cost = |added: &Value| added[0]["cost"]["tokens_evaluated"].as_u64().unwrap();
    let other = sandbox.path("other.pecan");
    let whole = sandbox.json(&["add", text(&book), "--into", text(&other)]).json;
    assert!(cost(&resumed) < cost(&whole), "{resumed} {whole}");
    assert_eq!(cost(&sandbox.json(&add).json), 0);

    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("note.txt"), "Mira Holt keeps a lamp in the cellar.").unwrap();
    let more = sandbox.json(&["add", text(&folder), "--into", text(&file)]);
    assert!(more.succeeded, "{}", more.json);
    let imported = sandbox.json(&["import", text(&file)]).json;
    assert_eq!(items(&imported[0], "documents").len(), 2);
    assert_eq!(sandbox.json(&["list"]).json[1]["collections"], json!(["Notes"]));
}

/// An export that is killed at any moment leaves the whole file or none.
#[test]
fn a_killed_export_leaves_all_or_nothing() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let long = "Mira Holt keeps a lamp in the cellar. ".repeat(100_000);
    {
        let mut library = Library::open(&sandbox.path("library")).unwrap();
        for number in 0..3 {
            add_text(&mut library, "Long", &format!("{number} {long}")).unwrap();
        }
    }
    let file = sandbox.path("long.pecan");
    let export = ["export", "1,2,3", text(&file)];
    let begun = Instant::now();
    assert!(sandbox.json(&export).succeeded);
    let took = begun.elapsed();
    fs::remove_file(&file).unwrap();
    let (mut there, mut tries) = (0, 0);
    // Each has more time than the one before: on a busy machine, it takes longer until one ends.
    while there < 3 {
        let begun = Instant::now();
        kill_when(sandbox.command(&export), || begun.elapsed() >= took * tries / 16);
        if file.exists() {
            there += 1;
            let other = Sandbox::new();
            assert!(other.json(&["import", text(&file)]).succeeded, "{tries}");
            fs::remove_file(&file).unwrap();
        }
        tries += 1;
    }
    assert!(tries > there, "none of {tries} was killed before its end");
    assert!(sandbox.json(&export).succeeded);
    let left = fs::read_dir(sandbox.folder.path()).unwrap().flatten();
    let parts = left.filter(|entry| entry.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0, "the next export removes what a killed one left");
}

/// Two hundred files at once, one of them torn: the others are imported, and it is named.
#[test]
fn two_hundred_files_are_imported() {
    let sandbox = Sandbox::new();
    let made = tempfile::tempdir().unwrap();
    let mut library = Library::open(made.path()).unwrap();
    let files: Vec<_> = (0..200)
        .map(|number| {
            let words = format!("Document {number} of two hundred.");
            let document = add_text(&mut library, &format!("{number}"), &words).unwrap();
            let file = made.path().join(format!("{number}.pecan"));
            library.export_documents(&[document], &file, &mut Quiet).unwrap();
            file
        })
        .collect();
    let whole = fs::read(&files[7]).unwrap();
    fs::write(&files[7], &whole[..whole.len() / 2]).unwrap();
    let import = [&["import"], &files.iter().map(|file| text(file)).collect::<Vec<_>>()[..]];
    let imported = sandbox.json(&import.concat());
    assert!(!imported.succeeded);
    assert_eq!(imported.json[7]["error"]["code"], "document_broken");
    assert_eq!(sandbox.json(&["list"]).json.as_array().unwrap().len(), 199);
    fs::write(&files[7], whole).unwrap();
    let again = sandbox.json(&import.concat());
    assert!(again.succeeded);
    let known = |item: &Value| item["documents"][0]["known"] == true;
    assert_eq!(again.json.as_array().unwrap().iter().filter(|item| known(item)).count(), 199);
    assert_eq!(sandbox.json(&["list"]).json.as_array().unwrap().len(), 200);
}

/// Bad input is refused with a code, and changes nothing.
#[test]
fn bad_files_are_refused_by_code() {
    let sandbox = Sandbox::new();
    {
        let mut library = Library::open(&sandbox.path("library")).unwrap();
        add_text(&mut library, "Note", "Mira Holt keeps a lamp in the cellar.").unwrap();
    }
    let (note, file) = (sandbox.path("note.txt"), sandbox.path("note.pecan"));
    fs::write(&note, "Mira Holt keeps a lamp in the cellar.").unwrap();
    assert!(sandbox.json(&["export", "1", text(&file)]).succeeded);
    let before = sandbox.json(&["list"]).json;
    let (library, nowhere) = (sandbox.path("library/library.db"), sandbox.path("no/where.pecan"));
    let cases: [(&[&str], Code); 9] = [
        (&["import", text(&nowhere)], Code::FileMissing),
        (&["import", text(sandbox.folder.path())], Code::IsFolder),
        (&["import", text(&note)], Code::FormatUnknown),
        (&["import", text(&library)], Code::FormatUnknown),
        (&["export", "7", text(&file)], Code::DocumentUnknown),
        (&["export", "1", text(&note)], Code::FileUnwritable),
        (&["export", "1", text(&nowhere)], Code::FileMissing),
        (&["export", "Tales", text(&file)], Code::BadRequest),
        (&["add", text(&note), "--into", text(&note)], Code::FileUnwritable),
    ];
    for (arguments, code) in cases {
        let ran = sandbox.json(arguments);
        let expected = serde_json::to_value(code).unwrap();
        assert_eq!((json!(ran.code()), ran.succeeded), (expected, false), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(&note).unwrap(), "Mira Holt keeps a lamp in the cellar.");
    assert_eq!(sandbox.json(&["list"]).json, before);
    assert!(sandbox.json(&["import", text(&file)]).succeeded);
}

/// If files may not grow, as on a full disk, nothing is written or imported.
#[cfg(unix)]
#[test]
fn where_files_may_not_grow_nothing_is_half_done() {
    let sandbox = Sandbox::new();
    let long = "Mira Holt keeps a lamp in the cellar. ".repeat(10_000);
    {
        let mut library = Library::open(&sandbox.path("library")).unwrap();
        add_text(&mut library, "Long", &long).unwrap();
    }
    let (file, other) = (sandbox.path("long.pecan"), Sandbox::new());
    for blocks in [0, 8, 200] {
        let ran = sandbox.json_with_limit(blocks, &["export", "1", text(&file)]);
        assert_eq!((ran.code(), file.exists()), ("disk_full", false), "{blocks}");
    }
    assert!(sandbox.json(&["export", "1", text(&file)]).succeeded);
    for blocks in [0, 8, 200] {
        let ran = other.json_with_limit(blocks, &["import", text(&file)]);
        assert_eq!(ran.code(), "disk_full", "{blocks}: {}", ran.json);
        assert_eq!(other.json(&["list"]).json, json!([]), "{blocks}");
    }
    assert!(other.json(&["import", text(&file)]).succeeded);
}

/// Ctrl-C ends `--into` between two steps; the same command goes on.
#[cfg(unix)]
#[test]
fn an_interrupt_of_into_keeps_what_is_done() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(34, 12).join("story.txt");
    let (file, work) = (sandbox.path("out.pecan"), sandbox.path(".out.pecan.work"));
    let add = ["add", text(&book), "--into", text(&file), "--json"];
    let mut command = sandbox.command(&add);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(300) {
        let library = Library::open_read_only(&work).ok();
        let listed = library.and_then(|library| library.list().ok());
        if listed.is_some_and(|list| list.first().is_some_and(|one| one.nodes > one.chunks)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupt = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(interrupt).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    // A fast machine has finished by then.
    if output.status.code() == Some(130) {
        assert!(!file.exists() && work.exists());
    }
    assert_eq!(sandbox.json(&add[..4]).json[0]["state"], "ready");
    assert!(file.exists() && !work.exists());
}
