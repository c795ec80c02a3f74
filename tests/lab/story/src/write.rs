//! A story as files: `story.txt`, `story.epub`, `story.pdf`, `facts.jsonl`, `questions.jsonl` and, if people go by
//! several names, `mentions.jsonl` and `events.jsonl`.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::{FactMention, LifeEvent, Mention, Story, StoryFact, StoryQuestion, epub, pdf};

/// A line of `facts.jsonl`.
#[derive(Serialize)]
struct FactLine<'a> {
    fact: usize,
    text: &'a str,
    key: &'a [String],
    #[serde(rename = "told")]
    tellings: Vec<TellingLine<'a>>,
}

/// A telling in such a line.
#[derive(Serialize)]
struct TellingLine<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// A line of `mentions.jsonl`.
#[derive(Serialize)]
struct MentionLine<'a> {
    person: &'a str,
    start: usize,
    end: usize,
    text: &'a str,
}

/// A line of `events.jsonl`.
#[derive(Serialize)]
struct EventLine<'a> {
    person: &'a str,
    date: &'a str,
    #[serde(flatten)]
    #[serde(rename = "told")]
    telling: TellingLine<'a>,
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
    /// Writes the story and everything known about it into a folder, which is created if missing. Returns the names of
    /// the files.
    ///
    /// # Errors
    /// If the folder or a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<&'static str>> {
        fs::create_dir_all(folder)?;
        let mut files = vec![
            ("story.txt", self.text.clone().into_bytes()),
            ("story.epub", epub::book(self)?),
            ("story.pdf", pdf::document(&self.title, &self.text)),
            ("facts.jsonl", lines(self.facts.iter().map(FactLine::from))?.into()),
            ("questions.jsonl", lines(self.questions.iter().map(QuestionLine::from))?.into()),
        ];
        if !self.mentions.is_empty() {
            // The story world is plain ASCII: a character is a byte.
            let text = |one: &Mention| &self.text[one.start..one.end];
            let mentions = self.mentions.iter().map(|one| {
                let Mention { person, start, end } = one;
                MentionLine { person, start: *start, end: *end, text: text(one) }
            });
            files.push(("mentions.jsonl", lines(mentions)?.into()));
            let events = self.events.iter().map(|LifeEvent { person, date, telling }| EventLine {
                person,
                date,
                telling: TellingLine::from(telling),
            });
            files.push(("events.jsonl", lines(events)?.into()));
        }
        for (name, bytes) in &files {
            atomic_file::write(&folder.join(name), bytes)?;
        }
        Ok(files.into_iter().map(|(name, _)| name).collect())
    }
}

impl<'a> From<&'a StoryFact> for FactLine<'a> {
    fn from(fact: &'a StoryFact) -> Self {
        let tellings = fact.tellings.iter().map(TellingLine::from).collect();
        Self { fact: fact.id, text: &fact.text, key: &fact.key, tellings }
    }
}

impl<'a> From<&'a FactMention> for TellingLine<'a> {
    fn from(telling: &'a FactMention) -> Self {
        Self { start: telling.start, end: telling.end, text: &telling.text }
    }
}

impl<'a> From<&'a StoryQuestion> for QuestionLine<'a> {
    fn from(q: &'a StoryQuestion) -> Self {
        Self {
            question: &q.question,
            answers: &q.answers,
            facts: &q.facts,
            answerable: q.answerable,
        }
    }
}

/// Items as JSON lines.
pub(super) fn lines<T: Serialize>(items: impl Iterator<Item = T>) -> io::Result<String> {
    let mut out = String::new();
    for item in items {
        out += &serde_json::to_string(&item)?;
        out.push('\n');
    }
    Ok(out)
}
