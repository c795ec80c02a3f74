//! What was measured so far, case by case, so that an interrupted measurement can resume.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use protocol::{Code, Failure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A line of the file: a case and its result.
#[derive(Serialize, Deserialize)]
struct CaseRecord {
    key: String,
    value: Value,
    /// Seconds that it took.
    #[serde(default)]
    seconds: f64,
}

/// Returns the seconds that all cases of a part took, over all runs.
pub fn seconds(folder: &Path, part: &str) -> f64 {
    let text = fs::read_to_string(path(folder, part)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<CaseRecord>(line).ok());
    lines.map(|line| line.seconds).sum()
}

fn path(folder: &Path, part: &str) -> PathBuf {
    folder.join(format!("{part}.jsonl"))
}

/// The cases of a part.
pub struct Cases {
    path: PathBuf,
    known: HashMap<String, Value>,
    file: File,
}

impl Cases {
    /// Opens the cases of a part in a folder, which is created if needed. A truncated or damaged line
    /// is measured again.
    pub fn open(folder: &Path, part: &str) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| crate::file_failure(folder, &error))?;
        let path = path(folder, part);
        let failed = |error| crate::file_failure(&path, &error);
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        let text = fs::read_to_string(&path).map_err(failed)?;
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let known = lines.map(|CaseRecord { key, value, .. }| (key, value)).collect();
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self { path, known, file })
    }

    /// Returns whether a case was measured.
    pub fn has(&self, key: &str) -> bool {
        self.known.contains_key(key)
    }

    /// Returns the result of a case, if it was measured.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.known.get(key).and_then(|value| T::deserialize(value).ok())
    }

    /// Returns the result of a case: the one measured before, or else that of `measure`.
    ///
    /// # Errors
    ///
    /// The errors of `measure`, or if the case cannot be stored.
    pub fn once<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        measure: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let Some(known) = self.get(key) {
            return Ok(known);
        }
        let begun = Instant::now();
        let measured = measure()?;
        let broken = |error: serde_json::Error| Failure::new(Code::Internal, error.to_string());
        let value = serde_json::to_value(&measured).map_err(broken)?;
        let line =
            CaseRecord { key: key.to_owned(), value, seconds: begun.elapsed().as_secs_f64() };
        let text = serde_json::to_string(&line).map_err(broken)? + "\n";
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| crate::file_failure(&self.path, &error))?;
        self.known.insert(line.key, line.value);
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_measured_once_even_after_an_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Cases::open(folder.path(), "part").unwrap();
        let mut kept = open();
        assert_eq!(kept.once("a", || Ok(1.5)).unwrap(), 1.5);
        assert_eq!(kept.once("a", || Ok(2.5)).unwrap(), 1.5);
        fs::write(folder.path().join("part.jsonl"), "{\"key\":\"a\",\"value\":3}\n{\"key\":\"b")
            .unwrap();
        let mut again = open();
        assert_eq!((again.has("a"), again.get::<u32>("b")), (true, None));
        assert_eq!(again.once("b", || Ok(4)).unwrap(), 4);
        assert_eq!(open().get::<u32>("b"), Some(4));
        let lines = "{\"key\":\"a\",\"value\":3,\"seconds\":1.5}\n{\"key\":\"b\",\"value\":3,\"seconds\":2}\n{";
        fs::write(folder.path().join("part.jsonl"), lines).unwrap();
        assert_eq!(seconds(folder.path(), "part"), 3.5);
        assert_eq!(seconds(folder.path(), "other"), 0.0);
    }
}
