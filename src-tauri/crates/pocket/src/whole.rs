use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: beside its place first, then renamed. A link is followed. What
/// is no ordinary file, such as a pipe or a device, is written to as it is.
///
/// # Errors
///
/// If it cannot be written; what was there before is left as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
        return fs::write(path, bytes);
    }
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = write_to_disk(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The failure that matters is the first one.
        let _ = fs::remove_file(part);
    }
    written
}

fn write_to_disk(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
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
