//! The `pecan` command: everything the window can do, without a window.
//!
//! One command is one request to the engine, which runs in this process. Results go to stdout;
//! progress goes to stderr. With `--json`, stdout gets exactly one JSON value.

mod add;
mod args;
mod entities;
mod eval;
mod export;
mod print;
mod progress;
mod run;
mod story;

use std::io::{Write, stderr};
use std::process::ExitCode;

use args::Arguments;
use clap::Parser;
use protocol::{Code, Failure};

/// The exit status after an invalid command line.
pub(crate) const USAGE: u8 = 2;

fn main() -> ExitCode {
    engine::fail_at_file_limits();
    match Arguments::try_parse() {
        Ok(arguments) => {
            let json = arguments.common.json;
            match run::run(arguments) {
                Ok(status) => status,
                Err(failure) => fail(&failure, json),
            }
        }
        Err(error) if wants_json() => {
            let message = error.render().to_string();
            let message = message.trim().trim_start_matches("error: ").to_owned();
            if error.use_stderr() {
                fail(&Failure::new(Code::BadRequest, message), true);
                return ExitCode::from(USAGE);
            }
            // The version, or the help of a command.
            let printed = print::json(&serde_json::json!({ "help": message }));
            printed.map_or_else(|failure| fail(&failure, true), |()| ExitCode::SUCCESS)
        }
        Err(error) => {
            let _ = error.print();
            ExitCode::from(if error.use_stderr() { USAGE } else { 0 })
        }
    }
}

/// Returns whether `--json` was given, on a line that could not be parsed.
fn wants_json() -> bool {
    std::env::args_os().take_while(|word| word != "--").any(|word| word == "--json")
}

/// Reports a failure, once, to the right stream.
pub(crate) fn fail(failure: &Failure, json: bool) -> ExitCode {
    let printed = json && print::json(&serde_json::json!({ "error": failure })).is_ok();
    if !printed {
        // If not even this can be written, the exit status has to suffice.
        let _ = writeln!(stderr(), "pecan: {failure}");
    }
    ExitCode::from(match failure.code {
        Code::Stopped => run::STOPPED,
        _ => 1,
    })
}
