//! HotpotQA's form.

use serde::Deserialize;

use super::rows::rows;
use super::{Asked, Entry, Source, together};
use crate::data::{Answers, Flaw, Phrase};

#[derive(Deserialize)]
pub(super) struct Line {
    #[serde(alias = "_id")]
    id: Option<String>,
    question: Phrase,
    answer: Option<String>,
    #[serde(deserialize_with = "rows")]
    context: Vec<Paragraph>,
    #[serde(default, deserialize_with = "rows")]
    supporting_facts: Vec<Fact>,
}

/// A title and its sentences, which include the spaces between them; also as a list of the two.
#[derive(Deserialize)]
struct Paragraph {
    title: String,
    sentences: Vec<String>,
}

/// A title and the number of a sentence, from 0; also as a list of the two.
#[derive(Deserialize)]
struct Fact {
    title: String,
    sent_id: usize,
}

pub(super) fn entry(line: Line) -> Result<Entry, Flaw> {
    let answers = Answers::written(line.answer.into_iter().collect()).ok_or(Flaw::NoAnswer)?;
    let (mut evidence, mut lacking) = (Vec::new(), None);
    for fact in &line.supporting_facts {
        match fact.sentence(&line.context) {
            Some(sentence) => evidence.push(sentence),
            None => lacking = lacking.or_else(|| Some(Flaw::FactMissing(fact.described()))),
        }
    }
    let documents = line.context.into_iter().map(Paragraph::source).collect();
    let asked = Asked::new(line.id, line.question, answers, together(evidence));
    Ok(Entry::one(documents, Asked { lacking, ..asked }))
}

impl Fact {
    /// Returns the sentence. A few facts of the data name one that does not exist.
    fn sentence(&self, context: &[Paragraph]) -> Option<String> {
        let paragraph = context.iter().find(|paragraph| paragraph.title == self.title)?;
        paragraph.sentences.get(self.sent_id).map(|sentence| sentence.trim().to_string())
    }

    /// Its name in a message, with the number counted from 1.
    fn described(&self) -> String {
        format!("Sentence {} of “{}”", self.sent_id.saturating_add(1), self.title)
    }
}

impl Paragraph {
    fn source(self) -> Source {
        Source::Text(Some(self.title), self.sentences.concat())
    }
}
