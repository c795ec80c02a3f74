//! The documents in a folder and in those inside it.

use std::path::{Path, PathBuf};

use protocol::{Code, EXTENSIONS, Failure};
use walkdir::{DirEntry, WalkDir};

use crate::import::unreadable;

/// What lies in a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Folder {
    /// Files that are named as documents are, or without an ending, by path.
    pub documents: Vec<PathBuf>,
    /// What could not be looked at, and why.
    pub failed: Vec<(PathBuf, Failure)>,
    /// How many others there are, links among them.
    pub others: u32,
}

/// Looks through a folder. Hidden files and folders, and what a browser saved beside a web page, are
/// passed over; links are not followed.
///
/// # Errors
///
/// If the folder itself cannot be read; one inside it keeps nothing else out.
pub(crate) fn look(folder: &Path) -> Result<Folder, Failure> {
    let mut found = Folder::default();
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(|entry| entry.depth() == 0 || !is_passed_over(entry)) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let (path, depth) = (error.path().unwrap_or(folder).to_owned(), error.depth());
                let failure = unreadable(&path, &error.into());
                if depth == 0 {
                    return Err(failure);
                }
                found.failed.push((path, failure));
                continue;
            }
        };
        let kind = entry.file_type();
        if kind.is_file() && may_be_document(entry.path()) {
            found.documents.push(entry.into_path());
        } else if !kind.is_dir() {
            found.others += 1;
        }
    }
    Ok(found)
}

/// What a folder's collection is called.
pub(crate) fn name(folder: &Path) -> String {
    let whole = folder.canonicalize();
    let whole = whole.as_deref().unwrap_or(folder);
    whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
}

/// A path as the library keeps it.
///
/// # Errors
///
/// If it is not Unicode.
pub fn unicode(path: &Path) -> Result<String, Failure> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        let message = format!("The name of {} is not Unicode. Rename the file.", path.display());
        Failure::new(Code::FileUnreadable, message)
    })
}

fn is_passed_over(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') || entry.file_type().is_dir() && belongs_to_page(entry.path(), &name)
}

/// `Page_files` beside `Page.html`.
fn belongs_to_page(folder: &Path, name: &str) -> bool {
    let Some(page) = name.strip_suffix("_files") else { return false };
    ["html", "htm"].iter().any(|end| folder.with_file_name(format!("{page}.{end}")).is_file())
}

/// Whether it is named as documents are. What a name without an ending is, its content tells.
fn may_be_document(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    path.extension().is_none()
        || EXTENSIONS
            .iter()
            .any(|end| name.strip_suffix(end).is_some_and(|stem| stem.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn documents_are_found_and_the_rest_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            "b.pdf",
            "a/Z.TXT",
            "a/cover.jpg",
            "a/b/c.fb2.zip",
            "novel",
            ".hidden.txt",
            ".git/a.txt",
            "Page.html",
            "Page_files/frame.html",
            "my_files/d.epub",
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let found = look(folder.path()).unwrap();
        let relative = |path: &PathBuf| path.strip_prefix(folder.path()).unwrap().to_owned();
        let documents: Vec<PathBuf> = found.documents.iter().map(relative).collect();
        let expected =
            ["Page.html", "a/Z.TXT", "a/b/c.fb2.zip", "b.pdf", "my_files/d.epub", "novel"];
        assert_eq!(documents, expected.map(PathBuf::from));
        assert_eq!(found.others, 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let failure = look(Path::new("no/such/folder")).unwrap_err();
        assert_eq!(failure.code, protocol::Code::FileMissing);
    }
}
