//! Where the events of jobs go.

use std::io::Write;

use protocol::JobEvent;

/// The recipient of the events of all jobs.
pub(crate) trait EventSink {
    /// Whether nodes in an answer as of a place have their numbers in the part before it. The window, which shows the
    /// whole graph, needs those in the library.
    const NUMBERS_AS_OF_PLACE: bool = false;

    /// Passes on an event; returns whether anyone is still there to receive more.
    fn send(&mut self, event: JobEvent) -> bool;
}

/// A pipe to another process: one JSON value per line.
pub(crate) struct JsonLines<W>(pub W);

impl<W: Write> EventSink for JsonLines<W> {
    /// A window that is gone also closes the input, so an error needs no handling.
    fn send(&mut self, event: JobEvent) -> bool {
        let Ok(mut line) = serde_json::to_vec(&event) else { return true };
        line.push(b'\n');
        self.0.write_all(&line).and_then(|()| self.0.flush()).is_ok()
    }
}
