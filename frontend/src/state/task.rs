use protocol::{JobId, Progress};

use crate::ipc;

/// A job of the engine, as far as the window has heard of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Task {
    /// Its number, once it has one.
    pub job: Option<JobId>,
    /// How far it is; none while it waits for another.
    pub progress: Option<Progress>,
    /// Whether it was told to stop.
    pub stopping: bool,
}

impl Task {
    /// It has a number, by which it can be stopped from now on; it is, if it was told so before.
    pub(super) fn begin(&mut self, number: JobId) {
        self.job = Some(number);
        if self.stopping {
            ipc::stop(number);
        }
    }

    /// It came so far; whether it has only begun.
    pub(super) fn advance(&mut self, progress: Progress) -> bool {
        self.progress.replace(progress).is_none()
    }

    /// Stops it; what it finished stays.
    pub(super) fn stop(&mut self) {
        self.stopping = true;
        if let Some(job) = self.job {
            ipc::stop(job);
        }
    }
}
