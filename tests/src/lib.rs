//! Drives the real programs as a user would: `pecan`, `pecan-lab` and the window, with a library in a temporary folder.

#[cfg(target_os = "linux")]
pub mod accessible;
pub mod browser;
pub mod cli_output;
pub mod clients;
#[cfg(target_os = "linux")]
pub mod dialog;
pub mod faults;
pub mod guard;
pub mod hostile;
pub mod hub;
#[cfg(target_os = "linux")]
pub mod keyboard;
pub mod models;
#[cfg(target_os = "linux")]
pub mod opener;
pub mod passages;
pub mod pdfs;
pub mod processes;
pub mod puppet;
mod sandbox;
#[cfg(target_os = "linux")]
pub mod screen;
#[cfg(target_os = "linux")]
pub mod screen_reader_rules;
#[cfg(unix)]
pub mod script;
pub mod server;
pub mod settings;
pub mod sight;
#[cfg(target_os = "linux")]
pub mod states;
#[cfg(target_os = "linux")]
pub mod steps;
mod story_questions;
#[cfg(target_os = "linux")]
pub mod tour;
#[cfg(target_os = "linux")]
pub mod user_actions;
pub mod words;

pub use sandbox::{CommandOutput, Sandbox, kill_when};
pub use story_questions::{lines, question_of, question_set};

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use library::{NewDocument, Writer};
use protocol::{DocumentId, DocumentPage};
use serde_json::Value;

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
    let lab = program("pecan-lab");
    let folder = lab.ancestors().nth(2).expect("programs lie in a folder").join("sample");
    if !folder.join("questions.jsonl").is_file() {
        let story = ["story", "--seed", "900", "--chunks", "12", "--out", text(&folder)];
        let written = Command::new(lab).args(story).stdout(Stdio::null()).status();
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
