//! Finds titles that stand for a person's name: "the Queen", "said the Duchess". A title counts if
//! the text has it alone with a capital at least twice within sentences. Forms of address ("Yes,
//! Captain.") do not count, since they say only that somebody has the title.

use std::collections::{HashMap, HashSet};

use crate::cased_words::{Capitalisation, CasedWord, joins};
use crate::name::is_title;

/// The minimum number of times that a title must stand alone.
const LEAST: usize = 2;
/// Titles that stand alone only in address, and the Lord, who is mostly God. In alphabetical order.
#[rustfmt::skip]
const ONLY_BEFORE_NAMES: [&str; 19] = [
    "capt", "col", "don", "dr", "frau", "gen", "herr", "herrn", "lieut", "lord", "madam", "miss", "mister", "mr", "mrs",
    "ms", "prof", "rev", "sir",
];
/// Words after which a title means anyone who has it.
const INDEFINITE: [&str; 12] =
    ["a", "an", "another", "any", "each", "every", "no", "some", "such", "what", "which", "whose"];
/// Words before a form of address.
const BEFORE_ADDRESS: [&str; 14] = [
    "ay", "aye", "dear", "good", "madam", "mr", "mrs", "my", "no", "o", "oh", "sir", "well", "yes",
];

/// The titles that stand for a name in a text, each as a run of lower-case words.
#[derive(Default)]
pub(crate) struct LoneTitles(HashSet<String>);

impl LoneTitles {
    /// Finds them among the words of a text.
    pub fn new(text: &str, words: &[CasedWord]) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut small: HashMap<&str, usize> = HashMap::new();
        let mut at = 0;
        while at < words.len() {
            if words[at].shape == Capitalisation::Small {
                *small.entry(&words[at].small).or_default() += 1;
            }
            let end = end_of_titles(text, words, at);
            let is_alone = end > at && !is_in_name(text, words, at, end);
            if is_alone && is_evidence(text, words, at, end) {
                *counts.entry(joined(&words[at..end])).or_default() += 1;
            }
            at = end.max(at + 1);
        }
        let is_common =
            |title: &str, count: usize| small.get(title).is_some_and(|&others| others > 2 * count);
        counts.retain(|title, count| *count >= LEAST && !is_common(title, *count));
        Self(counts.into_keys().collect())
    }

    /// Returns whether these words are such a title.
    pub fn has(&self, run: &[CasedWord]) -> bool {
        self.0.contains(&joined(run))
    }
}

fn joined(run: &[CasedWord]) -> String {
    run.iter().map(|word| word.small.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns the end of the titles that begin at `at`; `at` if there are none.
fn end_of_titles(text: &str, words: &[CasedWord], at: usize) -> usize {
    let stands = |word: &CasedWord| {
        word.shape == Capitalisation::Capitalised
            && is_title(&word.small)
            && ONLY_BEFORE_NAMES.binary_search(&word.small.as_str()).is_err()
    };
    let mut end = at;
    while end < words.len()
        && stands(&words[end])
        && (end == at || joins(text, &words[end - 1], &words[end]))
    {
        end += 1;
    }
    end
}

/// Returns whether the titles are a part of a longer name.
fn is_in_name(text: &str, words: &[CasedWord], at: usize, end: usize) -> bool {
    let before = at.checked_sub(1).map(|before| (&words[before], &words[at]));
    let after = words.get(end).map(|after| (&words[end - 1], after));
    let within = |(one, other): (&CasedWord, &CasedWord), outer: &CasedWord| {
        outer.may_be_name() && joins(text, one, other)
    };
    before.is_some_and(|pair| within(pair, pair.0))
        || after.is_some_and(|pair| within(pair, pair.1))
}

/// Returns whether titles without a name stand within a sentence, and not to address somebody.
fn is_evidence(text: &str, words: &[CasedWord], at: usize, end: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &words[before]) else { return false };
    let start = words[at].place.start;
    let gap = &text[before.place.end..start];
    let after = text[words[end - 1].place.end..].chars().next();
    let is_address = gap.contains(|c: char| !c.is_whitespace() && c != '-')
        || BEFORE_ADDRESS.contains(&before.small.as_str())
            && after.is_some_and(|c| c.is_ascii_punctuation() && c != '\'');
    // "the King of Spain" is a name of its own.
    let goes_on = words.get(end).is_some_and(|word| word.small == "of");
    words[at].is_capitalised_within()
        && !is_address
        && !goes_on
        && !INDEFINITE.contains(&before.small.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cased_words::words;

    fn titles(text: &str) -> Vec<String> {
        let mut all: Vec<String> = LoneTitles::new(text, &words(text)).0.into_iter().collect();
        all.sort();
        all
    }

    #[test]
    fn a_title_alone_within_sentences_is_a_name() {
        let text =
            "Then the Queen sat down, and the Duchess laughed at the Queen. She saw the Duchess.";
        assert_eq!(titles(text), ["duchess", "queen"]);
        let text = "So the Lord Mayor came, and they heard the Lord Mayor.";
        assert_eq!(titles(text), Vec::<String>::new());
    }

    #[test]
    fn addresses_and_titles_before_names_are_none() {
        for text in [
            "“Yes, Captain,” he said. “No, Captain.” Then my Captain, he went.",
            "They met Captain Bell and saw Captain Hill.",
            "It was a King who met a King, or any King.",
            "Queen of all the rest she was. Queen and more. They met the Queen.",
            "Then the Queen saw a queen; five queens, one queen, the queen and the queen. A queen!",
            "Oh, thank the Lord. They praised the Lord and said that the Lord knew.",
        ] {
            assert_eq!(titles(text), Vec::<String>::new(), "{text}");
        }
    }
}
