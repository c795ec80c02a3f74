//! Search words, and where they occur in a text.

use std::collections::BTreeSet;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum number of characters in a piece.
const PIECE: u32 = 160;
/// The number of these that precede the match.
const LEAD: u32 = 50;

/// A word, or a letter of a script without spaces, and its position in characters.
struct FoldedWord {
    range: Range<u32>,
    /// Without case and accents.
    folded: String,
}

/// Words that follow one another.
struct SearchPhrase {
    /// As typed.
    typed: String,
    folded: Vec<String>,
    /// Whether its last word is a prefix.
    open: bool,
}

/// An occurrence of a phrase.
struct PhraseMatch {
    phrase: usize,
    range: Range<u32>,
}

/// A piece of a text, in characters.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TextSnippet {
    /// Its position.
    pub range: Range<u32>,
    /// The matches in it.
    pub found: Vec<Range<u32>>,
}

/// A search for all of these phrases.
pub(crate) struct WordQuery {
    phrases: Vec<SearchPhrase>,
}

impl WordQuery {
    /// Parses search words. Words between quotation marks form a phrase; any other word stands for
    /// itself.
    pub(crate) fn of(words: &str) -> Self {
        let mut phrases = Vec::new();
        for (nth, part) in words.split('"').enumerate() {
            match nth % 2 {
                0 => phrases.extend(part.split_whitespace().map(SearchPhrase::of)),
                _ => phrases.push(SearchPhrase::of(part)),
            }
        }
        let ends_in_word = words.chars().next_back().is_some_and(char::is_alphanumeric);
        if let Some(last) = phrases.last_mut() {
            last.open = ends_in_word;
        }
        phrases.retain(|phrase| !phrase.folded.is_empty());
        Self { phrases }
    }

    /// Returns the search in the language of FTS5; `None` without a word.
    pub(crate) fn query(&self) -> Option<String> {
        let phrase = |phrase: &SearchPhrase| {
            let open = if phrase.open { " *" } else { "" };
            format!("\"{}\"{open}", set_apart(&phrase.typed))
        };
        let phrases: Vec<String> = self.phrases.iter().map(phrase).collect();
        (!phrases.is_empty()).then(|| phrases.join(" AND "))
    }

    /// Returns the piece of a text that has most of the phrases, with whole words around them; its
    /// beginning if it has none.
    pub(crate) fn piece(&self, text: &str) -> TextSnippet {
        let tokens = tokens(text);
        let places = self.places(&tokens);
        let near = |first: &usize| {
            let end = places[*first].range.start + PIECE - LEAD;
            let near = places[*first..].iter().take_while(|place| place.range.start < end);
            near.map(|place| place.phrase).collect::<BTreeSet<_>>().len()
        };
        // Of equals, the first.
        let best = (0..places.len()).rev().max_by_key(near);
        let range = around(&tokens, best.map_or(0, |best| places[best].range.start));
        let within =
            |place: &PhraseMatch| place.range.start >= range.start && place.range.end <= range.end;
        let found = places.into_iter().filter(within).map(|place| place.range).collect();
        TextSnippet { range, found }
    }

    /// Returns all occurrences of the phrases, in the order of the text.
    fn places(&self, tokens: &[FoldedWord]) -> Vec<PhraseMatch> {
        let mut places = Vec::new();
        for at in 0..tokens.len() {
            for (nth, phrase) in self.phrases.iter().enumerate() {
                if let Some(range) = phrase.begins(&tokens[at..]) {
                    places.push(PhraseMatch { phrase: nth, range });
                }
            }
        }
        places
    }
}

/// Returns whole words around a character.
fn around(tokens: &[FoldedWord], at: u32) -> Range<u32> {
    let mut tokens = tokens.iter().skip_while(|token| token.range.start < at.saturating_sub(LEAD));
    let Some(first) = tokens.next() else { return 0..0 };
    let most = first.range.start + PIECE;
    let last = tokens.take_while(|token| token.range.end <= most).last();
    first.range.start..last.unwrap_or(first).range.end.min(most)
}

impl SearchPhrase {
    fn of(typed: &str) -> Self {
        let folded = tokens(typed).into_iter().map(|token| token.folded).collect();
        Self { typed: typed.to_owned(), folded, open: false }
    }

    /// Returns the phrase's range if the text begins with it.
    fn begins(&self, tokens: &[FoldedWord]) -> Option<Range<u32>> {
        let last = self.folded.len() - 1;
        let same = |(nth, (wanted, token)): (usize, (&String, &FoldedWord))| match self.open {
            true if nth == last => token.folded.starts_with(wanted),
            _ => token.folded == *wanted,
        };
        let end = tokens.get(last)?.range.end;
        let begins = self.folded.iter().zip(tokens).enumerate().all(same);
        begins.then(|| tokens[0].range.start..end)
    }
}

/// Puts spaces around letters of scripts without word spaces, so that each is a word and any
/// sequence of them is found, and leaves out marks that writers may leave out. After a change to this function, a
/// migration must fill the index again: words are removed from it the way they were added.
pub(crate) fn set_apart(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match stands_alone(letter) {
            true => out.extend([' ', letter, ' ']),
            false if is_optional(letter) => {}
            false => out.push(letter),
        }
    }
    out
}

/// Returns whether a letter belongs to a script without spaces between words: Thai, Lao, Burmese,
/// Khmer, Japanese, Chinese.
fn stands_alone(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

fn tokens(text: &str) -> Vec<FoldedWord> {
    let mut tokens: Vec<FoldedWord> = Vec::new();
    let mut goes_on = false;
    for (at, letter) in (0..).zip(text.chars()) {
        let alone = stands_alone(letter);
        if !alone && !letter.is_alphanumeric() && !is_combining_mark(letter) {
            goes_on = false;
            continue;
        }
        match tokens.last_mut().filter(|_| goes_on && !alone) {
            Some(token) => {
                token.range.end = at + 1;
                fold(letter, &mut token.folded);
            }
            None => {
                let mut folded = String::new();
                fold(letter, &mut folded);
                tokens.push(FoldedWord { range: at..at + 1, folded });
            }
        }
        goes_on = !alone;
    }
    tokens
}

/// Appends a letter without case and accents.
fn fold(letter: char, out: &mut String) {
    out.extend(letter.nfd().filter(|part| !is_optional(*part)).flat_map(char::to_lowercase));
}

/// Returns whether a mark may be left out in writing: an accent, or a vowel point of Hebrew or Arabic. The vowel signs of
/// other scripts, such as Devanagari and Tamil, are letters of their words.
fn is_optional(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}'
        | '\u{591}'..='\u{5bd}'
        | '\u{5bf}'
        | '\u{5c1}'..='\u{5c2}'
        | '\u{5c4}'..='\u{5c5}'
        | '\u{5c7}'
        | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}'
        | '\u{6e7}'..='\u{6e8}'
        | '\u{6ea}'..='\u{6ed}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(words: &str) -> Option<String> {
        WordQuery::of(words).query()
    }

    #[test]
    fn what_was_typed_becomes_a_query_and_nothing_else() {
        for (words, expected) in [
            ("garden", Some("\"garden\" *")),
            ("the garden ", Some("\"the\" AND \"garden\"")),
            ("\"the garden\" wall", Some("\"the garden\" AND \"wall\" *")),
            ("\"the garden", Some("\"the garden\" *")),
            ("NEAR(a b) OR c*", Some("\"NEAR(a\" AND \"b)\" AND \"OR\" AND \"c*\"")),
            ("地窖", Some("\" 地  窖 \" *")),
            ("words : -", Some("\"words\"")),
            ("", None),
            ("\"\" - ?", None),
        ] {
            assert_eq!(query(words).as_deref(), expected, "{words:?}");
        }
    }

    fn cut(text: &str, range: &Range<u32>) -> String {
        text.chars().skip(range.start as usize).take(range.len()).collect()
    }

    /// Returns the piece, and the matches in it.
    fn piece(words: &str, text: &str) -> (String, Vec<String>) {
        let piece = WordQuery::of(words).piece(text);
        let found = piece.found.iter().map(|range| cut(text, range)).collect();
        (cut(text, &piece.range), found)
    }

    #[test]
    fn a_piece_has_as_many_of_the_words_as_there_are_near_each_other() {
        let filling = "Nothing of note was said. ".repeat(20);
        let text = format!("The key. {filling}Mira hid the silver KÉY, at last. {filling}");
        let (shown, found) = piece("key mira", &text);
        assert!(shown.contains("Mira hid the silver KÉY"), "{shown}");
        assert!(shown.chars().count() <= PIECE as usize, "{shown}");
        assert!(shown.starts_with(char::is_alphanumeric), "{shown}");
        assert_eq!(found, ["Mira", "KÉY"]);
        assert_eq!(piece("\"hid the\" silv", &text).1, ["hid the", "silver"]);
        let (shown, found) = piece("nowhere", &text);
        assert!(shown.starts_with("The key. Nothing") && found.is_empty(), "{shown}");
        assert_eq!(piece("key", "…"), (String::new(), vec![]));
    }

    #[test]
    fn letters_of_scripts_without_spaces_are_found_side_by_side() {
        let text = "房子很旧。窖很冷，地很湿。灯在地窖里！没有人看。";
        assert_eq!(piece("地窖", text).1, ["地窖"]);
        assert_eq!(set_apart("a灯b"), "a 灯 b");
    }

    #[test]
    fn a_word_without_an_end_is_cut() {
        let text = "x".repeat(1_000);
        assert_eq!(piece("x", &text).0.len(), PIECE as usize);
    }
}
