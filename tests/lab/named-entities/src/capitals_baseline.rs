//! What capital letters alone find: the baseline for mentions.

use std::ops::Range;

/// Returns every run of capitalised words as a byte range, except words that begin a sentence. The word
/// "I" has its capital for another reason, and is part of none.
pub fn capitalised_runs(text: &str) -> Vec<Range<usize>> {
    sentences::sentences(text).into_iter().flat_map(|sentence| runs(text, sentence)).collect()
}

fn runs(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let words = words(text, sentence);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for word in words.iter().filter(|word| is_capitalised(&text[word.start..word.end])) {
        match runs.last_mut() {
            Some(run) if joins(&text[run.end..word.start]) => run.end = word.end,
            _ => runs.push(word.clone()),
        }
    }
    runs.retain(|run| words.first().is_none_or(|first| first.start != run.start));
    runs
}

/// Returns the words of a sentence: letters and digits with the apostrophes after them.
fn words(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (place, letter) in text[sentence.clone()].char_indices() {
        let start = sentence.start + place;
        let end = start + letter.len_utf8();
        match words.last_mut().filter(|word| word.end == start) {
            Some(word) if letter.is_alphanumeric() || is_apostrophe(letter) => word.end = end,
            None if letter.is_alphanumeric() => words.push(start..end),
            _ => {}
        }
    }
    words
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’')
}

fn is_capitalised(word: &str) -> bool {
    let is_pronoun = word
        .strip_prefix('I')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(is_apostrophe));
    word.starts_with(char::is_uppercase) && !is_pronoun
}

/// Returns whether words with this text between them are in one run. They are in one sentence already,
/// so a full stop is that of a title or an initial.
fn joins(between: &str) -> bool {
    between == "-" || matches!(between.trim(), "" | ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        capitalised_runs(text).into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn runs_within_sentences_are_found() {
        assert_eq!(
            found("Then I met Mr. J. Bell, Ann Hill and Tom's Bunker-Hill. I'm in New\nYork."),
            ["Mr. J. Bell", "Ann Hill", "Tom's Bunker-Hill", "New\nYork"]
        );
    }

    #[test]
    fn what_begins_a_sentence_is_left_out() {
        assert_eq!(found("Ann Hill saw the Thames. “Bell!” It rained."), ["Thames"]);
        assert!(found("").is_empty() && found("… — !").is_empty());
    }
}
