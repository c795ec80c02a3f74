//! The questions and answers that a question follows.

use hwdag::Exchange;
use library::{Error, Library};
use protocol::{AskOptions, Code, DocumentId, Failure, QuestionId, Until};

use crate::engine::Engine;
use crate::until::bound;

/// The number of earlier exchanges shown to the model before a question that follows them.
const SHOWN: usize = 2;

/// An earlier question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EarlierExchange {
    question: String,
    answer: String,
}

impl EarlierExchange {
    /// Returns the exchange in the method's form.
    pub fn shown(&self) -> Exchange<'_> {
        Exchange { question: &self.question, answer: &self.answer }
    }
}

impl Engine {
    /// Returns the exchanges that a question follows, oldest first, back to the first removed one.
    pub(crate) fn followed(
        &mut self,
        documents: &[DocumentId],
        options: &AskOptions,
    ) -> Result<Vec<EarlierExchange>, Failure> {
        let library = self.access.read()?;
        let (mut earlier, mut next) = (Vec::new(), options.follows);
        while let Some(question) = next.filter(|_| earlier.len() < SHOWN) {
            let answer = match library.answer(question) {
                Err(Error::QuestionUnknown(_)) if !earlier.is_empty() => break,
                found => found?,
            };
            // What was said about a document is deleted with that document.
            if !answer.documents.iter().all(|document| documents.contains(document)) {
                return Err(elsewhere(question));
            }
            if let Some(until) = options.until
                && looked_further(library, documents, until, answer.options.until)?
            {
                return Err(later(question));
            }
            next = answer.options.follows;
            earlier.push(EarlierExchange { question: answer.question, answer: answer.answer });
        }
        earlier.reverse();
        Ok(earlier)
    }
}

/// Returns whether an earlier answer may rest on text after the place that bounds a question.
fn looked_further(
    library: &Library,
    documents: &[DocumentId],
    until: Until,
    earlier: Option<Until>,
) -> Result<bool, Failure> {
    let (Some(earlier), [document]) = (earlier, documents) else { return Ok(true) };
    Ok(bound(library, *document, earlier)? > bound(library, *document, until)?)
}

fn later(question: QuestionId) -> Failure {
    let message = format!(
        "The answer to question {question} uses text after that place. Ask without following that \
         question, or choose a later place."
    );
    Failure::new(Code::BadRequest, message)
}

fn elsewhere(question: QuestionId) -> Failure {
    let message = format!(
        "Question {question} was about other documents. Ask those documents too, or ask without \
         following that question."
    );
    Failure::new(Code::BadRequest, message)
}

/// Returns the text that passages should resemble: the question, after the one that it follows.
pub(crate) fn sought(earlier: &[EarlierExchange], question: &str) -> String {
    match earlier.last() {
        Some(last) => format!("{} {question}", last.question),
        None => question.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_to_be_like_a_question_and_the_one_before() {
        let earlier =
            |question: &str| EarlierExchange { question: question.into(), answer: "Ada.".into() };
        assert_eq!(sought(&[], "Why?"), "Why?");
        assert_eq!(sought(&[earlier("When?"), earlier("Who came?")], "Why?"), "Who came? Why?");
    }
}
