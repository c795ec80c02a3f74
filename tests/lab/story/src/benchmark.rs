//! Questions of five kinds about a story, for comparing ways of answering.
//!
//! All are worded in the forms that the demonstration model was trained to answer.

mod files;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use pocket::Rng;

use super::kinds::SIMPLE;
use super::questions::{answers_for, of_kin};
use super::{Comparison, Story, StoryFact, StoryFactKind};

pub use files::{LAST_BENCHMARK_SEED, QuestionSet, write_benchmark};

/// The kind of a benchmark question, by what answering it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// One fact.
    SingleFact,
    /// Two facts, the second about a person named by the first.
    TwoHop,
    /// What the story says about two or three people, counted.
    Counting,
    /// Which of two people was born first, given their ages.
    BeforeAfter,
    /// Recognising that the story does not say.
    Unanswerable,
}

impl QuestionKind {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::SingleFact, Self::TwoHop, Self::Counting, Self::BeforeAfter, Self::Unanswerable];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::SingleFact => "single-fact",
            Self::TwoHop => "two-hop",
            Self::Counting => "counting",
            Self::BeforeAfter => "before-after",
            Self::Unanswerable => "unanswerable",
        }
    }
}

/// A question of the benchmark.
#[derive(Clone, Debug)]
pub struct BenchmarkQuestion {
    /// Its name, unique among the questions to the story.
    pub id: String,
    /// Its kind.
    pub kind: QuestionKind,
    /// What is asked.
    pub question: String,
    /// All correct answers; empty if the story has none.
    pub answers: Vec<String>,
    /// Whether the story answers it.
    pub answerable: bool,
    /// The facts from which the answer follows, by number.
    pub facts: Vec<usize>,
}

/// The question, its answers, and the facts from which these follow.
type Posed = (String, Vec<String>, Vec<usize>);

impl Story {
    /// Questions of every kind, up to `most` of each kind if the story allows. The same seed always
    /// gives the same questions.
    pub fn benchmark(&self, seed: u64, most: usize) -> Vec<BenchmarkQuestion> {
        let mut rng = Rng::new(seed);
        let of = |kind: QuestionKind| {
            let posed = self.posed(kind, most, &mut rng).into_iter().take(most).zip(1..);
            posed.map(move |(posed, number)| BenchmarkQuestion::new(kind, number, posed))
        };
        QuestionKind::ALL.into_iter().flat_map(of).collect()
    }

    fn posed(&self, kind: QuestionKind, most: usize, rng: &mut Rng) -> Vec<Posed> {
        match kind {
            QuestionKind::SingleFact => self.own(|facts| facts == 1),
            QuestionKind::TwoHop => self.two_hops(rng),
            QuestionKind::Counting => compared(self.counts(rng, most)),
            QuestionKind::BeforeAfter => compared(self.births(rng, most)),
            QuestionKind::Unanswerable => self.own(|facts| facts == 0),
        }
    }

    /// The story's own questions, selected by the number of facts they follow from.
    fn own(&self, wanted: impl Fn(usize) -> bool) -> Vec<Posed> {
        let own = self.questions.iter().filter(|own| wanted(own.facts.len()));
        own.map(|own| (own.question.clone(), own.answers.clone(), own.facts.clone())).collect()
    }

    /// Every question about something of a person's brother, friend, …, in random order: the question, its answers, and
    /// the numbers of the facts that it follows from.
    pub fn two_hops(&self, rng: &mut Rng) -> Vec<Posed> {
        let mut by_subject: HashMap<&str, Vec<&StoryFact>> = HashMap::new();
        for fact in self.facts.iter().filter(|fact| SIMPLE.contains(&fact.kind)) {
            by_subject.entry(&fact.subject).or_default().push(fact);
        }
        let mut all = Vec::new();
        for first in self.facts.iter().filter(|fact| fact.kind == StoryFactKind::Kin) {
            let seconds = by_subject.get(first.value.as_str()).into_iter().flatten();
            all.extend(seconds.map(|second| two_hop(first, second)));
        }
        rng.shuffle(&mut all);
        all
    }
}

impl BenchmarkQuestion {
    fn new(kind: QuestionKind, number: usize, (question, answers, facts): Posed) -> Self {
        let id = format!("{}-{number}", kind.name());
        Self { id, kind, question, answerable: !answers.is_empty(), answers, facts }
    }
}

fn two_hop(first: &StoryFact, second: &StoryFact) -> Posed {
    let question = of_kin(second.kind, &first.noun, &first.subject);
    // The last key word is the value without the words that precede it in a sentence.
    let value = second.key.last().unwrap_or(&second.value);
    (question, answers_for(second.kind, value), vec![first.id, second.id])
}

fn compared(asked: Vec<Comparison>) -> Vec<Posed> {
    asked.into_iter().map(|one| (one.question, one.answers, one.facts)).collect()
}

/// The first item of every pile, then the second of every pile, and so on.
fn in_turn<T>(piles: impl IntoIterator<Item = Vec<T>>) -> Vec<T> {
    let mut piles: Vec<_> = piles.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(piles.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}
