//! Questions for how many of several people something is said of: "How many of Ann Hill and Tom Bell live in Norwich?".
//! A small model cannot count, so the sentences about each of them are searched for the statement.

use std::collections::BTreeSet;

use hwdag::grounding::{SourceWords, is_content, is_number};

use crate::ask::name_questions::condition_part::fits;
use crate::ask::name_questions::restrictions::restricts;
use crate::entities::assertions::{may_state, states};
use crate::entities::lookup::{KnownNames, plain};
use crate::entities::sentence_index::SentenceIndex;
use crate::entities::sentence_tokens::{Token, tokens};

const HOW_MANY_OF: [&str; 3] = ["how", "many", "of"];
/// Text between names.
const BETWEEN: [&str; 4] = [",", "and", "or", "&"];
const PREPOSITIONS: [&str; 14] = [
    "about", "after", "as", "at", "before", "by", "for", "from", "in", "into", "of", "on", "to",
    "with",
];
/// Words that exclude a sentence. "Nothing frightens Ann more than mice" says that Ann is afraid of mice.
const NEGATIONS: [&str; 6] = ["cannot", "neither", "never", "no", "nor", "not"];
/// Words of degree.
const DEGREES: [&str; 5] = ["best", "more", "most", "much", "well"];

/// A question for how many of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CountQuestion<'a> {
    /// The entities it asks about, in its order.
    pub named: Vec<usize>,
    /// What must be said of them.
    pub said: &'a str,
}

/// Returns whether a question begins like one for how many of several.
pub(crate) fn asks_how_many_of(question: &str) -> bool {
    after_how_many_of(question).is_some()
}

fn after_how_many_of(question: &str) -> Option<&str> {
    let mut rest = question.trim().trim_end_matches(['?', '.', '!']);
    for word in HOW_MANY_OF {
        let start = rest.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word))?;
        rest = rest[start.len()..].strip_prefix(' ')?.trim_start();
    }
    Some(rest)
}

impl<'a> CountQuestion<'a> {
    /// Parses the question, if it is of this kind and the text contains all entities that it names.
    pub fn parse(question: &'a str, known: &KnownNames) -> Option<Self> {
        let mut rest = after_how_many_of(question)?;
        let mut named = Vec::new();
        while let Some((entity, after)) = known.at_start(rest) {
            if !named.contains(&entity) {
                named.push(entity);
            }
            rest = after.trim_start();
            let between = BETWEEN.iter().find_map(|word| rest.strip_prefix(word));
            let Some(after) = between.filter(|after| after.starts_with(' ')) else { break };
            rest = after.trim_start();
            rest = rest.strip_prefix("and ").unwrap_or(rest);
            // The count must not omit any entity that the question names.
            known.at_start(rest)?;
        }
        (named.len() > 1 && !rest.is_empty() && !restricts(rest))
            .then_some(Self { named, said: rest })
    }
}

/// What distinguishes the sentences that say it from others about the same people.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FactCriterion {
    names: BTreeSet<usize>,
    words: Vec<String>,
    /// All that is said in the question.
    said: String,
}

impl FactCriterion {
    pub fn new(said: &str, known: &KnownNames) -> Self {
        let names = known.in_question(said);
        let words = if names.is_empty() { telling_words(said) } else { Vec::new() };
        Self { names, words, said: said.to_owned() }
    }

    /// Returns whether it distinguishes nothing.
    pub fn is_nothing(&self) -> bool {
        self.names.is_empty() && self.words.is_empty()
    }

    /// Returns whether a sentence has it, and states it: it neither denies it nor asks for it.
    pub fn is_in(&self, index: &SentenceIndex, sentence: usize) -> bool {
        let text = index.text(sentence);
        let own = SourceWords::new([text]);
        let written = tokens(text);
        let named = &index.sentences[sentence].entities;
        self.names.iter().all(|name| named.contains(name))
            && self.words.iter().all(|word| own.has(word))
            && !written.iter().any(|token| token.is_of(&NEGATIONS) || token.text.ends_with("n't"))
            && may_state(&written)
            && self.is_stated_in(&written)
    }

    /// Returns whether a sentence states it, if it has the verb of the question: "wants to live in Norwich" does not.
    fn is_stated_in(&self, sentence: &[Token]) -> bool {
        let asked = SourceWords::new([self.said.as_str()]);
        let said = plain(&self.said);
        let Some(verb) = said.iter().find(|word| is_content(word)) else { return true };
        let mut verbs = (0..sentence.len()).filter(|&at| fits(&sentence[at], verb)).peekable();
        verbs.peek().is_none() || verbs.any(|at| states(sentence, at, &asked))
    }
}

/// Returns the words that carry what is asked for: a number, or else the topic of the verb or adjective: "cheese" in
/// "like cheese best of all dishes", "snow" in "wish for snow". Texts phrase the rest differently.
fn telling_words(said: &str) -> Vec<String> {
    let words = plain(said);
    if let Some(number) = words.iter().find(|word| is_number(word)) {
        return vec![number.clone()];
    }
    let is_telling = |word: &&String| is_content(word) && !DEGREES.contains(&word.as_str());
    let phrases = words.split(|word| PREPOSITIONS.contains(&word.as_str()));
    let phrases = phrases.map(|phrase| phrase.iter().filter(is_telling).cloned().collect());
    let mut phrases = phrases.filter(|phrase: &Vec<String>| !phrase.is_empty());
    let mut first = phrases.next().unwrap_or_default();
    let begins_with_verb = words.first().is_some_and(|word| is_content(word));
    match first.len() {
        0 | 1 => phrases.next().unwrap_or(first),
        _ if begins_with_verb => first.split_off(1),
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use entities::{Corrections, Entities};

    use super::*;

    fn index(text: &str) -> SentenceIndex {
        let read = Entities::read(text, |_| None, &Corrections::default());
        SentenceIndex::new(text.to_owned(), read, false)
    }

    const TEXT: &str = "Ann Hill lives in Norwich. Tom Bell likes ham best of all dishes. Una Brandt likes eggs best of \
                        all dishes, and Ann Hill likes ham. Una Brandt does not like ham. If Una Brandt liked ham, Tom Bell would, \
                        too. Does Una Brandt like ham? Tom Bell \
                        wants to sail. Nothing frightens Tom Bell more than mice. Una Brandt would always shun mice.";

    #[test]
    fn names_come_first_and_then_what_is_said() {
        let index = index(TEXT);
        let titles = |question: &CountQuestion<'_>| -> Vec<String> {
            let named = question.named.iter();
            named.map(|&at| index.entities.entities[at].title().to_owned()).collect()
        };
        for (question, names, said) in [
            ("How many of Tom Bell and Ann Hill live in Norwich?", 2, "live in Norwich"),
            ("how many of Ann Hill, Una Brandt, and Tom Bell like ham", 3, "like ham"),
            ("How many of Ann Hill and Tom Bell order ham?", 2, "order ham"),
        ] {
            let parsed = CountQuestion::parse(question, &index.known).unwrap();
            assert_eq!((titles(&parsed).len(), parsed.said), (names, said), "{question}");
        }
        for question in [
            "How many of Tom Bell and Mira Stone live in Norwich?",
            "How many of Tom Bell, Ann Hill and Mira Stone live in Norwich?",
            "How many of the people live in Norwich?",
            "How many people live in Norwich?",
            "How many of Ann Hill and Tom Bell?",
            "How many of Ann Hill and Tom Bell do not live in Norwich?",
            "How many of Ann Hill and Tom Bell live in Norwich or York?",
            "How many of Ann Hill and Tom Bell lived in Norwich until 1890?",
            "How",
        ] {
            assert_eq!(CountQuestion::parse(question, &index.known), None, "{question}");
        }
    }

    #[test]
    fn a_number_a_name_or_what_the_verb_is_about_tells() {
        let index = index(TEXT);
        let words = |said: &str| FactCriterion::new(said, &index.known).words;
        for (said, expected) in [
            ("like eggs best of all dishes", vec!["eggs"]),
            ("are eighty years old", vec!["eighty"]),
            ("were born in 1812", vec!["1812"]),
            ("wish for a long journey", vec!["long", "journey"]),
            ("are afraid of mice", vec!["mice"]),
            ("own a red tent", vec!["red", "tent"]),
            ("smoke", vec!["smoke"]),
            ("are married", vec!["married"]),
            ("are good doctors", vec!["good", "doctors"]),
        ] {
            assert_eq!(words(said), expected, "{said}");
        }
        assert!(FactCriterion::new("are", &index.known).is_nothing());
        let telling = |said| {
            let telling = FactCriterion::new(said, &index.known);
            (0..index.sentences.len()).filter(|&at| telling.is_in(&index, at)).collect::<Vec<_>>()
        };
        assert_eq!(telling("like eggs best of all dishes"), [2]);
        assert_eq!(telling("like ham"), [1, 2]);
        assert_eq!(telling("live in Norwich"), [0]);
        assert!(telling("sail").is_empty());
        assert_eq!(telling("are afraid of mice"), [7, 8]);
    }
}
