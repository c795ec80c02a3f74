//! The `pecan` command: everything the window can do, without a window.
//!
//! One command is one request to the engine, which runs in this process. What it prints goes to
//! stdout; progress goes to stderr. With `--json`, stdout gets exactly one JSON value.

mod args;
mod export;
mod print;
mod progress;
mod run;

use std::process::ExitCode;

use args::Arguments;
use clap::Parser;
use protocol::{Code, Failure};

fn main() -> ExitCode {
    match Arguments::try_parse() {
        Ok(arguments) => {
            let json = arguments.common.json;
            match run::run(arguments) {
                Ok(status) => status,
                Err(failure) => fail(&failure, json),
            }
        }
        Err(error) if error.use_stderr() && wants_json() => {
            let message = error.render().to_string();
            let message = message.trim().trim_start_matches("error: ").to_owned();
            fail(&Failure::new(Code::BadRequest, message), true)
        }
        Err(error) => error.exit(),
    }
}

/// Whether `--json` was asked for, on a line that could not be parsed.
fn wants_json() -> bool {
    std::env::args().take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

/// Says what went wrong, once, where it belongs; 130 after a stop, as shells expect.
fn fail(failure: &Failure, json: bool) -> ExitCode {
    if json {
        print::json(&serde_json::json!({ "error": failure }));
    } else {
        eprintln!("pecan: {failure}");
    }
    ExitCode::from(if failure.code == Code::Stopped { 130 } else { 1 })
}
