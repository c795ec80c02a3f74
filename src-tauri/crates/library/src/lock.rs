//! One writer at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::{Error, Result};

const LOCK: &str = "library.lock";

/// The right to write, held through an advisory lock on a file beside the library. The system
/// releases it however the process ends.
#[derive(Debug)]
pub(crate) struct WriterLock {
    file: File,
}

impl WriterLock {
    pub(crate) fn take(dir: &Path) -> Result<Self> {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(dir.join(LOCK))
            .map_err(|error| Error::in_folder(dir, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(Error::Busy),
            Err(TryLockError::Error(error)) => Err(Error::in_folder(dir, &error)),
        }
    }
}

/// Unlocks explicitly: a process that is being started has copies of all open files until its
/// program is loaded, and merely closing this file would leave the lock with that copy until then.
impl Drop for WriterLock {
    fn drop(&mut self) {
        // If unlocking fails, closing does the same a little later.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_open_file_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let lock = WriterLock::take(folder.path()).unwrap();
        let copy = lock.file.try_clone().unwrap();
        assert!(matches!(WriterLock::take(folder.path()), Err(Error::Busy)));
        drop(lock);
        WriterLock::take(folder.path()).unwrap();
        drop(copy);
    }
}
