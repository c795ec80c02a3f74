//! Runs Pecan on a sample book: in its window, or in the terminal if there is no display.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::places::WorkspacePaths;
use crate::programs::{self, BuildOptions, program};
use crate::shell::{run, say};

/// The sample book's seed, which is not used in training, and its length in chunks.
const SAMPLE: [&str; 4] = ["--seed", "900", "--chunks", "12"];

/// Sets up, builds, and opens the window with the sample book. Without a display, does the same in
/// the terminal.
///
/// # Errors
/// If something cannot be installed, does not compile, or fails.
pub fn open(places: &WorkspacePaths, wishes: BuildOptions) -> Result<()> {
    programs::build(places, wishes)?;
    let sample = write_sample(places)?;
    if has_display() {
        say("app", &format!("opening the window; a question to ask: {}", first_question(&sample)?));
        return run(program(places, "pecan-desktop").arg(sample.join("story.epub")));
    }
    say("app", "no display was found (DISPLAY and WAYLAND_DISPLAY are not set)");
    say("app", "continuing in the terminal: adding the sample book and asking about it");
    in_terminal(places, &sample)
}

/// Writes the sample book and its questions into the target folder, along with a library that holds
/// the book and its graph, which the first window opens with.
///
/// # Errors
/// If `pecan-lab` or `pecan` fails.
pub fn write_sample(places: &WorkspacePaths) -> Result<PathBuf> {
    let folder = places.target.join("sample");
    let mut story = program(places, "pecan-lab");
    story.arg("story").args(SAMPLE).arg("--out").arg(&folder);
    run(story.stdout(Stdio::null()))?;
    let mut add = program(places, "pecan");
    add.arg("--library").arg(folder.join("library")).arg("add").arg(folder.join("story.epub"));
    run(add.stdout(Stdio::null()).stderr(Stdio::null()))?;
    say("sample", &format!("wrote a made-up book into {}", folder.display()));
    Ok(folder)
}

fn in_terminal(places: &WorkspacePaths, sample: &Path) -> Result<()> {
    let mut add = program(places, "pecan");
    let added = add
        .args(["add", "--json"])
        .arg(sample.join("story.epub"))
        .stderr(Stdio::inherit())
        .output()
        .context("pecan cannot be started")?;
    let document = document_id(&added.stdout)?;
    let question = first_question(sample)?;
    say("question", &question);
    run(program(places, "pecan").args(["ask", &document.to_string(), &question]))?;
    let pecan = places.program("pecan");
    say("app", &format!("to ask more: {} ask {document} \"…\"", pecan.display()));
    Ok(())
}

/// The document's number in the output of `pecan add --json`.
fn document_id(printed: &[u8]) -> Result<u64> {
    let value: Value = serde_json::from_slice(printed).context("what `pecan add` printed")?;
    match value[0]["id"].as_u64() {
        Some(id) => Ok(id),
        None => bail!("the sample book was not added: {value}"),
    }
}

/// A question that the book answers.
fn first_question(sample: &Path) -> Result<String> {
    let file = sample.join("questions.jsonl");
    answerable(&fs::read_to_string(&file).with_context(|| file.display().to_string())?)
}

/// The first question that the book answers.
fn answerable(questions: &str) -> Result<String> {
    for line in questions.lines() {
        let value: Value = serde_json::from_str(line).context("a question of the sample book")?;
        if let (Some(true), Some(question)) =
            (value["answerable"].as_bool(), value["question"].as_str())
        {
            return Ok(question.to_owned());
        }
    }
    bail!("the sample book has no question that it answers")
}

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answerable_question_is_asked() {
        let questions = concat!(
            "{\"question\": \"Where is X?\", \"answerable\": false}\n",
            "{\"question\": \"Where is Y?\", \"answerable\": true}\n",
            "{\"question\": \"Where is Z?\", \"answerable\": true}\n",
        );
        assert_eq!(answerable(questions).unwrap(), "Where is Y?");
        assert!(answerable("{\"question\": \"Why?\", \"answerable\": false}").is_err());
        assert!(answerable("Why?").is_err());
    }

    #[test]
    fn the_number_or_the_error() {
        assert_eq!(document_id(br#"[{"id": 7, "title": "Story"}]"#).unwrap(), 7);
        let error = document_id(br#"{"error": {"code": "embedder_missing"}}"#).unwrap_err();
        assert!(error.to_string().contains("embedder_missing"), "{error}");
    }
}
