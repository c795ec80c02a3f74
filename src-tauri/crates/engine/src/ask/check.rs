//! Refuses questions that cannot be asked.

use protocol::{AskOptions, Code, DocumentId, Failure};

use crate::ask::sentence_search::search::MOST_ROUNDS;

pub(crate) fn check(
    documents: &[DocumentId],
    question: &str,
    options: &AskOptions,
) -> Result<(), Failure> {
    let bad = |message: &str| Err(Failure::new(Code::BadRequest, message));
    if documents.is_empty() {
        return bad("Choose a document to ask.");
    }
    if question.trim().is_empty() {
        return bad("The question is empty. Enter a question.");
    }
    if options.until.is_some() && documents.len() > 1 {
        return bad(
            "A place belongs to one document. Ask only that document, or leave out the place.",
        );
    }
    if options.graph.is_some() && documents.len() > 1 {
        return bad(
            "A graph belongs to one document. Ask only that document, or leave out the graph.",
        );
    }
    if !options.attention && !options.embedding && !options.words {
        return bad("Points cannot be ranked: turn on attention, similarity or shared words.");
    }
    if options.rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
        return bad("The number of rounds must be from 1 to 4.");
    }
    let mut seen = documents.to_vec();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < documents.len() {
        return bad("A document is listed twice. List each document once.");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_any_score_is_refused() {
        let options = |attention, embedding, words| AskOptions {
            attention,
            embedding,
            words,
            ..AskOptions::default()
        };
        let refused = check(&[DocumentId(1)], "Who?", &options(false, false, false)).unwrap_err();
        assert_eq!(refused.code, Code::BadRequest);
        for one in [(true, false, false), (false, true, false), (false, false, true)] {
            assert!(
                check(&[DocumentId(1)], "Who?", &options(one.0, one.1, one.2)).is_ok(),
                "{one:?}"
            );
        }
    }
}
