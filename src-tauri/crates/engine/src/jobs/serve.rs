//! The engine behind a pipe: jobs in and reports out, one JSON value per line.

use std::io::{BufRead, BufReader, Read, Write};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use crate::config::Config;
use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::queue::JobQueue;
use crate::jobs::read::LibraryReader;
use crate::jobs::run::event_of;

/// The stack size of a program's first thread.
const STACK: usize = 8 << 20;

/// Runs jobs until `input` closes. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed` on `output`. Queries are answered by a thread of their own, which waits for no model.
pub fn serve(
    config: Config,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) {
    let mut engine = Engine::new(config);
    let queue = Arc::new(JobQueue::new(output));
    let incoming = Arc::clone(&queue);
    thread::spawn(move || read_jobs(input, &incoming));
    let (reader, queries) = (engine.reader(), Arc::clone(&queue));
    let answering =
        thread::Builder::new().stack_size(STACK).spawn(move || answer_queries(reader, &queries));
    match answering {
        Ok(answering) => {
            run_jobs(&mut engine, &queue);
            // A panic propagates as if it had happened here.
            answering.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        Err(error) => eprintln!("pecan engine: queries cannot be answered: {error}"),
    }
}

fn run_jobs<W: Write>(engine: &mut Engine, queue: &JobQueue<W>) {
    let mut window = queue;
    while let Some(next) = queue.next() {
        engine.serve(next.job, next.request, &mut window);
        // Between two jobs another program may write.
        engine.access.put_back();
    }
}

fn answer_queries<W: Write>(mut reader: LibraryReader, queue: &JobQueue<W>) {
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
struct CloseOnPanic<'a, W: Write>(&'a JobQueue<W>);

impl<W: Write> Drop for CloseOnPanic<'_, W> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Passes on every line that is a job. Any other line comes from a window of another version and
/// has no number to reply to.
fn read_jobs<W: Write>(input: impl Read, queue: &JobQueue<W>) {
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
    use crate::jobs::client::Client;

    #[test]
    fn a_window_that_is_gone_stops_everything() {
        let queue = JobQueue::new(Vec::new());
        let line = br#"{"job":3,"request":{"do":"build","document":1}}"#;
        read_jobs(&line[..], &queue);
        assert!((&queue).stop(JobId(3)).is_requested());
        assert_eq!(queue.next(), None);
    }
}
