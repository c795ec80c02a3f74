//! The words of a text, and which of them carry content.

use std::ops::Range;

/// Characters other than letters that may occur within a word.
const APOSTROPHES: [char; 2] = ['\'', '’'];

/// Words that say little on their own: articles, pronouns, prepositions, conjunctions and auxiliary verbs. They are
/// English; in other languages every word carries content. In alphabetical order.
#[rustfmt::skip]
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at",
    "be", "because", "been", "before", "being", "but", "by", "can", "could", "did", "do", "does",
    "for", "from", "had", "has", "have", "he", "her", "here", "hers", "herself", "him", "himself",
    "his", "how", "i", "if", "in", "into", "is", "it", "its", "itself", "just", "may", "me",
    "might", "must", "my", "no", "nor", "not", "of", "off", "on", "once", "one", "only", "onto",
    "or", "other", "our", "out", "over", "own", "shall", "she", "should", "so", "some", "such",
    "than", "that", "the", "their", "them", "themselves", "then", "there", "these", "they", "this",
    "those", "through", "to", "too", "under", "until", "up", "upon", "us", "very", "was", "we",
    "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why", "will",
    "with", "within", "without", "would", "yet", "you", "your", "yours",
];

/// Returns the byte ranges of the words of a text. A number is one word, including its separators.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(char::is_alphanumeric)?;
        let mut end = start;
        while let Some(more) = more_of_word(&text[..end], &text[end..]) {
            end += more;
        }
        rest = end;
        Some(start..start + text[start..end].trim_end_matches(APOSTROPHES).len())
    })
}

/// Returns the number of bytes that continue a word which ends before `after`; `None` if the word is complete.
fn more_of_word(before: &str, after: &str) -> Option<usize> {
    let mut next = after.chars();
    let first = next.next()?;
    let is_separator = matches!(first, '.' | ',')
        && before.ends_with(|c: char| c.is_ascii_digit())
        && next.next().is_some_and(|c| c.is_ascii_digit());
    let goes_on = first.is_alphanumeric() || APOSTROPHES.contains(&first) || is_separator;
    goes_on.then(|| first.len_utf8())
}

/// Returns whether a word carries content.
pub fn is_content(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word.to_lowercase().as_str()).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_letters_digits_and_apostrophes_between_them() {
        let text = "“Mira’s lamp,” she said -- 'twas Émile's 2nd, well-kept one.";
        let found: Vec<&str> = words(text).map(|word| &text[word]).collect();
        let expected =
            ["Mira’s", "lamp", "she", "said", "twas", "Émile's", "2nd", "well", "kept", "one"];
        assert_eq!(found, expected);
        assert_eq!(words(" … ' — \n").count(), 0);
        let text = "12. It cost 2,520.50, or 3 , in 1999.";
        let found: Vec<&str> = words(text).map(|word| &text[word]).collect();
        assert_eq!(found, ["12", "It", "cost", "2,520.50", "or", "3", "in", "1999"]);
    }

    #[test]
    fn function_words_are_found_in_any_case() {
        assert!(FUNCTION_WORDS.is_sorted());
        let content =
            ["Mira", "keeps", "the", "green", "lamp", "In", "HER", "cellar"].map(is_content);
        assert_eq!(content, [true, true, false, true, true, false, false, true]);
    }
}
