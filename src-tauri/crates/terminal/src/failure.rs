use std::io::{Write, stderr};
use std::process::ExitCode;

use engine::JobError;
use protocol::{Code, Failure};

use crate::exit_status::STOPPED;
use crate::output::print_json;

/// Reports a failure, once, to the right stream: to stdout as JSON, or to stderr after the program's name. Returns the
/// exit status.
pub fn fail(program: &str, failure: &Failure, as_json: bool) -> ExitCode {
    let printed = as_json && print_json(&serde_json::json!({ "error": failure })).is_ok();
    if !printed {
        // If not even this can be written, the exit status has to suffice.
        let _ = writeln!(stderr(), "{program}: {failure}");
    }
    ExitCode::from(match failure.code {
        Code::Stopped => STOPPED,
        _ => 1,
    })
}

/// Returns the failure as which a command reports that a job did not finish.
pub fn failure_of(ended: JobError) -> Failure {
    match ended {
        JobError::Failed(failure) => failure,
        JobError::Stopped => stop_failure(),
    }
}

/// Returns the failure after Ctrl-C.
pub fn stop_failure() -> Failure {
    Failure::new(Code::Stopped, "Stopped. Everything is kept except the step in progress.")
}
