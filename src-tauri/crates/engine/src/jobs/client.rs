//! The party that gave the engine its job: it receives events and may stop the job.

use std::ops::ControlFlow;

use model::StopSignal;
use protocol::{DocumentId, Event, JobId, JobRequest};

/// The requests that may be served during a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meanwhile {
    /// While a document's graph is built: everything that neither builds nor touches that document.
    Building(DocumentId),
    /// While a file is read or its pages are recognised: everything that adds no file and removes
    /// no document.
    Adding,
}

/// The other side of the engine: a terminal, a window, a test.
pub trait Client {
    /// Receives an event. `Break` stops the job between two of its steps.
    fn report(&mut self, job: JobId, event: Event) -> ControlFlow<()>;

    /// Returns the signal that stops a job. The model checks it while it computes, and so ends
    /// sooner than between two steps.
    fn stop(&self, _job: JobId) -> StopSignal {
        StopSignal::default()
    }

    /// Returns whether other work should precede work that can wait.
    fn others_wait(&mut self) -> bool {
        false
    }

    /// Returns an incoming request that need not wait for the current job.
    fn meanwhile(&mut self, _which: Meanwhile) -> Option<JobRequest> {
        None
    }
}
