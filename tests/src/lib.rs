//! Drives the real programs as a person would: `pecan` with a library in a temporary folder.

pub mod browser;
#[cfg(target_os = "linux")]
pub mod processes;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tempfile::TempDir;

/// The built program `name`, beside the tests in the target folder.
///
/// # Panics
/// If it has not been built: `cargo xtask test` builds it first.
pub fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    let folder = test.ancestors().nth(2).expect("tests lie two folders below the programs");
    let path = folder.join(name);
    assert!(path.is_file(), "{} is not built; run: cargo xtask test", path.display());
    path
}

/// Holds the machine for one test: two models computing on the same cores wait for each other.
pub fn alone() -> MutexGuard<'static, ()> {
    static MACHINE: Mutex<()> = Mutex::new(());
    // A test that failed while it held the machine has given it back.
    MACHINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A library of its own, with the story book of a seed beside it.
pub struct Desk {
    /// Everything lies in here and goes with it.
    pub folder: TempDir,
}

/// What a command printed and how it ended.
pub struct Ran {
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

    /// `pecan --library … ARGUMENTS`, ready to be started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program("pecan"));
        command.arg("--library").arg(self.path("library")).args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("pecan starts")
    }

    /// Runs a command with `--json` and reads the one value that it prints.
    pub fn json(&self, arguments: &[&str]) -> Ran {
        let output = self.run(&[arguments, &["--json"]].concat());
        let printed = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let json = serde_json::from_str(&printed).unwrap_or_else(|error| {
            let complaint = String::from_utf8_lossy(&output.stderr);
            panic!("{arguments:?} printed no JSON value ({error}): {printed:?}\n{complaint}")
        });
        Ran { json, succeeded: output.status.success() }
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl Ran {
    /// The error's code; empty if there is none.
    pub fn code(&self) -> &str {
        self.json["error"]["code"].as_str().unwrap_or_default()
    }
}

/// A path as an argument.
///
/// # Panics
/// If it is no UTF-8, which temporary paths are.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}

/// The lines of a JSON Lines file.
///
/// # Panics
/// If the file is missing or a line is no JSON.
pub fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}
