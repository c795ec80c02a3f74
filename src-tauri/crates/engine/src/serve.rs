//! The engine behind a pipe: jobs in and reports out, one JSON value a line.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use model::Stop;
use protocol::{AddOptions, Event, JobId, JobRequest, Outcome, Report, Request};
use tokio::sync::mpsc::{
    UnboundedReceiver, UnboundedSender, error::TryRecvError, unbounded_channel,
};

use crate::{Config, Desk, Ended, Engine, desk::Meanwhile};

/// Runs jobs until `input` closes. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed` on `output`.
pub fn serve(config: Config, input: impl Read + Send + 'static, output: impl Write) {
    let mut engine = Engine::new(config);
    let (sender, inbox) = unbounded_channel();
    let stops = Stops::default();
    let mut wire = Wire::new(inbox, stops.clone(), output);
    thread::spawn(move || read_jobs(input, &stops, &sender));
    while let Some(JobRequest { job, request }) = wire.next() {
        engine.serve(job, request, &mut wire);
        // Between two jobs another program may write.
        engine.shelf.put_back();
    }
}

/// Passes on every line that is a job. A line that is none comes from a window of another version
/// and has no number to answer to. A wish to stop is made known at once, while the model computes.
fn read_jobs(input: impl Read, stops: &Stops, sender: &UnboundedSender<JobRequest>) {
    for line in BufReader::new(input).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(request) => {
                stops.note(&request);
                if sender.send(request).is_err() {
                    break;
                }
            }
            Err(error) => eprintln!("pecan engine: a line that is no job was left out: {error}"),
        }
    }
    // Nobody waits any more.
    stops.request_all();
}

/// The jobs that have not ended, and the wishes to stop them.
#[derive(Clone, Default)]
struct Stops(Arc<Mutex<HashMap<JobId, Stop>>>);

impl Stops {
    fn note(&self, JobRequest { job, request }: &JobRequest) {
        match request {
            Request::Stop { target } => self.of(*target).request(),
            _ => drop(self.jobs().insert(*job, Stop::default())),
        }
    }

    /// A job that has ended has one that nobody looks at.
    fn of(&self, job: JobId) -> Stop {
        self.jobs().get(&job).cloned().unwrap_or_default()
    }

    fn request_all(&self) {
        self.jobs().values().for_each(Stop::request);
    }

    fn forget(&self, job: JobId) {
        self.jobs().remove(&job);
    }

    /// Whoever panicked left the table whole.
    fn jobs(&self) -> MutexGuard<'_, HashMap<JobId, Stop>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The window as the engine sees it.
struct Wire<W> {
    inbox: UnboundedReceiver<JobRequest>,
    waiting: VecDeque<JobRequest>,
    stops: Stops,
    output: W,
    open: bool,
}

impl<W: Write> Wire<W> {
    fn new(inbox: UnboundedReceiver<JobRequest>, stops: Stops, output: W) -> Self {
        Self { inbox, waiting: VecDeque::new(), stops, output, open: true }
    }

    /// The next job, waited for; none once the input has closed.
    fn next(&mut self) -> Option<JobRequest> {
        loop {
            self.take_in();
            // Nobody waits for a job whose window is gone.
            if !self.open {
                return None;
            }
            if let Some(next) = self.waiting.pop_front() {
                return Some(next);
            }
            let request = self.inbox.blocking_recv()?;
            self.sort_in(request);
        }
    }

    fn take_in(&mut self) {
        loop {
            match self.inbox.try_recv() {
                Ok(request) => self.sort_in(request),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.open = false;
                    return;
                }
            }
        }
    }

    /// A stop ends a job that has not begun; one under way looks at the wish itself. Anything else
    /// waits.
    fn sort_in(&mut self, JobRequest { job, request }: JobRequest) {
        let Request::Stop { target } = request else {
            self.waiting.push_back(JobRequest { job, request });
            return;
        };
        if let Some(at) = self.waiting.iter().position(|waiting| waiting.job == target) {
            self.waiting.remove(at);
            self.stops.forget(target);
            self.write(target, Event::Stopped);
        }
        self.write(job, Event::Finished { outcome: Box::new(Outcome::Told) });
    }

    /// A window that is gone closes the input too: nothing else needs to be told.
    fn write(&mut self, job: JobId, event: Event) {
        let Ok(mut line) = serde_json::to_vec(&Report { job, event }) else { return };
        line.push(b'\n');
        if self.output.write_all(&line).and_then(|()| self.output.flush()).is_err() {
            self.open = false;
        }
    }
}

impl<W: Write> Desk for Wire<W> {
    fn report(&mut self, job: JobId, event: Event) -> ControlFlow<()> {
        let last = matches!(event, Event::Finished { .. } | Event::Stopped | Event::Failed { .. });
        self.write(job, event);
        self.take_in();
        if last {
            self.stops.forget(job);
            return ControlFlow::Continue(());
        }
        // Without a window nobody waits for the job, and what it finished is kept.
        if !self.open || self.stops.of(job).is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn stop(&self, job: JobId) -> Stop {
        self.stops.of(job)
    }

    fn meanwhile(&mut self, which: Meanwhile) -> Option<JobRequest> {
        self.take_in();
        let at = self.waiting.iter().position(|waiting| may_run(&waiting.request, which))?;
        self.waiting.remove(at)
    }
}

fn may_run(request: &Request, which: Meanwhile) -> bool {
    let reads = matches!(
        request,
        Request::List
            | Request::Text { .. }
            | Request::Places { .. }
            | Request::Show { .. }
            | Request::History { .. }
            | Request::Recall { .. }
    );
    let Meanwhile::Building(built) = which else { return reads };
    reads
        || match request {
            Request::Ask { .. }
            | Request::Estimate { .. }
            | Request::Add { options: AddOptions { build: false, .. }, .. }
            | Request::ModelInfo { path: None } => true,
            Request::Remove { document } => *document != built,
            _ => false,
        }
}

impl Engine {
    /// Runs a job and reports how it ended.
    pub(crate) fn serve(&mut self, job: JobId, request: Request, desk: &mut dyn Desk) {
        let event = match self.run(job, request, desk) {
            Ok(outcome) => Event::Finished { outcome: Box::new(outcome) },
            Err(Ended::Stopped) => Event::Stopped,
            Err(Ended::Failed(failure)) => Event::Failed { failure },
        };
        // The job is over: there is nothing left to stop.
        let _ = desk.report(job, event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> JobRequest {
        serde_json::from_str(line).unwrap()
    }

    #[test]
    fn a_wish_to_stop_is_known_before_the_engine_looks() {
        let stops = Stops::default();
        let (sender, inbox) = unbounded_channel();
        let mut wire = Wire::new(inbox, stops.clone(), Vec::new());
        for line in [
            r#"{"job":4,"request":{"do":"build","document":1}}"#,
            r#"{"job":6,"request":{"do":"list"}}"#,
        ] {
            stops.note(&asked(line));
            sender.send(asked(line)).unwrap();
        }
        let build = wire.next().unwrap();
        let (of_build, of_list) = (wire.stop(build.job), wire.stop(6));
        stops.note(&asked(r#"{"job":7,"request":{"do":"stop","target":4}}"#));
        assert!(of_build.is_requested() && !of_list.is_requested());
        assert!(wire.report(4, Event::Token { text: "a".into() }).is_break());
        assert!(wire.report(6, Event::Token { text: "a".into() }).is_continue());

        assert!(wire.report(4, Event::Stopped).is_continue());
        assert_eq!(stops.jobs().keys().collect::<Vec<_>>(), [&6], "only job 6 has not ended");
    }

    #[test]
    fn a_job_that_waits_is_stopped_once_and_never_begins() {
        let stops = Stops::default();
        let (sender, inbox) = unbounded_channel();
        let mut wire = Wire::new(inbox, stops.clone(), Vec::new());
        for line in [
            r#"{"job":1,"request":{"do":"build","document":1}}"#,
            r#"{"job":2,"request":{"do":"stop","target":1}}"#,
        ] {
            stops.note(&asked(line));
            sender.send(asked(line)).unwrap();
        }
        drop(sender);
        assert_eq!(wire.next(), None);
        let said = String::from_utf8(wire.output).unwrap();
        let reports: Vec<Report> =
            said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told = Event::Finished { outcome: Box::new(Outcome::Told) };
        let expected = [Report { job: 1, event: Event::Stopped }, Report { job: 2, event: told }];
        assert_eq!(reports, expected);
    }

    #[test]
    fn a_window_that_is_gone_stops_everything() {
        let stops = Stops::default();
        let (sender, _inbox) = unbounded_channel();
        let line = br#"{"job":3,"request":{"do":"build","document":1}}"#;
        read_jobs(&line[..], &stops, &sender);
        assert!(stops.of(3).is_requested());
    }
}
