//! Jobs of the engine, as the window knows them.

use protocol::{JobId, Progress};

use crate::ipc;

/// A job of the engine, as known to the window.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrackedJob {
    /// Its number, once it has one.
    pub job: Option<JobId>,
    /// Its progress; none while it waits.
    pub progress: Option<Progress>,
    /// Whether it was asked to stop.
    pub stopping: bool,
}

impl TrackedJob {
    /// Notes its number, by which it can be stopped from now on. Stops it if that was requested
    /// before.
    pub fn begin(&mut self, number: JobId) {
        self.job = Some(number);
        if self.stopping {
            ipc::stop(number);
        }
    }

    /// Notes its progress. Returns whether this is the first.
    pub fn advance(&mut self, progress: Progress) -> bool {
        self.progress.replace(progress).is_none()
    }

    /// Stops it; its finished part stays.
    pub fn stop(&mut self) {
        self.stopping = true;
        if let Some(job) = self.job {
            ipc::stop(job);
        }
    }
}
