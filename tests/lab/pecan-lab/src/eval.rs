//! `pecan-lab eval`: compares ways to answer on question sets.

mod arguments;
mod command_line;

use evaluation::comparison::report::{self, Numbers};
use evaluation::comparison::{self, ComparisonProgress, News, Results, stopped};
use protocol::{Code, Failure};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;
use terminal::{CommandResult, ProgressLine, print_json, print_text, span};

pub use arguments::EvalArguments;

/// Compares the methods, prints the table and writes the report.
pub fn run(arguments: &EvalArguments) -> CommandResult {
    compare(arguments).map_err(going_on)
}

/// Adds to a stop, no matter where it took effect, how to continue.
fn going_on(failure: Failure) -> Failure {
    match failure.code {
        Code::Stopped => stopped(),
        _ => failure,
    }
}

fn compare(arguments: &EvalArguments) -> CommandResult {
    let mut progress = ProgressLine::new()?;
    arguments.out.as_deref().map(report::make).transpose()?;
    let stop = progress.stop().clone();
    let plan = arguments.plan(&stop)?;
    let compared = comparison::run(&plan, &stop, &mut |news| match news {
        // A failed write loses nothing: the results contain it, too.
        News::LeftOut { problems, left_out } => {
            progress.remark(&report::left_out(problems, left_out));
        }
        News::Note(note) => progress.remark(&report::note(note)),
        News::Progress(reached) => progress.show(&line(reached)),
    });
    progress.clear();
    let results = compared?;
    let numbers = Numbers::of(&results);
    let written =
        arguments.out.as_deref().map(|folder| report::write(&numbers, folder)).transpose();
    // The results took hours, so they are printed even if the report fails.
    if arguments.common.json {
        let error = written.err();
        let status = if error.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        print_json(&EvalOutput { results: &numbers, error })?;
        return Ok(status);
    }
    print_text(&text(&numbers, arguments.out.as_deref().filter(|_| written.is_ok())))?;
    written?;
    Ok(ExitCode::SUCCESS)
}

/// The results, and why the report is missing if it could not be written: one JSON value in both cases.
#[derive(Serialize)]
struct EvalOutput<'a> {
    #[serde(flatten)]
    results: &'a Numbers<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

/// Returns the table, and where the rest is.
fn text(numbers: &Numbers<'_>, folder: Option<&Path>) -> String {
    let mut text = report::terminal(numbers);
    // The notes themselves were printed when they became known.
    let Results { problems, left_out, .. } = numbers.results;
    if let Some(count) = report::counted(problems.len(), *left_out) {
        text.push_str(&format!("{count}\n"));
    }
    if let Some(folder) = folder {
        text.push_str(&format!("The report is {}.\n", folder.join("results.md").display()));
    }
    text
}

fn line(progress: &ComparisonProgress) -> String {
    let ComparisonProgress { what, done, all, tokens_per_second, .. } = progress;
    let mut line = format!("{what}: {done} of {all}");
    let left = progress.seconds_left().filter(|_| done < all);
    if *tokens_per_second > 0.0 {
        line.push_str(&format!(", {tokens_per_second:.0} tokens/s"));
    } else if left.is_some() && progress.rate() >= 0.05 {
        line.push_str(&format!(", {:.1} per second", progress.rate()));
    }
    if let Some(left) = left {
        line.push_str(&format!(", {} left", span(left)));
    }
    line
}

#[cfg(test)]
mod tests {
    use evaluation::comparison::Reached;

    use super::*;

    #[test]
    fn a_line_shows_rate_and_time_left() {
        let at = |done: f64, known, seconds, tokens_per_second| {
            let reached = Reached { done, known };
            let (what, done, all) = ("asking", done as usize, 40);
            line(&ComparisonProgress { what, done, all, reached, seconds, tokens_per_second })
        };
        assert_eq!(at(0.0, 0.0, 0.0, 0.0), "asking: 0 of 40");
        assert_eq!(at(10.0, 0.0, 5.0, 0.0), "asking: 10 of 40, 2.0 per second, 15 s left");
        assert_eq!(at(20.0, 10.0, 5.0, 0.0), "asking: 20 of 40, 2.0 per second, 10 s left");
        assert_eq!(at(20.0, 20.0, 5.0, 0.0), "asking: 20 of 40", "what is known tells no rate");
        assert_eq!(at(40.0, 0.0, 20.0, 0.0), "asking: 40 of 40");
        assert_eq!(
            at(0.5, 0.0, 20.0, 0.0),
            "asking: 0 of 40, 26 min left",
            "slower than documented"
        );
        let building = at(0.5, 0.0, 10.0, 3_000.0);
        assert_eq!(building, "asking: 0 of 40, 3000 tokens/s, 13 min left");
    }

    #[test]
    fn after_a_stop_the_same_command_goes_on() {
        let message = |code| going_on(Failure::new(code, "Stopped.")).to_string();
        assert!(message(Code::Stopped).contains("Run the same command to continue"));
        assert_eq!(message(Code::Internal), "Stopped.");
    }
}
