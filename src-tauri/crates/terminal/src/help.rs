use std::process::ExitCode;

use clap::CommandFactory;
use protocol::{Code, Failure};

use crate::exit_status::{CommandResult, USAGE};
use crate::failure::fail;
use crate::output::print;

/// Prints the page of a topic. An unknown topic is an invalid command line.
///
/// # Errors
///
/// If stdout cannot be written.
pub fn print_help<A: CommandFactory>(
    topic: &[String],
    json_page: &str,
    as_json: bool,
) -> CommandResult {
    match help_page::<A>(topic, json_page) {
        Ok(page) => print(as_json, &serde_json::json!({ "help": page }), &page),
        Err(failure) => {
            fail(A::command().get_name(), &failure, as_json);
            Ok(ExitCode::from(USAGE))
        }
    }
}

/// Returns the help of a command, which may be within another one, or of the program; for the topic `json`, the page
/// about the JSON output.
///
/// # Errors
///
/// If there is no such command.
pub fn help_page<A: CommandFactory>(topic: &[String], json_page: &str) -> Result<String, Failure> {
    if topic == ["json"] {
        return Ok(json_page.to_owned());
    }
    let mut whole = A::command();
    // Building gives the commands their full names and the common options.
    whole.build();
    let mut command = &mut whole;
    for name in topic {
        command = command.find_subcommand_mut(name).ok_or_else(|| {
            let message = format!("The command “{}” does not exist.", topic.join(" "));
            Failure::new(Code::BadRequest, message)
        })?;
    }
    Ok(command.render_long_help().to_string())
}
