//! The caller's side of the downloading process.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use protocol::{Code, DownloadProgress, Failure, FoundModel, ModelManifest};

use crate::messages::{Event, Job};

/// The program's name.
const PROGRAM: &str = "pecan-download";
/// How often the caller is asked whether to go on.
const TICK: Duration = Duration::from_millis(50);
/// How long the process may take to end once it is asked to.
const LAST_MOMENTS: Duration = Duration::from_secs(3);
/// The variables that the process sees: proxies, and where certificates are. A token of the hub is
/// in none of them.
const VARIABLES: [&str; 11] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    // Windows opens no sockets without it.
    "SystemRoot",
];

/// How a task ended.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskOutcome {
    /// A search ended.
    Found(Vec<FoundModel>),
    /// A download ended.
    Downloaded {
        /// The model, as described beside its files.
        model: ModelManifest,
        /// The bytes that an earlier download had left.
        resumed: u64,
    },
}

/// Finds the program `pecan-download`: beside this one, or where a package puts it, or, for a test,
/// one folder up.
///
/// # Errors
///
/// If it is missing.
pub fn find_program() -> Result<PathBuf, Failure> {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    let places = ["", "../lib/pecan", ".."].map(|place| Some(folder?.join(place).join(&name)));
    places.into_iter().flatten().find(|path| path.is_file()).ok_or_else(|| {
        let message = "The program pecan-download, which downloads models, is missing beside this \
                       program. Install Pecan again.";
        Failure::new(Code::DownloaderMissing, message)
    })
}

/// Starts `program` for a job and waits for its end. `observe` gets every progress, and is asked
/// repeatedly whether to go on; if not, the process ends, and what it has received is kept.
///
/// # Errors
///
/// What the process reports; [`Code::Stopped`]; [`Code::DownloaderMissing`] if it cannot be started.
pub fn run(
    program: &Path,
    job: &Job,
    observe: &mut dyn FnMut(Option<DownloadProgress>) -> ControlFlow<()>,
) -> Result<TaskOutcome, Failure> {
    let mut process = Process::start(program, job).map_err(|error| unstarted(program, &error))?;
    let mut percent = 0;
    loop {
        let progress = match process.events.recv_timeout(TICK) {
            Ok(Event::Progress(progress)) => {
                percent = percent_of(progress);
                Some(progress)
            }
            Ok(Event::Found(found)) => return Ok(TaskOutcome::Found(found)),
            Ok(Event::Downloaded { model, resumed }) => {
                return Ok(TaskOutcome::Downloaded { model, resumed });
            }
            Ok(Event::Failed(failure)) => return Err(failure),
            Err(RecvTimeoutError::Disconnected) => return Err(died(percent)),
            Err(RecvTimeoutError::Timeout) => None,
        };
        if observe(progress).is_break() {
            return process.stop(percent);
        }
    }
}

/// A process with a job. It ends when this is dropped.
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    events: Receiver<Event>,
}

impl Process {
    fn start(program: &Path, job: &Job) -> io::Result<Self> {
        let mut child = command(program).spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(mut input), Some(output)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        let events = listen(output);
        let mut line = serde_json::to_vec(job).map_err(io::Error::other)?;
        line.push(b'\n');
        let mut process = Self { child, input: None, events };
        // A process that has died tells so through its output.
        let _ = input.write_all(&line).and_then(|()| input.flush());
        process.input = Some(input);
        Ok(process)
    }

    /// Ends the process. It may have ended its task at the same moment.
    fn stop(&mut self, percent: u64) -> Result<TaskOutcome, Failure> {
        self.input = None;
        let until = Instant::now() + LAST_MOMENTS;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Downloaded { model, resumed }) => {
                    return Ok(TaskOutcome::Downloaded { model, resumed });
                }
                Ok(_) => {}
                Err(_) => return Err(stopped(percent)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the command that starts the program, with nothing of this program's environment but what
/// connections need.
fn command(program: &Path) -> Command {
    let variable = |name: &str| Some((OsString::from(name), std::env::var_os(name)?));
    let mut command = Command::new(program);
    command.env_clear().envs(VARIABLES.into_iter().filter_map(variable));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    // An interrupt typed at the terminal is meant for this program, which then ends that one.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Forwards events until there are no more, or one makes no sense.
fn listen(output: ChildStdout) -> Receiver<Event> {
    let (sender, events) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let event = line.ok().and_then(|line| serde_json::from_str(&line).ok());
            if event.is_none_or(|event| sender.send(event).is_err()) {
                break;
            }
        }
    });
    events
}

fn percent_of(progress: DownloadProgress) -> u64 {
    progress.done.saturating_mul(100).checked_div(progress.total).unwrap_or(0)
}

fn stopped(percent: u64) -> Failure {
    let message = match percent {
        0 => "Stopped before anything was downloaded.".to_owned(),
        _ => format!("The download stopped at {percent}%. Run the command again to resume it."),
    };
    Failure::new(Code::Stopped, message)
}

fn died(percent: u64) -> Failure {
    let message = format!(
        "The program that downloads models ended unexpectedly at {percent}%. Run the command again \
         to resume."
    );
    Failure::new(Code::DownloadInterrupted, message)
}

fn unstarted(program: &Path, error: &dyn fmt::Display) -> Failure {
    let message = format!(
        "The program that downloads models, {}, cannot be started: {error}. Install Pecan again.",
        program.display()
    );
    Failure::new(Code::DownloaderMissing, message)
}
