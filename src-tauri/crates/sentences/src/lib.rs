//! Finds where sentences and words end, in any script.
//!
//! The rules are Unicode's (UAX #29, and dictionaries for the words of scripts without spaces).
//! Further rules cover what these leave to the reader's knowledge: a line may be broken within a
//! sentence, a full stop may belong to an abbreviation, and a text that continues in lower case has
//! not ended.

use std::ops::Range;

use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{SentenceSegmenter, WordSegmenter};

/// The length up to which a capitalised word with a full stop is an abbreviation: Mr., St., J.
const ABBREVIATION: usize = 2;
/// Longer abbreviations that precede a name or a number, in alphabetical order. Words that are also
/// names, such as "Jan", are left out.
#[rustfmt::skip]
const ABBREVIATIONS: &[&str] = &[
    "Abb", "Abs", "Anm", "Apr", "Aug", "Ave", "Bro", "Capt", "Cmdr", "Col", "Dec", "Dra", "Eds", "Eqs", "Esq", "Feb",
    "Fig", "Figs", "Frl", "Gen", "Gov", "Hon", "Hrn", "Jul", "Jun", "Lieut", "Maj", "Messrs", "Mlle", "Mme", "Mrs",
    "Nos", "Nov", "Oct", "Prof", "Rep", "Rev", "Sec", "Sen", "Sep", "Sept", "Sgt", "Sra", "Srta", "Sta", "Str", "Tab",
    "Tel", "Vol",
];
/// The capitalised months of languages that write days as ordinal numbers with a full stop.
const MONTHS: [&str; 14] = [
    "Januar",
    "Jänner",
    "Februar",
    "Feber",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
/// English words that begin sentences and no names, in alphabetical order.
#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "A", "After", "All", "Also", "Although", "An", "And", "As", "At", "Because", "Before", "Both", "But", "By", "Each",
    "Even", "Finally", "For", "From", "He", "Her", "Here", "His", "How", "However", "I", "If", "In", "It", "Its",
    "Later", "Many", "Most", "My", "No", "Not", "Now", "On", "Once", "One", "Only", "Or", "Our", "She", "Since", "So",
    "Some", "Such", "That", "The", "Their", "Then", "There", "These", "They", "This", "Those", "Thus", "To", "Under",
    "Until", "We", "What", "When", "Where", "While", "Who", "Why", "With", "Yet", "You", "Your",
];
/// Marks that belong to the text after them, though Unicode's rules do not distinguish them from
/// closing marks.
const OPENING: [char; 10] = ['「', '『', '（', '《', '〈', '【', '“', '‘', '«', '('];

/// Returns the byte ranges of a text's sentences in order, without the space around them. An empty
/// line also ends a sentence.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let flat = flatten(text);
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    let mut sentences: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for end in segmenter.segment_str(&flat) {
        let end = without_opening(text, start..end);
        let piece = trimmed(text, start..end);
        start = end;
        if piece.is_empty() {
            continue;
        }
        match sentences.last_mut() {
            Some(last) if goes_on(text, last, &piece) => last.end = piece.end,
            _ => sentences.push(piece),
        }
    }
    sentences
}

/// Returns whether the space between two sentences ends a paragraph, that is, contains an empty
/// line.
pub fn ends_paragraph(space: &str) -> bool {
    space.matches('\n').count() > 1
}

/// Returns the byte offsets at which words, and the stretches between them, end.
pub fn word_ends(text: &str) -> Vec<usize> {
    let segmenter = WordSegmenter::new_auto(WordBreakInvariantOptions::default());
    segmenter.segment_str(text).filter(|&end| end > 0).collect()
}

/// Returns the text with all byte offsets unchanged, but with spaces for line breaks within
/// paragraphs, and three full stops for an ellipsis that may end a sentence.
fn flatten(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        let (word, from) = rest.split_at(at);
        let (space, after) = from.split_at(from.len() - from.trim_start().len());
        match word.strip_suffix('…') {
            Some(word) => flat.extend([word, "..."]),
            None => flat.push_str(word),
        }
        match ends_paragraph(space) {
            true => flat.push_str(space),
            false => flat.push_str(&space.replace(['\r', '\n'], " ")),
        }
        rest = after;
    }
    flat + rest
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let piece = &text[range.clone()];
    let end = range.start + piece.trim_end().len();
    (range.end - piece.trim_start().len()).min(end)..end
}

/// Returns the end of a piece without the opening marks of the next one.
fn without_opening(text: &str, piece: Range<usize>) -> usize {
    match piece.end == text.len() {
        true => piece.end,
        false => piece.start + text[piece].trim_end_matches(OPENING).len(),
    }
}

/// Returns whether a sentence continues where Unicode's rules say that it may have ended.
fn goes_on(text: &str, sentence: &Range<usize>, next: &Range<usize>) -> bool {
    !ends_paragraph(&text[sentence.end..next.start])
        && (text[next.clone()].starts_with(char::is_lowercase)
            || is_abbreviation(&text[sentence.clone()])
            || ends_with_initials(&text[sentence.clone()]) && !is_opener(&text[next.clone()])
            || is_date(&text[sentence.clone()], &text[next.clone()]))
}

/// Returns whether `before` ends with a day and `after` begins with its month, as in "am 6. Mai".
fn is_date(before: &str, after: &str) -> bool {
    let day = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_day = day.strip_suffix('.').is_some_and(|day| {
        (1..=2).contains(&day.len()) && day.bytes().all(|digit| digit.is_ascii_digit())
    });
    let month = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    is_day && MONTHS.contains(&month)
}

/// Returns whether the last word of a sentence is an abbreviation.
fn is_abbreviation(sentence: &str) -> bool {
    let word = sentence.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    word.strip_suffix('.').is_some_and(|stem| {
        let is_short = stem.chars().count() <= ABBREVIATION;
        stem.starts_with(char::is_uppercase)
            && (is_short || ABBREVIATIONS.binary_search(&stem).is_ok())
    })
}

/// Returns whether the last word of a sentence is several initials, as in "the U.S. Senate", "J.K. Hill" and "Ph.D.".
fn ends_with_initials(sentence: &str) -> bool {
    let word = sentence.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_initial =
        |part: &str| part.starts_with(char::is_uppercase) && part.chars().count() <= ABBREVIATION;
    let initials: Vec<&str> = word.strip_suffix('.').unwrap_or_default().split('.').collect();
    initials.len() > 1 && initials.into_iter().all(is_initial)
}

/// Returns whether a text begins with a word that begins sentences and no names: "He lives in the U.S. She left."
fn is_opener(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    word.is_some_and(|word| OPENERS.binary_search(&word).is_ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn a_sentence_ends_at_its_mark() {
        for (text, expected) in [
            ("First. Two! Three?", vec!["First.", "Two!", "Three?"]),
            ("He met Mr. Bell. They ran.", vec!["He met Mr. Bell.", "They ran."]),
            ("Prof. Hill saw Rex. Mrs. Bell ran.", vec!["Prof. Hill saw Rex.", "Mrs. Bell ran."]),
            (
                "J. R. Ely saw Fig. 2. He met Tom. It rained.",
                vec!["J. R. Ely saw Fig. 2.", "He met Tom.", "It rained."],
            ),
            (
                "J.K. Hill saw the U.S. Senate. He lives in the U.S. She left.",
                vec!["J.K. Hill saw the U.S. Senate.", "He lives in the U.S.", "She left."],
            ),
            ("“Who?” she said. “I.”", vec!["“Who?” she said.", "“I.”"]),
            ("He waited… Then it came… at last.", vec!["He waited…", "Then it came… at last."]),
            (
                "It cost 3.50 at pecan.example. Fine.",
                vec!["It cost 3.50 at pecan.example.", "Fine."],
            ),
            (
                "Sie kam am 6. Januar. Es war 6. Dann ging er.",
                vec!["Sie kam am 6. Januar.", "Es war 6.", "Dann ging er."],
            ),
            ("  \n ", vec![]),
        ] {
            assert_eq!(split(text), expected);
        }
    }

    #[test]
    fn abbreviations_are_found() {
        assert!(ABBREVIATIONS.is_sorted() && OPENERS.is_sorted());
    }

    #[test]
    fn a_line_may_be_broken_within_a_sentence_and_an_empty_one_ends_it() {
        assert_eq!(split("One\ntwo.\r\nThree\n\nFour"), ["One\ntwo.", "Three", "Four"]);
        assert_eq!(split("Mr.\n \n bell"), ["Mr.", "bell"]);
        assert!(ends_paragraph("\n \n") && !ends_paragraph(" \r\n "));
    }

    #[test]
    fn scripts_without_spaces_have_sentences_and_words() {
        assert_eq!(
            split("房子很旧。「灯在地窖里！」没有人看。"),
            ["房子很旧。", "「灯在地窖里！」", "没有人看。"]
        );
        assert_eq!(split("यह घर है। वह गया।"), ["यह घर है।", "वह गया।"]);
        let thai = "ภาษาไทย";
        assert_eq!(word_ends(thai), ["ภาษา".len(), thai.len()]);
        assert_eq!(word_ends("two words"), [3, 4, 9]);
    }

    proptest! {
        #[test]
        fn sentences_stand_in_order_with_only_space_between(text in "[a-cA-C.!… \n\r。「漢é\"“”]{0,80}") {
            let mut end = 0;
            for sentence in sentences(&text) {
                prop_assert!(text[end..sentence.start].trim().is_empty());
                prop_assert_eq!(text[sentence.clone()].trim(), &text[sentence.clone()]);
                prop_assert!(!sentence.is_empty());
                end = sentence.end;
            }
            prop_assert!(text[end..].trim().is_empty());
            prop_assert_eq!(flatten(&text).len(), text.len());
        }
    }
}
