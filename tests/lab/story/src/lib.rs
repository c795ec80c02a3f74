//! A made-up world: stories of any length whose every fact, telling and question is known.
//!
//! A story is a pure function of its seed and length. The pocket model is trained on seeds from [`TRAINING_SEEDS`]
//! upward. Seeds below it are for measuring, and no training run ever sees them.

mod benchmark;
mod cast;
mod compare;
mod epub;
mod facts;
mod kinds;
mod naming;
mod pdf;
mod planned_fact;
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
pub use facts::{FactMention, LifeEvent, StoryFact};
pub use kinds::StoryFactKind;
pub use naming::Mention;
pub use questions::StoryQuestion;

use world::World;

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

impl Story {
    /// The story of a seed, as long as `chunks` chunks of 300 tokens of the pocket model.
    pub fn new(seed: u64, chunks: usize) -> Self {
        Self::of_world(World::new(seed, chunks, TELLINGS))
    }

    /// A story in which people go by several names (parts of their own, with titles and initials, and nicknames that
    /// the text explains) and in which there are dated events.
    pub fn varied(seed: u64, chunks: usize) -> Self {
        Self::of_world(World::varied(seed, chunks, TELLINGS))
    }

    /// A story that states two or three times as many facts in as many words: for training.
    pub fn dense(seed: u64, chunks: usize) -> Self {
        Self::of_world(World::new(seed, chunks, (9, 15)))
    }

    /// Numbers the facts and makes the questions.
    fn of_world(mut world: World) -> Self {
        let questions = questions::ask(&mut world);
        let facts = world.facts();
        let World { title, prose, mentions, events, .. } = world;
        Self { title, text: prose.text, facts, questions, mentions, events }
    }
}
