//! The engine in threads of this process, for a program that serves several others at once.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use protocol::{Code, Event, Failure, JobEvent, JobId, JobRequest, Outcome, Request};

use crate::config::Config;
use crate::error::JobError;
use crate::jobs::event_sink::EventSink;
use crate::jobs::queue::JobQueue;
use crate::jobs::serve::{CloseOnPanic, STACK, run_queue};

/// The engine in threads of this process: one owns the models and runs one job after another, another one answers
/// requests that only read. Dropping it stops all jobs and waits for both threads.
pub struct EngineService {
    shared: Arc<Shared>,
    engine: Option<JoinHandle<()>>,
}

/// What the service shares with the jobs that it began.
struct Shared {
    queue: Arc<JobQueue<Recipients>>,
    recipients: Recipients,
    next_job: AtomicU64,
}

/// A job that was begun. Dropping it stops the job; a job that has ended is unaffected.
pub struct RunningJob {
    job: JobId,
    shared: Arc<Shared>,
}

/// Receives the events of one job.
type Recipient = Box<dyn FnMut(Event) + Send>;

/// The recipients of the jobs that have not ended.
#[derive(Clone, Default)]
struct Recipients(Arc<Mutex<HashMap<JobId, Recipient>>>);

impl EngineService {
    /// Starts the threads. Nothing is opened or loaded before it is needed.
    ///
    /// # Errors
    ///
    /// If the system starts no further thread.
    pub fn start(config: Config) -> Result<Self, Failure> {
        let recipients = Recipients::default();
        let queue = Arc::new(JobQueue::new(recipients.clone()));
        let shared = Arc::new(Shared { queue, recipients, next_job: AtomicU64::new(1) });
        let served = Arc::clone(&shared);
        let engine = thread::Builder::new().stack_size(STACK).spawn(move || served.work(config));
        Ok(Self { shared, engine: Some(engine.map_err(|error| unstarted(&error))?) })
    }

    /// Begins a job. `receive` gets its events, the last of which is `Finished`, `Stopped` or `Failed`; it is called by
    /// the engine's threads and must return at once. If the engine ends before the job, `receive` is dropped.
    pub fn begin(
        &self,
        request: Request,
        receive: impl FnMut(Event) + Send + 'static,
    ) -> RunningJob {
        let job = self.shared.number();
        self.shared.recipients.lock().insert(job, Box::new(receive));
        self.shared.queue.receive(JobRequest { job, request });
        if !self.shared.queue.is_open() {
            self.shared.recipients.lock().remove(&job);
        }
        RunningJob { job, shared: Arc::clone(&self.shared) }
    }

    /// Runs a job to its end.
    ///
    /// # Errors
    ///
    /// As [`Engine::run`](crate::Engine::run).
    pub fn run(&self, request: Request) -> Result<Outcome, JobError> {
        let (send, events) = channel();
        let _running = self.begin(request, move |event| drop(send.send(event)));
        let end = events.into_iter().find_map(|event| match event {
            Event::Finished { outcome } => Some(Ok(*outcome)),
            Event::Stopped => Some(Err(JobError::Stopped)),
            Event::Failed { failure } => Some(Err(JobError::Failed(failure))),
            _ => None,
        });
        end.unwrap_or_else(|| Err(JobError::Failed(died())))
    }

    /// Stops all jobs and begins no other. Work that has been done stays.
    pub fn close(&self) {
        self.shared.close();
    }
}

/// Returns the failure of a job whose engine has ended.
pub fn died() -> Failure {
    Failure::new(Code::EngineDied, "The engine ended before the job. Start the program again.")
}

impl Drop for EngineService {
    fn drop(&mut self) {
        self.close();
        if let Some(engine) = self.engine.take() {
            // A panic has been reported by the thread itself.
            let _ = engine.join();
        }
    }
}

impl Shared {
    fn number(&self) -> JobId {
        JobId(self.next_job.fetch_add(1, Ordering::Relaxed))
    }

    /// Runs jobs until the queue is closed. Who still waits then learns it.
    fn work(&self, config: Config) {
        {
            let _closing = CloseOnPanic(&self.queue);
            if let Err(error) = run_queue(config, &self.queue) {
                eprintln!("pecan: {}", unstarted(&error));
            }
        }
        self.close();
    }

    fn close(&self) {
        self.queue.close();
        self.recipients.lock().clear();
    }
}

fn unstarted(error: &io::Error) -> Failure {
    Failure::new(Code::OutOfMemory, format!("The system starts no further thread: {error}."))
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        if self.shared.recipients.lock().contains_key(&self.job) {
            let request = Request::Stop { target: self.job };
            self.shared.queue.receive(JobRequest { job: self.shared.number(), request });
        }
    }
}

impl Recipients {
    /// A panic elsewhere leaves the table intact.
    fn lock(&self) -> MutexGuard<'_, HashMap<JobId, Recipient>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventSink for Recipients {
    const NUMBERS_AS_OF_PLACE: bool = true;

    fn send(&mut self, JobEvent { job, event }: JobEvent) -> bool {
        let is_last =
            matches!(event, Event::Finished { .. } | Event::Stopped | Event::Failed { .. });
        let mut recipients = self.lock();
        if let Some(recipient) = recipients.get_mut(&job) {
            recipient(event);
        }
        if is_last {
            recipients.remove(&job);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::RecvTimeoutError;
    use std::time::Duration;

    use protocol::AskOptions;

    use super::*;

    fn service(folder: &std::path::Path) -> EngineService {
        EngineService::start(Config::new(Some(folder.to_owned()), None).unwrap()).unwrap()
    }

    #[test]
    fn requests_are_answered_until_it_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path());
        assert_eq!(service.run(Request::List), Ok(Outcome::Documents(Vec::new())));
        let ask = Request::Ask {
            documents: vec![protocol::DocumentId(7)],
            question: "Who?".into(),
            options: AskOptions::default(),
        };
        let Err(JobError::Failed(failure)) = service.run(ask) else { panic!("no such document") };
        assert_eq!(failure.code, Code::DocumentUnknown);
        service.close();
        assert_eq!(service.run(Request::List), Err(JobError::Failed(died())));
    }

    #[test]
    fn a_job_that_is_dropped_is_stopped() {
        let (recipients, (send, events)) = (Recipients::default(), channel());
        let queue = Arc::new(JobQueue::new(recipients.clone()));
        let shared = Arc::new(Shared { queue, recipients, next_job: AtomicU64::new(1) });
        let service = EngineService { shared, engine: None };
        let running = service.begin(Request::Covers, move |event| drop(send.send(event)));
        assert_eq!(events.recv_timeout(Duration::ZERO), Err(RecvTimeoutError::Timeout));
        drop(running);
        assert_eq!(events.recv(), Ok(Event::Stopped));
    }
}
