//! Questions of five kinds to a story, to compare ways to answer with.
//!
//! Those that go over one fact, those that go over two and those without an answer are asked as a
//! story's own questions are, so that they are what the demonstration model knows. It was never
//! taught to count, or to say what is told first.

mod files;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use super::kinds::SIMPLE;
use super::questions::{answers_for, of_kin};
use super::{Fact, Kind, Story};
use crate::rng::Rng;

pub use files::{LAST_BENCHMARK_SEED, QuestionSet, write_benchmark};

/// Numbers that are asked for, from 1.
const NUMBERS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// What a question of the benchmark takes to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// One fact.
    SingleFact,
    /// Two facts, the second of somebody whom the first names.
    TwoHop,
    /// All facts of a sort, counted.
    Counting,
    /// Which of two facts is told first.
    BeforeAfter,
    /// To find out that the story does not say.
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
    /// Its name, which no other question to the story has.
    pub id: String,
    /// What it takes.
    pub kind: QuestionKind,
    /// What is asked.
    pub question: String,
    /// Every answer that is right; empty if the story has none.
    pub answers: Vec<String>,
    /// Whether the story answers it.
    pub answerable: bool,
    /// The facts from which the answer follows, by number.
    pub facts: Vec<usize>,
}

/// What is asked, what answers it, and the facts from which that follows.
type Posed = (String, Vec<String>, Vec<usize>);

impl Story {
    /// Questions of every kind, as many of each as the story allows but at most so many. They are
    /// always the same for one seed.
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
            QuestionKind::Counting => self.counts(rng),
            QuestionKind::BeforeAfter => self.orders(most, rng),
            QuestionKind::Unanswerable => self.own(|facts| facts == 0),
        }
    }

    /// The story's own questions, by how many facts they follow from.
    fn own(&self, wanted: impl Fn(usize) -> bool) -> Vec<Posed> {
        let own = self.questions.iter().filter(|own| wanted(own.facts.len()));
        own.map(|own| (own.question.clone(), own.answers.clone(), own.facts.clone())).collect()
    }

    /// Every question for something of somebody's brother, friend, …, in random order.
    fn two_hops(&self, rng: &mut Rng) -> Vec<Posed> {
        let mut told: HashMap<&str, Vec<&Fact>> = HashMap::new();
        for fact in self.facts.iter().filter(|fact| SIMPLE.contains(&fact.kind)) {
            told.entry(&fact.subject).or_default().push(fact);
        }
        let mut all = Vec::new();
        for first in self.facts.iter().filter(|fact| fact.kind == Kind::Kin) {
            let seconds = told.get(first.value.as_str()).into_iter().flatten();
            all.extend(seconds.map(|second| two_hop(first, second)));
        }
        rng.shuffle(&mut all);
        all
    }

    /// Every question for a number: all numbers in turn, the highest first, so that no number is
    /// right much more often than another.
    fn counts(&self, rng: &mut Rng) -> Vec<Posed> {
        let mut counted: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        // Of the place in the title nobody knows whether all of its people count.
        let place = self.title.rsplit(' ').next();
        for fact in self.facts.iter().filter(|fact| place != Some(&*fact.value)) {
            if let Some(form) = how_many(fact.kind) {
                let question = form.replace("{n}", &fact.subject).replace("{v}", &fact.value);
                counted.entry(question).or_default().push(fact.id);
            }
        }
        let mut piles: [Vec<Posed>; NUMBERS.len()] = Default::default();
        for (question, facts) in counted {
            if let Some(pile) = piles.get_mut(facts.len() - 1) {
                let answers = vec![NUMBERS[facts.len() - 1].to_owned(), facts.len().to_string()];
                pile.push((question, answers, facts));
            }
        }
        piles.iter_mut().for_each(|pile| rng.shuffle(pile));
        in_turn(piles.into_iter().rev())
    }

    /// Which of two facts is told first, asked in two ways; no pair twice.
    fn orders(&self, most: usize, rng: &mut Rng) -> Vec<Posed> {
        let count = self.facts.len();
        // Not more than half of the pairs, so that new ones are soon found.
        let most = most.min(count * count.saturating_sub(1) / 4);
        let (mut asked, mut all) = (HashSet::new(), Vec::new());
        while all.len() < most {
            let (one, other) = (rng.below(count), rng.below(count));
            if one != other && asked.insert((one.min(other), one.max(other))) {
                let ask = if all.len() % 2 == 0 { which_first } else { before_or_after };
                all.push(ask(&self.facts[one], &self.facts[other]));
            }
        }
        all
    }
}

impl BenchmarkQuestion {
    fn new(kind: QuestionKind, number: usize, (question, answers, facts): Posed) -> Self {
        let id = format!("{}-{number}", kind.name());
        Self { id, kind, question, answerable: !answers.is_empty(), answers, facts }
    }
}

fn two_hop(first: &Fact, second: &Fact) -> Posed {
    let question = of_kin(second.kind, &first.noun, &first.subject);
    // The last key word is the value without what stands before it in a sentence.
    let value = second.key.last().unwrap_or(&second.value);
    (question, answers_for(second.kind, value), vec![first.id, second.id])
}

/// How a number of facts of a kind is asked for: those that have a value in common, or those of one
/// person.
fn how_many(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Trade => "How many people in the story work as a {v}?",
        Kind::Home => "How many people in the story live in {v}?",
        Kind::Birthplace => "How many people in the story were born in {v}?",
        Kind::Fear => "How many people in the story are afraid of {v}?",
        Kind::Dish => "How many people in the story have {v} as their favourite dish?",
        Kind::Instrument => "How many people in the story play {v}?",
        Kind::Age => "How many people in the story are {v} years old?",
        Kind::Wish => "How many people in the story wish for {v}?",
        Kind::Tongue => "How many people in the story speak {v}?",
        Kind::Animal => "How many animals of {n} does the story name?",
        Kind::Thing => "Of how many things of {n} does the story tell the colour?",
        Kind::Hidden => "How many things in the story are kept {v}?",
        // Nobody is told to have two brothers.
        Kind::Kin => return None,
    })
}

/// Facts are numbered in the order in which they are told first.
fn which_first(one: &Fact, other: &Fact) -> Posed {
    let (a, b) = (called(one), called(other));
    let question = format!("Which does the story tell first, {a} or {b}?");
    (question, vec![if one.id < other.id { a } else { b }], vec![one.id, other.id])
}

fn before_or_after(one: &Fact, other: &Fact) -> Posed {
    let question =
        format!("Does the story tell {} before or after {}?", called(one), called(other));
    let answer = if one.id < other.id { "before" } else { "after" };
    (question, vec![answer.to_owned()], vec![one.id, other.id])
}

/// What a fact tells, but for the value.
fn called(fact: &Fact) -> String {
    let Fact { kind, noun, subject, .. } = fact;
    match kind {
        Kind::Dish => format!("the favourite dish of {subject}"),
        Kind::Kin | Kind::Animal => format!("the name of the {noun} of {subject}"),
        Kind::Thing => format!("the colour of the {noun} of {subject}"),
        Kind::Hidden => format!("the place of the {noun} of {subject}"),
        _ => format!("the {noun} of {subject}"),
    }
}

/// The first of every pile, then the second of every pile, and so on.
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
