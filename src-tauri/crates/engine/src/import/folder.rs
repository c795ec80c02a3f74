//! The documents in a folder and in those inside it.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use documents::HEAD;
use protocol::{AddedItem, Code, EXTENSIONS, Failure, MOST_NAMED};
use walkdir::{DirEntry, WalkDir};

use crate::import::files::unreadable;

/// The contents of a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Folder {
    /// Files with a document's name or no extension, or that begin like documents, by path.
    pub documents: Vec<PathBuf>,
    /// Entries that could not be examined, and why.
    pub failed: Vec<(PathBuf, Failure)>,
    /// All other files, including links that lead to no file.
    pub others: Vec<PathBuf>,
}

/// Searches a folder. Hidden files and folders, and files that a browser saved beside a web page, are skipped; links to
/// files are followed, links to folders are not.
///
/// # Errors
///
/// If the folder itself cannot be read. One inside it does not affect the others.
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
        if entry.file_type().is_dir() {
            continue;
        }
        if leads_to_file(&entry) && may_be_document(entry.path()) {
            found.documents.push(entry.into_path());
        } else {
            found.others.push(entry.into_path());
        }
    }
    Ok(found)
}

/// Reports the files of a folder that are left out: their number, and the first ones.
pub(crate) fn left_out(folder: &str, mut others: Vec<PathBuf>) -> AddedItem {
    others.sort();
    let relative =
        |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
    let files = others.iter().take(MOST_NAMED).map(relative).collect();
    AddedItem::LeftOut { folder: folder.into(), left_out: others.len() as u32, files }
}

/// Returns the name of a folder's collection.
pub(crate) fn name(folder: &Path) -> String {
    let whole = folder.canonicalize();
    let whole = whole.as_deref().unwrap_or(folder);
    whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
}

/// Returns a path as the library stores it.
///
/// # Errors
///
/// If it is not Unicode.
pub fn unicode(path: &Path) -> Result<String, Failure> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        let message = format!(
            "The name of {} is not valid Unicode. Rename the file or its folder.",
            path.display()
        );
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

/// Returns whether the entry is a file, or a link to one.
fn leads_to_file(entry: &DirEntry) -> bool {
    entry.file_type().is_file()
        || entry.path_is_symlink() && entry.path().metadata().is_ok_and(|about| about.is_file())
}

/// Returns whether the file is named like a document or begins like one. For a name without an extension, the whole
/// content decides; plain text with any other name usually belongs to a program or is a table.
fn may_be_document(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_named = |end: &&str| name.strip_suffix(*end).is_some_and(|stem| stem.ends_with('.'));
    path.extension().is_none() || EXTENSIONS.iter().any(is_named) || begins_as_document(path)
}

/// Returns whether a file begins like a document. One that cannot be opened does not.
fn begins_as_document(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head));
    read.is_ok() && documents::begins_as_document(&head)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn documents_are_found_and_the_rest_is_named() {
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
            "notes.csv",
            "ship.log",
            "guide.rst",
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        fs::write(folder.path().join("paper.download"), "%PDF-1.7\n").unwrap();
        let packed = b"PK\x03\x04......................\x05\0\0\0x.fb2<?xml";
        fs::write(folder.path().join("book.fb2.bak"), packed).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("far.txt"), "x").unwrap();
        #[cfg(unix)]
        for (to, link) in [("far.txt", "near.txt"), ("none.txt", "lost.txt"), ("", "all")] {
            let to = elsewhere.path().join(to);
            std::os::unix::fs::symlink(to, folder.path().join(link)).unwrap();
        }
        let found = look(folder.path()).unwrap();
        let relative = |path: &PathBuf| path.strip_prefix(folder.path()).unwrap().to_owned();
        let documents: Vec<PathBuf> = found.documents.iter().map(relative).collect();
        let mut expected = vec![
            "Page.html",
            "a/Z.TXT",
            "a/b/c.fb2.zip",
            "b.pdf",
            "book.fb2.bak",
            "guide.rst",
            "my_files/d.epub",
            "near.txt",
            "novel",
            "paper.download",
            "ship.log",
        ];
        expected.retain(|name| cfg!(unix) || *name != "near.txt");
        let expected: Vec<PathBuf> = expected.into_iter().map(PathBuf::from).collect();
        assert_eq!(documents, expected);
        let mut expected = vec!["a/cover.jpg", "all", "lost.txt", "notes.csv"];
        expected.retain(|name| cfg!(unix) || !["all", "lost.txt"].contains(name));
        let others: Vec<PathBuf> = found.others.iter().map(relative).collect();
        assert_eq!(others, expected.into_iter().map(PathBuf::from).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_of_those_left_out_are_named() {
        let files: Vec<String> =
            (0..MOST_NAMED + 2).map(|nth| format!("inner/{nth:02}.csv")).collect();
        let paths = files.iter().rev().map(|file| Path::new("/books").join(file)).collect();
        let expected = AddedItem::LeftOut {
            folder: "/books".into(),
            left_out: files.len() as u32,
            files: files[..MOST_NAMED].to_vec(),
        };
        assert_eq!(left_out("/books", paths), expected);
    }

    #[test]
    fn a_missing_folder_is_reported() {
        let failure = look(Path::new("no/such/folder")).unwrap_err();
        assert_eq!(failure.code, protocol::Code::FileMissing);
    }
}
