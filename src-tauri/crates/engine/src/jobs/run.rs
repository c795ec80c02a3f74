//! Runs a job, and those that need not wait for it.

use protocol::{Event, JobId, JobRequest, Outcome, Queue, Request};

use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::{Client, Meanwhile};
use crate::jobs::requests::{EngineRequest, QueueRequest};

impl Engine {
    /// Runs a job to its end.
    ///
    /// # Errors
    ///
    /// [`JobError::Stopped`] if the client requested it, [`JobError::Failed`] with a code and a sentence.
    pub fn run(
        &mut self,
        job: JobId,
        request: Request,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        // One job may be served within another.
        let outer = self.models.heed(client.stop(job));
        let ended = match EngineRequest::of(&request) {
            EngineRequest::Read(wanted) => self.read(wanted).map_err(JobError::from),
            EngineRequest::Change(change) => self.change(change).map_err(JobError::from),
            EngineRequest::Work(work) => self.work(job, work, client),
            EngineRequest::Queue(request) => Ok(without_queue(request)),
        };
        self.models.heed(outer);
        ended
    }

    /// Runs a job and reports how it ended.
    pub(crate) fn serve(&mut self, job: JobId, request: Request, client: &mut dyn Client) {
        let event = event_of(self.run(job, request, client));
        // The job is over: there is nothing left to stop.
        let _ = client.report(job, event);
    }

    /// Serves incoming requests that need not wait for the current job; returns whether there were
    /// any.
    pub(crate) fn serve_meanwhile(&mut self, which: Meanwhile, client: &mut dyn Client) -> bool {
        let mut served = false;
        while let Some(JobRequest { job, request }) = client.meanwhile(which) {
            self.serve(job, request, client);
            served = true;
        }
        served
    }
}

/// Returns the event that says how a job ended.
pub(crate) fn event_of(ended: Result<Outcome, JobError>) -> Event {
    match ended {
        Ok(outcome) => Event::Finished { outcome: Box::new(outcome) },
        Err(JobError::Stopped) => Event::Stopped,
        Err(JobError::Failed(failure)) => Event::Failed { failure },
    }
}

/// Answers a request about other jobs where there is no queue: no job waits, and none can be stopped.
fn without_queue(request: QueueRequest) -> Outcome {
    match request {
        QueueRequest::Queue | QueueRequest::First { .. } | QueueRequest::Pause { .. } => {
            Outcome::Queue(Queue::default())
        }
        QueueRequest::Stop { .. } => Outcome::Done,
    }
}
