//! What an evaluation stores between runs: what was built, by key, and every answer.
//!
//! A folder with a JSON file for each result of building, and `answers.jsonl`, to which every answer is
//! appended when it is known. A last line that a crash truncated is dropped; a file appears whole or
//! not at all. While the store is open, no other process can open it. It knows what could not be built,
//! so that no one tries again, least of all while another worker does.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hwdag::PointOrigin;
use protocol::{Code, Failure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::answer_record::QuestionOutcome;
use super::unbuilt::Unbuilt;

/// The file of answers.
const ANSWERS: &str = "answers.jsonl";

/// The file whose lock keeps processes apart. The system releases the lock however a process ends.
const LOCK: &str = "evaluation.lock";

/// How graphs and trees are built if not as the model's window suggests, but as a trial of the model
/// has shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConstructionOverrides {
    /// The number of chunks that are summarised at once; none: as many as the window holds.
    pub chunks: Option<usize>,
    /// Which points are kept, and where others come from.
    pub points: PointOrigin,
}

/// What was built and answered so far.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// How what is missing is built.
    pub(super) building: ConstructionOverrides,
    _lock: File,
    answers: Mutex<StoredAnswers>,
    /// What could not be built since the store was opened.
    pub(super) unbuilt: Unbuilt,
}

#[derive(Debug)]
struct StoredAnswers {
    known: HashMap<String, QuestionOutcome>,
    file: File,
}

/// A line of the file of answers.
#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    key: String,
    outcome: QuestionOutcome,
}

impl Store {
    /// Opens the store in a folder, which is created if needed.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created, read or written; [`Code::LibraryBusy`] while another process
    /// has it open.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        let lock = locked(folder)?;
        let path = folder.join(ANSWERS);
        let answers = StoredAnswers::open(&path).map_err(|error| unwritten(&path, &error))?;
        let (answers, unbuilt) = (Mutex::new(answers), Unbuilt::default());
        let (folder, building) = (folder.to_path_buf(), ConstructionOverrides::default());
        Ok(Self { folder, building, _lock: lock, answers, unbuilt })
    }

    /// Builds what is missing in this way.
    #[must_use]
    pub fn building(self, building: ConstructionOverrides) -> Self {
        Self { building, ..self }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the outcome stored under a key.
    pub fn answer(&self, key: &str) -> Option<QuestionOutcome> {
        self.answers().known.get(key).cloned()
    }

    /// Stores an outcome.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn put_answer(&self, key: &str, outcome: &QuestionOutcome) -> Result<(), Failure> {
        let line = KeptAnswer { key: key.to_owned(), outcome: outcome.clone() };
        let mut text = serde_json::to_string(&line).map_err(|error| broken(&error))?;
        text.push('\n');
        let mut answers = self.answers();
        let written = whole_or_not(&mut answers.file, |file| file.write_all(text.as_bytes()));
        written.map_err(|error| unwritten(&self.folder.join(ANSWERS), &error))?;
        answers.known.insert(line.key, line.outcome);
        Ok(())
    }

    /// Returns what was built of a kind under a key, if it is there and intact.
    pub fn built<T: DeserializeOwned>(&self, kind: &str, key: &str) -> Option<T> {
        let text = fs::read(self.file(kind, key)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Stores what was built.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn put_built<T: Serialize>(&self, kind: &str, key: &str, built: &T) -> Result<(), Failure> {
        let path = self.file(kind, key);
        let text = serde_json::to_vec(built).map_err(|error| broken(&error))?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        }
        atomic_file::write(&path, &text).map_err(|error| unwritten(&path, &error))
    }

    /// Returns the path of something of a kind, whether or not it is there and intact.
    pub(super) fn file(&self, kind: &str, key: &str) -> PathBuf {
        self.folder.join(kind).join(format!("{key}.json"))
    }

    fn answers(&self) -> MutexGuard<'_, StoredAnswers> {
        // A panic while the lock is held leaves what was known before.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoredAnswers {
    fn open(path: &Path) -> std::io::Result<Self> {
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).truncate(false).open(path)?;
        let mut known = HashMap::new();
        let mut whole = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            whole += line.len() as u64;
            // A question with a line of another version, or a damaged one, is asked again.
            if let Ok(KeptAnswer { key, outcome }) = serde_json::from_slice(&line) {
                known.insert(key, outcome);
            }
            line.clear();
        }
        if file.metadata()?.len() > whole {
            file.set_len(whole)?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok(Self { known, file })
    }
}

/// Appends what `write` writes to a file. If that fails, what it wrote is removed again: the next line
/// would be joined to it.
fn whole_or_not(
    file: &mut File,
    write: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let before = file.metadata()?.len();
    let written = write(file);
    if written.is_err() {
        // The failure that matters is the first one.
        let _ = file.set_len(before);
    }
    written
}

/// Locks a folder.
fn locked(folder: &Path) -> Result<File, Failure> {
    let path = folder.join(LOCK);
    let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|error| unwritten(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message = format!(
                "Another comparison is using {}. Wait until it has finished, or choose another \
                 folder with --cache.",
                folder.display()
            );
            Err(Failure::new(Code::LibraryBusy, message))
        }
        Err(TryLockError::Error(error)) => Err(unwritten(&path, &error)),
    }
}

/// Returns a unique name for all of these together.
pub fn key<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // Its length marks where a part ends.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The failure that a file of the store cannot be read or written.
pub(super) fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!(
        "{} cannot be read or written: {error}. Choose another folder with --cache.",
        path.display()
    );
    Failure::new(Code::FileUnwritable, message)
}

fn broken(error: &serde_json::Error) -> Failure {
    Failure::new(Code::Internal, format!("The results cannot be written: {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::AnswerRecord;

    fn outcome(answer: &str) -> QuestionOutcome {
        QuestionOutcome::Answered(AnswerRecord { answer: answer.into(), ..AnswerRecord::default() })
    }

    #[test]
    fn answers_outlast_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.put_answer("a", &outcome("green")).unwrap();
        store.put_answer("b", &QuestionOutcome::NotRun("window".into())).unwrap();
        drop(store);
        let path = folder.path().join(ANSWERS);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"key\":\"c\",\"outc").unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.answer("a"), Some(outcome("green")));
        assert_eq!(store.answer("c"), None);
        store.put_answer("c", &outcome("red")).unwrap();
        drop(store);
        let again = Store::open(folder.path()).unwrap();
        assert_eq!(again.answer("c"), Some(outcome("red")));
        assert_eq!(again.answer("b"), Some(QuestionOutcome::NotRun("window".into())));
    }

    #[test]
    fn a_damaged_line_costs_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.put_answer("a", &outcome("green")).unwrap();
        let path = folder.path().join(ANSWERS);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"\xff\xfe{\n").unwrap();
        store.put_answer("b", &outcome("red")).unwrap();
        // Half of a character at the end.
        file.write_all(b"{\"key\":\"c\xc3").unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.answer("a"), Some(outcome("green")));
        assert_eq!(store.answer("b"), Some(outcome("red")));
        let whole = fs::read(&path).unwrap();
        assert!(whole.ends_with(b"\n") && whole.contains(&0xff));
    }

    #[test]
    fn what_could_not_be_written_whole_is_taken_away_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.put_answer("a", &outcome("green")).unwrap();
        let torn = whole_or_not(&mut store.answers().file, |file| {
            file.write_all(b"{\"key\":\"b\",\"outc")?;
            Err(std::io::ErrorKind::StorageFull.into())
        });
        assert_eq!(torn.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
        store.put_answer("c", &outcome("red")).unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        let known = ["a", "b", "c"].map(|key| store.answer(key));
        assert_eq!(known, [Some(outcome("green")), None, Some(outcome("red"))]);
    }

    #[test]
    fn a_folder_is_one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let failure = Store::open(folder.path()).unwrap_err();
        assert_eq!(failure.code, Code::LibraryBusy);
        assert!(failure.to_string().contains("Another comparison"), "{failure}");
        drop(store);
        assert!(Store::open(folder.path()).is_ok());
    }

    #[test]
    fn what_was_built_is_found_by_kind_and_key() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.put_built("vectors", "k", &vec![1.5, 2.5]).unwrap();
        assert_eq!(store.built::<Vec<f64>>("vectors", "k"), Some(vec![1.5, 2.5]));
        assert_eq!(store.built::<Vec<f64>>("graphs", "k"), None);
        // One of another type is built again.
        assert_eq!(store.built::<String>("vectors", "k"), None);
    }

    #[test]
    fn keys_tell_where_a_part_ends() {
        assert_ne!(key(["ab", "c"]), key(["a", "bc"]));
        assert_eq!(key(["ab", "c"]), key(["ab", "c"]));
    }
}
