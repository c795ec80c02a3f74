//! Wishes to stop, made known while the engine computes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use model::Stop;
use protocol::{JobId, JobRequest, Request};

/// The jobs that have not ended, and the wishes to stop them.
#[derive(Clone, Default)]
pub(crate) struct Stops(Arc<Mutex<HashMap<JobId, Stop>>>);

impl Stops {
    /// Takes notice of what came in.
    pub(crate) fn note(&self, JobRequest { job, request }: &JobRequest) {
        match request {
            Request::Stop { target } => self.of(*target).request(),
            _ => drop(self.jobs().insert(*job, Stop::default())),
        }
    }

    /// A job that has ended has one that nobody looks at.
    pub(crate) fn of(&self, job: JobId) -> Stop {
        self.jobs().get(&job).cloned().unwrap_or_default()
    }

    pub(crate) fn request_all(&self) {
        self.jobs().values().for_each(Stop::request);
    }

    /// The job has ended.
    pub(crate) fn forget(&self, job: JobId) {
        self.jobs().remove(&job);
    }

    /// The job is to go on, whatever was wished.
    pub(crate) fn renew(&self, job: JobId) {
        self.jobs().insert(job, Stop::default());
    }

    /// The jobs that have not ended.
    #[cfg(test)]
    pub(crate) fn known(&self) -> Vec<JobId> {
        self.jobs().keys().copied().collect()
    }

    /// Whoever panicked left the table whole.
    fn jobs(&self) -> MutexGuard<'_, HashMap<JobId, Stop>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
