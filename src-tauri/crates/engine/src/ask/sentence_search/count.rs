//! Counts the names of which the sentences say what the question asks.

use protocol::DocumentId;

use crate::ask::name_questions::count_question::{CountQuestion, FactCriterion};
use crate::ask::sentence_search::search::EntitySearch;

/// The number of best-fitting sentences about a name that can state what the question asks of several names.
const NEAREST: usize = 3;

/// A name that a question counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedName {
    /// The name.
    pub name: String,
    /// The number of the entity in its document.
    pub entity: usize,
    /// Whether the text says of it what the question asks.
    pub counts: bool,
    /// The number of the sentence that says so, or else of the closest one; `None` if no sentence is about the name.
    pub sentence: Option<usize>,
}

impl EntitySearch {
    /// Returns, for each name that the question counts, whether the text says of it what is asked. Uses the first
    /// document that knows all of the names. Returns `None` if the question counts no names.
    pub fn counted(&self) -> Option<(DocumentId, Vec<CountedName>)> {
        let found = self.books.iter().enumerate().find_map(|(at, book)| {
            Some((at, CountQuestion::parse(&self.question, &book.index.known)?))
        });
        let (at, CountQuestion { named, said }) = found?;
        let book = &self.books[at];
        let telling = FactCriterion::new(said, &book.index.known);
        if telling.is_nothing() {
            return None;
        }
        let counted = named.into_iter().map(|entity| {
            let best = self.best.get(&(at, entity)).map(Vec::as_slice).unwrap_or_default();
            let mut nearest = best.iter().take(NEAREST).copied();
            let says = nearest.find(|&sentence| telling.is_in(&book.index, sentence));
            CountedName {
                name: self.title(at, entity).to_owned(),
                entity,
                counts: says.is_some(),
                sentence: says.or_else(|| best.first().copied()),
            }
        });
        Some((book.document, counted.collect()))
    }
}
