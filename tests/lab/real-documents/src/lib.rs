//! What a model does with real documents, through the whole product: how good its points are, how
//! reliable its Yes is, and how well it answers, compared with other ways and with parts left out.
//!
//! A measurement has [parts](RealDocumentMeasurement), which can be measured one by one. The results of
//! each are stored case by case in a folder of the model, named by its SHA-256, so that an interrupted
//! measurement can resume. The table has all parts that were measured so far.

mod ablations;
mod answering_chunk;
mod answers;
mod arguments;
mod general_knowledge;
mod harness;
mod kills;
mod library;
mod measured_model;
mod other_methods;
mod other_sets;
mod points;
mod quoted_points;
mod scores;
mod search;
mod speed;
mod tales;
mod verdicts;

pub use self::arguments::RealDocuments;
pub use self::library::EvaluationLibrary;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use protocol::{Code, Failure};
use report::MeasurementReport;
use serde::{Deserialize, Serialize};

use self::arguments::RealDocumentMeasurement;
use self::measured_model::MeasuredModel;
use report::figures::{MeasuredFigure, table};
use report::{AllMeasured, cases, published};

/// The results of a part.
#[derive(Debug, Serialize, Deserialize)]
struct RealDocumentResults {
    part: RealDocumentMeasurement,
    /// The machine; empty in results that were stored before it was recorded.
    #[serde(default)]
    machine: String,
    commit: String,
    command: String,
    /// Seconds of the run that ended it, or of all its cases if those took longer over several runs.
    seconds: f64,
    figures: Vec<MeasuredFigure>,
}

/// Measures the requested parts, and shows all results of the model.
///
/// # Errors
///
/// If a file cannot be read or written or a model fails.
pub fn real_documents(arguments: &RealDocuments) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut subject = MeasuredModel::new(arguments)?;
    for part in
        RealDocumentMeasurement::ALL.into_iter().filter(|part| arguments.parts.contains(part))
    {
        eprintln!("{}", part.title());
        let begun = Instant::now();
        let figures = measure(part, &mut subject)?;
        let measured = RealDocumentResults {
            part,
            machine: report::machine(),
            commit: report::commit(),
            command: arguments.command(&[part]),
            seconds: begun
                .elapsed()
                .as_secs_f64()
                .max(cases::seconds(&subject.folder, part.name())),
            figures,
        };
        keep(&subject.folder, &measured)?;
    }
    // With --fresh, nothing that was published before is shown.
    let published = match arguments.fresh {
        true => Vec::new(),
        false => published(&arguments.output, &subject.model.hash),
    };
    let all = AllMeasured {
        model: subject.model.name(),
        sha256: subject.model.hash.clone(),
        parts: known(&subject.folder, published),
    };
    let page = page(&all);
    let report = MeasurementReport::new(arguments.command(&arguments.parts), begun, all);
    arguments.output.give("real", &report, &page)
}

/// Measures a part.
fn measure(
    part: RealDocumentMeasurement,
    subject: &mut MeasuredModel<'_>,
) -> Result<Vec<MeasuredFigure>, Failure> {
    match part {
        RealDocumentMeasurement::Points => points::measure(subject),
        RealDocumentMeasurement::Quotes => quoted_points::measure(subject),
        RealDocumentMeasurement::Verdicts => verdicts::measure(subject),
        RealDocumentMeasurement::Answers => answers::measure(subject),
        RealDocumentMeasurement::Search => search::measure(subject),
        RealDocumentMeasurement::Rivals => other_methods::measure(subject),
        RealDocumentMeasurement::Sets => other_sets::measure(subject),
        RealDocumentMeasurement::Ablations => ablations::measure(subject),
        RealDocumentMeasurement::Speed => speed::measure(subject),
        RealDocumentMeasurement::Kills => kills::measure(subject),
    }
}

fn file(folder: &Path, part: RealDocumentMeasurement) -> PathBuf {
    folder.join(format!("{}.json", part.name()))
}

/// Stores the results of a part.
fn keep(folder: &Path, measured: &RealDocumentResults) -> Result<(), Failure> {
    let path = file(folder, measured.part);
    let text = serde_json::to_string_pretty(measured)
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    fs::write(&path, text).map_err(|error| report::file_failure(&path, &error))
}

/// Returns the results of a model, part by part: from the folder, or else as published.
fn known(folder: &Path, published: Vec<RealDocumentResults>) -> Vec<RealDocumentResults> {
    let read = |part: RealDocumentMeasurement| {
        serde_json::from_slice(&fs::read(file(folder, part)).ok()?).ok()
    };
    let mut all: Vec<RealDocumentResults> =
        RealDocumentMeasurement::ALL.into_iter().filter_map(read).collect();
    for earlier in published {
        if all.iter().all(|one| one.part != earlier.part) {
            all.push(earlier);
        }
    }
    all.sort_by_key(|one| RealDocumentMeasurement::ALL.iter().position(|part| *part == one.part));
    all
}

/// Returns a page of all results.
fn page(all: &AllMeasured<RealDocumentResults>) -> String {
    let mut page = all.heading();
    for RealDocumentResults { part, machine, commit, command, seconds, figures } in &all.parts {
        page.push_str(&format!(
            "\n### {}\n\nMachine: {machine}. Commit: `{commit}`. {seconds:.0} s.\n\n    {command}\n\n{}",
            part.title(),
            table(figures)
        ));
    }
    page
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn parts_are_named_as_on_the_command_line() {
        for part in RealDocumentMeasurement::ALL {
            assert_eq!(RealDocumentMeasurement::from_str(part.name(), false), Ok(part));
        }
    }

    #[test]
    fn what_parts_gave_is_kept_and_shown_together() {
        let folder = tempfile::tempdir().unwrap();
        for part in [RealDocumentMeasurement::Speed, RealDocumentMeasurement::Points] {
            let figures = vec![MeasuredFigure::share("written", [true, false])];
            let measured = RealDocumentResults {
                part,
                machine: "a processor".into(),
                commit: "abc".into(),
                command: "measure".into(),
                seconds: 1.0,
                figures,
            };
            keep(folder.path(), &measured).unwrap();
        }
        let published = |part, commit: &str| RealDocumentResults {
            part,
            machine: String::new(),
            commit: commit.into(),
            command: String::new(),
            seconds: 1.0,
            figures: Vec::new(),
        };
        let earlier = vec![
            published(RealDocumentMeasurement::Search, "old"),
            published(RealDocumentMeasurement::Points, "old"),
        ];
        let parts = known(folder.path(), earlier);
        let commits: Vec<_> = parts.iter().map(|one| (one.part, one.commit.as_str())).collect();
        assert_eq!(
            commits,
            [
                (RealDocumentMeasurement::Points, "abc"),
                (RealDocumentMeasurement::Search, "old"),
                (RealDocumentMeasurement::Speed, "abc")
            ]
        );
        let all = AllMeasured { model: "a.gguf".into(), sha256: "12".into(), parts };
        let page = page(&all);
        assert!(page.contains("| written | 50.0 %"), "{page}");
        assert!(page.find("### Points of the tales") < page.find("### Speed"), "{page}");
    }
}
