//! Decides whether a word broken at the end of a line is one word.

use std::collections::HashSet;

use super::line::PdfLine;

/// The fate of a hyphen at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hyphenation {
    /// The hyphen only broke the word: it is removed, and the halves join.
    Undone,
    /// The hyphen belongs to the word: it stays, and the halves join.
    Kept,
    /// The hyphen stands for a word part that follows ("pre- and postwar"): it stays, and a space
    /// follows.
    Open,
}

/// The words of a document that occur unbroken on a line.
#[derive(Debug, Default)]
pub(super) struct UnbrokenWords(HashSet<String>);

/// The length in bytes of the halves of a compound, at least: shorter halves may be words by chance.
const LONG_HALF: usize = 4;
/// Words before which a hyphen at the end of a line stays.
const CONJUNCTIONS: [&str; 12] =
    ["and", "or", "to", "und", "oder", "bis", "et", "ou", "y", "o", "e", "en"];

impl UnbrokenWords {
    /// Adds a line's words, except for the halves at its ends.
    pub fn add(&mut self, line: &PdfLine, after_hyphen: bool) {
        let first = usize::from(after_hyphen);
        let last = line.pieces.len() - usize::from(line.hyphen.is_some());
        for piece in line.pieces.get(first..last).unwrap_or_default() {
            let word = piece.text.trim_matches(|c: char| !c.is_alphanumeric());
            if word.contains(char::is_alphabetic) {
                self.0.insert(word.to_lowercase());
            }
        }
    }

    /// Decides by the halves, with words elsewhere in the document as evidence.
    pub fn decide(&self, hyphen: char, before: &str, after: &str) -> Hyphenation {
        let stem = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let head = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if hyphen == '\u{ad}' {
            return Hyphenation::Undone;
        }
        if stem.is_empty() || !head.starts_with(char::is_lowercase) {
            return Hyphenation::Kept;
        }
        let (stem, head) = (stem.to_lowercase(), head.to_lowercase());
        let known = |word: &str| self.0.contains(word);
        if known(&format!("{stem}{head}")) {
            return Hyphenation::Undone;
        }
        if CONJUNCTIONS.contains(&head.as_str()) {
            return Hyphenation::Open;
        }
        let is_compound = known(&format!("{stem}-{head}"))
            || before.contains('-') && known(&head)
            || stem.len() >= LONG_HALF && head.len() >= LONG_HALF && known(&stem) && known(&head);
        if is_compound { Hyphenation::Kept } else { Hyphenation::Undone }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::word::PdfWord;

    #[test]
    fn halves_join_only_when_that_is_safe() {
        let mut vocabulary = UnbrokenWords::default();
        let words = ["privacy", "preserving", "data-driven", "(something)", "based", "well"];
        let piece = |word: &&str| PdfWord { text: (*word).into(), area: None, spaced: true };
        let line = PdfLine {
            pieces: words.iter().map(piece).collect(),
            hyphen: None,
            area: None,
            height: 1.0,
        };
        vocabulary.add(&line, false);
        let cases = [
            ('-', "dif", "ferent,", Hyphenation::Undone),
            ('-', "Some", "thing", Hyphenation::Undone),
            ('-', "privacy", "preserving", Hyphenation::Kept),
            ('-', "data", "driven", Hyphenation::Kept),
            ('-', "Nash", "Moser", Hyphenation::Kept),
            ('-', "1990", "1995", Hyphenation::Kept),
            ('-', "pre", "and", Hyphenation::Open),
            ('-', "state-of-the", "based", Hyphenation::Kept),
            ('\u{ad}', "privacy", "preserving", Hyphenation::Undone),
        ];
        for (hyphen, before, after, expected) in cases {
            assert_eq!(vocabulary.decide(hyphen, before, after), expected, "{before}-{after}");
        }
    }

    #[test]
    fn halves_are_no_words() {
        let piece = |word: &str| PdfWord { text: word.into(), area: None, spaced: true };
        let line = PdfLine {
            pieces: vec![piece("ferent"), piece("whole"), piece("bro")],
            hyphen: Some('-'),
            area: None,
            height: 1.0,
        };
        let mut vocabulary = UnbrokenWords::default();
        vocabulary.add(&line, true);
        assert_eq!(vocabulary.0, HashSet::from(["whole".to_owned()]));
        let alone = PdfLine { pieces: vec![piece("x")], ..line };
        vocabulary.add(&alone, true);
        assert_eq!(vocabulary.0.len(), 1);
    }
}
