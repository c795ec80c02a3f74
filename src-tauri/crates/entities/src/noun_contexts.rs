//! Notes what precedes each capitalised word of a text in which common nouns have capitals. An
//! article, another determiner or an adjective precedes most common nouns, but few names.

use std::collections::{HashMap, HashSet};

use crate::cased_words::{Capitalisation, CasedWord, joins};
use crate::excluded_words::is_no_name;
use crate::gender::gender_of_given_name;
use crate::name::is_title;

/// German and English articles, also within prepositions.
const ARTICLES: &[&str] = &[
    "a", "an", "das", "dem", "den", "der", "des", "die", "ein", "eine", "einem", "einen", "einer",
    "eines", "im", "the", "zum", "zur",
];
/// Other determiners without their endings.
#[rustfmt::skip]
const STEMS: &[&str] = &[
    "all", "ander", "beid", "dein", "dies", "einig", "euer", "eur", "ihr", "jed", "jen", "kein", "manch",
    "mehrer", "mein", "sein", "solch", "unser", "viel", "welch", "wenig",
];
const ENDINGS: [&str; 6] = ["", "e", "em", "en", "er", "es"];
/// Determiners without endings, and prepositions that end with an article.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "am", "ans", "aufs", "beim", "drei", "durchs", "etwas", "every", "fünf", "fürs", "her", "his", "ins",
    "its", "mehr", "my", "nichts", "no", "our", "sechs", "some", "that", "their", "these", "this",
    "those", "two", "ums", "unterm", "vier", "vom", "your", "übers", "zehn", "zwei",
];
/// Prepositions. Those that also say where something is come first.
#[rustfmt::skip]
const PREPOSITIONS: [&str; 27] = [
    "aus", "from", "in", "nach", "von",
    "an", "auf", "bei", "bis", "durch", "for", "für", "gegen", "hinter", "mit", "neben", "of", "ohne", "seit", "to",
    "um", "unter", "vor", "wegen", "with", "zu", "zwischen",
];
/// The number of prepositions that say where something is.
const OF_PLACE: usize = 5;
/// Endings of abstract nouns and of diminutives.
#[rustfmt::skip]
const NOUN_ENDINGS: [&str; 16] = [
    "chen", "heit", "heiten", "ion", "ionen", "ismus", "keit", "keiten", "lein", "nis", "schaft", "schaften", "tum",
    "tät", "ung", "ungen",
];
/// Endings of adjectives made from the names of places.
const ADJECTIVE_ENDINGS: [&str; 5] = ["ische", "ischem", "ischen", "ischer", "isches"];
/// Endings of many plurals and infinitives.
const PLURAL_ENDINGS: [&str; 5] = ["e", "en", "er", "ern", "eln"];
/// Endings of the names of streets.
const STREETS: [&str; 3] = ["allee", "gasse", "straße"];
/// Days, months, feasts, and God. In alphabetical order.
#[rustfmt::skip]
const DAYS: &[&str] = &[
    "april", "august", "dezember", "dienstag", "donnerstag", "februar", "freitag", "gott", "januar", "juli", "juni",
    "mai", "mittwoch", "montag", "märz", "november", "oktober", "ostern", "pfingsten", "samstag", "september",
    "sonnabend", "sonntag", "weihnachten",
];
/// The number of occurrences from which what precedes a word says enough.
const ENOUGH: usize = 4;
/// The fewest letters of a noun with which a compound ends, and that a stem keeps.
const LETTERS: usize = 4;

/// Returns whether a lower-case word is an article.
pub(crate) fn is_article(word: &str) -> bool {
    ARTICLES.contains(&word)
}

/// Returns whether a lower-case word is an article, a possessive or a quantifier.
pub(crate) fn is_determiner(word: &str) -> bool {
    let has_ending = |stem: &str| word.strip_prefix(stem).is_some_and(|end| ENDINGS.contains(&end));
    is_article(word)
        || OTHERS.contains(&word)
        || STEMS.iter().any(|stem| has_ending(stem))
        || word.starts_with(|c: char| c.is_ascii_digit())
}

/// How often a word occurs, and after what.
#[derive(Debug, Clone, Copy, Default)]
struct Contexts {
    /// All occurrences with a capital.
    all: usize,
    /// Those after a determiner, or after a determiner and an adjective.
    as_noun: usize,
    /// Those at the beginning of a sentence, after a title, a verb or an adverb, or after a
    /// preposition of place.
    as_name: usize,
    /// Those after a title.
    after_title: usize,
    /// Those in small letters.
    small: usize,
    /// Genitives without an article.
    bare_genitives: usize,
}

/// What precedes the capitalised words of a text.
pub(crate) struct NounContexts {
    words: HashMap<String, Contexts>,
    /// The same, for all words with the same stem.
    stems: HashMap<String, Contexts>,
}

impl NounContexts {
    /// Reads the words of a text.
    pub fn new(text: &str, words: &[CasedWord]) -> Self {
        let mut all: HashMap<String, Contexts> = HashMap::new();
        for (at, word) in words.iter().enumerate() {
            if word.shape == Capitalisation::Small {
                all.entry(word.small.clone()).or_default().small += 1;
            }
            if word.shape == Capitalisation::Capitalised {
                note(text, words, at, all.entry(word.small.clone()).or_default());
            }
        }
        let genitives: Vec<(String, usize)> = all
            .iter()
            .filter(|(_, of)| of.as_noun == 0 && of.small == 0)
            .filter_map(|(word, of)| Some((word.strip_suffix('s')?.to_owned(), of.all)))
            .collect();
        for (word, count) in genitives {
            if let Some(of) = all.get_mut(&word) {
                of.bare_genitives = count;
            }
        }
        let mut stems: HashMap<String, Contexts> = HashMap::new();
        for (word, of) in &all {
            let stem = stems.entry(stem(word)).or_default();
            stem.all += of.all;
            stem.as_noun += of.as_noun;
        }
        Self { words: all, stems }
    }

    /// Returns the words that are names by themselves, without genitives of more frequent ones.
    pub fn names(&self) -> HashSet<String> {
        let is_genitive = |word: &str| {
            let short = word.strip_suffix('s').filter(|short| self.is_name(short));
            short.is_some_and(|short| self.words[short].all >= self.words[word].all)
        };
        let names = self.words.keys().filter(|word| self.is_name(word) && !is_genitive(word));
        names.cloned().collect()
    }

    fn is_name(&self, word: &str) -> bool {
        let Some(of) = self.words.get(word).filter(|of| of.all > 0) else { return false };
        if is_no_name(word) || is_title(word) || DAYS.contains(&word) || 10 * of.small > of.all {
            return false;
        }
        let Contexts { all, as_noun, as_name, .. } = *of;
        if gender_of_given_name(word).is_some() {
            return 2 * as_noun <= all;
        }
        let is_mostly_name = 10 * as_noun <= 3 * all && 2 * as_name >= all;
        let is_known = of.bare_genitives > 0 && all > 1 || of.after_title > 0;
        let has_enough = all >= ENOUGH && !self.is_related_to_noun(word);
        let is_never_noun = all > 1
            && as_noun == 0
            && as_name == all
            && !self.is_common(word)
            && !(ends(word, &PLURAL_ENDINGS) && word.chars().count() > LETTERS);
        let is_street = as_noun == 0 && ends(word, &STREETS) && word.chars().count() > 2 * LETTERS;
        is_mostly_name && !ends(word, &NOUN_ENDINGS) && (is_known || has_enough || is_never_noun)
            || is_street
    }

    /// Returns whether a word is a common noun by what precedes it, by its ending, by a plural or
    /// case of it, or by the noun with which it ends.
    pub fn is_common(&self, word: &str) -> bool {
        let of = self.words.get(word).copied().unwrap_or_default();
        let is_compound = || {
            let starts = word.char_indices().skip(LETTERS - 1).map(|(at, _)| &word[at..]);
            starts
                .into_iter()
                .any(|end| end.chars().count() >= LETTERS && self.is_related_to_noun(end))
        };
        of.small > 0
            || of.as_noun > 0 && 10 * of.as_noun >= 3 * of.all
            || ends(word, &NOUN_ENDINGS)
            || self.is_related_to_noun(word)
            || is_compound()
    }

    /// Returns whether nothing says that a word is a common noun.
    pub fn is_unusual(&self, word: &str) -> bool {
        let of = self.words.get(word).copied().unwrap_or_default();
        of.as_noun == 0 && !self.is_common(word) && !DAYS.contains(&word) && !is_no_name(word)
    }

    /// Returns whether a word is an adjective made from the name of a place: "Europäische".
    pub fn is_adjective_of_origin(&self, word: &str) -> bool {
        ends(word, &ADJECTIVE_ENDINGS) && self.words.get(word).is_some_and(|of| of.small == 0)
    }

    /// Returns whether most words with the same stem are common nouns.
    fn is_related_to_noun(&self, word: &str) -> bool {
        let of = self.stems.get(&stem(word));
        of.is_some_and(|of| of.as_noun > 0 && 10 * of.as_noun >= 3 * of.all)
    }
}

/// Notes what precedes a capitalised word.
fn note(text: &str, words: &[CasedWord], at: usize, of: &mut Contexts) {
    of.all += 1;
    let word = &words[at];
    let Some(before) = at.checked_sub(1).map(|before| &words[before]) else { return };
    let gap = &text[before.place.end..word.place.start];
    let is_apart = gap.contains(|c: char| !c.is_whitespace() && c != '.');
    let is_preposition = |word: &str| PREPOSITIONS.contains(&word);
    let earlier = at.checked_sub(2).map(|earlier| words[earlier].small.as_str());
    let is_adjective = before.shape == Capitalisation::Small
        && !is_preposition(&before.small)
        && earlier.is_some_and(is_determiner);
    let leads_to_noun = words
        .get(at + 1)
        .is_some_and(|next| next.shape == Capitalisation::Capitalised && joins(text, word, next));
    if word.begins {
        of.as_name += 1;
    } else if is_apart {
        of.as_name += usize::from(!gap.contains('-'));
    } else if is_determiner(&before.small) || is_adjective {
        // In "die Newcastle University", the article is the other noun's.
        of.as_noun += usize::from(!leads_to_noun);
    } else if is_title(&before.small) {
        of.after_title += 1;
        of.as_name += 1;
    } else if before.shape == Capitalisation::Capitalised {
        of.as_name += usize::from(gender_of_given_name(&before.small).is_some());
    } else if !is_preposition(&before.small)
        || PREPOSITIONS[..OF_PLACE].contains(&before.small.as_str())
    {
        of.as_name += 1;
    }
}

fn ends(word: &str, endings: &[&str]) -> bool {
    endings.iter().any(|end| word.ends_with(end))
}

/// Returns a German word without the endings of cases and plurals, and without umlauts.
fn stem(word: &str) -> String {
    let plain = word.replace('ä', "a").replace('ö', "o").replace('ü', "u");
    let endings = ["ern", "en", "er", "em", "es", "e", "n", "s"];
    let short = endings
        .iter()
        .find_map(|end| plain.strip_suffix(end).filter(|rest| rest.chars().count() >= LETTERS));
    short.unwrap_or(&plain).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determiners_have_endings() {
        assert!(["die", "seiner", "keinem", "unser", "12", "zum"].into_iter().all(is_determiner));
        assert!(!["sagte", "gregor", "und", "seinerzeit"].into_iter().any(is_determiner));
    }

    #[test]
    fn cases_and_plurals_have_the_same_stem() {
        assert_eq!(stem("häuser"), stem("hause"));
        assert_eq!(stem("schwestern"), stem("schwester"));
        assert_eq!(stem("rose"), "rose");
    }
}
