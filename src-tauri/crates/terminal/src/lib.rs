//! What Pecan's programs for the terminal share: options, Ctrl-C and the progress line, output on stdout, and failures.
//!
//! Results go to stdout; progress goes to stderr. With `--json`, stdout gets exactly one JSON value.

mod command_line;
mod common_arguments;
mod exit_status;
mod failure;
mod find_program;
mod help;
mod output;
mod progress_line;
mod serve_arguments;
mod silent_client;

pub use command_line::{has_json_option, parse};
pub use common_arguments::CommonArguments;
pub use exit_status::{CommandResult, STOPPED, USAGE};
pub use failure::{fail, failure_of, stop_failure};
pub use find_program::find_program;
pub use help::{help_page, print_help};
pub use output::{print, print_json, print_text, unwritten};
pub use progress_line::{ProgressLine, span};
pub use serve_arguments::{MOST_TOKEN, SERVE_TOKEN, ServeArguments};
pub use silent_client::SilentClient;
