//! `pecan serve`.

use std::process::Command;

use protocol::{Code, Failure};
use terminal::{CommandResult, CommonArguments, ServeArguments, find_program};

/// The program that listens. This one has no function to do so.
const PROGRAM: &str = "pecan-serve";

/// Becomes `pecan-serve`.
pub fn run(common: &CommonArguments, serve: &ServeArguments) -> CommandResult {
    let mut command = Command::new(find_program(PROGRAM)?);
    become_program(command.args(common.words()).args(serve.words()))
}

/// Replaces this program, which so passes on signals and standard streams.
#[cfg(unix)]
fn become_program(command: &mut Command) -> CommandResult {
    use std::os::unix::process::CommandExt as _;
    // It returns only if it fails.
    Err(unstarted(&command.exec()))
}

/// Starts the other program and waits for its end.
#[cfg(not(unix))]
fn become_program(command: &mut Command) -> CommandResult {
    use std::process::ExitCode;
    let status = command.status().map_err(|error| unstarted(&error))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn unstarted(error: &std::io::Error) -> Failure {
    Failure::new(Code::Internal, format!("{PROGRAM} cannot be started: {error}."))
}
