//! The queue, in a file beside the library. Jobs that wait or run when the window is closed or
//! killed are queued again at its next start; proposals are made again.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::is_long;
use protocol::{Request, UnfinishedQueue};

use crate::log::Log;

const FILE: &str = "queue.json";
const PART: &str = "queue.json.part";
const LOCK: &str = "queue.lock";

/// Returns the part of a long request that may outlast the window: all but a password. If pages are unread, the window
/// offers to read them again anyway.
pub(crate) fn lasting(request: &Request) -> Option<Request> {
    let lasts = is_long(request) && !matches!(request, Request::ReadAgain { .. });
    let mut lasting = lasts.then(|| request.clone())?;
    if let Request::Add { options, .. } = &mut lasting {
        options.password = None;
    }
    Some(lasting)
}

/// The queue's file. One window of a library holds it; the queue of a second window is lost when
/// that window closes.
#[derive(Debug)]
pub struct SavedQueue {
    folder: PathBuf,
    log: Arc<Log>,
    /// The system releases the lock however the program ends.
    _lock: File,
}

impl SavedQueue {
    /// Opens the file in a library's folder. Returns `None` if another window has it or it cannot
    /// be made.
    pub fn open(folder: &Path, log: Arc<Log>) -> Option<Self> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let lock = options.open(folder.join(LOCK)).ok()?;
        lock.try_lock().ok()?;
        Some(Self { folder: folder.to_owned(), log, _lock: lock })
    }

    /// Returns what was left. A file that cannot be read was written by another version and leaves
    /// nothing.
    pub fn left(&self) -> UnfinishedQueue {
        let text = fs::read(self.folder.join(FILE)).ok();
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    /// Stores what is left now.
    pub fn keep(&self, left: &UnfinishedQueue) {
        if let Err(error) = self.write(left) {
            self.log.line(&format!("the queue cannot be saved: {error}"));
        }
    }

    /// Writes all of it or nothing.
    fn write(&self, left: &UnfinishedQueue) -> io::Result<()> {
        let (file, part) = (self.folder.join(FILE), self.folder.join(PART));
        if left.requests.is_empty() && left.proposals.is_empty() {
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
    use std::collections::BTreeMap;

    use protocol::{AddOptions, DocumentId, Estimate, ModelTrial, Password};

    use super::*;

    #[test]
    fn what_is_kept_is_left_for_the_next_window() {
        let folder = tempfile::tempdir().unwrap();
        let open = || SavedQueue::open(folder.path(), Arc::new(Log::open(folder.path())));
        let requests = vec![Request::Build { document: DocumentId(7), no_entities: false }];
        let estimate = Estimate {
            tokens: 900,
            tokens_per_second: 2.0,
            seconds: 450.0,
            trial: ModelTrial::default(),
        };
        let proposals = BTreeMap::from([(DocumentId(8), estimate)]);
        let left = UnfinishedQueue { paused: true, requests, proposals };
        let kept = open().unwrap();
        assert_eq!(kept.left(), UnfinishedQueue::default());
        kept.keep(&left);
        assert!(open().is_none(), "another window has it");
        drop(kept);
        let kept = open().unwrap();
        assert_eq!(kept.left(), left);
        kept.keep(&UnfinishedQueue::default());
        assert_eq!(kept.left(), UnfinishedQueue::default());
        let file = folder.path().join(FILE);
        assert!(!file.exists());
        for (text, paused) in [("[1,", false), (r#"{"paused":true,"requests":[]}"#, true)] {
            fs::write(&file, text).unwrap();
            assert_eq!(
                kept.left(),
                UnfinishedQueue { paused, ..UnfinishedQueue::default() },
                "{text}"
            );
        }
    }

    #[test]
    fn a_password_does_not_outlast_the_window() {
        let add = |password| Request::Add {
            files: vec!["a.pdf".to_owned()],
            options: AddOptions { password, ..AddOptions::default() },
        };
        assert_eq!(lasting(&add(Some(Password::new("secret")))), Some(add(None)));
        assert_eq!(lasting(&Request::List), None);
    }
}
