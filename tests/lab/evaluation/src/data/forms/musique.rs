//! MuSiQue's form, with or without questions that its paragraphs do not answer.

use serde::Deserialize;

use super::{DatasetDocumentSource, DatasetEntry, ParsedQuestion, together};
use crate::data::{DatasetError, NonBlankText, ReferenceAnswers};

#[derive(Deserialize)]
pub(super) struct MuSiQueRecord {
    id: Option<String>,
    question: NonBlankText,
    paragraphs: Vec<MuSiQueParagraph>,
    answer: Option<String>,
    #[serde(default)]
    answer_aliases: Vec<String>,
    answerable: Option<bool>,
}

#[derive(Deserialize)]
struct MuSiQueParagraph {
    title: Option<String>,
    paragraph_text: String,
    #[serde(default)]
    is_supporting: bool,
}

pub(super) fn entry(line: MuSiQueRecord) -> Result<DatasetEntry, DatasetError> {
    let supporting = line.paragraphs.iter().filter(|paragraph| paragraph.is_supporting);
    let evidence = supporting.map(|paragraph| paragraph.paragraph_text.clone()).collect();
    let answers = match line.answerable {
        // The line still has the answer that the question had before a paragraph was removed.
        Some(false) => ReferenceAnswers::Unanswerable,
        _ => {
            ReferenceAnswers::written(line.answer.into_iter().chain(line.answer_aliases).collect())
                .ok_or(DatasetError::NoAnswer)?
        }
    };
    let document = |paragraph: MuSiQueParagraph| {
        DatasetDocumentSource::Text(paragraph.title, paragraph.paragraph_text)
    };
    let documents = line.paragraphs.into_iter().map(document).collect();
    Ok(DatasetEntry::one(
        documents,
        ParsedQuestion::new(line.id, line.question, answers, together(evidence)),
    ))
}
