//! Questions that compare what the story says about two or three people. They name all of these, so
//! that a reader knows when to stop.

use std::collections::HashSet;

use pocket::Rng;

use super::kinds::{SIMPLE, StoryFactKind};
use super::words::{AGES, list};
use super::{Story, StoryFact};

/// Possible counts, from 0.
const COUNTS: [&str; 4] = ["none", "one", "two", "three"];
/// The fewest and the most people who are counted.
const COUNTED: (usize, usize) = (2, 3);
/// The number of attempts per wanted question.
const TRIES: usize = 40;

/// A question that compares several people.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What is asked.
    pub question: String,
    /// Every way to write the answer.
    pub answers: Vec<String>,
    /// The fact about each of the people, in the order in which the question names them.
    pub facts: Vec<usize>,
    /// The value in question, as it stands in a sentence; `None` if the values are compared with
    /// each other.
    pub value: Option<String>,
}

impl Story {
    /// Up to `most` different questions about how many of some people share a value. All counts are
    /// equally likely to be asked for, but short stories do not allow the high ones.
    pub fn counts(&self, rng: &mut Rng, most: usize) -> Vec<Comparison> {
        let simple = self.facts.iter().filter(|fact| SIMPLE.contains(&fact.kind));
        let simple: Vec<&StoryFact> = simple.collect();
        different(rng, most, |rng| {
            let one = *simple.get(rng.below(simple.len()))?;
            let alike: Vec<&StoryFact> =
                simple.iter().copied().filter(|fact| fact.kind == one.kind).collect();
            count(one, &alike, rng)
        })
    }

    /// Up to `most` different questions about which of two people is older.
    pub fn births(&self, rng: &mut Rng, most: usize) -> Vec<Comparison> {
        let ages = self.facts.iter().filter(|fact| fact.kind == StoryFactKind::Age);
        let ages: Vec<&StoryFact> = ages.collect();
        different(rng, most, |rng| {
            let [one, other] = [rng.below(ages.len()), rng.below(ages.len())];
            birth(ages.get(one)?, ages.get(other)?)
        })
    }
}

/// Comparisons, no two of them with the same facts and value.
fn different(
    rng: &mut Rng,
    most: usize,
    mut ask: impl FnMut(&mut Rng) -> Option<Comparison>,
) -> Vec<Comparison> {
    let (mut seen, mut all) = (HashSet::new(), Vec::new());
    for _ in 0..most * TRIES {
        if all.len() == most {
            break;
        }
        let Some(comparison) = ask(rng) else { continue };
        let mut facts = comparison.facts.clone();
        facts.sort_unstable();
        if seen.insert((facts, comparison.value.clone())) {
            all.push(comparison);
        }
    }
    all
}

/// Asks how many of some people share the value of the fact `one`, whose subject need not be among
/// them.
fn count(one: &StoryFact, alike: &[&StoryFact], rng: &mut Rng) -> Option<Comparison> {
    let people = rng.between(COUNTED.0, COUNTED.1);
    let wanted = rng.between(0, people);
    let (mut with, mut without): (Vec<&StoryFact>, Vec<&StoryFact>) =
        alike.iter().copied().partition(|fact| fact.value == one.value);
    if with.len() < wanted || without.len() < people - wanted {
        return None;
    }
    rng.shuffle(&mut with);
    rng.shuffle(&mut without);
    let mut facts = [&with[..wanted], &without[..people - wanted]].concat();
    rng.shuffle(&mut facts);
    let form = how_many(one.kind)?;
    let question = form.replace("{n}", &named(&facts)).replace("{v}", &one.value);
    Some(Comparison {
        question,
        answers: vec![COUNTS[wanted].to_owned(), wanted.to_string()],
        facts: facts.iter().map(|fact| fact.id).collect(),
        value: Some(one.value.clone()),
    })
}

/// `A and B`, or `A, B and C`.
fn named(facts: &[&StoryFact]) -> String {
    let names: Vec<&str> = facts.iter().map(|fact| fact.subject.as_str()).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// The form of a question about how many people share a value; `None` for kinds that are not
/// simple.
fn how_many(kind: StoryFactKind) -> Option<&'static str> {
    Some(match kind {
        StoryFactKind::Trade => "How many of {n} work as a {v}?",
        StoryFactKind::Home => "How many of {n} live in {v}?",
        StoryFactKind::Birthplace => "How many of {n} were born in {v}?",
        StoryFactKind::Fear => "How many of {n} are afraid of {v}?",
        StoryFactKind::Dish => "How many of {n} like {v} best of all dishes?",
        StoryFactKind::Instrument => "How many of {n} play {v}?",
        StoryFactKind::Age => "How many of {n} are {v} years old?",
        StoryFactKind::Wish => "How many of {n} wish for {v}?",
        StoryFactKind::Tongue => "How many of {n} speak {v}?",
        StoryFactKind::Kin
        | StoryFactKind::Animal
        | StoryFactKind::Thing
        | StoryFactKind::Hidden => return None,
    })
}

fn birth(one: &StoryFact, other: &StoryFact) -> Option<Comparison> {
    let ages = list(AGES);
    let age = |fact: &StoryFact| ages.iter().position(|&age| age == fact.value);
    let (age_of_one, age_of_other) = (age(one)?, age(other)?);
    if age_of_one == age_of_other {
        return None;
    }
    let answer = if age_of_one > age_of_other { "before" } else { "after" };
    Some(Comparison {
        question: format!("Was {} born before or after {}?", one.subject, other.subject),
        answers: vec![answer.to_owned()],
        facts: vec![one.id, other.id],
        value: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(word: &str) -> usize {
        list(AGES).iter().position(|&age| age == word).unwrap()
    }

    #[test]
    fn counts_are_right_and_of_every_number() {
        let story = Story::new(5, 267);
        let counts = story.counts(&mut Rng::new(1), 200);
        assert_eq!(counts.len(), 200);
        for asked in &counts {
            let value = asked.value.as_deref().unwrap();
            let facts: Vec<&StoryFact> =
                asked.facts.iter().map(|&fact| &story.facts[fact]).collect();
            let have = facts.iter().filter(|fact| fact.value == value).count();
            assert_eq!(asked.answers, [COUNTS[have], &have.to_string()]);
            assert!(facts.iter().all(|fact| fact.kind == facts[0].kind));
            let places: Vec<usize> =
                facts.iter().map(|fact| asked.question.find(&fact.subject).unwrap()).collect();
            assert!(places.is_sorted(), "{}", asked.question);
            assert!(asked.question.contains(value));
        }
        for word in COUNTS {
            let those = counts.iter().filter(|asked| asked.answers[0] == word).count();
            assert!(those > 10, "{word}: {those}");
        }
    }

    #[test]
    fn the_older_was_born_before() {
        let story = Story::new(5, 267);
        let births = story.births(&mut Rng::new(1), 50);
        assert_eq!(births.len(), 50);
        for asked in &births {
            let [one, other] = [0, 1].map(|at| &story.facts[asked.facts[at]]);
            let before = number(&one.value) > number(&other.value);
            assert_eq!(asked.answers, [if before { "before" } else { "after" }]);
            let asks = format!("Was {} born before or after {}?", one.subject, other.subject);
            assert_eq!(asked.question, asks);
        }
    }

    #[test]
    fn nothing_is_asked_twice_or_of_a_story_that_tells_too_little() {
        let story = Story::new(7, 3);
        let mut rng = Rng::new(2);
        let all = [story.counts(&mut rng, 500), story.births(&mut rng, 500)].concat();
        let mut seen = HashSet::new();
        assert!(all.iter().all(|asked| seen.insert(&asked.question)));
        assert!(all.len() < 500);
    }
}
