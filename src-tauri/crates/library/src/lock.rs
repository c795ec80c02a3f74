//! One writer at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::{Error, Result};

const LOCK: &str = "library.lock";

/// The right to write, held through an advisory lock on a file beside the library; the system
/// takes it back however the process ends.
#[derive(Debug)]
pub(crate) struct WriterLock {
    _file: File,
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
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Error::Busy),
            Err(TryLockError::Error(error)) => Err(Error::in_folder(dir, &error)),
        }
    }
}
