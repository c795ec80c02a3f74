//! Output on stdout: one JSON value, or lines for people.

mod answer;
mod entities;
mod graph;
mod library;
mod model;

use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

use protocol::{Code, Failure, Outcome};
use serde::Serialize;

use crate::progress::span;

/// Returns external text on one line, without characters that a terminal would interpret.
fn plain(text: &str) -> String {
    text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Prints one JSON value on one line.
///
/// # Errors
///
/// As [`text()`].
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    // Serialising fails only for maps with non-string keys; there are none.
    let line = serde_json::to_string(value).unwrap_or_else(|_| "null".into());
    text(&format!("{line}\n"))
}

/// Prints text. A reader that went away (`pecan list | head -1`) is not an error.
///
/// # Errors
///
/// If the output goes to a file that cannot be written.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unwritten("The output", &error)),
        _ => Ok(()),
    }
}

/// The failure to write something, with its name.
pub fn unwritten(what: &str, error: &std::io::Error) -> Failure {
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Code::DiskFull
        }
        _ => Code::FileUnwritable,
    };
    Failure::new(code, format!("{what} cannot be written: {error}."))
}

/// Prints an outcome as the JSON that `pecan help json` describes: its value alone.
pub fn outcome_json(outcome: &Outcome) -> Result<(), Failure> {
    match outcome {
        Outcome::Added(items) => json(items),
        Outcome::Estimate(estimate) => json(estimate),
        Outcome::Documents(documents) => json(documents),
        Outcome::Stamp(stamp) => json(stamp),
        Outcome::Removed(document) => json(&serde_json::json!({ "removed": document })),
        Outcome::Forgotten(question) => json(&serde_json::json!({ "forgotten": question })),
        Outcome::Text(text) => json(text),
        Outcome::Found(found) => json(found),
        Outcome::Places(places) => json(places),
        Outcome::Entities(list) => json(list),
        Outcome::Graph(view) => json(view),
        Outcome::Answer(answer) => json(&answer.with_kind()),
        Outcome::Languages(languages) => json(languages),
        Outcome::Exported(page) => json(page),
        Outcome::Files(files) => json(files),
        Outcome::History(entries) => json(entries),
        Outcome::Model(info) => json(info),
        Outcome::Queue(queue) => json(queue),
        Outcome::Covers { drawn, .. } => json(drawn),
        Outcome::Done => json(&serde_json::Value::Null),
    }
}

/// Prints an outcome for people.
pub fn outcome(outcome: &Outcome) -> Result<(), Failure> {
    let lines = match outcome {
        Outcome::Added(items) => items.iter().map(library::added).collect(),
        Outcome::Documents(documents) => library::list(documents),
        Outcome::Removed(document) => format!("Removed document {document}.\n"),
        Outcome::Forgotten(question) => format!("Deleted question {question}.\n"),
        Outcome::Found(found) => library::found(found),
        Outcome::Entities(list) => entities::entities(list),
        Outcome::Graph(view) => graph::graph(view),
        Outcome::Answer(answer) => answer::answer(answer),
        Outcome::History(entries) => entries.iter().map(answer::history).collect(),
        Outcome::Model(info) => model::model(info),
        Outcome::Exported(page) => page.clone(),
        Outcome::Files(files) => files.iter().map(|file| file.text.as_str()).collect(),
        Outcome::Languages(languages) => languages.iter().map(|name| format!("{name}\n")).collect(),
        Outcome::Estimate(estimate) => format!(
            "{} at {:.0} per second: about {}{}\n",
            count(estimate.tokens, "token"),
            estimate.tokens_per_second,
            span(estimate.seconds),
            model::trial(&estimate.trial)
        ),
        Outcome::Stamp(_)
        | Outcome::Text(_)
        | Outcome::Places(_)
        | Outcome::Queue(_)
        | Outcome::Covers { .. }
        | Outcome::Done => String::new(),
    };
    text(&lines)
}

/// Returns a number of things in words, singular or plural.
fn count(number: impl Into<u64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// `pecan help [COMMAND… | json]`.
pub fn help(topic: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    let page = match page(topic) {
        Ok(page) => page,
        Err(failure) => {
            crate::fail(&failure, as_json);
            return Ok(ExitCode::from(crate::USAGE));
        }
    };
    if as_json {
        json(&serde_json::json!({ "help": page }))?;
    } else {
        text(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn page(topic: &[String]) -> Result<String, Failure> {
    if topic == ["json"] {
        return Ok(include_str!("json.txt").to_owned());
    }
    let mut whole = <crate::args::Arguments as clap::CommandFactory>::command();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_that_help_names_is_one() {
        let page = page(&["json".to_owned()]).expect("there is such a page");
        let (_, codes) = page.split_once("Codes of errors:").expect("it names them");
        let codes: Vec<&str> = codes.split([',', '.']).map(str::trim).collect();
        for code in codes.iter().filter(|code| !code.is_empty()) {
            let known: Result<Code, _> = serde_json::from_value((*code).into());
            assert!(known.is_ok(), "{code}");
        }
        assert!(codes.len() > 25);
    }

    #[test]
    fn help_on_a_command_within_a_command_is_whole() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let info = page(&words("model info")).expect("there is such a command");
        assert!(info.contains("Usage: pecan model info") && info.contains("--library"), "{info}");
        assert!(page(&words("model fly")).is_err());
    }

    #[test]
    fn numbers_and_words_agree() {
        assert_eq!(count(1_u32, "chunk"), "1 chunk");
        assert_eq!(count(0_u32, "chunk"), "0 chunks");
    }
}
