//! The engine behind a pipe: jobs in and reports out, one JSON value per line.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;

use protocol::{Event, JobId, JobRequest, Request};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::job_queue::JobQueue;
use crate::stops::StopSignals;
use crate::{Client, Config, Engine, JobError};

/// Runs jobs until `input` closes. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed` on `output`.
pub fn serve(config: Config, input: impl Read + Send + 'static, output: impl Write) {
    let mut engine = Engine::new(config);
    let (sender, inbox) = unbounded_channel();
    let stops = StopSignals::default();
    let mut queue = JobQueue::new(inbox, stops.clone(), output);
    thread::spawn(move || read_jobs(input, &stops, &sender));
    while let Some(JobRequest { job, request }) = queue.next() {
        engine.serve(job, request, &mut queue);
        // Between two jobs another program may write.
        engine.access.put_back();
    }
}

/// Passes on every line that is a job. Any other line comes from a window of another version and
/// has no number to reply to. A request to stop takes effect at once, while the model computes.
fn read_jobs(input: impl Read, stops: &StopSignals, sender: &UnboundedSender<JobRequest>) {
    for line in BufReader::new(input).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(request) => {
                stops.note(&request);
                if sender.send(request).is_err() {
                    break;
                }
            }
            Err(error) => eprintln!("pecan engine: skipped a line that is not a job: {error}"),
        }
    }
    // No one is waiting any more.
    stops.request_all();
}

impl Engine {
    /// Runs a job and reports how it ended.
    pub(crate) fn serve(&mut self, job: JobId, request: Request, client: &mut dyn Client) {
        let event = match self.run(job, request, client) {
            Ok(outcome) => Event::Finished { outcome: Box::new(outcome) },
            Err(JobError::Stopped) => Event::Stopped,
            Err(JobError::Failed(failure)) => Event::Failed { failure },
        };
        // The job is over: there is nothing left to stop.
        let _ = client.report(job, event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_is_gone_stops_everything() {
        let stops = StopSignals::default();
        let (sender, _inbox) = unbounded_channel();
        let line = br#"{"job":3,"request":{"do":"build","document":1}}"#;
        read_jobs(&line[..], &stops, &sender);
        assert!(stops.of(3).is_requested());
    }
}
