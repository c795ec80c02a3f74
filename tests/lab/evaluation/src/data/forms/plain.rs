//! The plain form, for anyone's own questions about files:
//!
//! ```json
//! {"doc_file": "novel.epub", "question": "Who hid the lamp?", "answers": ["Mira", "Mira Holt"]}
//! {"doc_files": ["a.pdf", "b.pdf"], "question": "Which ends first?", "options": ["A", "B"], "answers": ["B"]}
//! {"doc_file": "novel.epub", "question": "Who sold it?", "answerable": false}
//! ```
//!
//! A line may also have an `id`, the name of its `dataset`, a `kind` of question, `evidence`: passages
//! that the answer follows from together, and `facts`: for each fact that it follows from, the words
//! that any statement of it contains, as in `[["Mira", "lamp", "green"]]`. With `rephrases`, the `id`
//! of another line, it asks that line's question in other words. Instead, options may stand at the end
//! of the question, each on a line that begins with `(A)` and so on, as in L-Eval. A single answer may
//! stand outside a list. Anything else that a set has to say goes into `extra`. Other fields are
//! ignored and reported.

use std::path::PathBuf;

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};

use super::{
    DatasetDocumentSource, DatasetEntry, DatasetFormat, Gold, NAMED, ParsedQuestion, named,
    together, typed,
};
use crate::data::gold::texts;
use crate::data::{AtLeastOne, Choice, DatasetError, NonBlankText, ReferenceAnswers};

/// The fields of a [`Line`], then a field that says nothing about a question: `doc_id`, a set's own
/// name for the document.
const KNOWN: [&str; 14] = [
    "id",
    "dataset",
    "doc_file",
    "doc_files",
    "question",
    "answers",
    "options",
    "answerable",
    "evidence",
    "kind",
    "facts",
    "rephrases",
    "extra",
    "doc_id",
];

#[derive(Deserialize)]
pub(super) struct PlainRecord {
    id: Option<Value>,
    dataset: Option<String>,
    doc_file: Option<PathBuf>,
    #[serde(default)]
    doc_files: Vec<PathBuf>,
    question: NonBlankText,
    #[serde(default, deserialize_with = "one_or_more")]
    answers: Vec<String>,
    #[serde(default)]
    options: Vec<NonBlankText>,
    answerable: Option<bool>,
    #[serde(default)]
    evidence: Vec<String>,
    kind: Option<String>,
    #[serde(default)]
    facts: Vec<Vec<String>>,
    rephrases: Option<Value>,
    /// Further data in sets that were compiled from others: see [`Gold::of`].
    #[serde(default)]
    extra: Value,
}

/// Deserializes a text, or a list of texts.
fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    match Value::deserialize(from)? {
        Value::String(one) => Ok(vec![one]),
        list => typed(list).map_err(D::Error::custom),
    }
}

/// Returns the unknown fields, if any: at most one more than a message names.
pub(super) fn unknown(fields: &Map<String, Value>) -> Option<DatasetError> {
    let names = fields.keys().filter(|name| !KNOWN.contains(&name.as_str()));
    let names: Vec<String> = names.take(NAMED + 1).map(|name| named(name)).collect();
    (!names.is_empty()).then_some(DatasetError::UnknownFields(names))
}

pub(super) fn entry(line: PlainRecord) -> Result<DatasetEntry, DatasetError> {
    if let Some(message) = contradiction(&line) {
        return Err(DatasetError::Fields { form: DatasetFormat::Plain, message: message.into() });
    }
    let files = line.doc_file.into_iter().chain(line.doc_files);
    let documents = files.map(DatasetDocumentSource::File).collect();
    let (question, answers) = match (line.answerable, listed(&line.question, &line.answers)) {
        (Some(false), _) => (line.question, ReferenceAnswers::Unanswerable),
        (_, Some((question, choice))) => (question, ReferenceAnswers::Choice(choice)),
        _ => (line.question, answers(line.answers, line.options)?),
    };
    let name = |id: Value| id.as_str().map_or_else(|| id.to_string(), String::from);
    let (id, rephrases) = (line.id.map(name), line.rephrases.map(name));
    let passages =
        if line.evidence.is_empty() { texts(&line.extra["evidence"]) } else { line.evidence };
    let (evidence, gold) = (together(passages), Gold::of(&line.extra));
    let (kind, facts) = (line.kind, line.facts);
    let lacking = None;
    let asked =
        ParsedQuestion { id, question, answers, evidence, gold, kind, facts, rephrases, lacking };
    Ok(DatasetEntry { dataset: line.dataset, ..DatasetEntry::one(documents, asked) })
}

/// Returns what in a line contradicts something else in it, or has no effect, if anything does.
fn contradiction(line: &PlainRecord) -> Option<&'static str> {
    let all = [
        (
            line.doc_file.is_some() && !line.doc_files.is_empty(),
            "it has both doc_file and doc_files",
        ),
        (
            line.answerable == Some(false) && !line.answers.is_empty(),
            "it has answers but says “answerable”: false",
        ),
        (line.facts.iter().any(Vec::is_empty), "it has a fact without words"),
    ];
    all.into_iter().find(|(holds, _)| *holds).map(|(_, message)| message)
}

fn answers(
    texts: Vec<String>,
    options: Vec<NonBlankText>,
) -> Result<ReferenceAnswers, DatasetError> {
    let Some(options) = AtLeastOne::new(options) else {
        return ReferenceAnswers::written(texts).ok_or(DatasetError::NoAnswer);
    };
    let [answer] = texts.as_slice() else { return Err(DatasetError::NoSuchOption) };
    let right = options.iter().position(|option| option.trim() == answer.trim());
    let choice = right.and_then(|right| Choice::new(options, right));
    choice.map(ReferenceAnswers::Choice).ok_or(DatasetError::NoSuchOption)
}

/// Splits off options in a question's last lines, if the answer is one of those lines.
fn listed(question: &str, answers: &[String]) -> Option<(NonBlankText, Choice)> {
    let [answer] = answers else { return None };
    let lines: Vec<&str> = question.lines().map(str::trim).collect();
    let first = lines.iter().position(|line| option(line, 0).is_some())?;
    let (asked, lines) = lines.split_at(first);
    let options: Option<Vec<NonBlankText>> =
        lines.iter().enumerate().map(|(at, line)| option(line, at)).collect();
    let options = options?;
    let right =
        (0..options.len()).find(|&at| option(answer.trim(), at).as_ref() == options.get(at))?;
    let choice = Choice::new(AtLeastOne::new(options)?, right)?;
    Some((NonBlankText::new(asked.join("\n").trim().to_string())?, choice))
}

/// Returns what follows the letter of option `at`.
fn option(line: &str, at: usize) -> Option<NonBlankText> {
    let letter = ('A'..='Z').nth(at)?;
    let text = line.strip_prefix(&format!("({letter})"))?;
    NonBlankText::new(text.trim().to_string())
}
