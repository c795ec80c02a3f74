//! The files of a report.

use std::fs;
use std::io;
use std::path::Path;

use protocol::{Code, Failure};

use super::pictures::Picture;
use super::table::plain;
use super::{Numbers, Tabled, page, sheets, tables};

/// Writes every file, each whole or not at all.
pub fn write(numbers: &Numbers<'_>, folder: &Path) -> Result<(), Failure> {
    make(folder)?;
    let tabled = Tabled { results: numbers.results, table: numbers.summaries.clone() };
    let json = serde_json::to_string_pretty(&tabled).map_err(|error| {
        Failure::new(Code::Internal, format!("What was found cannot be written down: {error}."))
    })?;
    let files = [
        ("results.json", json + "\n"),
        ("answers.csv", sheets::answers(numbers.results)),
        ("summary.csv", sheets::summary(numbers)),
        ("table.md", markdown(numbers)),
        ("report.html", page::page(numbers)),
    ];
    for (name, text) in files {
        write_text(&folder.join(name), &text)?;
    }
    Ok(())
}

/// Makes the folder for a report, if it is not there, so that it is known to be possible before hours
/// have passed.
///
/// # Errors
///
/// If it cannot be made.
pub fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))
}

/// Writes a file whole or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    pocket::write_whole(path, text.as_bytes()).map_err(|error| unwritten(path, &error))
}

/// Writes pictures into a folder, and gives the lines of Markdown that show them.
pub fn pictures(pictures: &[Picture], folder: &Path, from: &str) -> Result<String, Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let mut text = String::new();
    for Picture { file, caption, svg } in pictures {
        write_text(&folder.join(file), svg)?;
        let caption = plain(caption);
        text.push_str(&format!("![{}]({from}/{file})\n\n", caption.replace(['[', ']'], "")));
        if !caption.is_empty() {
            text.push_str(&format!("{caption}\n\n"));
        }
    }
    Ok(text)
}

/// All tables of all data sets.
fn markdown(numbers: &Numbers<'_>) -> String {
    let datasets = numbers.datasets();
    let tables = datasets.iter().flat_map(|dataset| tables::tables(numbers, dataset));
    let tables: Vec<String> = tables.map(|table| table.markdown()).collect();
    tables.join("\n")
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let message =
        format!("{} cannot be written: {error}. Name another folder with --out.", path.display());
    Failure::new(Code::FileUnwritable, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Results;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn a_folder_has_every_file_and_what_was_found_can_be_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("new/report");
        let all = results(vec![answered("a", "1", "pecan", 1.0), not_run("a", "1", "whole")]);
        // A second time over the first.
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
    fn a_folder_that_cannot_be_made_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        let all = Results::default();
        let failure = write(&Numbers::of(&all), &file.join("inner")).unwrap_err();
        assert_eq!(failure.code, Code::FileUnwritable);
    }
}
