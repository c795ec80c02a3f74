//! MuSiQue's form, with or without questions that its paragraphs do not answer.

use serde::Deserialize;

use super::{Asked, Entry, Source, together};
use crate::data::{Answers, Flaw, Phrase};

#[derive(Deserialize)]
pub(super) struct Line {
    id: Option<String>,
    question: Phrase,
    paragraphs: Vec<Paragraph>,
    answer: Option<String>,
    #[serde(default)]
    answer_aliases: Vec<String>,
    answerable: Option<bool>,
}

#[derive(Deserialize)]
struct Paragraph {
    title: Option<String>,
    paragraph_text: String,
    #[serde(default)]
    is_supporting: bool,
}

pub(super) fn entry(line: Line) -> Result<Entry, Flaw> {
    let supporting = line.paragraphs.iter().filter(|paragraph| paragraph.is_supporting);
    let evidence = supporting.map(|paragraph| paragraph.paragraph_text.clone()).collect();
    let answers = match line.answerable {
        // The line still has the answer that the question had before a paragraph was removed.
        Some(false) => Answers::Unanswerable,
        _ => Answers::written(line.answer.into_iter().chain(line.answer_aliases).collect())
            .ok_or(Flaw::NoAnswer)?,
    };
    let document = |paragraph: Paragraph| Source::Text(paragraph.title, paragraph.paragraph_text);
    let documents = line.paragraphs.into_iter().map(document).collect();
    Ok(Entry::one(documents, Asked::new(line.id, line.question, answers, together(evidence))))
}
