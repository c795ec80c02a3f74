//! The files of a report.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use protocol::{Code, Failure};

use super::pictures::SvgPicture;
use super::table::plain;
use super::{Numbers, Tabled, choices, notes, page, sheets, tables};
use crate::comparison::Results;

/// Writes every file completely. None is replaced before all new ones are complete.
pub fn write(numbers: &Numbers<'_>, folder: &Path) -> Result<(), Failure> {
    make(folder)?;
    let tabled = Tabled::of(numbers);
    let json = serde_json::to_string_pretty(&tabled).map_err(|error| {
        Failure::new(Code::Internal, format!("The results cannot be written: {error}."))
    })?;
    let files = [
        ("results.json", json + "\n"),
        ("answers.csv", sheets::answers(numbers.results)),
        ("summary.csv", sheets::summary(numbers)),
        ("table.md", markdown(numbers)),
        ("report.html", page::page(numbers)),
    ];
    write_all(&files.map(|(name, text)| (folder.join(name), text)))
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

/// Writes a file completely or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    atomic_file::write(path, text.as_bytes()).map_err(|error| unwritten(path, &error))
}

/// Writes pictures into a folder, and returns the Markdown lines that show them.
pub fn pictures(pictures: &[SvgPicture], folder: &Path, from: &str) -> Result<String, Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let mut text = String::new();
    for SvgPicture { file, caption, svg } in pictures {
        write_text(&folder.join(file), svg)?;
        let caption = plain(caption);
        text.push_str(&format!("![{}]({from}/{file})\n\n", caption.replace(['[', ']'], "")));
        if !caption.is_empty() {
            text.push_str(&format!("{caption}\n\n"));
        }
    }
    Ok(text)
}

/// Returns all tables of all data sets, and below them what readers need to know.
fn markdown(numbers: &Numbers<'_>) -> String {
    let tables = match numbers.results.choosing {
        true => vec![choices::table(numbers)],
        false => {
            let datasets = numbers.datasets().into_iter();
            datasets.flat_map(|dataset| tables::tables(numbers, dataset)).collect()
        }
    };
    let tables = tables.iter().map(|table| table.markdown() + "\n");
    let Results { problems, left_out, .. } = numbers.results;
    let notes =
        notes::matched(numbers).into_iter().chain(notes::counted(problems.len(), *left_out));
    tables.chain(notes.map(|note| format!("- {}\n", plain(&note)))).collect()
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let message =
        format!("{} cannot be written: {error}. Choose another folder with --out.", path.display());
    Failure::new(Code::FileUnwritable, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Record;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn a_folder_has_every_file_and_what_was_found_can_be_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("new/report");
        let all = results(vec![answered("a", "1", "pecan", 1.0), not_run("a", "1", "whole")]);
        // The second time, over the first.
        for _ in 0..2 {
            write(&Numbers::of(&all), &inner).unwrap();
        }
        let mut names: Vec<String> = fs::read_dir(&inner)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let expected = ["answers.csv", "report.html", "results.json", "summary.csv", "table.md"];
        assert_eq!(names, expected);
        let text = |name: &str| fs::read_to_string(inner.join(name)).unwrap();
        let back: Results = serde_json::from_str(&text("results.json")).unwrap();
        assert_eq!((back.records.len(), back.methods), (2, all.methods.clone()));
        assert!(text("table.md").contains("| pecan  |   1 | 100.0 [100.0, 100.0] |"));
    }

    #[test]
    fn nothing_is_replaced_if_one_file_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        fs::write(folder.path().join("summary.csv"), "old").unwrap();
        fs::create_dir(folder.path().join("report.html")).unwrap();
        let all = results(vec![answered("a", "1", "pecan", 1.0)]);
        let failure = write(&Numbers::of(&all), folder.path()).unwrap_err();
        assert!(failure.to_string().contains("report.html cannot be written"), "{failure}");
        assert_eq!(text("summary.csv"), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        fs::remove_dir(folder.path().join("report.html")).unwrap();
        write(&Numbers::of(&all), folder.path()).unwrap();
        assert!(text("summary.csv").len() > 100);
    }

    #[test]
    fn where_nothing_is_answered_every_file_says_what_was_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let chosen = answered("a", "1", "bm25:5", 1.0);
        let chosen = Record { scores: None, reached: Some(true), ..chosen };
        let (problems, left_out) = (vec!["Line 2 is none.".into()], 1);
        let all = Results { choosing: true, problems, left_out, ..results(vec![chosen]) };
        write(&Numbers::of(&all), folder.path()).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for name in ["table.md", "report.html"] {
            assert!(text(name).contains("How often the chosen chunks contain"), "{}", text(name));
            assert!(!text(name).contains("TFLOPs"), "{}", text(name));
        }
        assert!(text("table.md").ends_with("\n- One line or document was skipped.\n"));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        let all = Results::default();
        let failure = write(&Numbers::of(&all), &file.join("inner")).unwrap_err();
        assert_eq!(failure.code, Code::FileUnwritable);
    }
}
