//! What a search finds: one sentence or several, with how well they match.

use protocol::DocumentId;

/// Sentences that are found together and shown to the model as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RetrievalUnit {
    pub(super) book: usize,
    /// The numbers of its sentences; at least one.
    pub(super) sentences: Vec<usize>,
    /// The question that the sentences answer, by which the unit is found besides their text.
    pub(super) question: String,
    /// Whether it is found by the question alone, which includes the answer.
    pub(super) by_question: bool,
}

impl RetrievalUnit {
    pub(crate) fn sentence(book: usize, sentence: usize) -> Self {
        Self { book, sentences: vec![sentence], question: String::new(), by_question: false }
    }
}

/// A unit with its match.
pub(crate) type ScoredUnit = (RetrievalUnit, Match);

/// How well a unit matches a query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Match {
    /// The query.
    pub(super) query: String,
    /// The similarity, by the sentence embedder.
    pub(super) cosine: f32,
    /// The share of the query's words that the unit has.
    pub(super) words: f32,
    /// How well it answers according to a cross-encoder, if one was asked.
    pub(super) rank: Option<f32>,
}

impl Match {
    pub(crate) fn total(&self) -> f32 {
        self.cosine + self.words
    }
}

/// A question about a sentence, written by a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MicroPair {
    /// The number of the entity that it asks about.
    pub entity: usize,
    /// The number of the sentence that contains the answer.
    pub sentence: usize,
    /// The question with its answer.
    pub text: String,
}

impl MicroPair {
    /// Creates a question about an entity, with the answer that a sentence gives.
    pub fn new(entity: usize, sentence: usize, (question, answer): (&str, &str)) -> Self {
        Self { entity, sentence, text: format!("{question} {answer}") }
    }
}

/// Sentences found in a round, about which a model may write questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpaired {
    /// The document.
    pub document: DocumentId,
    /// The number of the entity that they are about.
    pub entity: usize,
    /// The numbers of the sentences.
    pub sentences: Vec<usize>,
}

/// A query of a round.
#[derive(Debug, Clone)]
pub(crate) struct EntityQuery {
    pub(super) query: String,
    /// The book and the entity that the query is about, if any.
    pub(super) about: Option<(usize, usize)>,
}

/// An entity to search for next.
pub(crate) struct LedTo {
    pub(super) book: usize,
    pub(super) entity: usize,
    pub(super) query: String,
}
