//! Splits a text into words and notes how each is written: with capital letters or without, and
//! whether a sentence begins with it.

use std::collections::HashSet;
use std::ops::Range;

use crate::company_forms::may_follow_comma;
use crate::excluded_words::is_no_name;

/// Titles, and beginnings of names, that are written with a full stop.
const ABBREVIATED: &[&str] =
    &["capt", "col", "dr", "gen", "lieut", "messrs", "mr", "mrs", "ms", "prof", "rev", "sr", "st"];

/// The maximum number of spaces between words of a justified line.
const JUSTIFIED: usize = 3;

/// A word of a text.
pub(crate) struct CasedWord {
    /// Its byte range, without a possessive ending.
    pub place: Range<usize>,
    /// The word in lower case.
    pub small: String,
    /// How it is written.
    pub shape: Capitalisation,
    /// Whether a sentence, or direct speech, begins with it.
    pub begins: bool,
}

/// The capitalisation of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Capitalisation {
    /// In lower case.
    Small,
    /// With an initial capital.
    Capitalised,
    /// Entirely in capitals, more than one.
    Capitals,
}

impl CasedWord {
    /// Returns whether the word has a capital and may be part of a name.
    pub fn may_be_name(&self) -> bool {
        self.shape != Capitalisation::Small && !is_no_name(&self.small) && !self.is_quantity()
    }

    /// Returns whether this is a number with one letter: "62M".
    fn is_quantity(&self) -> bool {
        let letters = self.small.trim_start_matches(|c: char| c.is_ascii_digit());
        letters.len() < self.small.len() && letters.chars().count() == 1
    }

    /// Returns whether the word has an initial capital although no sentence begins with it.
    pub fn is_capitalised_within(&self) -> bool {
        self.shape == Capitalisation::Capitalised && !self.begins
    }
}

/// Returns the words of a text.
pub(crate) fn words(text: &str) -> Vec<CasedWord> {
    let starts: HashSet<usize> = sentences::sentences(text)
        .into_iter()
        .map(|place| {
            place.end - text[place].trim_start_matches(|c: char| !c.is_alphanumeric()).len()
        })
        .collect();
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '&');
    let pieces = text.split(|c: char| !is_letter(c)).flat_map(of_one_script);
    let pieces = pieces.map(|word| without_elision(word.trim_matches(['\'', '’', '&'])));
    let word = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        let is_elided = before.trim_end_matches(['\'', '’']).ends_with(char::is_alphabetic);
        let quoted = before.ends_with(['"', '“', '‘', '\'', '«', '»', '„', '_']) && !is_elided;
        // A line such as "Subject: a kitten" begins like a sentence.
        let is_label = before.ends_with('\n') && after.starts_with(':');
        // In scripts without capitals, a sentence does not begin with one either.
        let is_foreign = after.trim_start_matches(' ').starts_with(is_uncased);
        let begins = !is_foreign
            && (start == 0 || quoted && !is_defined(before) || is_label || starts.contains(&start));
        let word = ["'s", "’s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
        let small = word.to_lowercase().replace('’', "'");
        let shape = if is_in_address(before, after) { Capitalisation::Small } else { shape(word) };
        CasedWord { place: start..start + word.len(), shape, small, begins }
    };
    pieces.filter(|word| !word.is_empty()).map(word).collect()
}

/// Splits a word where a script without capitals begins or ends: "Silverdome的".
fn of_one_script(word: &str) -> Vec<&str> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    let mut letters = word.char_indices().peekable();
    while let Some((_, letter)) = letters.next() {
        if let Some(&(at, next)) = letters.peek()
            && is_uncased(letter) != is_uncased(next)
        {
            pieces.push(&word[start..at]);
            start = at;
        }
    }
    pieces.push(&word[start..]);
    pieces
}

/// Returns whether this is a Chinese, Japanese or Korean letter.
fn is_uncased(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{323af}')
}

/// Returns whether two words may belong to one name: only a space, a hyphen, the comma before the
/// legal form of a company, an ampersand, or the full stop of a title or an initial separates them.
pub(crate) fn joins(text: &str, one: &CasedWord, other: &CasedWord) -> bool {
    let between = &text[one.place.end..other.place.start];
    let is_short = ABBREVIATED.contains(&one.small.as_str()) || one.small.chars().count() == 1;
    let is_label = between.ends_with('\n') && text[other.place.end..].starts_with(':');
    let is_company =
        may_follow_comma(&other.small) && between.strip_prefix(',').is_some_and(spaced);
    !is_label
        && !other.begins
        && (spaced(between)
            || between == " & "
            || is_company
            || between == "-"
            || is_short
                && between.strip_prefix('.').is_some_and(|rest| rest.is_empty() || spaced(rest)))
}

/// Returns a word without a French article or pronoun that has lost its vowel: "l'Angleterre".
fn without_elision(word: &str) -> &str {
    let Some((before, rest)) = word.split_once(['\'', '’']) else { return word };
    let is_elided = ["c", "d", "j", "l", "m", "n", "qu", "s", "t"].contains(&before);
    if is_elided && rest.starts_with(char::is_uppercase) { rest } else { word }
}

/// Returns whether a word that follows this text in quotation marks is being defined: (the "Company").
fn is_defined(before: &str) -> bool {
    let unquoted = before.trim_end_matches(['"', '“', '‘', '\'', '«', '„', ' ']);
    let unquoted = unquoted.strip_suffix("the").unwrap_or(unquoted).trim_end();
    unquoted.ends_with('(')
}

/// Returns whether a word between these texts is part of a web address, a mail address or a path.
fn is_in_address(before: &str, after: &str) -> bool {
    let begin = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let end = after.split(char::is_whitespace).next().unwrap_or_default();
    let is_address = |part: &str| part.contains(['\\', '@']) || part.contains("://");
    is_address(begin) || is_address(end)
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

/// Returns whether this separates words of one line, or of two lines that follow each other.
/// Justified text has more than one space, columns have many.
fn spaced(text: &str) -> bool {
    let lines = text.matches('\n').count();
    !text.is_empty()
        && text.chars().all(char::is_whitespace)
        && (lines == 1 || lines == 0 && text.chars().count() <= JUSTIFIED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_the_script_changes() {
        let small = |text| words(text).into_iter().map(|word| word.small).collect::<Vec<_>>();
        assert_eq!(small("Silverdome的人"), ["silverdome", "的人"]);
        assert_eq!(small("Tom’s hat"), ["tom", "hat"]);
        assert_eq!(small("Mäxchen"), ["mäxchen"]);
    }

    #[test]
    fn capitals_and_beginnings_are_noted() {
        let text = "A lamp. MIRA saw “Tom” and Ann.";
        let all: Vec<_> = words(text).iter().map(|word| (word.shape, word.begins)).collect();
        assert_eq!(all[0], (Capitalisation::Capitalised, true));
        assert_eq!(all[1], (Capitalisation::Small, false));
        assert_eq!(all[2], (Capitalisation::Capitals, true));
        assert_eq!(all[4], (Capitalisation::Capitalised, true));
        assert_eq!(all[6], (Capitalisation::Capitalised, false));
    }
}
