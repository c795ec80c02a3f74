//! The engine behind a pipe: jobs in and reports out, one JSON value per line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use protocol::Outcome;

use crate::config::Config;
use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client as _;
use crate::jobs::event_sink::{EventSink, JsonLines};
use crate::jobs::queue::JobQueue;
use crate::jobs::read::LibraryReader;
use crate::jobs::run::event_of;

/// The stack size of a program's first thread.
pub(crate) const STACK: usize = 8 << 20;

/// Runs jobs until `input` closes. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed` on `output`. Queries are answered by a thread of their own, which waits for no model.
pub fn serve(
    config: Config,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) {
    let queue = Arc::new(JobQueue::new(JsonLines(output)));
    let incoming = Arc::clone(&queue);
    thread::spawn(move || read_jobs(input, &incoming));
    if let Err(error) = run_queue(config, &queue) {
        eprintln!("pecan engine: queries cannot be answered: {error}");
    }
}

/// Runs the jobs of a queue on this thread, and answers its queries on another one, until the queue is closed.
///
/// # Errors
///
/// If the other thread cannot be started.
pub(crate) fn run_queue(
    config: Config,
    queue: &Arc<JobQueue<impl EventSink + Send + 'static>>,
) -> io::Result<()> {
    let mut engine = Engine::new(config);
    let (reader, queries) = (engine.reader(), Arc::clone(queue));
    let answering =
        thread::Builder::new().stack_size(STACK).spawn(move || answer_queries(reader, &queries))?;
    run_jobs(&mut engine, queue);
    // A panic propagates as if it had happened here.
    answering.join().unwrap_or_else(|panic| resume_unwind(panic));
    Ok(())
}

fn run_jobs<S: EventSink>(engine: &mut Engine, queue: &JobQueue<S>) {
    let mut window = queue;
    while let Some(next) = queue.next() {
        let mut ended = engine.run(next.job, next.request, &mut window);
        if S::NUMBERS_AS_OF_PLACE
            && let Ok(Outcome::Answer(answer)) = &mut ended
            && let Err(failure) = engine.number_as_of_place(answer)
        {
            ended = Err(JobError::Failed(failure));
        }
        let event = event_of(ended);
        // Between two jobs another program may write: one that waited for the job, too.
        engine.access.put_back();
        // The job is over: there is nothing left to stop.
        let _ = window.report(next.job, event);
    }
}

fn answer_queries(mut reader: LibraryReader, queue: &JobQueue<impl EventSink>) {
    let _closing = CloseOnPanic(queue);
    while let Some((job, request)) = queue.next_query() {
        loop {
            let changes = queue.changes();
            let read = reader.read(request.clone());
            if queue.end_query(job, event_of(read.map_err(JobError::from)), changes) {
                break;
            }
        }
    }
}

/// Ends the engine if a query panics, as a job that panics does.
pub(crate) struct CloseOnPanic<'a, S: EventSink>(pub &'a JobQueue<S>);

impl<S: EventSink> Drop for CloseOnPanic<'_, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Passes on every line that is a job. Any other line comes from a window of another version and
/// has no number to reply to.
fn read_jobs(input: impl Read, queue: &JobQueue<impl EventSink>) {
    for line in BufReader::new(input).lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(request) => queue.receive(request),
            Err(error) => eprintln!("pecan engine: skipped a line that is not a job: {error}"),
        }
    }
    // No one is waiting any more.
    queue.close();
}

#[cfg(test)]
mod tests {
    use protocol::JobId;

    use super::*;

    #[test]
    fn a_window_that_is_gone_stops_everything() {
        let queue = JobQueue::new(JsonLines(Vec::new()));
        let line = br#"{"job":3,"request":{"do":"build","document":1}}"#;
        read_jobs(&line[..], &queue);
        assert!((&queue).stop(JobId(3)).is_requested());
        assert_eq!(queue.next(), None);
    }
}
