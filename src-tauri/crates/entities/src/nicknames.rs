//! Finds nicknames that the text itself explains: "Mira Holt, whom everybody called Sparrow," and
//! "Mira Holt was known as Sparrow."

use std::ops::Range;

use crate::defined_terms::defined;

/// The text between a name and another one said to mean the same, if a comma or a full stop
/// follows.
const APPOSITIONS: [&str; 9] = [
    ", called",
    ", also called",
    ", known as",
    ", also known as",
    ", better known as",
    ", nicknamed",
    ", alias",
    ", otherwise",
    " alias",
];
/// The text between the two in a sentence of its own.
const COPULAS: [&str; 10] = [
    " is called",
    " is known as",
    " is nicknamed",
    " was always called",
    " was called",
    " was generally called",
    " was known as",
    " was nicknamed",
    " was usually called",
    " went by the name of",
];
/// Words after a name that begin a clause about what the person is called.
const RELATIVES: [&str; 3] = [", whom ", ", who was ", ", which "];
/// The maximum number of words in such a clause.
const CLAUSE: usize = 6;

/// Returns pairs of mentions, by number, whose second is another name for the first according to
/// the text.
pub(crate) fn explained(text: &str, mentions: &[Range<usize>]) -> Vec<(usize, usize)> {
    let pairs = mentions.windows(2).enumerate();
    let mut explained: Vec<(usize, usize)> = pairs
        .filter(|(_, pair)| says_same(text, &pair[0], &pair[1]))
        .map(|(at, _)| (at, at + 1))
        .collect();
    explained.extend(defined(text, mentions));
    explained
}

fn says_same(text: &str, one: &Range<usize>, other: &Range<usize>) -> bool {
    let Some(between) = text.get(one.end..other.start) else { return false };
    let before = text[..one.start].trim_end();
    let after = text[other.end..].trim_start_matches(['"', '”', '’', '\'']);
    // Quotation marks can surround the name.
    let between = between.trim_end_matches(|c: char| c.is_whitespace() || "\"“‘'".contains(c));
    let words: Vec<&str> = between.split_whitespace().collect();
    let gap = if between.starts_with(char::is_whitespace) { " " } else { "" };
    let between = format!("{gap}{}", words.join(" "));
    let ends = after.starts_with([',', '.', ';', ')']);
    let is_clause = RELATIVES.iter().any(|begin| between.starts_with(begin));
    APPOSITIONS.contains(&between.as_str()) && ends
        || COPULAS.contains(&between.as_str())
        || is_clause && words.len() <= CLAUSE && words.last().is_some_and(|last| is_calling(last))
        || between == " by the name of" && before.rsplit(' ').next().is_some_and(is_calling)
}

fn is_calling(word: &str) -> bool {
    ["call", "called", "calls", "nicknamed"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mentions::mentions;

    fn pairs(text: &str) -> Vec<(&str, &str)> {
        let places = mentions(text);
        let name = |at: usize| &text[places[at].clone()];
        explained(text, &places).into_iter().map(|(one, other)| (name(one), name(other))).collect()
    }

    #[test]
    fn the_text_says_what_somebody_is_called() {
        for text in [
            "Then Mira Holt, called Sparrow, came in.",
            "There Mira Holt, whom everybody called “Sparrow”, sat. Then Sparrow left.",
            "In the yard Mira Holt was known as Sparrow to all.",
            "Everybody called Mira Holt by the name of Sparrow.",
            "It was Mira Holt, better known as Sparrow.",
        ] {
            assert_eq!(pairs(text), [("Mira Holt", "Sparrow")], "{text}");
        }
    }

    #[test]
    fn who_calls_somebody_is_somebody_else() {
        for text in [
            "Then Mira Holt, called Tom Bell a liar.",
            "In the yard Mira Holt called Tom Bell.",
            "There Mira Holt has a donkey called Ziggy.",
            "There Mira Holt, whom Tom Bell called, sat down.",
            "There Mira Holt knew a man by the name of Tom Bell.",
            "In spring Mira Holt was called to Norwich.",
        ] {
            assert!(pairs(text).is_empty(), "{text}");
        }
    }
}
