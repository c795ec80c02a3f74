//! A library of its own for a test, and the commands that use it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::accessible::AccessibilityTree;
use crate::{program, text};

/// A library of its own, with the story book of a seed beside it.
pub struct Sandbox {
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

impl Sandbox {
    /// An empty library.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    /// A path in this sandbox's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a story of `chunks` chunks into `story/` and returns that folder.
    pub fn story(&self, seed: u64, chunks: usize) -> PathBuf {
        let out = self.path("story");
        let (seed, chunks) = (seed.to_string(), chunks.to_string());
        let ran = self.lab(&["story", "--seed", &seed, "--chunks", &chunks, "--out", text(&out)]);
        assert!(ran.succeeded, "{}", ran.json);
        out
    }

    /// The command `pecan --library … ARGUMENTS`, ready to start.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program("pecan"));
        command.arg("--library").arg(self.path("library")).args(arguments).stdin(Stdio::null());
        command
    }

    /// The command `pecan-lab ARGUMENTS --library …`, ready to start.
    pub fn lab_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program("pecan-lab"));
        command.args(arguments).arg("--library").arg(self.path("library")).stdin(Stdio::null());
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
    pub fn tree(&self) -> AccessibilityTree {
        AccessibilityTree::of(&[text(&program("pecan-desktop")), text(&self.path("library"))])
    }

    /// Runs a command of `pecan-lab` with `--json` and parses the one value that it prints.
    pub fn lab(&self, arguments: &[&str]) -> CommandOutput {
        let output = self.lab_command(&[arguments, &["--json"]].concat()).output();
        CommandOutput::of(&output.expect("pecan-lab starts"), arguments)
    }

    /// Runs a command with `--json` and parses the one value that it prints.
    pub fn json(&self, arguments: &[&str]) -> CommandOutput {
        CommandOutput::of(&self.run(&[arguments, &["--json"]].concat()), arguments)
    }
}

impl Default for Sandbox {
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

/// Kills a command as soon as a condition is met. Returns whether the command was still running.
///
/// # Panics
/// If it does not start.
pub fn kill_when(mut command: Command, is_so: impl Fn() -> bool) -> bool {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("the program starts");
    while child.try_wait().expect("it was started here").is_none() && !is_so() {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    !child.wait().expect("it was started here").success()
}
