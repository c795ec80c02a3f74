//! The words and marks of a sentence, with a whole name as one token.

use std::ops::Range;

/// Words whose "'s" is a verb.
const WITH_VERB: [&str; 9] = ["he", "here", "how", "it", "she", "that", "there", "what", "who"];
/// Words that keep a capital letter, with which they mean something else: a month, a name.
const OTHER_WITH_CAPITAL: [&str; 2] = ["May", "Will"];
/// Words that a text read by capital letters alone may take for the beginning of a name: "Unless Tom Bell".
#[rustfmt::skip]
const BEFORE_NAMES: [&str; 37] = [
    "after", "although", "are", "because", "before", "can", "could", "did", "do", "does", "had", "hardly", "has",
    "have", "is", "maybe", "might", "neither", "never", "nobody", "not", "perhaps", "possibly", "probably", "should",
    "since", "suppose", "though", "till", "unless", "until", "was", "were", "whereas", "whether", "while", "would",
];
/// The ending of a possessive.
pub(crate) const POSSESSIVE: &str = "'s";

/// A word, a mark, the ending of a possessive ("'s"), or a whole name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// In lower case; empty for a name.
    pub text: String,
    /// The entity that it names.
    pub name: Option<usize>,
}

impl Token {
    fn word(text: &str) -> Self {
        Self { text: text.to_owned(), name: None }
    }

    pub(crate) fn name(entity: usize) -> Self {
        Self { text: String::new(), name: Some(entity) }
    }

    /// Returns whether it is one of these words.
    pub fn is_of(&self, words: &[&str]) -> bool {
        self.name.is_none() && words.contains(&self.text.as_str())
    }

    /// Returns whether it is a mark.
    pub fn is_mark(&self) -> bool {
        self.name.is_none() && !self.text.starts_with(|c: char| c.is_alphanumeric() || c == '\'')
    }
}

/// Returns the tokens of a text. Full stops, which end abbreviations or the sentence, are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = word_end(rest);
        if end > 0 {
            found.extend(of_word(&rest[..end]));
            rest = &rest[end..];
            continue;
        }
        if !first.is_whitespace() && first != '.' {
            found.push(Token::word(first.encode_utf8(&mut [0; 4])));
        }
        rest = &rest[first.len_utf8()..];
    }
    found
}

/// Returns the tokens of a sentence with the names at these bytes, given in order, each with its entity. A pronoun with
/// which it begins may stand for an entity.
pub(crate) fn named_tokens(
    sentence: &str,
    names: &[(usize, Range<usize>)],
    pronoun: Option<usize>,
) -> Vec<Token> {
    let (mut found, mut done) = (Vec::new(), 0);
    for (entity, place) in names {
        // A name may go on after the end of the sentence, as in "Mrs. Wilson--Mr. | Wilson".
        let end = place.end.min(sentence.len());
        let parts = (sentence.get(done..place.start), sentence.get(place.start..end));
        if let (Some(between), Some(mention)) = parts {
            found.extend(tokens(between));
            found.extend(tokens(before_name(mention)));
            found.push(Token::name(*entity));
            done = end;
        }
    }
    found.extend(tokens(sentence.get(done..).unwrap_or_default()));
    let first = found.iter().position(|token| !token.is_mark());
    if let (Some(entity), Some(first)) = (pronoun, first)
        && found[first].name.is_none()
    {
        let owns = found[first].is_of(&["his", "her"]);
        found[first] = Token::name(entity);
        if owns {
            found.insert(first + 1, Token::word(POSSESSIVE));
        }
    }
    found
}

/// Returns the words at the beginning of a mention that are no part of the name.
pub(crate) fn before_name(mention: &str) -> &str {
    let first = &mention[..word_end(mention)];
    let is_other = BEFORE_NAMES.contains(&first.to_lowercase().as_str());
    if is_other && first.len() < mention.len() { first } else { "" }
}

/// Returns the end of the word with which a text begins. Hyphens and apostrophes belong to it.
fn word_end(text: &str) -> usize {
    let is_apostrophe = |c: char| matches!(c, '\'' | '’');
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let joins = is_apostrophe(c) || c == '-' && at > 0;
        let next = characters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if !(c.is_alphanumeric() || joins && next) {
            return at;
        }
    }
    text.len()
}

/// Returns a word without the ending of a possessive, and that ending.
fn of_word(word: &str) -> Vec<Token> {
    if OTHER_WITH_CAPITAL.contains(&word) {
        return vec![Token::word(word)];
    }
    let word = word.to_lowercase().replace('’', "'");
    match word.strip_suffix(POSSESSIVE) {
        Some("") => vec![Token::word(POSSESSIVE)],
        Some(stem) if !WITH_VERB.contains(&stem) => {
            vec![Token::word(stem), Token::word(POSSESSIVE)]
        }
        _ => vec![Token::word(word.trim_start_matches('\''))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_marks_and_names_are_told_apart() {
        let text = "Her well-kept dog, Mr. Bell's, isn’t “the miller’s”; it's May -- or may.";
        let written: Vec<String> = tokens(text).into_iter().map(|token| token.text).collect();
        let expected =
            "her well-kept dog , mr bell 's , isn't “ the miller 's ” ; it's May - - or may";
        assert_eq!(written.join(" "), expected);
        let start = text.find("Mr").unwrap();
        let named = named_tokens(text, &[(7, start..start + 8)], Some(3));
        assert_eq!((named[0].name, named[1].text.as_str()), (Some(3), "'s"));
        assert_eq!((named[5].name, named[6].text.as_str()), (Some(7), "'s"));
        assert!(named_tokens("", &[], Some(1)).is_empty());
        assert_eq!(named_tokens("Unless Tom Bell", &[(0, 0..15)], None).len(), 2);
        assert_eq!(named_tokens("So Mr.", &[(0, 3..12)], None).len(), 2);
        assert_eq!(named_tokens("Will Bell", &[(0, 0..9)], None), [Token::name(0)]);
    }
}
