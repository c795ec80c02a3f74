//! Files that are written completely or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// The suffix of files that are being written.
const PART: &str = ".part";

/// Writes a file completely or not at all: beside its destination first, then renamed. Each of several concurrent
/// writers writes its own file, and the last rename wins. A link is followed. Anything other than an ordinary file,
/// such as a pipe or a device, is written to directly.
///
/// # Errors
///
/// If the file cannot be written; the previous content is left unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
        return fs::write(path, bytes);
    }
    let mut part = PartialFile::beside(path)?;
    part.file.write_all(bytes)?;
    part.finish()
}

/// A file that is being written beside its destination. Unless it is finished, nothing is left of it.
#[derive(Debug)]
pub struct PartialFile {
    part: PathBuf,
    file: File,
    destination: PathBuf,
    is_finished: bool,
}

impl PartialFile {
    /// Begins a file for a program that writes it by its path. A link is followed.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn begin(destination: &Path) -> io::Result<Self> {
        Self::beside(fs::canonicalize(destination).unwrap_or_else(|_| destination.to_owned()))
    }

    fn beside(destination: PathBuf) -> io::Result<Self> {
        remove_leftovers(&destination);
        let (part, file) = begin(&destination)?;
        Ok(Self { part, file, destination, is_finished: false })
    }

    /// Returns the path at which the file is written.
    pub fn path(&self) -> &Path {
        &self.part
    }

    /// Puts the file in its place, replacing the one that is there.
    ///
    /// # Errors
    ///
    /// If that is not possible; the previous file is left unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.destination)?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // Whatever failed before matters more.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Creates a file beside this one that no other writer uses. While it is open, no writer takes it for a leftover.
fn begin(path: &Path) -> io::Result<(PathBuf, File)> {
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = BEGUN.fetch_add(1, Ordering::Relaxed);
        let mut part = path.to_owned().into_os_string();
        part.push(format!(".{}-{number}{PART}", process::id()));
        let part = PathBuf::from(part);
        match File::create_new(&part) {
            Ok(file) => {
                // On systems without file locks, no file is taken for a leftover.
                let _ = file.lock();
                // Before the lock, another writer could have removed the file.
                if part.exists() {
                    return Ok((part, file));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes the leftovers of killed writers of this file. A leftover only takes disk space, so failures do not matter.
fn remove_leftovers(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_part(&entry.file_name().to_string_lossy(), &name.to_string_lossy()) {
            continue;
        }
        // A writer that is still running holds the lock.
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file's name is that of a temporary file for `whole`.
fn is_part(name: &str, whole: &str) -> bool {
    let own = name.strip_prefix(whole).and_then(|rest| rest.strip_prefix('.'));
    let numbers = own.and_then(|rest| rest.strip_suffix(PART)?.split_once('-'));
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn an_ordinary_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        for words in ["one", "two words"] {
            write(&file, words.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), words);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
        let nowhere = folder.path().join("no/where");
        assert!(write(&nowhere, b"x").is_err());
        assert!(write(folder.path(), b"x").is_err(), "a folder is no file");
    }

    #[test]
    fn several_write_one_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        let texts = ["a", "b", "c", "d"].map(|letter| letter.repeat(100_000));
        thread::scope(|scope| {
            for text in &texts {
                let write_often = || (0..20).for_each(|_| write(&file, text.as_bytes()).unwrap());
                scope.spawn(write_often);
            }
        });
        assert!(texts.contains(&fs::read_to_string(&file).unwrap()), "it is one of theirs, whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
    }

    #[test]
    fn leftovers_go_and_what_is_being_written_or_is_no_part_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        let own = |name: &str| folder.path().join(name);
        for name in ["a.txt.7-0.part", "a.txt.copy.part", "a.txt.7.part", "b.txt.7-0.part"] {
            fs::write(own(name), "half").unwrap();
        }
        let (part, mut under_way) = begin(&file).unwrap();
        write(&file, b"one").unwrap();
        assert!(!own("a.txt.7-0.part").exists());
        for name in ["a.txt.copy.part", "a.txt.7.part", "b.txt.7-0.part"] {
            assert!(own(name).exists(), "{name}");
        }
        under_way.write_all(b"two").unwrap();
        fs::rename(part, &file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        fs::write(&file, "one").unwrap();
        let part = PartialFile::begin(&file).unwrap();
        fs::write(part.path(), "half").unwrap();
        drop(part);
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        let part = PartialFile::begin(&file).unwrap();
        fs::write(part.path(), "two").unwrap();
        part.finish().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.txt"), folder.path().join("link"));
        fs::write(&file, "one").unwrap();
        symlink(&file, &link).unwrap();
        write(&link, b"two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let device = Path::new("/dev/null");
        write(device, b"nothing").unwrap();
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }
}
