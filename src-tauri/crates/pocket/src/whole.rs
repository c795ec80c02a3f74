use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the names of files end in that are being written.
const PART: &str = ".part";

/// Writes a file whole or not at all: beside its place first, then renamed. Of several writers at once
/// each writes its own, and the last one's stays. A link is followed. What is no ordinary file, such as
/// a pipe or a device, is written to as it is.
///
/// # Errors
///
/// If it cannot be written; what was there before is left as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
        return fs::write(path, bytes);
    }
    remove_leftovers(&path);
    let (part, mut file) = begin(&path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let written = written.and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The failure that matters is the first one.
        let _ = fs::remove_file(part);
    }
    written
}

/// A new file beside this one that is no other writer's. While it is open nobody takes it for a leftover.
fn begin(path: &Path) -> io::Result<(PathBuf, File)> {
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = BEGUN.fetch_add(1, Ordering::Relaxed);
        let mut part = path.to_owned().into_os_string();
        part.push(format!(".{}-{number}{PART}", process::id()));
        let part = PathBuf::from(part);
        match File::create_new(&part) {
            Ok(file) => {
                // Where files cannot be locked none is taken for a leftover.
                let _ = file.lock();
                // Before that it could have been.
                if part.exists() {
                    return Ok((part, file));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes what writers of this file left that were killed. It costs room and nothing else, so that
/// failures do not matter.
fn remove_leftovers(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_part(&entry.file_name().to_string_lossy(), &name.to_string_lossy()) {
            continue;
        }
        // Whoever is still writing holds its lock.
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file is called as one is that is being written in place of the file `whole`.
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
            write_whole(&file, words.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), words);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
        let nowhere = folder.path().join("no/where");
        assert!(write_whole(&nowhere, b"x").is_err());
        assert!(write_whole(folder.path(), b"x").is_err(), "a folder is no file");
    }

    #[test]
    fn several_write_one_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        let texts = ["a", "b", "c", "d"].map(|letter| letter.repeat(100_000));
        thread::scope(|scope| {
            for text in &texts {
                let write = || (0..20).for_each(|_| write_whole(&file, text.as_bytes()).unwrap());
                scope.spawn(write);
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
        write_whole(&file, b"one").unwrap();
        assert!(!own("a.txt.7-0.part").exists());
        for name in ["a.txt.copy.part", "a.txt.7.part", "b.txt.7-0.part"] {
            assert!(own(name).exists(), "{name}");
        }
        under_way.write_all(b"two").unwrap();
        fs::rename(part, &file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.txt"), folder.path().join("link"));
        fs::write(&file, "one").unwrap();
        symlink(&file, &link).unwrap();
        write_whole(&link, b"two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let device = Path::new("/dev/null");
        write_whole(device, b"nothing").unwrap();
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }
}
