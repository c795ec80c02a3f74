//! The engine behind a pipe: jobs in and reports out, one JSON value a line.

use std::collections::{HashSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::thread;

use protocol::{Event, Failure, JobId, JobRequest, Outcome, Report, Request};
use tokio::sync::mpsc::{
    UnboundedReceiver, UnboundedSender, error::TryRecvError, unbounded_channel,
};

use crate::{Config, Desk, Ended, Engine, desk::Meanwhile};

/// Runs jobs until `input` closes. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed` on `output`.
pub fn serve(
    config: Config,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> Result<(), Failure> {
    let mut engine = Engine::open(config)?;
    let (sender, inbox) = unbounded_channel();
    thread::spawn(move || read_jobs(input, &sender));
    let mut wire = Wire::new(inbox, output);
    while let Some(JobRequest { job, request }) = wire.next() {
        engine.serve(job, request, &mut wire);
    }
    Ok(())
}

/// Passes on every line that is a job. A line that is none comes from a window of another version
/// and has no number to answer to.
fn read_jobs(input: impl Read, sender: &UnboundedSender<JobRequest>) {
    for line in BufReader::new(input).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(request) => {
                if sender.send(request).is_err() {
                    break;
                }
            }
            Err(error) => eprintln!("pecan engine: a line that is no job was left out: {error}"),
        }
    }
}

/// The window as the engine sees it.
struct Wire<W> {
    inbox: UnboundedReceiver<JobRequest>,
    waiting: VecDeque<JobRequest>,
    stopped: HashSet<JobId>,
    output: W,
    open: bool,
}

impl<W: Write> Wire<W> {
    fn new(inbox: UnboundedReceiver<JobRequest>, output: W) -> Self {
        Self { inbox, waiting: VecDeque::new(), stopped: HashSet::new(), output, open: true }
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

    /// A stop takes effect at once, also on a job that has not begun; anything else waits.
    fn sort_in(&mut self, JobRequest { job, request }: JobRequest) {
        let Request::Stop { target } = request else {
            self.waiting.push_back(JobRequest { job, request });
            return;
        };
        if let Some(at) = self.waiting.iter().position(|waiting| waiting.job == target) {
            self.waiting.remove(at);
            self.write(target, Event::Stopped);
        } else {
            self.stopped.insert(target);
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
            self.stopped.remove(&job);
            return ControlFlow::Continue(());
        }
        // Without a window nobody waits for the job, and what it finished is kept.
        if !self.open || self.stopped.contains(&job) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
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
            | Request::Show { .. }
            | Request::History { .. }
            | Request::Recall { .. }
    );
    let Meanwhile::Building(built) = which else { return reads };
    reads
        || match request {
            Request::Ask { .. }
            | Request::Estimate { .. }
            | Request::Add { build: false, .. }
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
