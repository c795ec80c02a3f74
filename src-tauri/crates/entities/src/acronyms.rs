//! Acronyms: words in capitals that are names ("SEC"), and the longer names that they stand for.

use std::collections::{HashMap, HashSet};

use crate::cased_words::{Capitalisation, CasedWord};
use crate::excluded_words::is_no_name;
use crate::name::Name;

/// The number of letters of an acronym. Longer words in capitals are mostly emphasised ones.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=6;
/// The number of times that a text must have a word in capitals: one may be emphasis.
const REPEATED: usize = 2;
/// The fewest letters of an acronym that stands for a longer name without an explanation.
const UNEXPLAINED: usize = 3;

/// Returns the acronyms of a text, in lower case: short words that it repeats in capitals between
/// others that are not, and has in no other form.
pub(crate) fn acronyms(words: &[CasedWord]) -> HashSet<&str> {
    let is_capitals =
        |word: Option<&CasedWord>| word.is_some_and(|word| word.shape == Capitalisation::Capitals);
    let (mut counts, mut others) = (HashMap::<&str, usize>::new(), HashSet::new());
    for (at, word) in words.iter().enumerate() {
        if !is_capitals(Some(word)) {
            others.insert(word.small.as_str());
            continue;
        }
        // Headings are in capitals throughout.
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        if !is_capitals(before) && !is_capitals(words.get(at + 1)) {
            *counts.entry(&word.small).or_insert(0) += 1;
        }
    }
    let is_acronym = |word: &&str| {
        LETTERS.contains(&word.chars().count())
            && !others.contains(word)
            && !is_no_name(word)
            && !is_roman_numeral(word)
    };
    let repeated = counts.into_iter().filter(|&(_, count)| count >= REPEATED);
    repeated.map(|(word, _)| word).filter(is_acronym).collect()
}

/// Returns whether a word in lower case is a Roman numeral.
pub(crate) fn is_roman_numeral(word: &str) -> bool {
    word.chars().all(|letter| "ivxlcdm".contains(letter))
}

/// Returns whether a name in capitals may stand for the longer one that it follows in parentheses.
/// The longer name may lack words at its beginning: "Exchange Commission".
pub(crate) fn stands_for(short: &str, long: &str) -> bool {
    let initials = initials(long);
    initials.chars().count() > 1
        && acronym_letters(short).is_some_and(|letters| letters.ends_with(&initials))
}

/// Returns pairs of names, by number, whose second is an acronym of the first. All names with its
/// initials must have the same words.
pub(crate) fn acronym_pairs(names: &[&str]) -> Vec<(usize, usize)> {
    let mut by_initials: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, name) in names.iter().enumerate() {
        let initials = initials(name);
        if initials.chars().count() >= UNEXPLAINED {
            by_initials.entry(initials).or_default().push(at);
        }
    }
    let pair = |(short, name): (usize, &&str)| {
        let mut long = by_initials.get(&acronym_letters(name)?)?.iter().filter(|&&at| at != short);
        let &first = long.next()?;
        let words = Name::new(names[first]).words;
        long.all(|&other| Name::new(names[other]).words == words).then_some((first, short))
    };
    names.iter().enumerate().filter_map(pair).collect()
}

/// Returns the letters of an acronym, in capitals; "CNNs" and "C.C.H." have three.
fn acronym_letters(name: &str) -> Option<String> {
    let letters: String = name.trim_end_matches('s').chars().filter(|&c| c != '.').collect();
    let is_acronym = letters.chars().count() > 1 && letters.chars().all(char::is_uppercase);
    is_acronym.then_some(letters)
}

/// Returns the initials of the capitalised words of a name.
fn initials(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c == '-');
    words.filter_map(|word| word.chars().next()).filter(|first| first.is_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mentions::mentions;

    fn found(text: &str) -> Vec<&str> {
        mentions(text).into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn repeated_words_in_capitals_are_names() {
        assert_eq!(found("Then the SEC wrote. SEC filings are public."), ["SEC", "SEC"]);
        assert_eq!(found("He ran VERY fast. It was the END OF IT."), Vec::<&str>::new());
        assert_eq!(found("Later in part II, as in part II before."), Vec::<&str>::new());
        assert_eq!(found("It is NOT so, and not NOT so."), Vec::<&str>::new());
    }

    #[test]
    fn initials_are_those_of_the_longer_name() {
        for (short, long, explained, unexplained) in [
            ("ICJ", "International Court of Justice", true, true),
            ("C.C.H.", "Charing Cross Hospital", true, true),
            ("CNNs", "Convolutional Neural Networks", true, true),
            ("SEC", "Exchange Commission", true, false),
            ("UN", "United Nations", true, false),
            ("ICJ", "International Monetary Fund", false, false),
            ("Icj", "International Court of Justice", false, false),
        ] {
            assert_eq!(stands_for(short, long), explained, "{short} {long}");
            assert_eq!(!acronym_pairs(&[long, short]).is_empty(), unexplained, "{short} {long}");
        }
        let several = ["Charing Cross Hospital", "CCH", "Church of Christ Hall"];
        assert!(acronym_pairs(&several).is_empty());
    }
}
