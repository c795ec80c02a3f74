//! The queue, in a file beside the library: what waits or is under way when the window is closed, or
//! killed, is in the queue again at its next start.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use protocol::Request;
use serde::{Deserialize, Serialize};

use crate::log::Log;

const FILE: &str = "queue.json";
const PART: &str = "queue.json.part";
const LOCK: &str = "queue.lock";

/// What is left of a queue.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Left {
    /// Whether it was held back.
    pub paused: bool,
    /// What was to be done, the next thing first.
    pub requests: Vec<Request>,
}

/// The file. One window of a library has it; the queue of a second one ends with that.
#[derive(Debug)]
pub struct Kept {
    folder: PathBuf,
    log: Arc<Log>,
    /// The system gives it back however the program ends.
    _lock: File,
}

impl Kept {
    /// The file in a library's folder; none where another window has it, or there can be none.
    pub fn open(folder: &Path, log: Arc<Log>) -> Option<Self> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let lock = options.open(folder.join(LOCK)).ok()?;
        lock.try_lock().ok()?;
        Some(Self { folder: folder.to_owned(), log, _lock: lock })
    }

    /// What was left. A file that cannot be read was written by another version, and leaves nothing.
    pub fn left(&self) -> Left {
        let text = fs::read(self.folder.join(FILE)).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    /// Keeps what is left now.
    pub fn keep(&self, left: &Left) {
        if let Err(error) = self.write(left) {
            self.log.line(&format!("the queue cannot be kept: {error}"));
        }
    }

    /// As a whole or not at all.
    fn write(&self, left: &Left) -> io::Result<()> {
        let (file, part) = (self.folder.join(FILE), self.folder.join(PART));
        if left.requests.is_empty() {
            return match fs::remove_file(file) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        fs::write(&part, serde_json::to_vec(left)?)?;
        fs::rename(part, file)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_left_for_the_next_window() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Kept::open(folder.path(), Arc::new(Log::open(folder.path())));
        let left = Left { paused: true, requests: vec![Request::Build { document: 7 }] };
        let kept = open().unwrap();
        assert_eq!(kept.left(), Left::default());
        kept.keep(&left);
        assert!(open().is_none(), "another window has it");
        drop(kept);
        let kept = open().unwrap();
        assert_eq!(kept.left(), left);
        kept.keep(&Left::default());
        assert_eq!(kept.left(), Left::default());
        fs::write(folder.path().join(FILE), "[1,").unwrap();
        assert_eq!(kept.left(), Left::default());
    }
}
