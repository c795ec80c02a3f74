//! The forms in which question sets are published.

mod hotpotqa;
mod longbench;
mod musique;
mod narrativeqa;
mod plain;
mod qasper;
mod quality;
mod rows;

#[cfg(test)]
pub(in crate::data) mod tests;

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::document::DatasetDocumentSource;
use super::gold::Gold;
use super::problem::{LONGEST_NAME, NAMED, cut};
use super::{DatasetError, NonBlankText, ReferenceAnswers};

/// The form of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DatasetFormat {
    /// LongBench's (Bai et al. 2024; THUDM/LongBench): `context`, `input`, `answers`. A context made of
    /// numbered passages becomes one document per passage.
    LongBench,
    /// NarrativeQA's (Kočiský et al. 2018) as its data set's loader returns it: a `document` with its
    /// whole `text`, a `question`, `answers`.
    NarrativeQa,
    /// Qasper's (Dasigi et al. 2021; allenai/qasper-led-baseline), one paper per line: `full_text` and
    /// `qas`, in rows or in columns.
    Qasper,
    /// HotpotQA's (Yang et al. 2018; hotpotqa/hotpot), one question per line: paragraphs as `context`,
    /// each a document, in rows or in columns.
    HotpotQa,
    /// MuSiQue's (Trivedi et al. 2022; StonyBrookNLP/musique): `paragraphs`, each a document.
    MuSiQue,
    /// QuALITY's (Pang et al. 2022; nyu-mll/quality): an `article` with its `questions`, or with one
    /// question per line.
    Quality,
    /// For anyone's own questions: `doc_file`, `question`, `answers` (see `plain.rs` for other fields).
    Plain,
}

/// Fields that identify a form, the most specific first.
const TELLING: [(DatasetFormat, &[&str]); 9] = [
    (DatasetFormat::Plain, &["doc_file"]),
    (DatasetFormat::Plain, &["doc_files"]),
    (DatasetFormat::Qasper, &["full_text", "qas"]),
    (DatasetFormat::MuSiQue, &["paragraphs", "question"]),
    (DatasetFormat::Quality, &["article", "questions"]),
    (DatasetFormat::Quality, &["article", "question", "options"]),
    (DatasetFormat::LongBench, &["context", "input"]),
    (DatasetFormat::HotpotQa, &["context", "question"]),
    (DatasetFormat::NarrativeQa, &["document", "question"]),
];

/// The most characters of an error in a field, which may quote its value.
const LONGEST_MESSAGE: usize = 400;

impl DatasetFormat {
    /// Returns the form that has these fields.
    pub(super) fn of<'a>(fields: impl Iterator<Item = &'a str>) -> Result<Self, DatasetError> {
        let fields: Vec<&str> = fields.collect();
        if fields.is_empty() {
            return Err(DatasetError::NoFields);
        }
        let held = |names: &[&str]| names.iter().all(|name| fields.contains(name));
        let form = TELLING.iter().find(|(_, names)| held(names));
        form.map(|&(form, _)| form).ok_or_else(|| {
            let names: Vec<String> = fields.iter().take(NAMED).map(|name| named(name)).collect();
            DatasetError::UnknownForm(names.join(", "))
        })
    }

    fn read(self, line: Value) -> Result<DatasetEntry, DatasetError> {
        match self {
            Self::LongBench => longbench::entry(self.fields(line)?),
            Self::NarrativeQa => narrativeqa::entry(self.fields(line)?),
            Self::Qasper => qasper::entry(self.fields(line)?),
            Self::HotpotQa => hotpotqa::entry(self.fields(line)?),
            Self::MuSiQue => musique::entry(self.fields(line)?),
            Self::Quality => quality::entry(self.fields(line)?),
            Self::Plain => plain::entry(self.fields(line)?),
        }
    }

    /// Takes the fields that a form has from a line.
    fn fields<T: DeserializeOwned>(self, line: Value) -> Result<T, DatasetError> {
        typed(line).map_err(|message| DatasetError::Fields {
            form: self,
            message: cut(&message, LONGEST_MESSAGE),
        })
    }
}

/// The name that its authors gave it.
impl fmt::Display for DatasetFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::LongBench => "LongBench",
            Self::NarrativeQa => "NarrativeQA",
            Self::Qasper => "Qasper",
            Self::HotpotQa => "HotpotQA",
            Self::MuSiQue => "MuSiQue",
            Self::Quality => "QuALITY",
            Self::Plain => "plain",
        })
    }
}

/// The contents of a line: some documents, and questions about all of them.
#[derive(Debug)]
pub(super) struct DatasetEntry {
    pub dataset: Option<String>,
    pub documents: Vec<DatasetDocumentSource>,
    pub questions: Vec<Result<ParsedQuestion, DatasetError>>,
}

impl DatasetEntry {
    /// Creates an entry with one question about some documents.
    fn one(documents: Vec<DatasetDocumentSource>, question: ParsedQuestion) -> Self {
        Self { dataset: None, documents, questions: vec![Ok(question)] }
    }
}

/// A question of a line.
#[derive(Debug)]
pub(super) struct ParsedQuestion {
    pub id: Option<String>,
    pub question: NonBlankText,
    pub answers: ReferenceAnswers,
    pub evidence: Vec<Vec<String>>,
    /// Places in the documents that it follows from.
    pub gold: Vec<Gold>,
    pub kind: Option<String>,
    pub facts: Vec<Vec<String>>,
    pub rephrases: Option<String>,
    /// What is inconsistent in the data about it, though it can be asked.
    pub lacking: Option<DatasetError>,
}

impl ParsedQuestion {
    /// Creates a question about which the data says nothing else.
    fn new(
        id: Option<String>,
        question: NonBlankText,
        answers: ReferenceAnswers,
        evidence: Vec<Vec<String>>,
    ) -> Self {
        let (gold, facts) = (Vec::new(), Vec::new());
        let (kind, rephrases, lacking) = (None, None, None);
        Self { id, question, answers, evidence, gold, kind, facts, rephrases, lacking }
    }
}

/// The set of passages that an answer follows from together; none if the data names no passages.
fn together(mut passages: Vec<String>) -> Vec<Vec<String>> {
    passages.retain(|passage| !passage.trim().is_empty());
    (!passages.is_empty()).then_some(passages).into_iter().collect()
}

/// Deserializes a value. The error says what is wrong, and in which field.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error: serde_path_to_error::Error<_>| {
        let (path, why) = (error.path(), error.inner().to_string());
        match path.iter().next() {
            None => why,
            // One of a list's items is wrong.
            Some(_) if why.starts_with('[') => format!("{path}{why}"),
            Some(_) => format!("{path}: {why}"),
        }
    })
}

/// A field's name as shown in a message.
fn named(name: &str) -> String {
    cut(name, LONGEST_NAME)
}

/// Returns a remark about an entry that takes part, made once for all such entries of its file.
pub(super) fn note(entry: &Value) -> Option<DatasetError> {
    let fields = entry.as_object()?;
    match DatasetFormat::of(names(fields)).ok()? {
        DatasetFormat::Plain => plain::unknown(fields),
        DatasetFormat::Quality => quality::html(fields),
        _ => None,
    }
}

/// Parses the JSON of a line.
pub(super) fn parse(line: &str) -> Result<Value, DatasetError> {
    // A line break would count as another line.
    serde_json::from_str(line.trim_end()).map_err(|error| not_json(&error))
}

/// Returns what is wrong with JSON, and where in its line: the line number is shown before every flaw.
pub(super) fn not_json(error: &serde_json::Error) -> DatasetError {
    let (text, column) = (error.to_string(), error.column());
    let place = format!(" at line {} column {column}", error.line());
    match text.strip_suffix(&place) {
        Some(why) => DatasetError::NotJson(format!("{why} at byte {column}")),
        None => DatasetError::NotJson(text),
    }
}

/// Reads an entry by the form that its fields identify.
pub(super) fn read(entry: Value) -> Result<(DatasetFormat, DatasetEntry), DatasetError> {
    let form = DatasetFormat::of(names(entry.as_object().ok_or(DatasetError::NotObject)?))?;
    Ok((form, form.read(entry)?))
}

fn names(fields: &Map<String, Value>) -> impl Iterator<Item = &str> {
    fields.keys().map(String::as_str)
}
