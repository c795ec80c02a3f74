//! QuALITY's form. Of its two editions, the one without HTML is the right one to read.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Asked, Entry, Form, Source};
use crate::data::{Answers, AtLeastOne, Choice, Flaw, Phrase};

#[derive(Deserialize)]
pub(super) struct Line {
    title: Option<String>,
    article: String,
    questions: Option<Vec<Value>>,
    /// The other fields, including those of the question if the line has only one.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize)]
struct Question {
    question: Phrase,
    question_unique_id: Option<String>,
    options: Vec<Phrase>,
    /// Counted from 1; missing in the test set.
    gold_label: Option<usize>,
}

/// Returns the remark about the edition with HTML.
pub(super) fn html(fields: &Map<String, Value>) -> Option<Flaw> {
    let article = fields.get("article")?.as_str()?;
    article.trim_start().starts_with('<').then_some(Flaw::Html)
}

pub(super) fn entry(line: Line) -> Result<Entry, Flaw> {
    let questions = line.questions.unwrap_or_else(|| vec![Value::Object(line.rest)]);
    Ok(Entry {
        dataset: None,
        documents: vec![Source::Text(line.title, line.article)],
        questions: questions.into_iter().map(asked).collect(),
    })
}

fn asked(question: Value) -> Result<Asked, Flaw> {
    let question: Question = Form::Quality.fields(question)?;
    let label = question.gold_label.ok_or(Flaw::NoLabel)?;
    let right = label.checked_sub(1).ok_or(Flaw::NoSuchOption)?;
    let choice = AtLeastOne::new(question.options).and_then(|options| Choice::new(options, right));
    let answers = Answers::Choice(choice.ok_or(Flaw::NoSuchOption)?);
    Ok(Asked::new(question.question_unique_id, question.question, answers, Vec::new()))
}
