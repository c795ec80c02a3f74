//! Writes exported files into a folder of their own.

use std::path::{Component, Path};
use std::{fs, io};

use protocol::{Code, ExportedFile, Failure};
use tempfile::TempDir;

/// Writes files into a folder that is new or empty: all of them or none.
///
/// # Errors
///
/// [`Code::FileUnwritable`]: the folder is not empty or cannot be written. [`Code::BadRequest`]: a file's name is a
/// path.
pub fn write_folder(folder: &Path, files: &[ExportedFile]) -> Result<(), Failure> {
    if let Some(file) = files.iter().find(|file| !is_plain_name(&file.name)) {
        return Err(Failure::new(Code::BadRequest, format!("“{}” is not a file name.", file.name)));
    }
    check_new_folder(folder)?;
    write(folder, files).map_err(|error| unwritten(folder, &error))
}

/// Checks that a folder is new or empty: its content may be someone's notes, which must not be overwritten.
fn check_new_folder(folder: &Path) -> Result<(), Failure> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut files) => files.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(unwritten(folder, &error)),
    };
    if is_empty {
        return Ok(());
    }
    let message = format!("{} is not empty. Choose a new folder.", folder.display());
    Err(Failure::new(Code::FileUnwritable, message))
}

/// Returns whether a name is that of a file in any folder, and leads into no other folder.
pub fn is_plain_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
}

fn write(folder: &Path, files: &[ExportedFile]) -> io::Result<()> {
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let begun = TempDir::new_in(parent)?;
    let whole = begun.path().join("whole");
    fs::create_dir(&whole)?;
    for file in files {
        fs::write(whole.join(&file.name), &file.text)?;
    }
    // Some systems cannot rename a folder onto another one, even if that is empty.
    if folder.exists() {
        fs::remove_dir(folder)?;
    }
    fs::rename(whole, folder)
}

fn unwritten(folder: &Path, error: &io::Error) -> Failure {
    let message =
        format!("{} cannot be written: {error}. Choose another folder.", folder.display());
    Failure::new(Code::FileUnwritable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> [ExportedFile; 1] {
        [ExportedFile { name: name.to_owned(), text: "A".to_owned() }]
    }

    #[test]
    fn files_are_written_to_a_new_or_an_empty_folder_alone() {
        let root = tempfile::tempdir().unwrap();
        for name in ["new", "deep/er", "empty"] {
            let folder = root.path().join(name);
            if name == "empty" {
                fs::create_dir(&folder).unwrap();
            }
            write_folder(&folder, &file("a.md")).unwrap();
            assert_eq!(fs::read_to_string(folder.join("a.md")).unwrap(), "A");
            let failure = write_folder(&folder, &file("b.md")).unwrap_err();
            assert_eq!(failure.code, Code::FileUnwritable);
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 3, "nothing else is left there");
    }

    #[test]
    fn files_do_not_leave_their_folder() {
        let root = tempfile::tempdir().unwrap();
        for name in ["../a", "/a", "a/b", "..", ".", "", "a/"] {
            let failure = write_folder(&root.path().join("new"), &file(name)).unwrap_err();
            assert_eq!(failure.code, Code::BadRequest, "{name}");
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }
}
