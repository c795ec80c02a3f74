//! The sample book that comes with Pecan.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use library::ContentHash;
use protocol::SampleBook;
use serde::Deserialize;

use crate::config::Config;

/// Its location relative to the program's folder: in an installed package, and where Pecan was built.
const FOLDERS: [&str; 2] = ["../share/pecan/sample", "../sample"];

/// A line of the book's questions.
#[derive(Deserialize)]
struct SampleQuestion {
    question: String,
    answerable: bool,
}

/// Returns the sample book, if it is installed.
pub fn find() -> Option<SampleBook> {
    folders().iter().find_map(|folder| in_folder(folder))
}

/// Returns the content hash of the sample book, which identifies it in a library.
pub(crate) fn content() -> Option<ContentHash> {
    static CONTENT: OnceLock<Option<ContentHash>> = OnceLock::new();
    let of = || Some(ContentHash::of(&fs::read(find()?.file).ok()?));
    CONTENT.get_or_init(of).clone()
}

/// Returns a library that holds the sample book with its graph, if it is installed.
fn library() -> Option<PathBuf> {
    let libraries = folders().into_iter().map(|folder| folder.join("library"));
    libraries.into_iter().find(|library| library.is_dir())
}

/// Starts the library with the sample book if Pecan was never used; returns whether it did so.
pub fn begin(config: &Config) -> bool {
    library().is_some_and(|sample| config.begin_with(&sample).unwrap_or(false))
}

fn folders() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent);
    folder.map_or_else(Vec::new, |folder| FOLDERS.map(|place| folder.join(place)).into())
}

fn in_folder(folder: &Path) -> Option<SampleBook> {
    let file = Some(folder.join("story.epub")).filter(|file| file.is_file())?;
    let questions = fs::read_to_string(folder.join("questions.jsonl")).ok()?;
    let parse = |line: &str| serde_json::from_str::<SampleQuestion>(line).ok();
    let answered = questions.lines().filter_map(parse).find(|question| question.answerable)?;
    Some(SampleBook { file: text(file)?, question: answered.question })
}

/// The window takes paths as text.
fn text(file: PathBuf) -> Option<String> {
    fs::canonicalize(file).ok()?.into_os_string().into_string().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_a_book_with_a_question_that_it_answers() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(in_folder(folder.path()), None);
        fs::write(folder.path().join("story.epub"), "").unwrap();
        assert_eq!(in_folder(folder.path()), None);
        let questions = "{\"question\": \"Where is X?\", \"answerable\": false}\n\
                         {\"question\": \"Where is Y?\", \"answerable\": true, \"more\": 1}\n";
        fs::write(folder.path().join("questions.jsonl"), questions).unwrap();
        let sample = in_folder(folder.path()).unwrap();
        assert_eq!(sample.question, "Where is Y?");
        assert!(sample.file.ends_with("story.epub"));
    }
}
