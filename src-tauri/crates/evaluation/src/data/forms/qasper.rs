//! Qasper's form, with its answers interpreted as by its own evaluator.

use serde::Deserialize;
use serde_json::Value;

use super::rows::rows;
use super::{Asked, Entry, Form, Source, together};
use crate::data::{Answers, Flaw, Phrase};

/// The evaluator's text for no answer.
const UNANSWERABLE: &str = "Unanswerable";
/// The beginning of evidence that is a figure or a table.
const FLOAT: &str = "FLOAT SELECTED";

#[derive(Deserialize)]
pub(super) struct Paper {
    title: Option<String>,
    #[serde(rename = "abstract")]
    summary: Option<String>,
    #[serde(deserialize_with = "rows")]
    full_text: Vec<Section>,
    #[serde(deserialize_with = "rows")]
    qas: Vec<Value>,
}

#[derive(Deserialize)]
struct Section {
    section_name: Option<String>,
    paragraphs: Vec<String>,
}

#[derive(Deserialize)]
struct Question {
    question: Phrase,
    question_id: Option<String>,
    #[serde(deserialize_with = "rows")]
    answers: Vec<Annotation>,
}

/// One person's answer.
#[derive(Deserialize)]
struct Annotation {
    answer: Answer,
}

#[derive(Deserialize)]
struct Answer {
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

pub(super) fn entry(paper: Paper) -> Result<Entry, Flaw> {
    let text = text(paper.summary, paper.full_text);
    Ok(Entry {
        dataset: None,
        documents: vec![Source::Text(paper.title, text)],
        questions: paper.qas.into_iter().map(asked).collect(),
    })
}

/// Returns the whole paper, with an empty line between its sections.
fn text(summary: Option<String>, sections: Vec<Section>) -> String {
    let section = |section: Section| {
        let name = section.section_name.into_iter();
        name.chain(section.paragraphs)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let parts: Vec<String> = summary.into_iter().chain(sections.into_iter().map(section)).collect();
    parts.join("\n\n")
}

fn asked(question: Value) -> Result<Asked, Flaw> {
    let question: Question = Form::Qasper.fields(question)?;
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
    let answers = Answers::written(texts).ok_or(Flaw::NoAnswer)?;
    let only_floats = has_floats && evidence.is_empty() && answers != Answers::Unanswerable;
    let lacking = only_floats.then(|| Flaw::FactMissing("A figure or a table".into()));
    let asked = Asked::new(question.question_id, question.question, answers, evidence);
    Ok(Asked { lacking, ..asked })
}

impl Answer {
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
