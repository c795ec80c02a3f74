//! One request to the engine, which runs in this process.

use std::process::ExitCode;

use engine::Engine;
use protocol::{Code, DocumentSummary, Failure, JobId, Outcome, Request};
use terminal::{CommandResult, CommonArguments, SilentClient, failure_of};

use crate::print;
use crate::progress::ProgressClient;

/// Runs a request, shows its progress, and returns its outcome.
///
/// # Errors
///
/// If the request fails or is stopped.
pub fn request(common: &CommonArguments, request: Request) -> Result<Outcome, Failure> {
    let mut engine = Engine::new(common.config()?);
    let mut client = ProgressClient::new()?;
    let ended = engine.run(JobId(1), request, &mut client);
    client.clear();
    let mut outcome = ended.map_err(failure_of)?;
    if let Outcome::Answer(answer) = &mut outcome {
        engine.number_as_of_place(answer)?;
    }
    Ok(outcome)
}

/// Prints an outcome as JSON or for people.
///
/// # Errors
///
/// If stdout cannot be written.
pub fn print_outcome(common: &CommonArguments, outcome: &Outcome) -> CommandResult {
    match common.json {
        true => print::outcome_json(outcome)?,
        false => print::outcome(outcome)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a request and prints its outcome.
///
/// # Errors
///
/// If the request fails or is stopped, or stdout cannot be written.
pub fn run_and_print(common: &CommonArguments, what: Request) -> CommandResult {
    let outcome = request(common, what)?;
    print_outcome(common, &outcome)
}

/// Returns the documents of the library.
///
/// # Errors
///
/// If the library cannot be read.
pub fn listed(common: &CommonArguments) -> Result<Vec<DocumentSummary>, Failure> {
    let listed = Engine::new(common.config()?).run(JobId(1), Request::List, &mut SilentClient);
    match listed.map_err(failure_of)? {
        Outcome::Documents(documents) => Ok(documents),
        _ => Err(Failure::new(Code::Internal, "The engine returned an unexpected result.")),
    }
}
