//! The questions that a search is trained on: a story's own, and those that compare several people
//! or go over two facts.

use pocket::Rng;
use story::{Comparison, Story, StoryQuestion};

/// The probability that a question compares several people, and that it goes over two facts.
const COMPARES: f64 = 0.45;
const HOPS: f64 = 0.12;
/// The probability that a fact needed by a comparison is missing.
const MISSING: f64 = 0.25;

/// A question and what it names.
#[derive(Clone, Debug)]
pub(super) struct TrainingQuestion {
    /// In words.
    pub question: String,
    /// Whether the nodes can answer it.
    pub answerable: bool,
    /// The facts from which the answer follows, by number; if several people are named, in the
    /// order of their names.
    pub facts: Vec<usize>,
    /// The people it names; empty if it goes over two facts.
    pub people: Vec<String>,
    /// The noun of the relation that is asked about.
    pub noun: String,
    /// The value that is counted.
    pub counted: Option<String>,
    /// The answer, if it is not the last fact's value.
    pub compared: Option<String>,
    /// A fact that no node may state.
    pub missing: Option<usize>,
}

impl TrainingQuestion {
    /// Picks a question about a story, usually one that has an answer.
    pub fn some(story: &Story, rng: &mut Rng) -> Self {
        let kind = rng.unit();
        let special = match kind {
            _ if kind < COMPARES => Self::comparison(story, rng),
            _ if kind < COMPARES + HOPS => Self::hop(story, rng),
            _ => None,
        };
        special.unwrap_or_else(|| Self::own(story, rng))
    }

    fn own(story: &Story, rng: &mut Rng) -> Self {
        let wanted = rng.chance(0.72);
        let open: Vec<&StoryQuestion> =
            story.questions.iter().filter(|q| q.answerable == wanted).collect();
        let question = *rng.pick(&open);
        let (people, noun) = match &question.asks {
            Some((name, noun)) => (vec![name.clone()], noun.clone()),
            None => Default::default(),
        };
        Self {
            question: question.question.clone(),
            answerable: question.answerable,
            facts: question.facts.clone(),
            people,
            noun,
            counted: None,
            compared: None,
            missing: None,
        }
    }

    fn comparison(story: &Story, rng: &mut Rng) -> Option<Self> {
        let mut found = match rng.chance(0.55) {
            true => story.counts(rng, 1),
            false => story.births(rng, 1),
        };
        let Comparison { question, answers, facts, value } = found.pop()?;
        let missing = rng.chance(MISSING).then(|| *rng.pick(&facts));
        Some(Self {
            question,
            answerable: missing.is_none(),
            people: facts.iter().map(|&fact| story.facts[fact].subject.clone()).collect(),
            noun: story.facts[facts[0]].noun.clone(),
            facts,
            counted: value,
            compared: answers.into_iter().next(),
            missing,
        })
    }

    fn hop(story: &Story, rng: &mut Rng) -> Option<Self> {
        let (question, _, facts) = story.two_hops(rng).pop()?;
        let missing = rng.chance(MISSING).then(|| *rng.pick(&facts));
        Some(Self {
            question,
            answerable: missing.is_none(),
            facts,
            people: Vec::new(),
            noun: String::new(),
            counted: None,
            compared: None,
            missing,
        })
    }

    /// Whether it names a person.
    pub fn names(&self, subject: &str) -> bool {
        self.people.iter().any(|name| name == subject)
    }
}
