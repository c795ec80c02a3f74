//! Requests to stop, which take effect while the engine computes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use model::StopSignal;
use protocol::{JobId, JobRequest};

use crate::jobs::requests::{EngineRequest, QueueRequest};

/// The unfinished jobs, with their stop signals.
#[derive(Clone, Default)]
pub(crate) struct StopSignals(Arc<Mutex<HashMap<JobId, StopSignal>>>);

impl StopSignals {
    /// Records an incoming request.
    pub(crate) fn note(&self, JobRequest { job, request }: &JobRequest) {
        match EngineRequest::of(request) {
            EngineRequest::Queue(QueueRequest::Stop { target }) => self.of(target).request(),
            _ => drop(self.jobs().insert(*job, StopSignal::default())),
        }
    }

    /// Returns the stop signal of a job; for a finished job, one that no one checks.
    pub(crate) fn of(&self, job: JobId) -> StopSignal {
        self.jobs().get(&job).cloned().unwrap_or_default()
    }

    pub(crate) fn request_all(&self) {
        self.jobs().values().for_each(StopSignal::request);
    }

    /// Removes a finished job.
    pub(crate) fn forget(&self, job: JobId) {
        self.jobs().remove(&job);
    }

    /// Lets the job go on, whatever was requested.
    pub(crate) fn renew(&self, job: JobId) {
        self.jobs().insert(job, StopSignal::default());
    }

    /// The jobs that have not ended.
    #[cfg(test)]
    pub(crate) fn known(&self) -> Vec<JobId> {
        self.jobs().keys().copied().collect()
    }

    /// A panic elsewhere leaves the table intact.
    fn jobs(&self) -> MutexGuard<'_, HashMap<JobId, StopSignal>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
