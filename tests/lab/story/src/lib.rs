//! A made-up world: stories of any length whose every fact, telling and question is known.
//!
//! A story is a pure function of its seed and length. The pocket model is trained on seeds from [`TRAINING_SEEDS`]
//! upward. Seeds below it are for measuring, and no training run ever sees them.

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
pub use kinds::StoryFactKind;
pub use naming::Mention;
pub use questions::StoryQuestion;

/// The first seed that training may use. Seeds below it are for tests and measurements.
pub const TRAINING_SEEDS: u64 = 1_000_000;

/// The first seed of the stories on which training runs measure their progress. Benchmarks have seeds below it.
pub const WATCHING_SEEDS: u64 = 500_000;

/// The fewest and the most facts that a chunk tells.
const TELLINGS: (usize, usize) = (3, 5);

/// One made-up book.
#[derive(Clone, Debug)]
pub struct Story {
    /// The first line of the text.
    pub title: String,
    /// The whole text.
    pub text: String,
    /// The facts that the text states, in the order of the first telling.
    pub facts: Vec<StoryFact>,
    /// Questions, half of which the text does not answer, in random order.
    pub questions: Vec<StoryQuestion>,
    /// Where people of the cast are named, in order; only in a story in which they go by several names. A person who is
    /// the value of a fact is not listed.
    pub mentions: Vec<Mention>,
    /// Dated events, in order; only in a story with several names.
    pub events: Vec<LifeEvent>,
}

/// A dated event in a person's life, which the text states once.
#[derive(Clone, Debug)]
pub struct LifeEvent {
    /// Full name of the person.
    pub person: String,
    /// The date: a month and a year.
    pub date: String,
    /// The sentence that states it.
    pub telling: FactMention,
}

/// A statement about a person. No two facts share subject and relation.
#[derive(Clone, Debug)]
pub struct StoryFact {
    /// Its number in the story, from 0, in the order of the first telling.
    pub id: usize,
    /// Full name of its subject.
    pub subject: String,
    /// What kind of fact it is.
    pub kind: StoryFactKind,
    /// The noun of the relation: `lamp`, `brother`, `trade`.
    pub noun: String,
    /// The value as it stands in a sentence: `green`, `in the mill`.
    pub value: String,
    /// The sentence that states it.
    pub text: String,
    /// The words that any statement of it must contain.
    pub key: Vec<String>,
    /// Every place where the text states it, in order.
    pub tellings: Vec<FactMention>,
}

/// A place in the text that states a fact, including the person's full name.
#[derive(Clone, Debug)]
pub struct FactMention {
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

    /// A story in which people go by several names (parts of their own, with titles and initials, and nicknames that
    /// the text explains) and in which there are dated events.
    pub fn varied(seed: u64, chunks: usize) -> Self {
        world::World::varied(seed, chunks, TELLINGS).finish()
    }

    /// A story that states two or three times as many facts in as many words: for training.
    pub fn dense(seed: u64, chunks: usize) -> Self {
        world::World::new(seed, chunks, (9, 15)).finish()
    }
}
