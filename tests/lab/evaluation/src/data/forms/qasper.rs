//! Qasper's form, with its answers interpreted as by its own evaluator.

use serde::Deserialize;
use serde_json::Value;

use super::rows::rows;
use super::{DatasetDocumentSource, DatasetEntry, DatasetFormat, ParsedQuestion, together};
use crate::data::{DatasetError, NonBlankText, ReferenceAnswers};

/// The evaluator's text for no answer.
const UNANSWERABLE: &str = "Unanswerable";
/// The beginning of evidence that is a figure or a table.
const FLOAT: &str = "FLOAT SELECTED";

#[derive(Deserialize)]
pub(super) struct QasperPaper {
    title: Option<String>,
    #[serde(rename = "abstract")]
    summary: Option<String>,
    #[serde(deserialize_with = "rows")]
    full_text: Vec<QasperSection>,
    #[serde(deserialize_with = "rows")]
    qas: Vec<Value>,
}

#[derive(Deserialize)]
struct QasperSection {
    section_name: Option<String>,
    paragraphs: Vec<String>,
}

#[derive(Deserialize)]
struct QasperQuestion {
    question: NonBlankText,
    question_id: Option<String>,
    #[serde(deserialize_with = "rows")]
    answers: Vec<Annotation>,
}

/// One person's answer.
#[derive(Deserialize)]
struct Annotation {
    answer: QasperAnswer,
}

#[derive(Deserialize)]
struct QasperAnswer {
    #[serde(default)]
    unanswerable: bool,
    #[serde(default)]
    extractive_spans: Vec<String>,
    #[serde(default)]
    free_form_answer: String,
    yes_no: Option<bool>,
    #[serde(default)]
    evidence: Vec<String>,
}

pub(super) fn entry(paper: QasperPaper) -> Result<DatasetEntry, DatasetError> {
    let text = text(paper.summary, paper.full_text);
    Ok(DatasetEntry {
        dataset: None,
        documents: vec![DatasetDocumentSource::Text(paper.title, text)],
        questions: paper.qas.into_iter().map(asked).collect(),
    })
}

/// Returns the whole paper, with an empty line between its sections.
fn text(summary: Option<String>, sections: Vec<QasperSection>) -> String {
    let section = |section: QasperSection| {
        let name = section.section_name.into_iter();
        name.chain(section.paragraphs)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let parts: Vec<String> = summary.into_iter().chain(sections.into_iter().map(section)).collect();
    parts.join("\n\n")
}

fn asked(question: Value) -> Result<ParsedQuestion, DatasetError> {
    let question: QasperQuestion = DatasetFormat::Qasper.fields(question)?;
    let (mut evidence, mut texts, mut has_floats) = (Vec::new(), Vec::new(), false);
    for Annotation { mut answer } in question.answers {
        has_floats |= answer.evidence.iter().any(|passage| passage.starts_with(FLOAT));
        answer.evidence.retain(|passage| !passage.starts_with(FLOAT));
        // What each of several annotators found suffices by itself.
        evidence.extend(together(std::mem::take(&mut answer.evidence)));
        texts.extend(answer.text());
    }
    evidence.sort();
    evidence.dedup();
    let answers = ReferenceAnswers::written(texts).ok_or(DatasetError::NoAnswer)?;
    let only_floats =
        has_floats && evidence.is_empty() && answers != ReferenceAnswers::Unanswerable;
    let lacking = only_floats.then(|| DatasetError::FactMissing("A figure or a table".into()));
    let asked = ParsedQuestion::new(question.question_id, question.question, answers, evidence);
    Ok(ParsedQuestion { lacking, ..asked })
}

impl QasperAnswer {
    fn text(self) -> Option<String> {
        if self.unanswerable {
            Some(UNANSWERABLE.into())
        } else if !self.extractive_spans.is_empty() {
            Some(self.extractive_spans.join(", "))
        } else if !self.free_form_answer.is_empty() {
            Some(self.free_form_answer)
        } else {
            self.yes_no.map(|yes| if yes { "Yes" } else { "No" }.into())
        }
    }
}
