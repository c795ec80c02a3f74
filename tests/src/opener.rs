//! What the system opens addresses with, replaced by a program that notes what it was started with.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::text;

/// The name by which it is found.
const NAME: &str = "xdg-open";

/// A program in a folder of its own.
pub struct Opener {
    folder: PathBuf,
    notes: PathBuf,
}

impl Opener {
    /// Puts one into a new folder.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn put(folder: &Path) -> Self {
        fs::create_dir(folder).expect("a folder can be made");
        let (program, notes) = (folder.join(NAME), folder.join("notes"));
        let notes_path = text(&notes);
        let script = format!("#!/bin/sh\nprintf '%s %s\\n' \"$#\" \"$*\" >> '{notes_path}'\n");
        let draft = folder.join("draft");
        fs::write(&draft, script).expect("a program can be written");
        let runs = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&draft, runs).expect("a program can be made to run");
        // What this process has open to write, a process that another thread starts just then has
        // open, too, and no program runs that somebody may write: so another writes it.
        let copied = Command::new("cp").arg("-p").args([&draft, &program]).status();
        assert!(copied.expect("cp can be started").success(), "a program can be copied");
        Self { folder: folder.to_owned(), notes }
    }

    /// Where it lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How it was started by now: how many arguments it was given each time, and which.
    pub fn started(&self) -> Vec<String> {
        // There are no notes before the first time.
        let notes = fs::read_to_string(&self.notes).unwrap_or_default();
        notes.lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
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
