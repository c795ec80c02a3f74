//! The system's program for opening addresses, replaced by one that records its arguments.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{script, text};

/// The name by which it is found.
const NAME: &str = "xdg-open";

/// A program in a folder of its own.
pub struct Opener {
    folder: PathBuf,
    notes: PathBuf,
}

impl Opener {
    /// Writes the program into a new folder.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn put(folder: &Path) -> Self {
        fs::create_dir(folder).expect("a folder can be made");
        let (program, notes) = (folder.join(NAME), folder.join("notes"));
        let notes_path = text(&notes);
        script::put(&program, &format!("printf '%s %s\\n' \"$#\" \"$*\" >> '{notes_path}'"));
        Self { folder: folder.to_owned(), notes }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The starts so far: for each, the number of arguments, and the arguments.
    pub fn started(&self) -> Vec<String> {
        // Before the first start there is no record.
        let notes = fs::read_to_string(&self.notes).unwrap_or_default();
        notes.lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn it_notes_what_it_was_started_with() {
        let folder = tempfile::tempdir().unwrap();
        let opener = Opener::put(&folder.path().join("programs"));
        assert!(opener.started().is_empty());
        for arguments in [&["a b"][..], &["c", "$d"]] {
            let started = Command::new(opener.folder().join(NAME)).args(arguments).status();
            assert!(started.unwrap().success());
        }
        assert_eq!(opener.started(), ["1 a b", "2 c $d"]);
    }
}
