//! Sequences on disk: computed states are reused for the same tokens.
//!
//! A file is [`MAGIC`], the length of the header, the header as JSON, a SHA-256 of header and
//! state, and the state as llama.cpp writes it. It is written beside its destination, synced and
//! renamed, so that it is complete or absent. Its name is derived from everything that determines
//! its content, so that another model, version or setting never finds it. A state only saves time:
//! one that cannot be read or written counts as missing.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hwdag::Token;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::Builder;

use crate::{EDITION, built_with};

const MAGIC: [u8; 8] = *b"PecanSt1";
/// The most bytes that all states may take.
const MOST: u64 = 2 << 30;
const ENDING: &str = "state";
/// The suffix of files that are being written.
const PART: &str = ".part";
/// After this time, a part file has no writer any more.
const FORGOTTEN: Duration = Duration::from_hours(1);

/// A folder with the saved sequences of a model.
#[derive(Debug, Clone)]
pub struct States {
    folder: PathBuf,
    model: String,
}

/// Everything that determines the content of a state.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct StateHeader {
    model: String,
    version: String,
    built_with: String,
    settings: String,
    tokens: Vec<Token>,
}

impl States {
    /// The states of the model with this hash in a folder, which is created when the first one is
    /// saved.
    pub fn new(folder: PathBuf, model_hash: &str) -> Self {
        Self { folder, model: model_hash.into() }
    }

    /// Saves the state of a sequence of these tokens. If the states take too much space, removes
    /// the least recently used ones.
    pub(crate) fn save(&self, settings: &str, tokens: &[Token], state: &[u8]) -> io::Result<()> {
        if state.len() as u64 > MOST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let header = self.header(settings, tokens)?;
        let length = u32::try_from(header.len()).map_err(io::Error::other)?;
        fs::create_dir_all(&self.folder)?;
        let place = self.folder.join(name(&header));
        // Readable by its owner alone, and deleted unless completed.
        let mut part = Builder::new().suffix(PART).tempfile_in(&self.folder)?;
        part.write_all(&MAGIC)?;
        part.write_all(&length.to_le_bytes())?;
        part.write_all(&header)?;
        part.write_all(&digest(&[&header, state]))?;
        part.write_all(state)?;
        part.as_file().sync_all()?;
        part.persist(place)?;
        sync(&self.folder)?;
        evict(&self.folder, MOST)
    }

    /// The state of a sequence of these tokens, if a complete one was saved.
    pub(crate) fn load(&self, settings: &str, tokens: &[Token]) -> Option<Vec<u8>> {
        let header = self.header(settings, tokens).ok()?;
        let place = self.folder.join(name(&header));
        let mut bytes = fs::read(&place).ok()?;
        match state_in(&bytes, &header).map(<[u8]>::len) {
            Some(length) => {
                // Only for the order in which states are removed.
                let _ = File::options()
                    .append(true)
                    .open(&place)
                    .and_then(|file| file.set_modified(SystemTime::now()));
                // Avoids a second copy, which may be large.
                bytes.drain(..bytes.len() - length);
                Some(bytes)
            }
            None => {
                let _ = fs::remove_file(place);
                None
            }
        }
    }

    fn header(&self, settings: &str, tokens: &[Token]) -> io::Result<Vec<u8>> {
        Ok(serde_json::to_vec(&StateHeader {
            model: self.model.clone(),
            version: EDITION.into(),
            built_with: built_with(),
            settings: settings.into(),
            tokens: tokens.to_vec(),
        })?)
    }
}

/// The state in a file's bytes, if they are complete and begin with this header.
fn state_in<'a>(bytes: &'a [u8], header: &[u8]) -> Option<&'a [u8]> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (own, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (sum, state) = rest.split_first_chunk::<32>()?;
    (own == header && *sum == digest(&[header, state])).then_some(state)
}

fn name(header: &[u8]) -> String {
    let hex: String = digest(&[header]).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{hex}.{ENDING}")
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// Makes a rename in a folder survive a crash of the machine, where the system supports it.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes the oldest states of a folder until the rest take at most `most` bytes, and abandoned
/// part files. Another program may do so at the same time.
fn evict(folder: &Path, most: u64) -> io::Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Some(about) = unless_gone(entry.metadata())? else { continue };
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push((about.modified()?, about.len(), path));
        } else if path.to_string_lossy().ends_with(PART)
            && about.modified()?.elapsed().is_ok_and(|age| age > FORGOTTEN)
        {
            unless_gone(fs::remove_file(path))?;
        }
    }
    files.sort();
    let mut bytes: u64 = files.iter().map(|(_, length, _)| length).sum();
    for (_, length, path) in files {
        if bytes <= most {
            break;
        }
        unless_gone(fs::remove_file(path))?;
        bytes -= length;
    }
    Ok(())
}

/// The result of an operation on a file, or `None` if the file no longer exists.
fn unless_gone<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_all_that_decides_it() {
        let folder = tempfile::tempdir().unwrap();
        let states = |model: &str| States::new(folder.path().join("states"), model);
        assert_eq!(states("aa").load("F16", &[1, 2]), None, "not even a folder");
        states("aa").save("F16", &[1, 2], b"keys and values").unwrap();
        assert_eq!(states("aa").load("F16", &[1, 2]).as_deref(), Some(&b"keys and values"[..]));
        assert_eq!(states("bb").load("F16", &[1, 2]), None);
        assert_eq!(states("aa").load("F32", &[1, 2]), None);
        assert_eq!(states("aa").load("F16", &[1, 2, 3]), None);
    }

    #[test]
    fn a_state_names_what_has_computed_it() {
        let states = States::new(PathBuf::new(), "aa");
        let header: StateHeader =
            serde_json::from_slice(&states.header("F16", &[1]).unwrap()).unwrap();
        assert_eq!((header.version.as_str(), header.built_with), (EDITION, built_with()));
    }

    #[test]
    fn a_damaged_state_is_as_good_as_none_and_goes() {
        let folder = tempfile::tempdir().unwrap();
        let states = States::new(folder.path().to_owned(), "aa");
        states.save("F16", &[1], b"keys and values").unwrap();
        let place = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        let whole = fs::read(&place).unwrap();
        for damaged in [&whole[..whole.len() - 1], &whole[..20], b"", &[&whole[..], b"x"].concat()]
        {
            fs::write(&place, damaged).unwrap();
            assert_eq!(states.load("F16", &[1]), None);
            assert!(!place.exists());
        }
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        fs::write(&place, flipped).unwrap();
        assert_eq!(states.load("F16", &[1]), None);
        fs::write(&place, whole).unwrap();
        assert!(states.load("F16", &[1]).is_some());
    }

    #[test]
    fn the_states_that_were_not_used_for_the_longest_time_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let states = States::new(folder.path().to_owned(), "aa");
        let long_ago = SystemTime::now() - Duration::from_secs(1000);
        for (token, seconds) in [(1, 0), (2, 20), (3, 10)] {
            states.save("", &[token], &[0; 1000]).unwrap();
            let place = folder.path().join(name(&states.header("", &[token]).unwrap()));
            let file = File::options().append(true).open(place).unwrap();
            file.set_modified(long_ago + Duration::from_secs(seconds)).unwrap();
        }
        fs::write(folder.path().join("other"), [0; 9000]).unwrap();
        let [forgotten, begun] = ["a.part", "b.part"].map(|name| folder.path().join(name));
        fs::write(&begun, [0; 9000]).unwrap();
        File::create(&forgotten).unwrap().set_modified(long_ago - FORGOTTEN).unwrap();
        assert!(states.load("", &[1]).is_some(), "used a moment ago");
        evict(folder.path(), 2500).unwrap();
        let left = [1, 2, 3].map(|token| states.load("", &[token]).is_some());
        assert_eq!(left, [true, true, false]);
        assert!(!forgotten.exists() && begun.exists());
    }

    #[test]
    fn the_edition_is_that_of_the_library_in_use() {
        let library = EDITION.split(", ").nth(1).unwrap();
        let (name, version) = library.split_once(' ').unwrap();
        let workspace = include_str!("../../../../Cargo.toml");
        assert!(workspace.contains(&format!("{name} = {{ version = \"={version}\"")));
    }
}
