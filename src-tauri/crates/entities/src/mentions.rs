//! Finds where a text names a person or thing, by capital letters: a run of capitalised words, with
//! the titles before it and the small words within it ("Duke of York"). Chinese names are
//! recognised differently ([`chinese_names`]); in other scripts without capitals none are found.
//!
//! A sentence also begins with a capital. There a word counts only if the text has it with a
//! capital elsewhere, or if another capitalised word follows. Words entirely in capitals say
//! nothing by themselves, because headings are written so.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::chinese_names;
use crate::excluded_words::{is_no_name, is_no_name_alone};
use crate::gender::gender_of_given_name;
use crate::name::is_title;

/// Small words that may occur within a name.
const WITHIN: &[&str] =
    &["de", "del", "della", "der", "des", "di", "du", "la", "le", "of", "van", "von", "y"];
/// Titles, and beginnings of names, that are written with a full stop.
const ABBREVIATED: &[&str] =
    &["capt", "col", "dr", "gen", "lieut", "messrs", "mr", "mrs", "ms", "prof", "rev", "sr", "st"];
/// Returns the byte ranges of the names in a text, in order.
pub fn mentions(text: &str) -> Vec<Range<usize>> {
    let words = words(text);
    let known = CapitalCounts::new(&words);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        if words[at].small == "dear" || is_date(text, &words, at) {
            at += 1;
            continue;
        }
        let end = end_of_name(text, &words, at);
        let is_name = end > at && known.is_name(&words[at..end]);
        if is_name {
            found.push(words[at].place.start..words[end - 1].place.end);
        }
        at = if is_name { end } else { at + 1 };
    }
    found.extend(chinese_names::mentions(text));
    found.sort_by_key(|place| place.start);
    found
}

/// A word of a text.
struct CasedWord {
    /// Its byte range, without a possessive ending.
    place: Range<usize>,
    /// The word in lower case.
    small: String,
    shape: Capitalisation,
    /// Whether a sentence, or direct speech, begins with it.
    begins: bool,
}

/// The capitalisation of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capitalisation {
    /// In lower case.
    Small,
    /// With an initial capital.
    Capitalised,
    /// Entirely in capitals, more than one.
    Capitals,
}

impl CasedWord {
    fn may_be_name(&self) -> bool {
        self.shape != Capitalisation::Small && !is_no_name(&self.small)
    }
}

/// How often words occur with and without a capital where no sentence begins.
struct CapitalCounts<'a> {
    capitalised: HashMap<&'a str, usize>,
    small: HashMap<&'a str, usize>,
}

impl<'a> CapitalCounts<'a> {
    fn new(words: &'a [CasedWord]) -> Self {
        let count = |wanted: &dyn Fn(&CasedWord) -> bool| {
            let mut counts = HashMap::new();
            for word in words.iter().filter(|word| wanted(word)) {
                *counts.entry(word.small.as_str()).or_insert(0) += 1;
            }
            counts
        };
        Self {
            capitalised: count(&|word| word.shape == Capitalisation::Capitalised && !word.begins),
            small: count(&|word| word.shape == Capitalisation::Small),
        }
    }

    /// Returns whether the text has a word with a capital where it need not have one, and seldom
    /// without.
    fn has(&self, word: &CasedWord) -> bool {
        let of = |counts: &HashMap<&str, usize>| counts.get(word.small.as_str()).copied();
        let capitalised = of(&self.capitalised).unwrap_or(0);
        capitalised > 0 && 2 * capitalised >= of(&self.small).unwrap_or(0)
    }

    /// Returns whether a run of capitalised words is a name.
    fn is_name(&self, run: &[CasedWord]) -> bool {
        let [first, others @ ..] = run else { return false };
        let says_nothing =
            |word: &CasedWord| is_title(&word.small) || is_no_name_alone(&word.small);
        if run.iter().all(says_nothing) {
            return false;
        }
        if run.iter().any(|word| word.shape == Capitalisation::Capitals) {
            return run.iter().all(|word| word.shape == Capitalisation::Small || self.has(word));
        }
        let is_common = self.small.contains_key(first.small.as_str());
        let names_on = others.first().is_some_and(|word| word.shape != Capitalisation::Small);
        !first.begins || self.has(first) || names_on && !is_common
    }
}

/// Returns whether a word is the month of May: a day precedes it, or a number follows it.
fn is_date(text: &str, words: &[CasedWord], at: usize) -> bool {
    let is_number =
        |word: &CasedWord| text[word.place.clone()].starts_with(|c: char| c.is_ascii_digit());
    let before = at.checked_sub(1).map(|before| &words[before]);
    words[at].small == "may" && [before, words.get(at + 1)].into_iter().flatten().any(is_number)
}

/// Returns the end of the run of words that begins at `at`; `at` if no name can begin there.
fn end_of_name(text: &str, words: &[CasedWord], at: usize) -> usize {
    if !words[at].may_be_name() {
        return at;
    }
    let mut end = at + 1;
    loop {
        let follows = |next: usize| {
            let word = words.get(next).filter(|word| word.may_be_name())?;
            joins(text, &words[next - 1], word).then_some(next + 1)
        };
        let within = words.get(end).is_some_and(|word| {
            WITHIN.contains(&word.small.as_str())
                && joins(text, &words[end - 1], word)
                && !(word.small == "of" && is_somebody(&words[at].small))
        });
        match follows(end).or_else(|| follows(end + 1).filter(|_| within)) {
            Some(next) => end = next,
            None => return end,
        }
    }
}

/// Returns whether a name that begins with this word is a person's, whatever place or house
/// follows.
fn is_somebody(word: &str) -> bool {
    matches!(word, "mr" | "mrs" | "miss") || gender_of_given_name(word).is_some()
}

/// Returns whether two words may belong to one name: only a space, a hyphen, or the full stop of a
/// title or an initial separates them.
fn joins(text: &str, one: &CasedWord, other: &CasedWord) -> bool {
    let between = &text[one.place.end..other.place.start];
    let is_short = ABBREVIATED.contains(&one.small.as_str()) || one.small.chars().count() == 1;
    let spaced = |text: &str| matches!(text, " " | "\n" | "\r\n" | "\u{a0}");
    let is_label = between.ends_with('\n') && text[other.place.end..].starts_with(':');
    !is_label
        && (spaced(between)
            || between == "-"
            || is_short
                && between.strip_prefix('.').is_some_and(|rest| rest.is_empty() || spaced(rest)))
}

/// Returns the words of a text.
fn words(text: &str) -> Vec<CasedWord> {
    let starts: HashSet<usize> = sentences::sentences(text)
        .into_iter()
        .map(|place| {
            place.end - text[place].trim_start_matches(|c: char| !c.is_alphanumeric()).len()
        })
        .collect();
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let pieces = text.split(|c: char| !is_letter(c)).map(|word| word.trim_matches(['\'', '’']));
    let word = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let quoted = text[..start].ends_with(['"', '“', '‘', '\'', '«', '_']);
        // A line such as "Subject: a kitten" begins like a sentence.
        let is_label = text[..start].ends_with('\n') && text[start + word.len()..].starts_with(':');
        let begins = start == 0 || quoted || is_label || starts.contains(&start);
        let word = ["'s", "’s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
        let small = word.to_lowercase().replace('’', "'");
        CasedWord { place: start..start + word.len(), shape: shape(word), small, begins }
    };
    pieces.filter(|word| !word.is_empty()).map(word).collect()
}

fn shape(word: &str) -> Capitalisation {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    match letters.next() {
        Some(first) if first.is_uppercase() => {
            let rest: Vec<char> = letters.collect();
            let capitals = !rest.is_empty() && rest.iter().all(|c| c.is_uppercase());
            if capitals { Capitalisation::Capitals } else { Capitalisation::Capitalised }
        }
        _ => Capitalisation::Small,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        mentions(text).into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn names_are_runs_of_capitalised_words() {
        let text = "They met Mr. J. R. Bell and the Duke of York at Bunker-Hill near St. Albans.";
        assert_eq!(found(text), ["Mr. J. R. Bell", "Duke of York", "Bunker-Hill", "St. Albans"]);
        assert_eq!(found("It was Mira’s lamp, not Tom's."), ["Mira", "Tom"]);
        assert_eq!(found("she went to\nNew\nYork"), ["New\nYork"]);
        assert_eq!(found("then Mr. Bell of York"), ["Mr. Bell", "York"]);
        assert_eq!(
            found("He saw the White King. Fond of Tom, the King left."),
            ["White King", "Tom"]
        );
    }

    #[test]
    fn the_first_word_of_a_sentence_must_be_known() {
        assert_eq!(
            found("Bread was sold. Mira slept. Then Tom saw Mira."),
            ["Mira", "Tom", "Mira"]
        );
        assert_eq!(found("Robert Hill slept. “Come,” he said."), ["Robert Hill"]);
        assert_eq!(found("I know. He said: “Why, Tom?” And the doctor left."), ["Tom"]);
    }

    #[test]
    fn addresses_labels_and_dates_are_none() {
        let text =
            "to Tom\nSubject: a kitten\n\nSubject to Dear Tom, on 9 May we saw May in May 2019.";
        assert_eq!(found(text), ["Tom", "Tom", "May"]);
    }

    #[test]
    fn capitals_throughout_are_no_name_by_themselves() {
        assert_eq!(
            found("THE LOST LAMP\n\nWe saw Mira. It was MIRA who was VERY late."),
            ["Mira", "MIRA"]
        );
    }

    #[test]
    fn scripts_without_capitals_have_none() {
        assert!(found("宝玉去了城堡。").is_empty());
        assert_eq!(found("Вчера пела Наташа."), ["Наташа"]);
        assert!(found("").is_empty());
    }
}
