//! NarrativeQA's form.

use serde::Deserialize;

use super::{Asked, Entry, Source};
use crate::data::{Answers, Flaw, Phrase};

#[derive(Deserialize)]
pub(super) struct Line {
    document: Story,
    question: Question,
    answers: Vec<Answer>,
}

#[derive(Deserialize)]
struct Story {
    text: String,
    summary: Option<Summary>,
}

#[derive(Deserialize)]
struct Summary {
    title: Option<String>,
}

#[derive(Deserialize)]
struct Question {
    text: Phrase,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
}

pub(super) fn entry(line: Line) -> Result<Entry, Flaw> {
    let texts = line.answers.into_iter().map(|answer| answer.text).collect();
    let answers = Answers::written(texts).ok_or(Flaw::NoAnswer)?;
    let asked = Asked::new(None, line.question.text, answers, Vec::new());
    let title = line.document.summary.and_then(|summary| summary.title);
    Ok(Entry::one(vec![Source::Text(title, line.document.text)], asked))
}
