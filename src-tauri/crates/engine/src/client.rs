//! Whoever gave the engine its job: hears what happens, and may stop it.

use std::ops::ControlFlow;

use model::Stop;
use protocol::{DocumentId, Event, JobId, JobRequest};

/// Which requests may be served while a job is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meanwhile {
    /// While building a document's graph: whatever neither builds nor touches that document.
    Building(DocumentId),
    /// While a file is read or its pages are recognised: whatever takes no file in and no document
    /// away.
    Adding,
    /// While answering, and while a model is loaded or tried: only what needs no model and writes
    /// nothing.
    Reading,
}

/// The other side of the engine: a terminal, a window, a test.
pub trait Client {
    /// Takes notice of an event. `Break` stops the job between two of its steps.
    fn report(&mut self, job: JobId, event: Event) -> ControlFlow<()>;

    /// The wish to stop a job. The model looks at it while it computes, and so ends sooner than
    /// between two steps.
    fn stop(&self, _job: JobId) -> Stop {
        Stop::default()
    }

    /// Whether something else is to be done before what can wait.
    fn others_wait(&mut self) -> bool {
        false
    }

    /// A request that came in and need not wait for the job under way.
    fn meanwhile(&mut self, _which: Meanwhile) -> Option<JobRequest> {
        None
    }
}
