//! How far a long operation is, and whether it should go on.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use crate::error::{Error, Result};

/// Receives the share of an operation that is done, from 0 to 1; `Break` stops it.
pub trait FileProgress {
    /// Receives the share.
    fn done(&mut self, share: f64) -> ControlFlow<()>;
}

/// Receives nothing and stops nothing.
#[derive(Debug, Default)]
pub struct Quiet;

impl FileProgress for Quiet {
    fn done(&mut self, _share: f64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// After how many bytes or rows' worth of bytes the progress is reported.
const OFTEN: u64 = 1 << 18;
/// What a row costs besides its bytes, in bytes.
pub(super) const PER_ROW: u64 = 256;

/// Counts the rows of an operation.
pub(crate) struct RowCounter<'p> {
    progress: &'p mut dyn FileProgress,
    done: u64,
    all: u64,
    reported: u64,
}

impl<'p> RowCounter<'p> {
    /// Begins to count up to this many bytes.
    pub(crate) fn new(progress: &'p mut dyn FileProgress, all: u64) -> Self {
        Self { progress, done: 0, all, reported: 0 }
    }

    /// Begins to count the rows of a file, which are read twice.
    pub(crate) fn twice(progress: &'p mut dyn FileProgress, file: &Path) -> Self {
        Self::new(progress, 2 * fs::metadata(file).map_or(0, |about| about.len()))
    }

    /// Counts a row.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`].
    pub(crate) fn row(&mut self, bytes: usize) -> Result<()> {
        self.done += bytes as u64 + PER_ROW;
        if self.done - self.reported < OFTEN {
            return Ok(());
        }
        self.reported = self.done;
        let share = (self.done as f64 / self.all.max(1) as f64).min(1.0);
        match self.progress.done(share) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Stopped),
        }
    }
}
