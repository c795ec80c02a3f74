use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

use protocol::{Code, Failure};
use serde::Serialize;

use crate::exit_status::CommandResult;

/// Prints a value as JSON, or text in its place.
///
/// # Errors
///
/// As [`print_text()`].
pub fn print(as_json: bool, value: &impl Serialize, text: &str) -> CommandResult {
    match as_json {
        true => print_json(value)?,
        false => print_text(text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints one JSON value on one line.
///
/// # Errors
///
/// As [`print_text()`].
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    // Serialising fails only for maps with non-string keys; there are none.
    let line = serde_json::to_string(value).unwrap_or_else(|_| "null".into());
    print_text(&format!("{line}\n"))
}

/// Prints text. A reader that went away (`pecan list | head -1`) is not an error.
///
/// # Errors
///
/// If the output goes to a file that cannot be written.
pub fn print_text(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unwritten("The output", &error)),
        _ => Ok(()),
    }
}

/// Returns the failure to write something, with its name.
pub fn unwritten(what: &str, error: &std::io::Error) -> Failure {
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Code::DiskFull
        }
        _ => Code::FileUnwritable,
    };
    Failure::new(code, format!("{what} cannot be written: {error}."))
}
