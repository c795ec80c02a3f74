//! What the process reports to its caller.

use std::io::{self, Write};

use ::download::Event;

/// Writes an event. If the reader is gone, this process ends.
pub fn send(event: &Event) {
    // Serialising fails only for maps with non-string keys; there are none.
    let mut line = serde_json::to_vec(event).unwrap_or_default();
    line.push(b'\n');
    let mut out = io::stdout().lock();
    if out.write_all(&line).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
