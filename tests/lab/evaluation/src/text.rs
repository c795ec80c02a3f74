//! When a text states a fact.

use std::collections::HashSet;

/// Returns the words of a text in lower case, without punctuation.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Words that begin a sentence about the person of the previous one.
const PRONOUNS: [&str; 2] = ["he", "she"];

/// Returns whether a sentence of a text holds every key word of a fact. One that begins with a pronoun
/// may leave the person to the previous sentence, as in the stories.
pub fn states(text: &str, key: &[String]) -> bool {
    let wanted: Vec<String> = key.iter().flat_map(|key| words(key)).collect();
    let mut before = Vec::new();
    wanted.is_empty()
        || sentences(text).into_iter().any(|own| {
            let goes_on = own.first().is_some_and(|word| PRONOUNS.contains(&word.as_str()));
            let person = if goes_on { std::mem::take(&mut before) } else { Vec::new() };
            let holds = wanted.iter().all(|word| own.contains(word) || person.contains(word));
            before = own;
            holds
        })
}

/// Returns the words of each sentence. A mark ends a sentence if space follows it.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let mut sentences = vec![Vec::new()];
    for piece in text.split_whitespace() {
        if let Some(last) = sentences.last_mut() {
            last.extend(words(piece));
        }
        let bare = piece.trim_end_matches(['"', '\'', ')', '”', '’', '»']);
        if bare.ends_with(['.', '!', '?']) {
            sentences.push(Vec::new());
        }
    }
    sentences
}

/// Returns words that carry content, as a rough rule: four letters or more, or a capital or a digit
/// within the text.
pub fn content_words(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| {
            word.chars().count() >= 4 || word.chars().any(|c| c.is_uppercase() || c.is_numeric())
        })
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_stated_by_whole_words_of_a_sentence_in_any_order() {
        let key = ["Mira", "Holt", "red"].map(String::from);
        for (text, stated) in [
            ("The lamp of MIRA Holt is red.", true),
            ("A red lamp belongs to Mira, not to Tom Holt.", true),
            ("Mira Holt had tired of the lamp.", false),
            ("", false),
            // One of the words is in another sentence.
            ("Mira Holt has a lamp. The door is red.", false),
            ("Mira laughed. Tom Holt is red.", false),
            ("Mira Holt came in. She has a red lamp.", true),
            ("Mira Holt came in. It rained. She has a red lamp.", false),
            ("“Mira Holt left!” The lamp is red.", false),
        ] {
            assert_eq!(states(text, &key), stated, "{text}");
        }
        assert!(states("", &[]));
    }

    #[test]
    fn content_words_leave_out_short_plain_ones() {
        let words = content_words("He saw Ann in the cellar at 9");
        let mut words: Vec<_> = words.into_iter().collect();
        words.sort();
        assert_eq!(words, ["9", "ann", "cellar", "he"]);
    }
}
