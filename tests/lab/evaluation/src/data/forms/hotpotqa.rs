//! HotpotQA's form.

use serde::Deserialize;

use super::rows::rows;
use super::{DatasetDocumentSource, DatasetEntry, ParsedQuestion, together};
use crate::data::{DatasetError, NonBlankText, ReferenceAnswers};

#[derive(Deserialize)]
pub(super) struct HotpotQaRecord {
    #[serde(alias = "_id")]
    id: Option<String>,
    question: NonBlankText,
    answer: Option<String>,
    #[serde(deserialize_with = "rows")]
    context: Vec<HotpotQaParagraph>,
    #[serde(default, deserialize_with = "rows")]
    supporting_facts: Vec<SupportingFact>,
}

/// A title and its sentences, which include the spaces between them; also as a list of the two.
#[derive(Deserialize)]
struct HotpotQaParagraph {
    title: String,
    sentences: Vec<String>,
}

/// A title and the number of a sentence, from 0; also as a list of the two.
#[derive(Deserialize)]
struct SupportingFact {
    title: String,
    sent_id: usize,
}

pub(super) fn entry(line: HotpotQaRecord) -> Result<DatasetEntry, DatasetError> {
    let answers = ReferenceAnswers::written(line.answer.into_iter().collect())
        .ok_or(DatasetError::NoAnswer)?;
    let (mut evidence, mut lacking) = (Vec::new(), None);
    for fact in &line.supporting_facts {
        match fact.sentence(&line.context) {
            Some(sentence) => evidence.push(sentence),
            None => lacking = lacking.or_else(|| Some(DatasetError::FactMissing(fact.described()))),
        }
    }
    let documents = line.context.into_iter().map(HotpotQaParagraph::source).collect();
    let asked = ParsedQuestion::new(line.id, line.question, answers, together(evidence));
    Ok(DatasetEntry::one(documents, ParsedQuestion { lacking, ..asked }))
}

impl SupportingFact {
    /// Returns the sentence. A few facts of the data name one that does not exist.
    fn sentence(&self, context: &[HotpotQaParagraph]) -> Option<String> {
        let paragraph = context.iter().find(|paragraph| paragraph.title == self.title)?;
        paragraph.sentences.get(self.sent_id).map(|sentence| sentence.trim().to_string())
    }

    /// Its name in a message, with the number counted from 1.
    fn described(&self) -> String {
        format!("Sentence {} of “{}”", self.sent_id.saturating_add(1), self.title)
    }
}

impl HotpotQaParagraph {
    fn source(self) -> DatasetDocumentSource {
        DatasetDocumentSource::Text(Some(self.title), self.sentences.concat())
    }
}
