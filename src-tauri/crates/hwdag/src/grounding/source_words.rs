//! The words of a text, and which words of another text are among them.
//!
//! Words are compared roughly without their inflection: by the endings of English, and for longer words by their first
//! letters, which serves other languages that inflect at the end. In scripts without spaces, pairs of neighbouring
//! characters take the place of words.

use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;

use super::numbers::{is_number, is_number_word, without_separators};
use crate::words::{is_content, words};

/// Endings of English words, each with its replacement in the word's plain form.
const ENDINGS: [(&str, &str); 7] =
    [("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("ly", "")];
/// The minimum number of letters left when an ending is removed.
const STEM: usize = 3;
/// The number of letters that two longer words must share at the beginning, and the maximum number that may follow.
const SHARED: usize = 5;
const DIFFERING: usize = 4;
/// Words that make a text speak about itself if they occur among its first words.
const TEXT_ABOUT_ITSELF: [&str; 12] = [
    "story",
    "passage",
    "text",
    "segment",
    "segments",
    "summary",
    "author",
    "narrator",
    "excerpt",
    "article",
    "paragraph",
    "bullet",
];
const FIRST_WORDS: usize = 4;

/// The words of a source, for looking others up.
#[derive(Debug, Clone, Default)]
pub struct SourceWords {
    words: BTreeSet<String>,
    folded: HashSet<String>,
}

/// The part of a text's words that a source contains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SupportedShare {
    /// The share of its content words; 1 if it has none.
    pub words: f64,
    /// Whether the source contains all its names and numbers.
    pub names: bool,
}

impl SourceWords {
    /// Collects the words of these texts.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut source = Self::default();
        for text in texts {
            for (word, _) in terms(text) {
                source.folded.insert(fold(&word));
                source.words.insert(word);
            }
        }
        source
    }

    /// Returns the share of a text's content words that occur in the source.
    pub fn share(&self, text: &str) -> SupportedShare {
        let (mut found, mut count, mut names) = (0_usize, 0_usize, true);
        for (word, is_name) in terms(text).filter(|(word, _)| is_content(word)) {
            let known = if is_name { self.has_name(&word) } else { self.has(&word) };
            count += 1;
            found += usize::from(known);
            names &= known || !is_name;
        }
        SupportedShare { words: if count == 0 { 1.0 } else { found as f64 / count as f64 }, names }
    }

    /// Returns whether a text speaks about itself as a text, and the source does not.
    pub(super) fn is_about_text(&self, text: &str) -> bool {
        let first = terms(text).take(FIRST_WORDS).map(|(word, _)| word);
        let mut first = first.filter(|word| TEXT_ABOUT_ITSELF.contains(&word.as_str()));
        first.any(|word| !self.words.contains(&word))
    }

    /// The content words of a text, without repetitions.
    pub fn content(text: &str) -> BTreeSet<String> {
        terms(text).map(|(word, _)| word).filter(|word| is_content(word)).collect()
    }

    /// Returns whether a word occurs in the source, in any inflection. Numbers have no inflection.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(word)
            || is_inflected(word)
                && (self.folded.contains(&fold(word)) || self.begins_alike(word, DIFFERING))
    }

    /// Does the same for a name or number, which may differ only in its ending: a prince is not a princess, and Admira
    /// is not Admiral.
    fn has_name(&self, word: &str) -> bool {
        self.words.contains(word) || is_inflected(word) && self.folded.contains(&fold(word))
    }

    /// Returns whether the source has a word with the same beginning and at most `differing` other letters at the end.
    fn begins_alike(&self, word: &str, differing: usize) -> bool {
        let least = word.chars().count().saturating_sub(differing).max(SHARED);
        let Some((last, letter)) = word.char_indices().nth(least - 1) else {
            return false;
        };
        let beginning = &word[..last + letter.len_utf8()];
        self.words
            .range::<str, _>((Bound::Included(beginning), Bound::Unbounded))
            .take_while(|other| other.starts_with(beginning))
            .any(|other| {
                let shared = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
                other.chars().count() - shared <= differing
            })
    }
}

/// Returns the words of a text in lower case, each with whether it is a name or a number; in scripts without spaces,
/// every pair of neighbouring characters.
fn terms(text: &str) -> impl Iterator<Item = (String, bool)> {
    words(text).flat_map(|place| {
        let word = &text[place];
        let is_number = is_number(word);
        let is_name = word.starts_with(char::is_uppercase) || is_number;
        if word.chars().any(is_unspaced) {
            let characters: Vec<char> = word.chars().collect();
            let pairs = characters.windows(2).map(|pair| (pair.iter().collect(), false));
            return pairs.collect::<Vec<_>>();
        }
        let word = word.to_lowercase().replace('’', "'");
        let word =
            if word.starts_with(char::is_numeric) { without_separators(&word) } else { word };
        let word = word.strip_suffix("'s").unwrap_or(&word);
        vec![(word.to_owned(), is_name)]
    })
}

fn is_inflected(word: &str) -> bool {
    !word.starts_with(char::is_numeric) && !is_number_word(word)
}

/// Returns a word roughly without its ending.
fn fold(word: &str) -> String {
    let kept = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= STEM);
    let stem =
        ENDINGS.iter().find_map(|(ending, instead)| Some(kept(ending)?.to_owned() + instead));
    let mut stem = stem.unwrap_or_else(|| word.to_owned());
    let mut last = stem.chars().rev();
    let doubled = matches!((last.next(), last.next()), (Some(a), Some(b)) if a == b);
    if stem.chars().count() > STEM && (stem.ends_with('e') || doubled) {
        stem.pop();
    }
    stem
}

/// Returns whether a character belongs to a script written without spaces.
pub fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}
