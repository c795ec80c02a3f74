//! A story as files: `story.txt`, `story.epub`, `story.pdf`, `facts.jsonl`, `questions.jsonl`.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::write_whole;

use super::{Fact, Question, Story, Telling, epub, pdf};

/// A line of `facts.jsonl`.
#[derive(Serialize)]
struct FactLine<'a> {
    fact: usize,
    text: &'a str,
    key: &'a [String],
    told: Vec<ToldLine<'a>>,
}

/// A telling in it.
#[derive(Serialize)]
struct ToldLine<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// A line of `questions.jsonl`.
#[derive(Serialize)]
struct QuestionLine<'a> {
    question: &'a str,
    answers: &'a [String],
    facts: &'a [usize],
    answerable: bool,
}

impl Story {
    /// Writes the story and all that is known of it into a folder, which is made if need be.
    ///
    /// # Errors
    /// If the folder or a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let files = [
            ("story.txt", self.text.clone().into_bytes()),
            ("story.epub", epub::book(self)?),
            ("story.pdf", pdf::document(&self.title, &self.text)),
            ("facts.jsonl", lines(self.facts.iter().map(FactLine::from))?.into()),
            ("questions.jsonl", lines(self.questions.iter().map(QuestionLine::from))?.into()),
        ];
        files.into_iter().try_for_each(|(name, bytes)| write_whole(&folder.join(name), &bytes))
    }
}

impl<'a> From<&'a Fact> for FactLine<'a> {
    fn from(fact: &'a Fact) -> Self {
        let told = fact.told.iter().map(ToldLine::from).collect();
        Self { fact: fact.id, text: &fact.text, key: &fact.key, told }
    }
}

impl<'a> From<&'a Telling> for ToldLine<'a> {
    fn from(telling: &'a Telling) -> Self {
        Self { start: telling.start, end: telling.end, text: &telling.text }
    }
}

impl<'a> From<&'a Question> for QuestionLine<'a> {
    fn from(q: &'a Question) -> Self {
        Self {
            question: &q.question,
            answers: &q.answers,
            facts: &q.facts,
            answerable: q.answerable,
        }
    }
}

/// Items as lines of JSON.
pub(super) fn lines<T: Serialize>(items: impl Iterator<Item = T>) -> io::Result<String> {
    let mut out = String::new();
    for item in items {
        out += &serde_json::to_string(&item)?;
        out.push('\n');
    }
    Ok(out)
}
