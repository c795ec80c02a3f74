//! Drives the real programs as a user would: `pecan` with a library in a temporary folder.

#[cfg(target_os = "linux")]
pub mod accessible;
pub mod browser;
pub mod cli_output;
#[cfg(target_os = "linux")]
pub mod deeds;
#[cfg(target_os = "linux")]
pub mod dialog;
pub mod faults;
pub mod guard;
pub mod hostile;
#[cfg(target_os = "linux")]
pub mod keyboard;
pub mod models;
#[cfg(target_os = "linux")]
pub mod opener;
pub mod passages;
pub mod pdfs;
pub mod processes;
#[cfg(target_os = "linux")]
pub mod screen;
#[cfg(target_os = "linux")]
pub mod screen_reader_rules;
#[cfg(unix)]
pub mod script;
pub mod sight;
#[cfg(target_os = "linux")]
pub mod states;
#[cfg(target_os = "linux")]
pub mod steps;
#[cfg(target_os = "linux")]
pub mod tour;
pub mod words;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use library::{NewDocument, Writer};
use protocol::{DocumentId, DocumentPage};
use serde_json::Value;
use tempfile::TempDir;

/// The built program `name`, beside this one or, for a test, one folder above.
///
/// # Panics
/// If it has not been built: `cargo xtask test` builds it first.
pub fn program(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    let places = own.ancestors().skip(1).take(2).map(|folder| folder.join(name));
    let found = places.into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is not built; run: cargo xtask test"))
}

/// The sample book where the window looks for it, and a library with it and its graph. Creates them
/// if they are missing.
///
/// # Panics
/// If they cannot be created.
pub fn sample() -> PathBuf {
    let pecan = program("pecan");
    let folder = pecan.ancestors().nth(2).expect("programs lie in a folder").join("sample");
    if !folder.join("questions.jsonl").is_file() {
        let story = ["story", "--seed", "900", "--chunks", "12", "--out", text(&folder)];
        let written = Command::new(pecan).args(story).stdout(Stdio::null()).status();
        assert!(written.is_ok_and(|status| status.success()), "there is no sample book");
    }
    let (library, book) = (folder.join("library"), folder.join("story.epub"));
    let add = ["--library", text(&library), "add", text(&book)];
    let added = Command::new(program("pecan")).args(add).stdout(Stdio::null()).status();
    assert!(added.is_ok_and(|status| status.success()), "the sample book has no graph");
    folder
}

/// Holds the machine for one test, since two models on the same cores slow each other down.
pub fn alone() -> MutexGuard<'static, ()> {
    static MACHINE: Mutex<()> = Mutex::new(());
    // A test that failed while it held the machine has released it.
    MACHINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A library of its own, with the story book of a seed beside it.
pub struct Desk {
    /// Contains everything, and is deleted with this value.
    pub folder: TempDir,
}

/// The output and the exit status of a command.
pub struct CommandOutput {
    /// The one JSON value on stdout.
    pub json: Value,
    /// Whether the exit status was 0.
    pub succeeded: bool,
}

impl Desk {
    /// An empty library.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    /// A path in this desk's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a story of `chunks` chunks into `story/` and returns that folder.
    pub fn story(&self, seed: u64, chunks: usize) -> PathBuf {
        let out = self.path("story");
        let (seed, chunks) = (seed.to_string(), chunks.to_string());
        let ran = self.json(&["story", "--seed", &seed, "--chunks", &chunks, "--out", text(&out)]);
        assert!(ran.succeeded, "{}", ran.json);
        out
    }

    /// The command `pecan --library … ARGUMENTS`, ready to start.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program("pecan"));
        command.arg("--library").arg(self.path("library")).args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs a command with `--json` that may create no file larger than this many blocks of 512
    /// bytes.
    ///
    /// # Panics
    /// If it prints no JSON, for example because it was killed.
    pub fn json_with_limit(&self, blocks: u32, arguments: &[&str]) -> CommandOutput {
        let command = self.command(&[arguments, &["--json"]].concat());
        let output = Command::new("sh")
            .args(["-c", &format!("ulimit -f {blocks} && exec \"$@\""), "sh"])
            .arg(command.get_program())
            .args(command.get_args())
            .stdin(Stdio::null())
            .output()
            .expect("sh starts");
        CommandOutput::of(&output, arguments)
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("pecan starts")
    }

    /// Begins to add a book, and kills that as soon as the graph, as `pecan show` prints it, meets
    /// a condition; or lets it end, if it is faster.
    ///
    /// # Panics
    /// If neither happens.
    pub fn kill_adding(&self, book: &Path, such: impl Fn(&Value) -> bool) {
        self.kill(&["add", text(book)], such);
    }

    /// Kills a building command as soon as the first document's graph meets a condition. Returns
    /// whether the command was still running.
    ///
    /// # Panics
    /// If it does not start, or the graph never meets the condition.
    pub fn kill(&self, arguments: &[&str], such: impl Fn(&Value) -> bool) -> bool {
        let mut adding = self.begin(arguments);
        self.wait_for_graph(&mut adding, such);
        adding.kill().expect("it can be killed");
        !adding.wait().expect("it was started here").success()
    }

    /// Kills a command as soon as a condition is met. Returns whether the command was still
    /// running.
    ///
    /// # Panics
    /// If it does not start.
    pub fn kill_when(&self, arguments: &[&str], is_so: impl Fn() -> bool) -> bool {
        let mut child = self.begin(arguments);
        while child.try_wait().expect("it was started here").is_none() && !is_so() {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().expect("it can be killed");
        !child.wait().expect("it was started here").success()
    }

    /// Begins to add a book.
    ///
    /// # Panics
    /// If the command does not start.
    pub fn begin_adding(&self, book: &Path) -> Child {
        self.begin(&["add", text(book)])
    }

    fn begin(&self, arguments: &[&str]) -> Child {
        let mut adding = self.command(arguments);
        adding.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("pecan starts")
    }

    /// Waits until the first document's graph meets a condition, or the building command ends.
    ///
    /// # Panics
    /// If neither happens.
    pub fn wait_for_graph(&self, building: &mut Child, such: impl Fn(&Value) -> bool) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(600) {
            let ended = building.try_wait().expect("it was started here").is_some();
            if ended || such(&self.json(&["show", "1"]).json) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("no such graph within ten minutes");
    }

    /// The texts of the nodes of the first document's graph.
    pub fn nodes(&self) -> Vec<String> {
        self.nodes_of(1)
    }

    /// The texts of the nodes of a document's graph.
    pub fn nodes_of(&self, document: u32) -> Vec<String> {
        let graph = self.json(&["show", &document.to_string()]).json;
        let nodes = graph["nodes"].as_array().map_or(&[][..], Vec::as_slice);
        nodes.iter().filter_map(|node| node["text"].as_str()).map(str::to_owned).collect()
    }

    /// The newest answer with its path.
    pub fn newest_answer(&self) -> Value {
        let number = self.json(&["history"]).json[0]["id"].to_string();
        self.json(&["history", "--question", &number]).json
    }

    /// The window on this library as a screen reader sees it.
    #[cfg(target_os = "linux")]
    pub fn tree(&self) -> accessible::AccessibilityTree {
        accessible::AccessibilityTree::of(&[
            text(&program("pecan-desktop")),
            text(&self.path("library")),
        ])
    }

    /// Runs a command with `--json` and parses the one value that it prints.
    pub fn json(&self, arguments: &[&str]) -> CommandOutput {
        CommandOutput::of(&self.run(&[arguments, &["--json"]].concat()), arguments)
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl CommandOutput {
    fn of(output: &Output, arguments: &[&str]) -> Self {
        let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            let printed = String::from_utf8_lossy(&output.stdout);
            let complaint = String::from_utf8_lossy(&output.stderr);
            let status = output.status;
            panic!("{arguments:?} printed no JSON ({error}; {status}): {printed:?}\n{complaint}")
        });
        Self { json, succeeded: output.status.success() }
    }

    /// The error's code; empty if there is none.
    pub fn code(&self) -> &str {
        self.json["error"]["code"].as_str().unwrap_or_default()
    }
}

/// Puts a text into a library, without a graph.
///
/// # Errors
/// If it cannot be written.
pub fn add_text(library: &mut Writer, title: &str, text: &str) -> library::Result<DocumentId> {
    let end = text.chars().count() as u32;
    let page = DocumentPage {
        number: 1,
        label: String::new(),
        start: 0,
        end,
        size: None,
        words: Vec::new(),
    };
    library.add_document(&NewDocument {
        title: Some(title),
        author: Some("A. Writer"),
        language: Some("en"),
        format: "text",
        file_name: "made.txt",
        original: text.as_bytes(),
        text,
        paged: false,
        pages: &[page],
        outline: &[],
    })
}

/// Whether a graph has at least this many points.
pub fn points(graph: &Value, wanted: usize) -> bool {
    let nodes = graph["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    nodes.iter().filter(|node| node["level"] != 1).count() >= wanted
}

/// A text with single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The content of a file that is being saved, once it exists.
///
/// # Panics
/// If it never exists.
pub fn written(file: &Path) -> String {
    let begun = Instant::now();
    loop {
        match std::fs::read_to_string(file) {
            Ok(text) => return text,
            Err(error) if begun.elapsed().as_secs() > 60 => panic!("{}: {error}", file.display()),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// A path as an argument.
///
/// # Panics
/// If it is not UTF-8, which temporary paths are.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}

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
