//! Measured numbers, written to disk as soon as they are known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

/// The numbers measured so far, by name, in seconds unless the name says otherwise.
#[derive(Debug)]
pub struct Cells {
    path: PathBuf,
    commit: String,
    stored: Stored,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Stored {
    machine: String,
    cells: BTreeMap<String, Cell>,
}

/// A number and the commit that it was measured at.
#[derive(Debug, Serialize, Deserialize)]
struct Cell {
    value: f64,
    commit: String,
}

impl Cells {
    /// Opens the numbers that earlier runs on this machine measured. New numbers belong to `commit`.
    ///
    /// # Errors
    ///
    /// If the file has another format or numbers from another machine.
    pub fn open(path: &Path, machine: String, commit: String) -> Result<Self, Failure> {
        let stored = match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str::<Stored>(&text).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Some(Stored { machine: machine.clone(), ..Stored::default() })
            }
            Err(error) => return Err(report::file_failure(path, &error)),
        };
        let stored = stored.filter(|stored| stored.machine == machine).ok_or_else(|| {
            let message = format!(
                "{} contains no measurements of this machine ({machine}). Move it away or remove \
                 it.",
                path.display()
            );
            Failure::new(Code::BadRequest, message)
        })?;
        Ok(Self { path: path.to_owned(), commit, stored })
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.stored.cells.is_empty()
    }

    /// Whether a number is still to be measured. Numbers of different commits are never combined, so
    /// one of another commit does not count.
    pub fn lacks(&self, name: &str) -> bool {
        self.stored.cells.get(name).is_none_or(|cell| cell.commit != self.commit)
    }

    /// Stores a number.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn put(&mut self, name: &str, value: f64) -> Result<(), Failure> {
        self.put_together([(name.to_owned(), value)])
    }

    /// Stores numbers that were measured together, all of them or none.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn put_together(
        &mut self,
        numbers: impl IntoIterator<Item = (String, f64)>,
    ) -> Result<(), Failure> {
        for (name, value) in numbers {
            eprintln!("{name}: {value:.5}");
            let cell = Cell { value, commit: self.commit.clone() };
            self.stored.cells.insert(name, cell);
        }
        let text = serde_json::to_string_pretty(&self.stored)
            .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        atomic_file::write(&self.path, (text + "\n").as_bytes()).map_err(|error| {
            let message = format!("{} cannot be written: {error}.", self.path.display());
            Failure::new(Code::DiskFull, message)
        })
    }

    /// Returns a measured number.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.stored.cells.get(name).map(|cell| cell.value)
    }

    /// Describes the machine and the commits that the numbers were measured at.
    pub fn origin(&self) -> String {
        let commits: BTreeSet<&str> =
            self.stored.cells.values().map(|cell| cell.commit.as_str()).collect();
        let commits: Vec<String> = commits.iter().map(|commit| format!("`{commit}`")).collect();
        let word = if commits.len() == 1 { "Commit" } else { "Commits" };
        format!("Machine: {}. {word}: {}.", self.stored.machine, commits.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outlive_the_run_and_know_their_commit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.json");
        let try_open =
            |machine: &str, commit: &str| Cells::open(&path, machine.into(), commit.into());
        let open = |machine: &str, commit: &str| try_open(machine, commit).unwrap();
        assert!(open("m", "a").is_empty());
        open("m", "a").put("pocket: tokens/s", 25.0).unwrap();
        let mut later = open("m", "b");
        assert_eq!(later.get("pocket: tokens/s"), Some(25.0));
        assert!(later.lacks("bytes/s") && later.lacks("pocket: tokens/s"), "of another commit");
        assert!(!open("m", "a").lacks("pocket: tokens/s"), "the same commit goes on");
        assert_eq!(later.origin(), "Machine: m. Commit: `a`.");
        later.put("bytes/s", 1.0).unwrap();
        assert_eq!(open("m", "c").origin(), "Machine: m. Commits: `a`, `b`.");
        assert!(try_open("another", "a").is_err(), "what another machine measured stays");
        fs::write(&path, "{").unwrap();
        assert!(try_open("m", "c").is_err());
    }
}
