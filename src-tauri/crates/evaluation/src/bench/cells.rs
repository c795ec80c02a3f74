//! Numbers that were measured, on disk as soon as they are known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

/// What was measured so far, by name: seconds unless the name says otherwise.
#[derive(Debug)]
pub struct Cells {
    path: PathBuf,
    stored: Stored,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Stored {
    machine: String,
    commit: String,
    cells: BTreeMap<String, f64>,
}

impl Cells {
    /// What an earlier run on this machine at this commit left.
    pub fn open(path: &Path, machine: String, commit: String) -> Self {
        let earlier = fs::read_to_string(path).ok();
        let earlier = earlier.and_then(|text| serde_json::from_str::<Stored>(&text).ok());
        let same = |stored: &Stored| stored.machine == machine && stored.commit == commit;
        let fresh =
            Stored { machine: machine.clone(), commit: commit.clone(), ..Stored::default() };
        Self { path: path.to_owned(), stored: earlier.filter(same).unwrap_or(fresh) }
    }

    /// Whether a number is still to be measured.
    pub fn lacks(&self, name: &str) -> bool {
        !self.stored.cells.contains_key(name)
    }

    /// Keeps a number.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn put(&mut self, name: &str, value: f64) -> Result<(), Failure> {
        eprintln!("{name}: {value:.5}");
        self.stored.cells.insert(name.to_owned(), value);
        let text = serde_json::to_string_pretty(&self.stored)
            .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        pocket::write_whole(&self.path, (text + "\n").as_bytes()).map_err(|error| {
            let message = format!("{} cannot be written: {error}.", self.path.display());
            Failure::new(Code::DiskFull, message)
        })
    }

    /// A number that was measured.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.stored.cells.get(name).copied()
    }

    /// Where and with what they were measured.
    pub fn origin(&self) -> String {
        let Stored { machine, commit, .. } = &self.stored;
        format!("Machine: {machine}. Commit: `{commit}`.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outlive_the_run_but_not_the_commit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.json");
        let open = |commit: &str| Cells::open(&path, "machine".into(), commit.into());
        let mut cells = open("a");
        cells.put("pocket: tokens/s", 25.0).unwrap();
        assert_eq!(open("a").get("pocket: tokens/s"), Some(25.0));
        assert!(!open("a").lacks("pocket: tokens/s") && open("a").lacks("bytes/s"));
        assert!(open("b").lacks("pocket: tokens/s"));
    }
}
