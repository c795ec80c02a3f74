use std::process::ExitCode;

use clap::Parser;
use clap::error::Error;
use protocol::{Code, Failure};

use crate::exit_status::USAGE;
use crate::failure::fail;
use crate::output::print_json;

/// Parses the command line. Help, the version and errors are printed here, as JSON if that is wanted.
///
/// # Errors
///
/// The exit status after help, the version or an error.
pub fn parse<A: Parser>(as_json: bool) -> Result<A, ExitCode> {
    A::try_parse().map_err(|error| match as_json {
        true => print_as_json(A::command().get_name(), &error),
        false => {
            // If not even this can be written, the exit status has to suffice.
            let _ = error.print();
            ExitCode::from(if error.use_stderr() { USAGE } else { 0 })
        }
    })
}

fn print_as_json(program: &str, error: &Error) -> ExitCode {
    let message = error.render().to_string();
    let message = message.trim().trim_start_matches("error: ").to_owned();
    if error.use_stderr() {
        fail(program, &Failure::new(Code::BadRequest, message), true);
        return ExitCode::from(USAGE);
    }
    // The version, or the help of a command.
    let printed = print_json(&serde_json::json!({ "help": message }));
    printed.map_or_else(|failure| fail(program, &failure, true), |()| ExitCode::SUCCESS)
}

/// Returns whether `--json` was given, on a line that may be invalid.
pub fn has_json_option() -> bool {
    std::env::args_os().take_while(|word| word != "--").any(|word| word == "--json")
}
