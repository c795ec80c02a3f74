//! Work that was killed, stopped or out of space: nothing is half-written, and the work resumes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tests::cli_output::{items, the_answer_has_its_keys};
use tests::models::POCKET;
use tests::{Sandbox, alone, kill_when, points, text};

/// A build is killed twice: nothing is half-written, it resumes, and the graph equals one that was
/// never interrupted. With several batches at once, batches are computed in other groups, which may
/// change the last bits of a score, and thereby a token: the number of differences is printed, and
/// is limited to a fraction. The same holds between one batch at a time and several.
#[test]
fn a_killed_build_goes_on_to_the_same_graph() {
    let _alone = alone();
    let (one, four) = (built(1, &[]), built(4, &[]));
    let killed = built(1, &[1, 20]);
    differ_in_part("killed", &one, &killed);
    assert_eq!((&killed["nodes"], &killed["edges"]), (&one["nodes"], &one["edges"]));
    differ_in_part("four at once, killed", &four, &built(4, &[1, 20]));
    differ_in_part("four at once, not one", &one, &four);
}

/// Prints how much of a graph is missing from another of the same chunks: at most a fifth.
fn differ_in_part(what: &str, wanted: &Value, got: &Value) {
    let (wanted, got) = (nodes(wanted), nodes(got));
    let chunks = |nodes: &[Value]| nodes.iter().filter(|node| node["level"] == 1).count();
    assert_eq!(chunks(&wanted), chunks(&got), "{what}");
    // The demonstration model's vocabulary is words of the story's world, and punctuation.
    let tokens = |nodes: &[&Value]| -> usize {
        let is_sign = |sign: char| sign.is_ascii_punctuation();
        let tokens = |text: &str| text.split_whitespace().count() + text.matches(is_sign).count();
        nodes.iter().map(|node| tokens(node["text"].as_str().unwrap())).sum()
    };
    let all: Vec<&Value> = wanted.iter().collect();
    let differ: Vec<&Value> = wanted.iter().filter(|node| !got.contains(node)).collect();
    eprintln!(
        "{what}: {} of {} nodes differ, with {} of {} tokens",
        differ.len(),
        all.len(),
        tokens(&differ),
        tokens(&all)
    );
    assert!(differ.len() * 5 <= all.len(), "{what}: {differ:?}");
}

/// The graph of a short story, built with this many batches at once, and killed each time it has
/// one of these numbers of points.
fn built(at_once: usize, killed: &[usize]) -> Value {
    let sandbox = Sandbox::new();
    let book = sandbox.story(12, 10).join("story.txt");
    let add = ["add", text(&book), "--at-once", &at_once.to_string()];
    let kills = killed.iter().filter(|&&wanted| sandbox.kill(&add, |graph| points(graph, wanted)));
    assert!(kills.count() > 0 || killed.is_empty(), "it was faster than any kill");
    assert_eq!(sandbox.json(&add).json[0]["state"], "ready");
    sandbox.json(&["show", "1"]).json
}

fn nodes(graph: &Value) -> Vec<Value> {
    graph["nodes"].as_array().unwrap().clone()
}

/// A question on an unfinished graph reports that, on stderr only.
#[test]
fn a_question_on_half_a_graph_says_so() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(17, 20).join("story.txt");
    sandbox.kill_adding(&book, |graph| points(graph, 1));
    assert_eq!(
        sandbox.json(&["show", "1"]).json["complete"],
        false,
        "20 chunks are no moment's work"
    );
    let ask = ["ask", "1", "Who lives here?", "--best-effort", "--json"];
    let asked = sandbox.run(&ask);
    the_answer_has_its_keys(&serde_json::from_slice(&asked.stdout).unwrap());
    let said = String::from_utf8(asked.stderr).unwrap();
    assert!(said.contains("graph of document 1 is not finished"), "{said}");
    assert_eq!(sandbox.json(&["list"]).json[0]["state"], "building");
}

/// A question whose program was killed resumes where it was, and takes the same path.
#[test]
fn a_killed_question_resumes_where_it_was() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(18, 20).join("story.txt");
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    let ask = ["ask", "1", "Who lives here?", "--confidence", "1", "--max-nodes", "500"];
    let begun = Instant::now();
    let whole = sandbox.json(&ask).json;
    let took = begun.elapsed();
    assert_ne!(whole["stop"], "sufficient", "certainty is never reached");
    let path = |answer: &Value| -> Vec<u64> {
        items(answer, "steps").iter().map(|step| step["node"].as_u64().unwrap()).collect()
    };
    let asks = |answer: &Value| answer["cost"]["asks"].as_u64().unwrap();
    let history = || sandbox.json(&["history"]).json.as_array().map_or(0, Vec::len);
    // The time before the first step, and whether the command ends before it is killed, depends on
    // the machine.
    let goes_on = (0..40).any(|tries| {
        let begun = Instant::now();
        let wait = took * (20 + 5 * (tries % 16)) / 100;
        let killed = kill_when(sandbox.command(&ask), || begun.elapsed() >= wait);
        let known = history();
        let resumed = sandbox.json(&ask).json;
        assert_eq!((path(&resumed), history()), (path(&whole), known + 1));
        killed && asks(&resumed) < asks(&whole)
    });
    assert!(goes_on, "every time it was asked from the beginning");
}

/// A program started in order to be interrupted.
#[cfg(unix)]
fn begun(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// Presses Ctrl-C. Returns the program's exit status and output.
#[cfg(unix)]
fn interrupted(child: Child) -> (ExitStatus, Value) {
    let interrupt = ["-INT", &child.id().to_string()];
    assert!(Command::new("kill").args(interrupt).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status, serde_json::from_slice(&output.stdout).unwrap())
}

/// Ctrl-C ends a build between two steps; the work done so far is kept.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(15, 20);
    let mut child = begun(sandbox.command(&["add", text(&story.join("story.txt")), "--json"]));
    sandbox.wait_for_graph(&mut child, |graph| points(graph, 1));
    let (status, printed) = interrupted(child);
    // A fast machine has finished by then.
    if status.success() {
        assert_eq!(printed[0]["state"], "ready");
        return;
    }
    assert_eq!((status.code(), &printed["error"]["code"]), (Some(130), &"stopped".into()));
    let list = sandbox.json(&["list"]).json;
    assert_eq!(list[0]["state"], "building");
    assert!(list[0]["nodes"].as_u64() > list[0]["chunks"].as_u64(), "{list}");
}

/// Of several files, those that were added before a stop are reported.
#[cfg(unix)]
#[test]
fn a_stop_hides_nothing_that_was_added() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (short, story) = (sandbox.path("short.txt"), sandbox.story(16, 20));
    std::fs::write(&short, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let book = story.join("story.txt");
    let child = begun(sandbox.command(&["add", text(&short), text(&book), "--json"]));
    let start = Instant::now();
    while !sandbox.json(&["show", "2"]).succeeded {
        assert!(start.elapsed() < Duration::from_secs(120), "the story is not being built");
        std::thread::sleep(Duration::from_millis(50));
    }
    let (status, printed) = interrupted(child);
    assert_eq!(printed[0]["state"], "ready");
    // A fast machine has finished the story, too.
    if !status.success() {
        assert_eq!(status.code(), Some(130));
        assert_eq!(printed[1]["error"]["code"], "stopped");
    }
}

/// If files may not grow, as on a full disk, every command that writes fails with its code, changes
/// nothing, and does not crash.
#[cfg(unix)]
#[test]
fn where_files_may_not_grow_nothing_is_half_done() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(18, 6);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let state = || ["list", "history"].map(|what| sandbox.json(&[what]).json);
    let before = (state(), sandbox.json(&["show", "1"]).json);
    let other = story.join("story.epub");
    let writes: [&[&str]; 4] = [
        &["remove", "1"],
        &["add", text(&other)],
        &["ask", "1", "Who lives here?", "--fixed-nodes", "1"],
        &["model", "use", POCKET],
    ];
    for arguments in writes {
        let ran = sandbox.json_with_limit(0, arguments);
        assert_eq!((ran.code(), ran.succeeded), ("disk_full", false), "{arguments:?}");
        assert_eq!(state(), before.0, "{arguments:?}");
    }
    let mut refused = 0;
    for blocks in [8, 64, 66, 72, 80, 96, 128, 256, 10_000] {
        let ran = sandbox.json_with_limit(blocks, &["remove", "1"]);
        if ran.succeeded {
            break;
        }
        refused += 1;
        assert_eq!(ran.code(), "disk_full", "{blocks} blocks: {}", ran.json);
        assert_eq!((state(), sandbox.json(&["show", "1"]).json), before, "{blocks} blocks");
    }
    assert!((2..9).contains(&refused), "{refused} were refused");
    assert_eq!(sandbox.json(&["list"]).json, serde_json::json!([]));
}
