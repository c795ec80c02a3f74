//! Paths on the command line.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use protocol::{Code, Failure};

/// Returns a file's absolute path as text; jobs are JSON, which can carry nothing else.
///
/// # Errors
///
/// If the path is not Unicode.
pub fn absolute_name(path: &Path) -> Result<String, Failure> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    engine::unicode(&whole)
}

/// Reads a file that contains only text.
///
/// # Errors
///
/// If the file is missing, is a folder, cannot be read or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("The file {shown} does not exist. Check its name and folder.");
            Failure::new(Code::FileMissing, message)
        }
        ErrorKind::IsADirectory => {
            Failure::new(Code::IsFolder, format!("{shown} is a folder. Choose a file."))
        }
        ErrorKind::InvalidData => {
            let message = format!("{shown} is not UTF-8 text. Convert it first.");
            Failure::new(Code::FileUnreadable, message)
        }
        _ => Failure::new(Code::FileUnreadable, format!("{shown} cannot be read: {error}.")),
    })
}
