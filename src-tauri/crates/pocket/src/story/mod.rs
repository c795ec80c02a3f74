//! A made-up world: stories of any length whose every fact, telling and question is known.
//!
//! A story is a pure function of its seed and length. Seeds from [`TRAINING_SEEDS`] upward are
//! what the pocket model is trained on; seeds below it are for measuring, and no training run
//! ever sees them.

mod benchmark;
mod cast;
mod compare;
mod epub;
mod kinds;
mod naming;
mod pdf;
mod prose;
mod questions;
#[cfg(test)]
mod tests;
pub mod words;
mod world;
mod write;

pub use benchmark::{
    BenchmarkQuestion, LAST_BENCHMARK_SEED, QuestionKind, QuestionSet, write_benchmark,
};
pub use compare::Comparison;
pub use kinds::Kind;
pub use naming::Mention;
pub use questions::Question;

/// The first seed that training may use. Seeds below it are for tests and measurements.
pub const TRAINING_SEEDS: u64 = 1_000_000;

/// Fewest and most facts that a chunk tells.
const TELLINGS: (usize, usize) = (3, 5);

/// One made-up book.
#[derive(Clone, Debug)]
pub struct Story {
    /// The first line of the text.
    pub title: String,
    /// The whole text.
    pub text: String,
    /// What is told, in the order of the first telling.
    pub facts: Vec<Fact>,
    /// Questions, half of which the text does not answer, in random order.
    pub questions: Vec<Question>,
    /// Where people of the cast are named, in order; only in a story in which they go by several names. Where a fact
    /// has somebody for its value, that is not among them.
    pub mentions: Vec<Mention>,
    /// Dated events, in order; only in such a story.
    pub events: Vec<Event>,
}

/// Something that happens to a person at a time, told once.
#[derive(Clone, Debug)]
pub struct Event {
    /// Full name of the person.
    pub person: String,
    /// When: a month and a year.
    pub date: String,
    /// The sentence that tells it.
    pub told: Telling,
}

/// Something that the story tells about a person. No two facts share subject and relation.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its number in the story, from 0, in the order of the first telling.
    pub id: usize,
    /// Full name of the person whom it is about.
    pub subject: String,
    /// What kind of fact it is.
    pub kind: Kind,
    /// The noun of the relation: `lamp`, `brother`, `trade`.
    pub noun: String,
    /// The value as it stands in a sentence: `green`, `in the mill`.
    pub value: String,
    /// The sentence that states it.
    pub text: String,
    /// The words that any statement of it must hold.
    pub key: Vec<String>,
    /// Every place where the text tells it, in order.
    pub told: Vec<Telling>,
}

/// A place in the text that tells a fact, full name included.
#[derive(Clone, Debug)]
pub struct Telling {
    /// First character, counted in Unicode scalars from the beginning of the text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// The text between the two.
    pub text: String,
}

impl Story {
    /// The story of a seed, as long as `chunks` chunks of 300 tokens of the pocket model.
    pub fn new(seed: u64, chunks: usize) -> Self {
        world::World::new(seed, chunks, TELLINGS).finish()
    }

    /// A story in which people go by several names (parts of their own, with titles and initials, and nicknames that the
    /// text explains), and have dated events.
    pub fn varied(seed: u64, chunks: usize) -> Self {
        world::World::varied(seed, chunks, TELLINGS).finish()
    }

    /// A story that tells two or three times as much in as many words: to learn from only.
    #[cfg(feature = "train")]
    pub fn dense(seed: u64, chunks: usize) -> Self {
        world::World::new(seed, chunks, (9, 15)).finish()
    }
}
