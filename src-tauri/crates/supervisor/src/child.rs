//! The engine's process: started, given jobs, and ended.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use protocol::JobRequest;

use crate::log::Log;

/// The number of last lines, of those that a dead engine wrote, that are worth reporting.
const LAST_WORDS: usize = 3;
/// How long an engine may take to end by itself once its input has closed.
const PATIENCE: Duration = Duration::from_secs(3);

/// How to start the engine's process: this program again, with other arguments.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// The engine's process.
#[derive(Debug)]
pub struct Running {
    child: Child,
    input: Option<ChildStdin>,
    errors: Option<JoinHandle<VecDeque<String>>>,
}

impl Running {
    /// Starts the process. Its standard error goes to the log.
    pub fn start(launch: &Launch, log: Arc<Log>) -> io::Result<(Self, ChildStdout)> {
        let mut child = Command::new(&launch.program)
            .args(&launch.arguments)
            // On an abort, ggml would start a debugger to print a trace.
            .env("GGML_NO_BACKTRACE", "1")
            .env(engine::SPIN.0, engine::SPIN.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let errors = child.stderr.take();
        let errors = errors.map(|errors| thread::spawn(move || keep_last(errors, &log)));
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let input = child.stdin.take();
        Ok((Self { child, input, errors }, output))
    }

    /// Hands the engine a job. A dead engine takes none; the reader of its reports will notice.
    pub fn hand(&mut self, request: &JobRequest) {
        let Ok(mut line) = serde_json::to_vec(request) else { return };
        line.push(b'\n');
        if let Some(input) = &mut self.input {
            let _ = input.write_all(&line).and_then(|()| input.flush());
        }
    }

    /// Returns how the engine ended, in words. Call it after the reports have ended.
    pub fn last_words(mut self) -> String {
        drop(self.input.take());
        let how = self.child.wait().map_or_else(|error| error.to_string(), describe);
        let said = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        if said.is_empty() { how } else { format!("{how}: {}", Vec::from(said).join(" / ")) }
    }

    /// Closes the engine's input, which ends it, and does not wait long.
    pub fn close(mut self) {
        drop(self.input.take());
        let since = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if since.elapsed() > PATIENCE {
                // Finished work is on disk; only the current batch is lost.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Writes lines to the log as they come and returns the last of them.
fn keep_last(lines: impl Read, log: &Log) -> VecDeque<String> {
    let mut kept = VecDeque::with_capacity(LAST_WORDS);
    for line in BufReader::new(lines).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if line.is_empty() {
            continue;
        }
        log.line(&format!("engine: {line}"));
        if kept.len() == LAST_WORDS {
            kept.pop_front();
        }
        kept.push_back(line);
    }
    kept
}

#[cfg(unix)]
fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(6) => "it aborted (signal 6)".to_owned(),
        Some(9) => "it was killed, perhaps because memory ran out (signal 9)".to_owned(),
        Some(11) => "it crashed (signal 11)".to_owned(),
        Some(signal) => format!("it was ended by signal {signal}"),
        None => format!("it ended with {status}"),
    }
}

#[cfg(not(unix))]
fn describe(status: ExitStatus) -> String {
    format!("it ended with {status}")
}
