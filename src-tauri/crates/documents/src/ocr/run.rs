//! Runs a program on bytes, within limits, and writes no file.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::Error;

/// A program's limits.
pub(super) struct ProgramLimits {
    /// The maximum running time.
    pub time: Duration,
    /// The maximum size of its output.
    pub bytes: u64,
}

/// How often the program is checked.
const MOMENT: Duration = Duration::from_millis(10);
/// The number of bytes kept of a program's error output.
const MOST_COMPLAINTS: u64 = 4 << 10;

/// Feeds a program its input and returns its output; `None` if it was stopped.
pub(super) fn run(
    command: &mut Command,
    input: &[u8],
    limits: &ProgramLimits,
    is_stopped: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<u8>>, Error> {
    let failed = |detail: String| Err(Error::RecognitionFailed(detail));
    let outcome = match start(command) {
        Ok(child) => look_after(child, input, limits, is_stopped),
        Err(error) => return failed(format!("could not be started ({error})")),
    };
    match outcome.end {
        ProgramEnd::Stopped => Ok(None),
        ProgramEnd::Late => {
            failed(format!("took more than {} s for a page", limits.time.as_secs()))
        }
        ProgramEnd::Lost(error) => failed(format!("could not be waited for ({error})")),
        ProgramEnd::Exit(_) if outcome.output.len() as u64 > limits.bytes => {
            failed("printed far more text than fits on a page".to_owned())
        }
        // The interrupt that stops this program may have reached the child first.
        ProgramEnd::Exit(status) if !status.success() && is_stopped() => Ok(None),
        ProgramEnd::Exit(status) if !status.success() => {
            failed(format!("ended with {status} ({})", first_line(&outcome.complaints)))
        }
        ProgramEnd::Exit(_) => Ok(Some(outcome.output)),
    }
}

fn start(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// How a program ended, and what it wrote.
struct ProgramOutput {
    end: ProgramEnd,
    output: Vec<u8>,
    complaints: Vec<u8>,
}

enum ProgramEnd {
    Exit(ExitStatus),
    Stopped,
    Late,
    Lost(io::Error),
}

fn look_after(
    mut child: Child,
    input: &[u8],
    limits: &ProgramLimits,
    is_stopped: &mut dyn FnMut() -> bool,
) -> ProgramOutput {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (input, most) = (input.to_vec(), limits.bytes + 1);
    // A program that does not take its whole input shows why by how it ends.
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let output = thread::spawn(move || take(stdout, most));
    let complaints = thread::spawn(move || take(stderr, MOST_COMPLAINTS));
    let end = wait(&mut child, limits.time, is_stopped);
    // If the program was killed, one that it started may still hold its pipes.
    let rest = |pipe: JoinHandle<Vec<u8>>| match end {
        ProgramEnd::Exit(_) => pipe.join().unwrap_or_default(),
        _ => Vec::new(),
    };
    ProgramOutput { output: rest(output), complaints: rest(complaints), end }
}

/// Reads at most `most` bytes and closes the pipe.
fn take(pipe: Option<impl Read>, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // Bytes read before an error count.
        let _ = pipe.take(most).read_to_end(&mut bytes);
    }
    bytes
}

/// Waits for a program to end, or kills it. The time spent in `is_stopped` does not count as the
/// program's.
fn wait(child: &mut Child, most: Duration, is_stopped: &mut dyn FnMut() -> bool) -> ProgramEnd {
    let mut begun = Instant::now();
    let end = loop {
        match child.try_wait() {
            Ok(Some(status)) => return ProgramEnd::Exit(status),
            Ok(None) if begun.elapsed() > most => break ProgramEnd::Late,
            Ok(None) => {}
            Err(error) => break ProgramEnd::Lost(error),
        }
        let asked = Instant::now();
        if is_stopped() {
            break ProgramEnd::Stopped;
        }
        begun += asked.elapsed();
        thread::sleep(MOMENT);
    };
    // Fails only if it has already ended.
    let _ = child.kill();
    let _ = child.wait();
    end
}

/// The maximum number of characters of a program's message.
const LONGEST_MESSAGE: usize = 200;
fn first_line(complaints: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaints);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or("no message").chars().filter(|c| !c.is_control()).take(LONGEST_MESSAGE).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMITS: ProgramLimits = ProgramLimits { time: Duration::from_secs(3), bytes: 1 << 20 };

    fn run_shell(script: &str, input: &[u8], is_stopped: bool) -> Result<Option<Vec<u8>>, Error> {
        run(Command::new("sh").args(["-c", script]), input, &LIMITS, &mut || is_stopped)
    }

    /// The program is stopped after it has ended.
    fn run_interrupted(script: &str) -> Result<Option<Vec<u8>>, Error> {
        let (mut command, mut is_first) = (Command::new("sh"), true);
        run(command.args(["-c", script]), b"", &LIMITS, &mut || {
            if is_first {
                thread::sleep(Duration::from_secs(2));
            }
            !std::mem::replace(&mut is_first, false)
        })
    }

    #[test]
    fn input_and_output_go_through_pipes_however_large() {
        let input = vec![b'x'; 1 << 20];
        assert_eq!(run_shell("cat", &input, false), Ok(Some(input.clone())));
        assert_eq!(run_shell("echo done", &input, false), Ok(Some(b"done\n".to_vec())));
    }

    #[test]
    fn what_takes_too_much_is_ended() {
        let cases = [
            ("sleep 60", "took more than 3 s"),
            ("yes", "far more text"),
            ("echo; echo 'no such thing' >&2; exit 3", "exit status: 3 (no such thing)"),
            ("exit 1", "exit status: 1 (no message)"),
        ];
        for (script, part) in cases {
            let begun = Instant::now();
            let error = run_shell(script, b"", false).expect_err(script);
            assert!(error.to_string().contains(part), "{script}: {error}");
            assert!(begun.elapsed() < Duration::from_secs(20), "{script}");
        }
        assert_eq!(run_shell("sleep 60", b"", true), Ok(None));
        assert_eq!(run_interrupted("sleep 1; kill -TERM $$"), Ok(None));
        let absent = run(&mut Command::new("/no/such/program"), b"", &LIMITS, &mut || false);
        assert!(absent.expect_err("nothing").to_string().contains("could not be started"));
    }

    #[test]
    fn what_is_done_meanwhile_takes_none_of_its_time() {
        let limits = ProgramLimits { time: Duration::from_millis(600), bytes: 9 };
        let run_meanwhile = |script: &str| {
            let mut done = false;
            let mut is_stopped = || {
                if !done {
                    thread::sleep(Duration::from_millis(900));
                    done = true;
                }
                false
            };
            run(Command::new("sh").args(["-c", script]), b"", &limits, &mut is_stopped)
        };
        assert_eq!(run_meanwhile("sleep 1; echo done"), Ok(Some(b"done\n".to_vec())));
        assert!(run_meanwhile("sleep 60").is_err());
    }
}
