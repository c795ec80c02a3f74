//! NarrativeQA's form.

use serde::Deserialize;

use super::{DatasetDocumentSource, DatasetEntry, ParsedQuestion};
use crate::data::{DatasetError, NonBlankText, ReferenceAnswers};

#[derive(Deserialize)]
pub(super) struct NarrativeQaRecord {
    document: NarrativeQaStory,
    question: NarrativeQaQuestion,
    answers: Vec<NarrativeQaAnswer>,
}

#[derive(Deserialize)]
struct NarrativeQaStory {
    text: String,
    summary: Option<NarrativeQaSummary>,
}

#[derive(Deserialize)]
struct NarrativeQaSummary {
    title: Option<String>,
}

#[derive(Deserialize)]
struct NarrativeQaQuestion {
    text: NonBlankText,
}

#[derive(Deserialize)]
struct NarrativeQaAnswer {
    text: String,
}

pub(super) fn entry(line: NarrativeQaRecord) -> Result<DatasetEntry, DatasetError> {
    let texts = line.answers.into_iter().map(|answer| answer.text).collect();
    let answers = ReferenceAnswers::written(texts).ok_or(DatasetError::NoAnswer)?;
    let asked = ParsedQuestion::new(None, line.question.text, answers, Vec::new());
    let title = line.document.summary.and_then(|summary| summary.title);
    Ok(DatasetEntry::one(vec![DatasetDocumentSource::Text(title, line.document.text)], asked))
}
