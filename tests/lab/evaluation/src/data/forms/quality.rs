//! QuALITY's form. Of its two editions, the one without HTML is the right one to read.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{DatasetDocumentSource, DatasetEntry, DatasetFormat, ParsedQuestion};
use crate::data::{AtLeastOne, Choice, DatasetError, NonBlankText, ReferenceAnswers};

#[derive(Deserialize)]
pub(super) struct QualityDatasetRecord {
    title: Option<String>,
    article: String,
    questions: Option<Vec<Value>>,
    /// The other fields, including those of the question if the line has only one.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize)]
struct QualityDatasetQuestion {
    question: NonBlankText,
    question_unique_id: Option<String>,
    options: Vec<NonBlankText>,
    /// Counted from 1; missing in the test set.
    gold_label: Option<usize>,
}

/// Returns the remark about the edition with HTML.
pub(super) fn html(fields: &Map<String, Value>) -> Option<DatasetError> {
    let article = fields.get("article")?.as_str()?;
    article.trim_start().starts_with('<').then_some(DatasetError::Html)
}

pub(super) fn entry(line: QualityDatasetRecord) -> Result<DatasetEntry, DatasetError> {
    let questions = line.questions.unwrap_or_else(|| vec![Value::Object(line.rest)]);
    Ok(DatasetEntry {
        dataset: None,
        documents: vec![DatasetDocumentSource::Text(line.title, line.article)],
        questions: questions.into_iter().map(asked).collect(),
    })
}

fn asked(question: Value) -> Result<ParsedQuestion, DatasetError> {
    let question: QualityDatasetQuestion = DatasetFormat::Quality.fields(question)?;
    let label = question.gold_label.ok_or(DatasetError::NoLabel)?;
    let right = label.checked_sub(1).ok_or(DatasetError::NoSuchOption)?;
    let choice = AtLeastOne::new(question.options).and_then(|options| Choice::new(options, right));
    let answers = ReferenceAnswers::Choice(choice.ok_or(DatasetError::NoSuchOption)?);
    Ok(ParsedQuestion::new(question.question_unique_id, question.question, answers, Vec::new()))
}
