use std::process::ExitCode;

use protocol::Failure;

/// The exit status of a command, or why it failed.
pub type CommandResult = Result<ExitCode, Failure>;

/// The exit status after an invalid command line.
pub const USAGE: u8 = 2;
/// The exit status after a stop, as shells expect it.
pub const STOPPED: u8 = 130;
