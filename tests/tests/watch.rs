//! Watched folders, through the command line: what comes, changes, moves and goes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::{Sandbox, text};

const LAMP: &str = "Mira Holt keeps a lamp in the cellar.";

/// A sandbox with a folder to watch.
fn sandbox() -> (Sandbox, PathBuf) {
    let sandbox = Sandbox::new();
    let folder = sandbox.path("Papers");
    fs::create_dir(&folder).unwrap();
    (sandbox, folder)
}

/// Lets the folder be looked at once; returns what happened.
fn once(sandbox: &Sandbox, folder: &Path) -> Vec<Value> {
    let ran = sandbox.json(&["watch", text(folder), "--no-graph", "--once"]);
    assert!(ran.succeeded, "{}", ran.json);
    ran.json.as_array().unwrap().clone()
}

fn titles(sandbox: &Sandbox) -> Vec<String> {
    // While the library is created, it cannot be read.
    let list = sandbox.json(&["list"]).json;
    let title = |document: &Value| document["title"].as_str().unwrap().to_owned();
    list.as_array().map_or_else(Vec::new, |list| list.iter().map(title).collect())
}

/// What changed while no one watched is caught up with; nothing is done twice or removed.
#[test]
fn a_restart_catches_up() {
    let (sandbox, folder) = sandbox();
    fs::write(folder.join("lamp.txt"), LAMP).unwrap();
    fs::create_dir(folder.join("old")).unwrap();
    fs::write(folder.join("old/oar.txt"), "Jon Reed lost a silver oar.").unwrap();
    fs::write(folder.join("old/oar.txt~"), "Jon Reed").unwrap();
    fs::write(folder.join("torn.pdf"), "%PDF-1.7\nnothing of the kind").unwrap();
    let events = once(&sandbox, &folder);
    assert_eq!(events.len(), 3, "{events:?}");
    assert_eq!(events[2]["error"]["code"], "document_broken");
    assert_eq!(titles(&sandbox), ["lamp", "oar"]);
    let list = sandbox.json(&["list"]).json;
    assert_eq!(list[1]["collections"], json!(["Papers"]));
    assert!(once(&sandbox, &folder).is_empty(), "also not of the file that cannot be read");

    // Changed, moved, gone, and new.
    fs::write(folder.join("lamp.txt"), format!("{LAMP} It is lit.")).unwrap();
    fs::rename(folder.join("old/oar.txt"), folder.join("oar of Jon.txt")).unwrap();
    fs::write(folder.join("boat.txt"), "A boat lies on the shore.").unwrap();
    let events = once(&sandbox, &folder);
    assert!(events.iter().all(|event| event["gone"].is_null()), "{events:?}");
    assert_eq!(titles(&sandbox).len(), 3);
    let printed = String::from_utf8(sandbox.run(&["text", "1"]).stdout).unwrap();
    assert!(printed.contains("It is lit."));
    fs::remove_file(folder.join("oar of Jon.txt")).unwrap();
    let events = once(&sandbox, &folder);
    let path = folder.canonicalize().unwrap().join("oar of Jon.txt");
    let gone = json!([{ "gone": text(&path), "document": 2, "removed": false }]);
    assert_eq!(json!(events), gone);
    assert_eq!(json!(once(&sandbox, &folder)), gone, "it is still gone");
    assert_eq!(titles(&sandbox).len(), 3, "it is not removed");
}

/// A document of which a copy is left is not reported as gone.
#[test]
fn a_copy_takes_the_place_of_a_file_that_is_gone() {
    let (sandbox, folder) = sandbox();
    for name in ["a.txt", "b.txt"] {
        fs::write(folder.join(name), LAMP).unwrap();
    }
    once(&sandbox, &folder);
    assert_eq!(titles(&sandbox).len(), 1);
    fs::remove_file(folder.join("a.txt")).unwrap();
    assert!(once(&sandbox, &folder).is_empty());
    fs::remove_file(folder.join("b.txt")).unwrap();
    assert_eq!(once(&sandbox, &folder)[0]["document"], 1);
}

/// A folder that cannot be found is no folder whose files are all gone.
#[test]
fn a_missing_folder_changes_nothing() {
    let (sandbox, folder) = sandbox();
    fs::write(folder.join("lamp.txt"), LAMP).unwrap();
    once(&sandbox, &folder);
    fs::rename(&folder, sandbox.path("elsewhere")).unwrap();
    let ran = sandbox.json(&["watch", text(&folder), "--no-graph", "--once"]);
    assert_eq!((ran.code(), ran.succeeded), ("file_missing", false));
    assert_eq!(titles(&sandbox).len(), 1);
    let file = sandbox.path("elsewhere/lamp.txt");
    assert_eq!(sandbox.json(&["watch", text(&file), "--once"]).code(), "bad_request");
}

/// A watch that runs, and ends with the test.
struct Watching(Child);

impl Watching {
    fn begin(sandbox: &Sandbox, folder: &Path) -> Self {
        let mut command = sandbox.command(&["watch", text(folder), "--no-graph", "--json"]);
        Self(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Presses Ctrl-C, and returns what happened.
    #[cfg(unix)]
    fn end(mut self) -> Value {
        use std::io::Read;
        let interrupt = ["-INT", &self.0.id().to_string()];
        assert!(Command::new("kill").args(interrupt).status().unwrap().success());
        let mut printed = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        assert!(self.0.wait().unwrap().success());
        serde_json::from_str(&printed).unwrap()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Files are added as they come: also those that an editor writes beside and renames, and those in a
/// new folder. In between, another program may write.
#[cfg(unix)]
#[test]
fn files_are_added_as_they_come() {
    let (sandbox, folder) = sandbox();
    fs::write(folder.join("lamp.txt"), LAMP).unwrap();
    let watching = Watching::begin(&sandbox, &folder);
    wait_until("the first file", || titles(&sandbox) == ["lamp"]);
    for round in 0..3 {
        let part = folder.join(".lamp.txt.part");
        fs::write(&part, format!("{LAMP} Round {round}.")).unwrap();
        fs::rename(part, folder.join("lamp.txt")).unwrap();
    }
    fs::create_dir_all(folder.join("new/deep")).unwrap();
    for number in 0..20 {
        let name = format!("new/deep/{number}.txt");
        fs::write(folder.join(name), format!("The {number}th letter.")).unwrap();
    }
    wait_until("a burst", || titles(&sandbox).len() == 21);
    let changed = || String::from_utf8(sandbox.run(&["text", "1"]).stdout).unwrap();
    wait_until("the last change", || changed().contains("Round 2."));
    wait_until("the library is free", || sandbox.json(&["remove", "2"]).succeeded);
    fs::remove_file(folder.join("lamp.txt")).unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let events = watching.end();
    let gone = events.as_array().unwrap().iter().find(|event| !event["gone"].is_null());
    assert_eq!(gone.unwrap()["removed"], false);
    assert_eq!(titles(&sandbox).len(), 20);
}
