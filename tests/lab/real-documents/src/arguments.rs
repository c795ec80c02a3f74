//! What of a model is measured on real documents.

use std::path::PathBuf;

use clap::ValueEnum;
use report::ReportOutput;
use serde::{Deserialize, Serialize};

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub struct RealDocuments {
    /// The folder for what was measured so far
    #[arg(long)]
    pub(super) folder: PathBuf,
    /// The folder with tales and question sets
    #[arg(long, env = "PECAN_CORPUS")]
    pub(super) corpus: PathBuf,
    /// The model: default, demo or a GGUF file
    #[arg(long, env = "PECAN_MODEL", default_value = "default")]
    pub(super) model: PathBuf,
    /// Questions about the tales
    #[arg(long, default_value_t = 200)]
    pub(super) questions: usize,
    /// Tales, at most
    #[arg(long, default_value_t = 6)]
    pub(super) tales: usize,
    /// Questions of each other set, at most
    #[arg(long, default_value_t = 50)]
    pub(super) of_each: usize,
    /// Bytes of a document of the other sets, at most
    #[arg(long, default_value_t = 250_000)]
    pub(super) longest: u64,
    /// What is measured now; the table has what was measured before, too
    #[arg(long, value_delimiter = ',', value_enum, default_values_t = RealDocumentMeasurement::ALL)]
    pub(super) parts: Vec<RealDocumentMeasurement>,
    /// Forget everything that was measured of this model before
    #[arg(long)]
    pub(super) fresh: bool,
    #[command(flatten)]
    pub(super) output: ReportOutput,
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
    pub const ALL: [Self; 10] = [
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
    pub fn name(self) -> &'static str {
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
    pub fn title(self) -> &'static str {
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
}

impl RealDocuments {
    /// Returns the command that repeats the measurement of some parts.
    pub fn command(&self, parts: &[RealDocumentMeasurement]) -> String {
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
