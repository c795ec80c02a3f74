//! Watched folders: which of their files are new or have changed, and which are gone.
//!
//! Nothing here depends on a system's reports about files. They only say when to look again, so that
//! a lost or late one costs time and nothing else.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::{Code, DocumentId, Failure};
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::import::files::{unreadable, whole};
use crate::import::folder;

/// How long a file must have been unchanged before it is read: a program may still write it.
pub const SETTLED: Duration = Duration::from_secs(1);

/// The size of a file, and when it was written last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct FileStamp {
    bytes: u64,
    /// Nanoseconds since 1970.
    modified: u64,
}

impl FileStamp {
    fn of(about: &Metadata) -> Self {
        let since = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.map_or(0, |since| since.as_nanos().try_into().unwrap_or(u64::MAX));
        Self { bytes: about.len(), modified }
    }

    /// Returns whether it was written long enough ago.
    fn is_settled(&self, now: SystemTime) -> bool {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        now >= u128::from(self.modified) + SETTLED.as_nanos()
    }
}

/// What a library keeps of a watched folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct KnownFiles {
    /// The files that were handled, as they were then.
    files: BTreeMap<String, FileStamp>,
    /// Files that are gone, whose documents are kept.
    kept: BTreeSet<String>,
}

/// A folder whose files become documents, as they come and change.
#[derive(Debug)]
pub struct WatchedFolder {
    path: PathBuf,
    known: KnownFiles,
    /// The files as they were when the folder was looked at last.
    looked: HashMap<String, FileStamp>,
}

/// What is found in a watched folder.
#[derive(Debug, Default)]
pub struct FolderLook {
    /// Files that are new or have changed, by path.
    pub changed: Vec<PathBuf>,
    /// Files and folders that could not be examined, and why.
    pub failed: Vec<(PathBuf, Failure)>,
    /// Whether some files are probably still being written.
    pub is_unsettled: bool,
}

/// A document whose file is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoneFile {
    /// The document.
    pub document: DocumentId,
    /// Its title.
    pub title: String,
    /// Where its file was.
    pub path: String,
    /// The size of the file.
    pub bytes: u64,
}

impl Engine {
    /// Returns a folder as it was when it was watched last.
    ///
    /// # Errors
    ///
    /// If it is no folder, or the library cannot be read.
    pub fn watched_folder(&mut self, path: &Path) -> Result<WatchedFolder, Failure> {
        let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if !about.is_dir() {
            let message = format!("{} is not a folder.", path.display());
            return Err(Failure::new(Code::BadRequest, message));
        }
        let path = PathBuf::from(whole(path));
        let kept = self.access.read()?.setting(&setting(&path))?;
        // What another version wrote in another form is found out again.
        let known = kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default();
        Ok(WatchedFolder { path, known, looked: HashMap::new() })
    }

    /// Stores what is known of a folder.
    ///
    /// # Errors
    ///
    /// If the library cannot be written.
    pub fn keep_watched(&mut self, folder: &WatchedFolder) -> Result<(), Failure> {
        let known = serde_json::to_string(&folder.known)
            .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
        let key = setting(&folder.path);
        if self.access.read()?.setting(&key)?.as_ref() == Some(&known) {
            return Ok(());
        }
        Ok(self.access.write()?.set_setting(&key, Some(&known))?)
    }

    /// Returns the documents whose files were in a folder and are gone, except those that are to be
    /// kept. A document whose file was moved is not among them, once the file was added again.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn gone_files(&mut self, folder: &WatchedFolder) -> Result<Vec<GoneFile>, Failure> {
        let library = self.access.read()?;
        let mut gone = Vec::new();
        for (document, path) in library.sources_within(&folder.path.to_string_lossy())? {
            if is_gone(Path::new(&path)) && !folder.known.kept.contains(&path) {
                let title = library.document(document)?.summary.title;
                let bytes = library.original_bytes(document)?;
                gone.push(GoneFile { document, title, path, bytes });
            }
        }
        Ok(gone)
    }

    /// Closes the library until the next request, so that another program can write to it.
    pub fn rest(&mut self) {
        self.access.put_back();
        self.access.rest();
    }
}

impl WatchedFolder {
    /// Returns its path, with links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name of the collection of its documents.
    pub fn collection(&self) -> String {
        folder::name(&self.path)
    }

    /// Looks at all files: those that are new or have changed since they were handled are returned
    /// once they have settled.
    ///
    /// # Errors
    ///
    /// If the folder itself cannot be read. Then nothing in it counts as gone.
    pub fn look(&mut self, now: SystemTime) -> Result<FolderLook, Failure> {
        let folder::Folder { documents, failed, .. } = folder::look(&self.path)?;
        let mut look = FolderLook { failed, ..FolderLook::default() };
        let mut looked = HashMap::with_capacity(documents.len());
        for path in documents {
            // A file may go at any time.
            let Ok(about) = fs::metadata(&path) else { continue };
            if is_temporary(&path) {
                continue;
            }
            let (name, stamp) = (name_of(&path), FileStamp::of(&about));
            if self.known.files.get(&name) != Some(&stamp) {
                if stamp.is_settled(now) || self.looked.get(&name) == Some(&stamp) {
                    look.changed.push(path);
                } else {
                    look.is_unsettled = true;
                }
            }
            looked.insert(name, stamp);
        }
        // A file that comes back is new.
        self.known.files.retain(|name, _| looked.contains_key(name));
        self.known.kept.retain(|name| !looked.contains_key(name));
        self.looked = looked;
        Ok(look)
    }

    /// Notes that a file was handled as it was when the folder was looked at last.
    pub fn handled(&mut self, path: &Path) {
        let name = name_of(path);
        if let Some(stamp) = self.looked.get(&name) {
            self.known.files.insert(name, *stamp);
        }
    }

    /// Notes that the document of a file that is gone is kept.
    pub fn keep(&mut self, gone: &GoneFile) {
        self.known.kept.insert(gone.path.clone());
    }

    /// Returns files that may be copies of one that is gone: those with as many bytes.
    pub fn copies(&self, gone: &GoneFile) -> Vec<PathBuf> {
        let alike = self.looked.iter().filter(|(_, stamp)| stamp.bytes == gone.bytes);
        alike.map(|(name, _)| PathBuf::from(name)).collect()
    }
}

/// The name of the setting that keeps a folder.
fn setting(folder: &Path) -> String {
    format!("watched:{}", folder.display())
}

/// Returns a file's path in the form in which it is stored.
fn name_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Returns whether there is certainly no file at a path: a disk that fails is no reason to ask for a
/// document's removal.
fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Returns whether a program uses a file only while it writes another, as editors, word processors
/// and browsers do.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let ends =
        ["~", ".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".swp", ".swx"];
    name.starts_with("~$")
        || name.starts_with('#') && name.ends_with('#')
        || ends.iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> (tempfile::TempDir, WatchedFolder) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            write(folder.path(), file, "x");
        }
        let path = folder.path().canonicalize().unwrap();
        let known = KnownFiles::default();
        (folder, WatchedFolder { path, known, looked: HashMap::new() })
    }

    fn write(folder: &Path, file: &str, words: &str) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, words).unwrap();
    }

    /// Looks when everything has settled; returns the names of what has changed.
    fn changed(watched: &mut WatchedFolder) -> Vec<String> {
        let look = watched.look(SystemTime::now() + 2 * SETTLED).unwrap();
        let folder = watched.path().to_owned();
        let name = |path: &PathBuf| path.strip_prefix(&folder).unwrap().display().to_string();
        look.changed.iter().map(name).collect()
    }

    fn handle(watched: &mut WatchedFolder) {
        for path in watched.look(SystemTime::now() + 2 * SETTLED).unwrap().changed {
            watched.handled(&path);
        }
    }

    #[test]
    fn new_and_changed_files_are_found_once() {
        let (folder, mut watched) = folder(&["a.txt", "b/c.txt"]);
        assert_eq!(changed(&mut watched), ["a.txt", "b/c.txt"]);
        handle(&mut watched);
        assert!(changed(&mut watched).is_empty());
        write(folder.path(), "a.txt", "more");
        write(folder.path(), "b/d.txt", "new");
        assert_eq!(changed(&mut watched), ["a.txt", "b/d.txt"]);
        handle(&mut watched);
        // Restarted, it knows what it knew.
        let known = serde_json::to_string(&watched.known).unwrap();
        watched.known = serde_json::from_str(&known).unwrap();
        assert!(changed(&mut watched).is_empty());
        fs::remove_file(folder.path().join("a.txt")).unwrap();
        assert!(changed(&mut watched).is_empty());
        write(folder.path(), "a.txt", "more");
        assert_eq!(changed(&mut watched), ["a.txt"], "it came back");
    }

    #[test]
    fn a_file_that_is_being_written_waits() {
        let (folder, mut watched) = folder(&["a.txt"]);
        let now = SystemTime::now();
        let look = watched.look(now).unwrap();
        assert!(look.changed.is_empty() && look.is_unsettled);
        write(folder.path(), "a.txt", "more");
        assert!(watched.look(now).unwrap().is_unsettled);
        // The clock of another machine may be ahead: what stays the same has settled, too.
        let look = watched.look(now).unwrap();
        assert!(look.changed.len() == 1 && !look.is_unsettled);
    }

    #[test]
    fn what_changes_while_it_is_handled_is_found_again() {
        let (folder, mut watched) = folder(&["a.txt"]);
        let path = watched.look(SystemTime::now() + 2 * SETTLED).unwrap().changed.remove(0);
        write(folder.path(), "a.txt", "changed meanwhile");
        watched.handled(&path);
        assert_eq!(changed(&mut watched), ["a.txt"]);
    }

    #[test]
    fn temporary_files_are_left_alone() {
        let (_folder, mut watched) = folder(&[
            "a.txt",
            "a.txt~",
            ".a.txt.swp",
            ".goutputstream-X1",
            "#a.txt#",
            "~$a.docx",
            "b.pdf.part",
            "c.epub.crdownload",
            "d.txt.tmp",
            ".~lock.e.odt#",
        ]);
        assert_eq!(changed(&mut watched), ["a.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_are_followed_and_those_to_folders_are_not() {
        use std::os::unix::fs::symlink;
        let (folder, mut watched) = folder(&["a.txt"]);
        let elsewhere = tempfile::tempdir().unwrap();
        write(elsewhere.path(), "far.txt", "x");
        symlink(elsewhere.path().join("far.txt"), folder.path().join("near.txt")).unwrap();
        symlink(elsewhere.path(), folder.path().join("folder")).unwrap();
        symlink(folder.path(), folder.path().join("round")).unwrap();
        symlink("nowhere", folder.path().join("lost.txt")).unwrap();
        assert_eq!(changed(&mut watched), ["a.txt", "near.txt"]);
        handle(&mut watched);
        write(elsewhere.path(), "far.txt", "changed");
        assert_eq!(changed(&mut watched), ["near.txt"]);
    }

    #[test]
    fn a_folder_that_is_gone_is_no_empty_one() {
        let (folder, mut watched) = folder(&["a.txt"]);
        handle(&mut watched);
        drop(folder);
        assert_eq!(watched.look(SystemTime::now()).unwrap_err().code, Code::FileMissing);
        assert_eq!(watched.known.files.len(), 1);
    }
}
