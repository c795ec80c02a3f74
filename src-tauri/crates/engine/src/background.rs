//! Long work that needs a model but nothing else of the engine: loading it, hashing its file, trying it. Readers do not
//! wait for it.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use protocol::{Code, Failure};

use crate::{Client, Engine, Meanwhile};

/// The interval at which the engine checks for incoming requests.
const GLANCE: Duration = Duration::from_millis(5);
/// The stack size of a program's first thread.
const STACK: usize = 8 << 20;

impl Engine {
    /// Runs work in a thread of its own, and serves requests that need no model until it is done: the model belongs to
    /// that thread alone.
    pub(crate) fn in_background<T: Send, E: Into<Failure> + Send>(
        &mut self,
        client: &mut dyn Client,
        work: impl FnOnce() -> Result<T, E> + Send,
    ) -> Result<T, Failure> {
        thread::scope(|scope| {
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let worker = worker.map_err(|error| {
                Failure::new(Code::Internal, format!("The work could not be started: {error}."))
            })?;
            loop {
                self.serve_meanwhile(Meanwhile::Reading, client);
                if worker.is_finished() {
                    break;
                }
                thread::sleep(GLANCE);
            }
            // A panic propagates as if it had happened here.
            worker.join().unwrap_or_else(|panic| resume_unwind(panic)).map_err(Into::into)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::mpsc::{Sender, channel};

    use protocol::{Event, JobId, JobRequest, Request};

    use super::*;
    use crate::Config;

    /// Requests the list once, and passes on that it came.
    struct Reader {
        asks: bool,
        heard: Sender<Event>,
    }

    impl Client for Reader {
        fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
            self.heard.send(event).unwrap();
            ControlFlow::Continue(())
        }

        fn meanwhile(&mut self, which: Meanwhile) -> Option<JobRequest> {
            assert_eq!(which, Meanwhile::Reading);
            std::mem::take(&mut self.asks).then_some(JobRequest { job: 2, request: Request::List })
        }
    }

    #[test]
    fn what_is_asked_is_answered_before_the_work_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("library");
        let mut engine = Engine::new(Config { library, model: None, at_once: None, reader: None });
        let (heard, hears) = channel();
        let mut client = Reader { asks: true, heard };
        let listed = engine.in_background(&mut client, move || {
            let event = hears.recv_timeout(Duration::from_secs(20));
            event.map_err(|_| Failure::new(Code::Internal, "No request was received."))
        });
        assert!(matches!(listed, Ok(Event::Finished { .. })), "{listed:?}");
        let failed = engine.in_background(&mut client, || Err::<(), _>(model::Error::Stopped));
        assert_eq!(failed.unwrap_err().code, Code::Stopped);
    }
}
