//! Room on the disk, and failures to write to it.

use std::io::{self, ErrorKind};
use std::path::Path;

use protocol::{Code, Failure};

/// Bytes that a download leaves free.
const SPARE: u64 = 64 << 20;

/// Checks that there is room for another `bytes` bytes in a folder.
///
/// # Errors
///
/// [`Code::DiskFull`]. A system that does not report its room passes.
pub fn require_room(folder: &Path, bytes: u64) -> Result<(), Failure> {
    match free(folder) {
        Some(free) if bytes.saturating_add(SPARE) > free => Err(full(folder, bytes, free)),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
fn free(_folder: &Path) -> Option<u64> {
    None
}

fn full(folder: &Path, bytes: u64, free: u64) -> Failure {
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let message = format!(
        "The download needs {:.2} GB, but the disk of {} has only {:.2} GB left. Make room and run \
         the command again.",
        gigabytes(bytes),
        folder.display(),
        gigabytes(free),
    );
    Failure::new(Code::DiskFull, message)
}

/// Returns the failure to write or read something in the folder of models.
pub fn unwritten(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            let message = format!(
                "The disk is full: {shown} cannot be written. Make room and run the command again \
                 to resume."
            );
            Failure::new(Code::DiskFull, message)
        }
        _ => Failure::new(Code::FileUnwritable, format!("{shown} cannot be written: {error}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_larger_than_the_disk_does_not_begin() {
        let folder = tempfile::tempdir().unwrap();
        assert!(require_room(folder.path(), 1).is_ok());
        if cfg!(unix) {
            let failure = require_room(folder.path(), u64::MAX / 2).unwrap_err();
            assert_eq!(failure.code, Code::DiskFull);
        }
    }
}
