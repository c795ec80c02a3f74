//! Keeps the engine's process running, and passes jobs and events between it and the window.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::ChildStdout;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use protocol::{DocumentId, EngineCrash, JobId, Request, UnfinishedQueue};

use crate::child::{Launch, Running};
use crate::failures;
use crate::jobs::{Hear, Jobs};
use crate::log::Log;

/// The link between the window and the engine's process: passes jobs in and events out, and
/// restarts the process when it dies.
#[derive(Clone)]
pub struct EngineProcess {
    shared: Arc<Shared>,
}

struct Shared {
    launch: Launch,
    log: Arc<Log>,
    died: Box<dyn Fn(EngineCrash) + Send + Sync>,
    /// Locked before `jobs`, so that jobs are handed over in the order of their numbers and none
    /// twice. Reports need only `jobs`: they flow while a job is being handed over.
    engine: Mutex<EngineState>,
    jobs: Mutex<Jobs>,
}

enum EngineState {
    Asleep,
    Running(Running),
    Closed,
}

impl EngineProcess {
    /// Creates a dispatch for these jobs. The engine starts with the first job, unless it is woken
    /// before; `died` is called when it dies.
    pub fn new(
        launch: Launch,
        log: Arc<Log>,
        jobs: Jobs,
        died: impl Fn(EngineCrash) + Send + Sync + 'static,
    ) -> Self {
        let engine = Mutex::new(EngineState::Asleep);
        let jobs = Mutex::new(jobs);
        Self { shared: Arc::new(Shared { launch, log, died: Box::new(died), engine, jobs }) }
    }

    /// Starts the engine, so that the first job need not wait for the start.
    pub fn wake(&self) {
        let mut engine = lock(&self.shared.engine);
        if matches!(*engine, EngineState::Asleep) {
            self.shared.start(&mut engine);
        }
    }

    /// Gives the engine a job. Its events go to `hear`; the last one says how it ended.
    pub fn submit(&self, request: Request, hear: Hear) -> JobId {
        let hear = failures::logged(&request, Arc::clone(&self.shared.log), hear);
        let mut engine = lock(&self.shared.engine);
        let given = lock(&self.shared.jobs).add(request, hear);
        match &mut *engine {
            EngineState::Running(running) => running.hand(&given),
            EngineState::Asleep => self.shared.start(&mut engine),
            EngineState::Closed => {}
        }
        given.job
    }

    /// Returns what the previous window left and this one has not taken up yet.
    pub fn left(&self) -> UnfinishedQueue {
        lock(&self.shared.jobs).left()
    }

    /// Replaces the page: the next one takes up what this one had begun.
    pub fn turn_over(&self) {
        let orphans = lock(&self.shared.jobs).orphan();
        for target in orphans {
            self.submit(Request::Stop { target }, Box::new(|_| {}));
        }
    }

    /// Notes that the user builds a document later. It is not proposed again.
    pub fn decline(&self, document: DocumentId) {
        lock(&self.shared.jobs).decline(document);
    }

    /// Returns the file that a job adds, if the job has not ended and adds a single file.
    pub fn file_of(&self, job: JobId) -> Option<PathBuf> {
        lock(&self.shared.jobs).file_of(job).map(PathBuf::from)
    }

    /// Ends the engine. Unfinished jobs get no event, because no one is left to hear it. They are
    /// kept for the next window.
    pub fn close(&self) {
        lock(&self.shared.jobs).close();
        let engine = std::mem::replace(&mut *lock(&self.shared.engine), EngineState::Closed);
        if let EngineState::Running(running) = engine {
            running.close();
        }
    }
}

impl Shared {
    /// Starts the engine and hands it every job that has not ended.
    fn start(self: &Arc<Self>, engine: &mut EngineState) {
        match Running::start(&self.launch, Arc::clone(&self.log)) {
            Ok((mut running, output)) => {
                let shared = Arc::clone(self);
                thread::spawn(move || shared.listen(output));
                let unfinished: Vec<_> = lock(&self.jobs).unfinished().collect();
                unfinished.iter().for_each(|request| running.hand(request));
                *engine = EngineState::Running(running);
            }
            Err(error) => {
                self.log.line(&format!("the engine could not be started: {error}"));
                *engine = EngineState::Asleep;
                lock(&self.jobs).fail_all(&format!("it could not be started ({error})"));
            }
        }
    }

    fn listen(self: Arc<Self>, output: ChildStdout) {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            match serde_json::from_str(&line) {
                Ok(report) => lock(&self.jobs).report(report),
                Err(error) => self.log.line(&format!("not a report ({error}): {line}")),
            }
        }
        self.on_exit();
    }

    /// Handles the end of the engine's reports: it is dead, or it was closed.
    fn on_exit(self: Arc<Self>) {
        let mut engine = lock(&self.engine);
        if matches!(*engine, EngineState::Closed) {
            return;
        }
        let EngineState::Running(running) = std::mem::replace(&mut *engine, EngineState::Asleep)
        else {
            return;
        };
        let how = running.last_words();
        self.log.line(&format!("the engine died: {how}"));
        let again = {
            let mut jobs = lock(&self.jobs);
            jobs.died(&how);
            !jobs.is_empty()
        };
        if again {
            self.start(&mut engine);
        }
        drop(engine);
        (self.died)(EngineCrash { how, again });
    }
}

/// Locks even a poisoned mutex. The lock is poisoned if an event's listener panicked; the table
/// behind it is intact.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use std::path::Path;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use protocol::{Code, Event, Outcome};

    use super::*;

    /// Returns a dispatch to an engine that is a shell script; the script finds its own folder in
    /// `$1`.
    fn dispatch(folder: &Path, script: &str) -> (EngineProcess, Receiver<EngineCrash>) {
        let (sender, deaths) = channel();
        let arguments = ["-c", script, "engine"].map(Into::into).into_iter();
        let arguments = arguments.chain([folder.as_os_str().to_owned()]).collect();
        let launch = Launch { program: "/bin/sh".into(), arguments };
        let log = Arc::new(Log::open(folder));
        (
            EngineProcess::new(launch, log, Jobs::default(), move |died| {
                sender.send(died).unwrap()
            }),
            deaths,
        )
    }

    fn ask(dispatch: &EngineProcess) -> Receiver<Event> {
        let (sender, events) = channel();
        dispatch.submit(Request::List, Box::new(move |event| sender.send(event).unwrap()));
        events
    }

    fn next<T>(events: &Receiver<T>) -> T {
        events.recv_timeout(Duration::from_secs(20)).unwrap()
    }

    const ANSWER: &str =
        r#"echo '{"job":1,"event":{"finished":{"outcome":{"kind":"documents","value":[]}}}}'"#;

    #[test]
    fn a_job_outlives_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "read line; if [ -e $1/again ]; then {ANSWER}; read more; fi; \
             touch $1/again; echo out of cheese >&2; kill -9 $$"
        );
        let (dispatch, deaths) = dispatch(folder.path(), &script);
        let events = ask(&dispatch);
        let outcome = Box::new(Outcome::Documents(Vec::new()));
        assert_eq!(next(&events), Event::Finished { outcome });
        let died = next(&deaths);
        assert!(died.again && died.how.contains("signal 9") && died.how.ends_with("out of cheese"));
        dispatch.close();
        assert!(deaths.try_recv().is_err(), "closing it is no death");
        let log = std::fs::read_to_string(folder.path().join("pecan.log")).unwrap();
        assert!(log.contains("engine: out of cheese"));
    }

    #[test]
    fn an_engine_that_was_woken_takes_the_first_job() {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("echo x >> $1/starts; read line; {ANSWER}; read more");
        let (dispatch, _deaths) = dispatch(folder.path(), &script);
        dispatch.wake();
        dispatch.wake();
        let outcome = Box::new(Outcome::Documents(Vec::new()));
        assert_eq!(next(&ask(&dispatch)), Event::Finished { outcome });
        dispatch.close();
        assert_eq!(std::fs::read_to_string(folder.path().join("starts")).unwrap(), "x\n");
    }

    #[test]
    fn a_job_that_always_kills_the_engine_fails() {
        let folder = tempfile::tempdir().unwrap();
        let (dispatch, deaths) = dispatch(folder.path(), "read line; exit 7");
        let Event::Failed { failure } = next(&ask(&dispatch)) else { panic!("it did not fail") };
        assert_eq!(failure.code, Code::EngineDied);
        let log = std::fs::read_to_string(folder.path().join("pecan.log")).unwrap();
        assert!(log.contains("list failed: ") && log.contains("(engine_died)"), "{log}");
        let again: Vec<bool> = (0..3).map(|_| next(&deaths).again).collect();
        assert_eq!(again, [true, true, false]);
    }

    #[test]
    fn an_engine_that_cannot_start_fails_its_jobs() {
        let folder = tempfile::tempdir().unwrap();
        let launch = Launch { program: folder.path().join("none"), arguments: Vec::new() };
        let log = Arc::new(Log::open(folder.path()));
        let dispatch = EngineProcess::new(launch, log, Jobs::default(), |_| {});
        let Event::Failed { failure } = next(&ask(&dispatch)) else { panic!("it did not fail") };
        assert_eq!(failure.code, Code::EngineDied);
    }
}
