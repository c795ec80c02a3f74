//! The outcomes of requests on stdout: one JSON value, or lines for people.

mod answer;
mod entities;
mod graph;
mod library;
mod model;
pub mod models;
pub mod portable;
mod wording;

use protocol::{AddedItem, Failure, Outcome};
use terminal::{print_json, print_text, span};

use self::wording::count;

/// Prints an outcome as the JSON that `pecan help json` describes: its value alone.
///
/// # Errors
///
/// If stdout cannot be written.
pub fn outcome_json(outcome: &Outcome) -> Result<(), Failure> {
    print_json(&outcome.value())
}

/// Returns what is said of a file that was to be added.
pub fn added(item: &AddedItem) -> String {
    library::added(item)
}

/// Prints an outcome for people.
///
/// # Errors
///
/// If stdout cannot be written.
pub fn outcome(outcome: &Outcome) -> Result<(), Failure> {
    let lines = match outcome {
        Outcome::Added(items) => items.iter().map(library::added).collect(),
        Outcome::Documents(documents) => library::list(documents),
        Outcome::Removed(document) => format!("Removed document {document}.\n"),
        Outcome::Forgotten(question) => format!("Deleted question {question}.\n"),
        Outcome::Found(found) => library::found(found),
        Outcome::Entities(list) => entities::entities(list),
        Outcome::SimilarNames(names) => entities::similar(names),
        Outcome::Graph(view) => graph::graph(view),
        Outcome::Answer(answer) => answer::answer(answer),
        Outcome::History(entries) => entries.iter().map(answer::history).collect(),
        Outcome::Model(info) => model::model(info),
        Outcome::Exported(page) => page.clone(),
        Outcome::Files(files) => files.iter().map(|file| file.text.as_str()).collect(),
        Outcome::DocumentsExported(written) => portable::exported(written),
        Outcome::DocumentsImported(items) => items.iter().map(portable::imported).collect(),
        Outcome::Languages(languages) => languages.iter().map(|name| format!("{name}\n")).collect(),
        Outcome::Estimate(estimate) => format!(
            "{} at {:.0} per second: about {}{}\n",
            count(estimate.tokens, "token"),
            estimate.tokens_per_second,
            span(estimate.seconds),
            model::trial(&estimate.trial)
        ),
        Outcome::Stamp(_)
        | Outcome::WindowState(_)
        | Outcome::Text(_)
        | Outcome::Places(_)
        | Outcome::Queue(_)
        | Outcome::Covers { .. }
        | Outcome::Done => String::new(),
    };
    print_text(&lines)
}
