//! The results of a comparison: every question by every method, beside what the data says.

use serde::{Deserialize, Serialize};

use hwdag::SearchSettings;

use super::QuestionOutcome;
use super::answer_record::ConstructionCost;

/// A whole comparison.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Results {
    /// The command that repeats it.
    pub command: String,
    /// The machine that it ran on.
    pub machine: String,
    /// Pecan's version.
    pub version: String,
    /// The models: each one's role, its file's name and SHA-256.
    pub models: Vec<(String, String, String)>,
    /// The method that the others are compared with: the first one named.
    pub reference: String,
    /// The methods in the order in which they were named, as written.
    pub methods: Vec<String>,
    /// Every question by every method.
    pub records: Vec<Record>,
    /// What was built for which documents.
    pub constructions: Vec<ConstructionRecord>,
    /// Lines of the data that were left out, documents that could not be read, and then other remarks.
    pub problems: Vec<String>,
    /// How many of them, at the start, are about something that was left out.
    #[serde(default)]
    pub left_out: usize,
    /// Wall-clock seconds of this run. What was stored by earlier runs took none.
    pub seconds: f64,
    /// Questions that this run asked at once. They share the machine, so each takes longer.
    #[serde(default)]
    pub jobs: usize,
    /// Answers taken from earlier runs, with the seconds that they took there.
    #[serde(default)]
    pub kept: usize,
    /// Whether passages were only chosen, and nothing was answered.
    #[serde(default)]
    pub choosing: bool,
    /// How much the matched methods show.
    #[serde(default)]
    pub matched: Vec<Matched>,
    /// The settings of a walk whose method does not name them.
    #[serde(default)]
    pub usual: Usual,
}

/// How much a matched method shows on a data set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matched {
    /// The data set.
    pub dataset: String,
    /// The method as written.
    pub method: String,
    /// The number of passages or nodes that it shows.
    pub count: usize,
    /// Its operations, as calculated beforehand, over those of the reference; none if nodes were
    /// matched.
    pub of_reference: Option<f64>,
    /// Whether no more can be shown.
    #[serde(default)]
    pub is_most: bool,
}

/// The settings of a walk whose method does not name them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Usual {
    /// t_n.
    pub patience: usize,
    /// t_p.
    pub confidence: f64,
    /// λ.
    pub balance: f64,
}

impl From<SearchSettings> for Usual {
    fn from(settings: SearchSettings) -> Self {
        let SearchSettings { patience, confidence, scoring, .. } = settings;
        Self { patience, confidence, balance: scoring.balance }
    }
}

/// As in the papers.
impl Default for Usual {
    fn default() -> Self {
        SearchSettings::default().into()
    }
}

/// A question and what a method made of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// The data set.
    pub dataset: String,
    /// The file that the question was read from; empty if unknown.
    #[serde(default)]
    pub file: String,
    /// The question's name there. A question in another file may have the same name.
    pub id: String,
    /// What distinguishes the documents that it is about from others; empty if unknown.
    #[serde(default)]
    pub documents: String,
    /// The kind of the question, if the data has one: `two-hop`.
    pub kind: Option<String>,
    /// The question that it rephrases, if any.
    #[serde(default)]
    pub rephrases: Option<String>,
    /// What was asked.
    pub question: String,
    /// The accepted answers; none if the documents do not answer it.
    pub answers: Vec<String>,
    /// The method.
    pub method: String,
    /// The outcome.
    pub outcome: QuestionOutcome,
    /// Whether an earlier run answered it.
    #[serde(skip)]
    pub kept: bool,
    /// The scores of the answer; none if the method was not run, or if there is no answer.
    pub scores: Option<AnswerScores>,
    /// Whether the three heaviest passages together hold what the answer follows from; none if that is
    /// unknown, or nothing is cited.
    pub cited: Option<bool>,
    /// The same of all texts that the model was shown.
    pub reached: Option<bool>,
    /// By visited node, whether everything that the answer follows from was shown up to there; empty if
    /// unknown.
    pub enough: Vec<bool>,
}

impl Record {
    /// A question of this name with its outcome, and nothing else known.
    pub fn new(id: &str, outcome: QuestionOutcome) -> Self {
        Self {
            dataset: String::new(),
            file: String::new(),
            id: id.into(),
            documents: String::new(),
            kind: None,
            rephrases: None,
            question: String::new(),
            answers: Vec::new(),
            method: String::new(),
            outcome,
            kept: false,
            scores: None,
            cited: None,
            reached: None,
            enough: Vec::new(),
        }
    }

    /// Returns whether the documents answer the question.
    pub fn has_answer(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Returns whether the method itself says that it did not find enough for its answer.
    pub fn is_doubted(&self) -> bool {
        self.outcome.given().is_some_and(|given| given.found == Some(false))
    }
}

/// Returns the cases whose questions have an answer, or all if none has one. F1 is over these
/// questions, and so is the cost of answers wherever F1 compares methods: a question without an answer
/// may cost several times as much.
pub fn compared<T>(cases: Vec<T>, has_answer: impl Fn(&T) -> bool) -> Vec<T> {
    match cases.iter().any(&has_answer) {
        true => cases.into_iter().filter(has_answer).collect(),
        false => cases,
    }
}

/// The scores of an answer, from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerScores {
    /// Token F1.
    pub f1: f64,
    /// ROUGE-L.
    pub rouge_l: f64,
    /// Exact match: 0 or 1.
    pub exact: f64,
}

/// What was built from some documents for a method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConstructionRecord {
    /// The data set.
    pub dataset: String,
    /// What was built: `graph`, `tree`, `raptor`.
    pub what: String,
    /// The documents' key.
    pub documents: String,
    /// Tokens of their text.
    pub tokens: usize,
    /// The number of questions about them.
    pub questions: usize,
    /// Nodes, chunks included.
    pub nodes: usize,
    /// What it took.
    pub built: ConstructionCost,
}
