//! The `pecan-lab` command: measures Pecan through the whole product, compares ways to answer, and writes made-up
//! books.
//!
//! `eval` and `story` have the options of `pecan`'s commands. The other commands print numbers, and write them as JSON
//! and into a page of the documentation.

mod bench;
mod eval;
mod measure;
mod story;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use protocol::Failure;
use terminal::{CommandResult, has_json_option, print_help};

/// The description of the JSON output of `eval` and `story`.
const JSON: &str = include_str!("json.txt");

/// Measures Pecan, compares ways to answer, and writes made-up books.
#[derive(Debug, Parser)]
#[command(name = "pecan-lab", version, disable_help_subcommand = true)]
struct LabArguments {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    /// Compare ways of answering questions on question sets
    Eval(eval::EvalArguments),
    /// Write an invented book with its facts and questions, or a benchmark of many books
    Story(story::StoryArguments),
    #[command(flatten)]
    Measurement(MeasurementCommand),
    /// Print help, or describe the JSON output of eval and story (`pecan-lab help json`)
    Help {
        /// A command, or `json`
        topic: Vec<String>,
    },
}

/// The commands that print numbers, and write them as JSON and into a page.
#[derive(Debug, Subcommand)]
enum MeasurementCommand {
    /// Measure story books and real books with the demonstration model
    Measure(measure::MeasureArguments),
    /// Compare which attention makes better edges
    Signal(measure::SignalArguments),
    /// Measure what other ways of asking cost, and whether they answer as well
    Order(measure::OrderArguments),
    /// Compare ways to answer on the story benchmark
    Stories(evaluation::Stories),
    /// Let one model build and another answer on the story benchmark
    Pairs(evaluation::ModelPairArguments),
    /// Compare ways to answer on other people's question sets
    Sets(evaluation::QuestionSets),
    /// Measure real documents with the default model or another one
    Real(real_documents::RealDocuments),
    /// Measure names in novels with the default model or another one
    Entities(named_entities::NamedEntities),
    /// Measure what reading attention costs, and how fast graphs are built
    Bench(bench::BenchArguments),
    /// Print the memory that a model uses over its weights and cache, in bytes
    #[command(hide = true)]
    Footprint { model: PathBuf, tokens: usize },
}

impl LabCommand {
    /// Returns whether failures are printed as JSON.
    fn prints_json(&self) -> bool {
        match self {
            Self::Eval(eval) => eval.common.json,
            Self::Story(story) => story.common.json,
            _ => false,
        }
    }
}

fn main() -> ExitCode {
    let LabArguments { command } = match terminal::parse(wants_json()) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let json = command.prints_json();
    run(command).unwrap_or_else(|failure| terminal::fail("pecan-lab", &failure, json))
}

/// Returns whether the line, which may be invalid, wants JSON. The option `--json` of other commands names a file.
fn wants_json() -> bool {
    let command = std::env::args_os().nth(1);
    command.is_some_and(|word| word == "eval" || word == "story") && has_json_option()
}

fn run(command: LabCommand) -> CommandResult {
    match command {
        LabCommand::Eval(eval) => {
            engine::fail_at_file_limits();
            engine::limit_spinning();
            eval::run(&eval)
        }
        LabCommand::Story(story) => {
            engine::fail_at_file_limits();
            story::run(&story)
        }
        LabCommand::Help { topic } => print_help::<LabArguments>(&topic, JSON, false),
        LabCommand::Measurement(measurement) => measure(&measurement).map(|()| ExitCode::SUCCESS),
    }
}

fn measure(command: &MeasurementCommand) -> Result<(), Failure> {
    match command {
        MeasurementCommand::Measure(arguments) => measure::measure(arguments),
        MeasurementCommand::Signal(arguments) => measure::signal(arguments),
        MeasurementCommand::Order(arguments) => measure::order(arguments),
        MeasurementCommand::Stories(arguments) => evaluation::stories(arguments),
        MeasurementCommand::Pairs(arguments) => evaluation::pairs(arguments),
        MeasurementCommand::Sets(arguments) => evaluation::question_sets(arguments),
        MeasurementCommand::Real(arguments) => real_documents::real_documents(arguments),
        MeasurementCommand::Entities(arguments) => named_entities::named_entities(arguments),
        MeasurementCommand::Bench(arguments) => bench::run(arguments),
        MeasurementCommand::Footprint { model, tokens } => bench::footprint(model, *tokens),
    }
}
