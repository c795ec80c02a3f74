//! Reads files from a disk.

use std::io::ErrorKind;
use std::path::Path;
use std::{fs, io};

use protocol::{Code, Failure};

/// The maximum size of a file in bytes: the library stores it whole, and a value there is limited to 1 GB.
const LARGEST_FILE: u64 = 900_000_000;

/// Reads a file that can be added.
///
/// # Errors
///
/// If it cannot be read, or is larger than a library can store.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if !about.is_file() {
        let message = format!("{shown} is not an ordinary file. Choose a file on a disk.");
        return Err(Failure::new(Code::FileUnreadable, message));
    }
    if about.len() > LARGEST_FILE {
        let message = format!(
            "{shown} has {} MB. The limit for a document is {} MB. Split it into parts.",
            about.len() / 1_000_000,
            LARGEST_FILE / 1_000_000
        );
        return Err(Failure::new(Code::FileUnreadable, message));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    if bytes.is_empty() {
        let message =
            format!("{shown} is empty. Check that it was copied or downloaded completely.");
        return Err(Failure::new(Code::FileEmpty, message));
    }
    Ok(bytes)
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("The file {shown} does not exist. Check its name and folder.");
            Failure::new(Code::FileMissing, message)
        }
        _ => Failure::new(Code::FileUnreadable, format!("{shown} cannot be read: {error}.")),
    }
}

/// Returns the location of a file, with links resolved.
pub(crate) fn whole(path: &Path) -> String {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    whole.to_string_lossy().into_owned()
}

/// Returns whether a file with these bytes is at a path.
pub(crate) fn is_still_there(path: &str, bytes: &[u8]) -> bool {
    let is_as_long = |about: fs::Metadata| about.is_file() && about.len() == bytes.len() as u64;
    fs::metadata(path).is_ok_and(is_as_long) && fs::read(path).is_ok_and(|held| held == bytes)
}
