//! The files of a report.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use protocol::{Code, Failure};

use super::flat::sheet;
use super::numbers::Numbers;
use super::page::{PLOTS, page};
use super::plots::{Plot, plots};

/// Writes `results.json`, `results.csv`, `results.md` and `plots/*.svg` into a folder, which is created
/// if needed. None of the first three is replaced before all of them are complete.
///
/// # Errors
///
/// If the folder cannot be created, or a file cannot be written.
pub fn write(numbers: &Numbers<'_>, folder: &Path) -> Result<(), Failure> {
    make(folder)?;
    let plots = if numbers.results.choosing { Vec::new() } else { plots(numbers)? };
    let json = serde_json::to_string_pretty(numbers).map_err(|error| {
        Failure::new(Code::Internal, format!("The results cannot be written: {error}."))
    })?;
    let files = [
        ("results.json", json + "\n"),
        ("results.csv", sheet(&numbers.table)),
        ("results.md", page(numbers, &plots)),
    ];
    write_all(&files.map(|(name, text)| (folder.join(name), text)))?;
    write_plots(&plots, folder)
}

fn write_plots(plots: &[Plot], folder: &Path) -> Result<(), Failure> {
    let folder = folder.join(PLOTS);
    let write = |Plot { file, svg, .. }: &Plot| {
        let path = folder.join(file);
        atomic_file::write(&path, svg.as_bytes()).map_err(|error| unwritten(&path, &error))
    };
    make(&folder)?;
    plots.iter().try_for_each(write)
}

/// Writes these files completely. All of them are first written beside their destinations, and only if
/// that succeeds are they renamed one by one. A file that cannot be written changes nothing. Between
/// two renames, new files stand beside old ones: a process that is killed or fails just then leaves
/// that state.
fn write_all(files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let all: Vec<(PathBuf, PathBuf, &str)> = files
        .iter()
        .map(|(path, text)| (whole(path), path.with_added_extension("new"), text.as_str()))
        .collect();
    let written = all.iter().try_for_each(|(path, new, text)| {
        let is_free = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(()) };
        let written = is_free.and_then(|()| atomic_file::write(new, text.as_bytes()));
        written.map_err(|error| unwritten(path, &error))
    });
    let taken = written.and_then(|()| {
        let mut new = all.iter();
        new.try_for_each(|(path, new, _)| {
            fs::rename(new, path).map_err(|error| unwritten(path, &error))
        })
    });
    if taken.is_err() {
        // The failure that matters is the first one.
        all.iter().for_each(|(_, new, _)| drop(fs::remove_file(new)));
    }
    taken
}

/// Creates the folder for a report if needed, so that a problem shows before hours of work.
///
/// # Errors
///
/// If it cannot be created.
pub fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let message =
        format!("{} cannot be written: {error}. Choose another folder with --out.", path.display());
    Failure::new(Code::FileUnwritable, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results};
    use crate::comparison::{Record, Results};

    fn text(folder: &Path, name: &str) -> String {
        fs::read_to_string(folder.join(name)).unwrap()
    }

    #[test]
    fn a_folder_has_every_file_and_what_was_found_can_be_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("new/report");
        let mut all = results(vec![answered("a", "1", "pecan", 1.0), not_run("a", "1", "whole")]);
        (all.problems, all.left_out) = (vec!["Line 2 is none.".into()], 1);
        // The second time, over the first.
        for _ in 0..2 {
            write(&Numbers::of(&all), &inner).unwrap();
        }
        let names = fs::read_dir(&inner).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["plots", "results.csv", "results.json", "results.md"]);
        let back: Results = serde_json::from_str(&text(&inner, "results.json")).unwrap();
        assert_eq!((back.records.len(), back.methods), (2, all.methods.clone()));
        let page = text(&inner, "results.md");
        for part in ["a machine", "abc123", "    pecan-lab eval --data a.jsonl\n", "## a\n"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(page.contains("| 100.0 [100.0, 100.0] |"), "{page}");
        assert!(page.ends_with("- Line 2 is none.\n- One line or document was skipped.\n"));
        write(&Numbers::of(&Results::default()), &inner).unwrap();
    }

    #[test]
    fn nothing_is_replaced_if_one_file_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("results.csv"), "old").unwrap();
        fs::create_dir(folder.path().join("results.md")).unwrap();
        let all = results(vec![answered("a", "1", "pecan", 1.0)]);
        let failure = write(&Numbers::of(&all), folder.path()).unwrap_err();
        assert!(failure.to_string().contains("results.md cannot be written"), "{failure}");
        assert_eq!(text(folder.path(), "results.csv"), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        let below_a_file = folder.path().join("results.csv/inner");
        let failure = write(&Numbers::of(&all), &below_a_file).unwrap_err();
        assert_eq!(failure.code, Code::FileUnwritable);
    }

    #[test]
    fn where_nothing_is_answered_the_page_says_what_was_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let chosen = answered("a", "1", "bm25:5", 1.0);
        let chosen = Record { scores: None, reached: Some(true), ..chosen };
        let all = Results { choosing: true, ..results(vec![chosen]) };
        write(&Numbers::of(&all), folder.path()).unwrap();
        let page = text(folder.path(), "results.md");
        assert!(page.contains("How often the chosen chunks contain") && !page.contains("TFLOPs"));
    }
}
