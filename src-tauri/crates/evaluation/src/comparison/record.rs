//! What a comparison gives: every question by every method, beside what the data says.

use serde::{Deserialize, Serialize};

use hwdag::SearchSettings;

use super::Outcome;
use super::given::Built;

/// A whole comparison.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Results {
    /// What repeats it.
    pub command: String,
    /// Where it ran.
    pub machine: String,
    /// Pecan's version.
    pub version: String,
    /// The models: what each is for, its file's name and the SHA-256 of it.
    pub models: Vec<(String, String, String)>,
    /// The method that the others are compared with: the first one named.
    pub reference: String,
    /// The methods in the order in which they were named, as they were written.
    pub methods: Vec<String>,
    /// Every question by every method.
    pub records: Vec<Record>,
    /// What was built for which documents.
    pub constructions: Vec<Construction>,
    /// Lines of the data that were left out, documents that could not be read, and then what else there
    /// is to know.
    pub problems: Vec<String>,
    /// How many of them tell of something that was left out: the first ones.
    #[serde(default)]
    pub left_out: usize,
    /// Seconds by the clock of this run; what was kept from earlier ones took none.
    pub seconds: f64,
    /// Questions that this run asked at once: they share the machine, and each takes longer.
    #[serde(default)]
    pub jobs: usize,
    /// Answers that were taken from earlier runs, with the seconds that they took there.
    #[serde(default)]
    pub kept: usize,
    /// Whether passages were only chosen, and nothing answered.
    #[serde(default)]
    pub choosing: bool,
    /// How much the methods show that were to be matched.
    #[serde(default)]
    pub matched: Vec<Matched>,
    /// How a walk goes where its method says nothing of it.
    #[serde(default)]
    pub usual: Usual,
}

/// How much a method shows that was to be matched on a data set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matched {
    /// The data set.
    pub dataset: String,
    /// The method as it was written.
    pub method: String,
    /// How many passages or nodes it shows.
    pub count: usize,
    /// Its operations, as they were reckoned beforehand, over those of the reference; none where nodes
    /// were matched.
    pub of_reference: Option<f64>,
    /// Whether no more can be shown.
    #[serde(default)]
    pub is_most: bool,
}

/// How a walk goes where its method says nothing of it.
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
    /// The file that the question was read from; nothing if that is not known.
    #[serde(default)]
    pub file: String,
    /// The question's name there; another file may have one of this name, too.
    pub id: String,
    /// What tells the documents that it is about from others; nothing if that is not known.
    #[serde(default)]
    pub documents: String,
    /// What kind of question it is, where the data tells: `two-hop`.
    pub kind: Option<String>,
    /// The question that it asks in other words, if it does.
    #[serde(default)]
    pub rephrases: Option<String>,
    /// What was asked.
    pub question: String,
    /// The answers that count; none if the documents do not answer it.
    pub answers: Vec<String>,
    /// The method.
    pub method: String,
    /// What it made of it.
    pub outcome: Outcome,
    /// Whether an earlier run answered it.
    #[serde(skip)]
    pub kept: bool,
    /// How good that is; none where it was not run, or where there is no answer.
    pub scores: Option<Scores>,
    /// Whether the heaviest three passages together hold what the answer follows from; none where
    /// nobody knows, or nothing is cited.
    pub cited: Option<bool>,
    /// Whether all the texts that the model was shown do; none as above.
    pub reached: Option<bool>,
    /// By visited node, whether all that the answer follows from was shown up to there; empty where
    /// nobody knows.
    pub enough: Vec<bool>,
}

impl Record {
    /// A question of this name with what was made of it, nothing else known.
    pub fn new(id: &str, outcome: Outcome) -> Self {
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

    /// Whether the documents answer the question.
    pub fn has_answer(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Whether the method itself says that it did not find enough for its answer.
    pub fn is_doubted(&self) -> bool {
        self.outcome.given().is_some_and(|given| given.found == Some(false))
    }
}

/// Those whose questions have an answer, or all where none has one. F1 is of these questions, and so is
/// what answers take wherever methods are compared by it: a question without an answer may take several
/// times as much.
pub fn compared<T>(cases: Vec<T>, has_answer: impl Fn(&T) -> bool) -> Vec<T> {
    match cases.iter().any(&has_answer) {
        true => cases.into_iter().filter(has_answer).collect(),
        false => cases,
    }
}

/// How good an answer is, from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// Token F1.
    pub f1: f64,
    /// ROUGE-L.
    pub rouge_l: f64,
    /// Exact match: 0 or 1.
    pub exact: f64,
}

/// What was built of some documents for a method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Construction {
    /// The data set.
    pub dataset: String,
    /// What was built: `graph`, `tree`, `raptor`.
    pub what: String,
    /// The documents' key.
    pub documents: String,
    /// Tokens of their text.
    pub tokens: usize,
    /// Questions about them.
    pub questions: usize,
    /// Nodes, chunks included.
    pub nodes: usize,
    /// What it took.
    pub built: Built,
}
