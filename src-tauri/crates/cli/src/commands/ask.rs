//! `pecan ask`.

pub mod arguments;

use std::process::ExitCode;

use protocol::{Answer, DocumentChoice, Grain, Outcome, StopReason};
use terminal::{CommandResult, CommonArguments, STOPPED};

use self::arguments::AskArguments;
use crate::job::{listed, print_outcome, request};

/// Asks a question. A stopped question ends like any other stopped command.
pub fn run(common: &CommonArguments, ask: AskArguments) -> CommandResult {
    let documents = match &ask.documents {
        DocumentChoice::Numbers(numbers) => numbers.clone(),
        choice @ DocumentChoice::Collection(_) => choice.among(&listed(common)?)?,
    };
    let outcome = request(common, ask.into_request(documents)?)?;
    print_outcome(common, &outcome)?;
    if let Outcome::Answer(answer) = &outcome
        && let Some(note) = unwritten_questions(answer)
    {
        eprintln!("pecan: {note}");
    }
    let stopped = matches!(&outcome, Outcome::Answer(answer) if answer.stop == StopReason::Stopped);
    Ok(if stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

/// Returns a note that no sentence was found because questions alone should find them, and none are written.
fn unwritten_questions(answer: &Answer) -> Option<String> {
    let by_questions_alone = answer.options.grains.iter().eq([Grain::Micro]);
    let found_some = answer.rounds.iter().any(|round| round.candidates > 0);
    if !by_questions_alone || found_some {
        return None;
    }
    let name = answer.rounds.iter().flat_map(|round| &round.names).next()?;
    let document = answer.documents.first()?;
    Some(format!(
        "No questions about {name} are written yet; `pecan entities {document} --entity \"{name}\" \
         --pairs` has the model write them."
    ))
}
