//! Counts how often a text has words with a capital where they need not have one. By these counts
//! it decides whether a run of capitalised words is a name.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::acronyms::{acronyms, is_roman_numeral};
use crate::cased_words::{Capitalisation, CasedWord};
use crate::company_forms::is_company_form;
use crate::excluded_words::{is_ambiguous, is_no_name_alone};
use crate::function_words::is_opener;
use crate::gender::gender_of_given_name;
use crate::name::{is_after_name, is_title};

/// How often words occur with and without a capital where no sentence begins.
pub(crate) struct CapitalCounts<'a> {
    capitalised: HashMap<&'a str, usize>,
    small: HashMap<&'a str, usize>,
    acronyms: HashSet<&'a str>,
}

impl<'a> CapitalCounts<'a> {
    /// Counts the words of a text.
    pub fn new(words: &'a [CasedWord]) -> Self {
        let count = |wanted: &dyn Fn(&CasedWord) -> bool| {
            let mut counts = HashMap::new();
            for word in words.iter().filter(|word| wanted(word)) {
                *counts.entry(word.small.as_str()).or_insert(0) += 1;
            }
            counts
        };
        Self {
            capitalised: count(&|word| word.is_capitalised_within()),
            small: count(&|word| word.shape == Capitalisation::Small),
            acronyms: acronyms(words),
        }
    }

    /// Counts the words of longer names at the beginnings of sentences, too: "Jane Bell" there shows
    /// that "Jane" is a name.
    pub fn learn(&mut self, words: &'a [CasedWord], names: &[Range<usize>]) {
        for name in names.iter().filter(|name| name.len() > 1) {
            let run = &words[name.clone()];
            if let [first, second, ..] = run
                && first.begins
                && first.shape == Capitalisation::Capitalised
                && second.shape == Capitalisation::Capitalised
                && !says_nothing(first)
                && !is_ambiguous(&first.small)
            {
                *self.capitalised.entry(&first.small).or_insert(0) += 1;
            }
        }
    }

    /// Returns whether the text has a word with a capital where it need not have one, and seldom
    /// without.
    fn has(&self, word: &CasedWord) -> bool {
        if word.shape == Capitalisation::Capitals && self.acronyms.contains(word.small.as_str()) {
            return true;
        }
        let of = |counts: &HashMap<&str, usize>| counts.get(word.small.as_str()).copied();
        let capitalised = of(&self.capitalised).unwrap_or(0);
        capitalised > 0 && 2 * capitalised >= of(&self.small).unwrap_or(0)
    }

    /// Returns whether a run of capitalised words is a name. `is_lone_title` says whether it is a
    /// title that stands for a name.
    pub fn is_name(&self, run: &[CasedWord], is_lone_title: bool) -> bool {
        let run = without_endings(run);
        let [first, others @ ..] = run else { return false };
        if run.iter().all(says_nothing) && !is_lone_title {
            return false;
        }
        if run.iter().any(|word| word.shape == Capitalisation::Capitals) {
            return run.iter().all(|word| word.shape == Capitalisation::Small || self.has(word));
        }
        if first.begins && is_opener(&first.small) {
            return false;
        }
        let is_common = self.small.contains_key(first.small.as_str());
        let names_on = others.first().is_some_and(|word| word.shape != Capitalisation::Small);
        !first.begins || self.has(first) || !is_common && (names_on || is_given_name(first))
    }
}

/// Returns a name without the capitals that may end it, which say nothing about it: "Gamma LLC",
/// "Henry VIII".
fn without_endings(run: &[CasedWord]) -> &[CasedWord] {
    let is_ending = |word: &CasedWord| {
        word.shape == Capitalisation::Capitals
            && (is_company_form(&word.small)
                || is_roman_numeral(&word.small)
                || is_after_name(&word.small))
    };
    let kept = run.iter().rposition(|word| !is_ending(word)).map_or(0, |last| last + 1);
    &run[..kept]
}

/// Returns whether a word is no name by itself.
fn says_nothing(word: &CasedWord) -> bool {
    is_title(&word.small) || is_no_name_alone(&word.small)
}

/// Returns whether a word is a given name and nothing else.
fn is_given_name(word: &CasedWord) -> bool {
    gender_of_given_name(&word.small).is_some() && !is_ambiguous(&word.small)
}
