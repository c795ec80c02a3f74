//! What a model does with real documents, through the whole product: how good its points are, how
//! reliable its Yes is, and how well it answers, compared with other ways and with parts left out.
//!
//! A measurement has [parts](Part), which can be measured one by one. The results of each are stored
//! case by case in a folder of the model, named by its SHA-256, so that an interrupted measurement can
//! resume. The table has all parts that were measured so far.

mod ablations;
mod answering_chunk;
mod answers;
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

pub(crate) use self::library::EvaluationLibrary;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use protocol::{Code, Failure};
use report::{MeasurementReport, ReportOutput};
use serde::{Deserialize, Serialize};

use self::measured_model::MeasuredModel;
use crate::measurement::figures::{MeasuredFigure, table};
use crate::measurement::{AllMeasured, cases, published};

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct RealDocuments {
    /// The folder for what was measured so far
    #[arg(long)]
    folder: PathBuf,
    /// The folder with tales and question sets
    #[arg(long, env = "PECAN_CORPUS")]
    corpus: PathBuf,
    /// The model: default, demo or a GGUF file
    #[arg(long, env = "PECAN_MODEL", default_value = "default")]
    model: PathBuf,
    /// Questions about the tales
    #[arg(long, default_value_t = 200)]
    questions: usize,
    /// Tales, at most
    #[arg(long, default_value_t = 6)]
    tales: usize,
    /// Questions of each other set, at most
    #[arg(long, default_value_t = 50)]
    of_each: usize,
    /// Bytes of a document of the other sets, at most
    #[arg(long, default_value_t = 250_000)]
    longest: u64,
    /// What is measured now; the table has what was measured before, too
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = RealDocumentMeasurement::ALL)]
    parts: Vec<RealDocumentMeasurement>,
    /// Forget everything that was measured of this model before
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    output: ReportOutput,
}

/// A part of the measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RealDocumentMeasurement {
    /// The points of the tales' graphs
    Points,
    /// Graphs of quotes, beside other sentences of the tales
    Quotes,
    /// p_yes with the answering chunk and without
    Verdicts,
    /// Answers with the answering chunk shown
    Answers,
    /// Questions through the whole product
    Search,
    /// Other ways to answer the same questions
    Rivals,
    /// Other question sets
    Sets,
    /// The walk without parts of it
    Ablations,
    /// How long building takes
    Speed,
    /// Work that is lost when the program is killed
    Kills,
}

impl RealDocumentMeasurement {
    /// All parts, in the order of the table.
    const ALL: [Self; 10] = [
        Self::Points,
        Self::Quotes,
        Self::Verdicts,
        Self::Answers,
        Self::Search,
        Self::Rivals,
        Self::Sets,
        Self::Ablations,
        Self::Speed,
        Self::Kills,
    ];

    /// Returns its name on the command line and in files.
    fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Quotes => "quotes",
            Self::Verdicts => "verdicts",
            Self::Answers => "answers",
            Self::Search => "search",
            Self::Rivals => "rivals",
            Self::Sets => "sets",
            Self::Ablations => "ablations",
            Self::Speed => "speed",
            Self::Kills => "kills",
        }
    }

    /// Returns the title of its table.
    fn title(self) -> &'static str {
        match self {
            Self::Points => "Points of the tales",
            Self::Quotes => "Quoted points",
            Self::Verdicts => "Verdicts",
            Self::Answers => "Answers with the answering chunk shown",
            Self::Search => "Questions about the tales, through the whole product",
            Self::Rivals => "Other ways at matched operations",
            Self::Sets => "Other question sets, through the whole product",
            Self::Ablations => "The walk without one of its parts",
            Self::Speed => "Speed",
            Self::Kills => "Kills",
        }
    }

    fn measure(self, subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
        match self {
            Self::Points => points::measure(subject),
            Self::Quotes => quoted_points::measure(subject),
            Self::Verdicts => verdicts::measure(subject),
            Self::Answers => answers::measure(subject),
            Self::Search => search::measure(subject),
            Self::Rivals => other_methods::measure(subject),
            Self::Sets => other_sets::measure(subject),
            Self::Ablations => ablations::measure(subject),
            Self::Speed => speed::measure(subject),
            Self::Kills => kills::measure(subject),
        }
    }
}

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
        let figures = part.measure(&mut subject)?;
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
    let all = AllMeasured {
        model: subject.model.name(),
        sha256: subject.model.hash.clone(),
        parts: known(&subject.folder, arguments.published(&subject.model.hash)),
    };
    let page = page(&all);
    let report = MeasurementReport::new(arguments.command(&arguments.parts), begun, all);
    arguments.output.give("real", &report, &page)
}

impl RealDocuments {
    /// Returns the parts that were published before; none with `--anew`.
    fn published(&self, sha256: &str) -> Vec<RealDocumentResults> {
        if self.anew { Vec::new() } else { published(&self.output, sha256) }
    }

    /// Returns the command that repeats the measurement of some parts.
    fn command(&self, parts: &[RealDocumentMeasurement]) -> String {
        let Self { questions, tales, of_each, longest, .. } = self;
        let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
        format!(
            "cargo xtask measure real --model {} --questions {questions} --tales {tales} --of-each \
             {of_each} --longest {longest} --parts {}",
            self.model.display(),
            names.join(",")
        )
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
