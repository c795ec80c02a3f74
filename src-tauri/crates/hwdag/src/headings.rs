//! Lines that name what follows them. They say nothing by themselves, so none becomes a point.

use std::collections::HashSet;
use std::ops::Range;

use crate::words::{is_content, words};

/// The maximum number of words of a heading.
const MOST_WORDS: usize = 8;
/// The maximum number of words of a heading with no empty line below it.
const MOST_WORDS_ABOVE_TEXT: usize = 6;
/// Final marks of lines that are not headings: the line is a finished or a continuing sentence.
const NOT_AT_THE_END: [char; 12] = ['.', '!', '?', '…', ',', ';', ':', '-', '–', '—', '。', '，'];

/// Marks that close quoted text, after its end.
const CLOSING: [char; 7] = ['"', '\'', '”', '’', '»', ')', ']'];

/// Returns the headings of a chunk, without their numbers: paragraphs of one line, and first lines of others. The
/// chunk's first and last paragraphs may be cut off and count like the others.
pub(crate) fn headings(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").filter_map(|paragraph| heading(paragraph.trim())).map(unnumbered)
}

/// Returns the heading that a paragraph consists of or begins with.
fn heading(paragraph: &str) -> Option<&str> {
    let rest = without_heading(paragraph);
    match paragraph.contains('\n') {
        true if rest.len() < paragraph.len() => paragraph.lines().next().map(str::trim),
        true => None,
        false => is_heading(paragraph, MOST_WORDS).then_some(paragraph),
    }
}

/// Returns whether a text is one of these headings, with or without a number and a full stop.
pub(crate) fn is_one_of(headings: &HashSet<String>, text: &str) -> bool {
    headings.contains(unnumbered(text).trim_end_matches('.'))
}

/// Returns a sentence without the heading in the line above it.
pub(crate) fn without_heading(sentence: &str) -> &str {
    match sentence.split_once('\n') {
        Some((line, rest))
            if is_heading_above(line.trim())
                && rest.trim_start().starts_with(char::is_uppercase) =>
        {
            rest.trim_start()
        }
        _ => sentence,
    }
}

/// Returns whether a line with text directly below it is a heading: it is numbered, or its words are capitalised. A
/// line of verse, or one broken before a name, is not a heading.
fn is_heading_above(line: &str) -> bool {
    let name = unnumbered(line);
    let has_capital = |word: Range<usize>| {
        name[word.clone()].starts_with(char::is_uppercase) || !is_content(&name[word])
    };
    is_heading(line, MOST_WORDS_ABOVE_TEXT)
        && (name.len() < line.len() || words(name).all(has_capital))
}

/// Returns whether a line reads like a heading: short, beginning with a capital or a number, not ended and not
/// continuing, and without a number that carries information.
fn is_heading(line: &str, most: usize) -> bool {
    let name = unnumbered(line);
    name.starts_with(char::is_uppercase)
        && !name.trim_end_matches(CLOSING).ends_with(NOT_AT_THE_END)
        && !name.contains(char::is_numeric)
        && words(name).count() <= most
}

/// Returns a line without the number at its beginning.
fn unnumbered(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_numeric() || matches!(c, '.' | ')' | ' ' | '§'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_by_themselves_are_headings() {
        let text = "of the tale.\n\nCHAPTER IV\n\nThe Mirror of Matsuyama\n\n3.1 Data sets\n\nIt was \
                    late.\n\nRent: 1,200\n\nHe said:\n\nthe end of a sentence\n\nShe said, “I stole it.”\n\nMira\nTom\n\nHere \
                    she kept the lamp and went away to find\n\n4. RENT\nThe rent is due.";
        let found: Vec<&str> = headings(text).collect();
        assert_eq!(found, ["CHAPTER IV", "The Mirror of Matsuyama", "Data sets", "Mira", "RENT"]);
    }

    #[test]
    fn a_heading_is_known_with_its_number_and_without() {
        let known = HashSet::from(["RENT".to_owned()]);
        let found = ["4. RENT", "RENT", "RENT.", "The RENT"].map(|text| is_one_of(&known, text));
        assert_eq!(found, [true, true, true, false]);
    }

    #[test]
    fn a_heading_above_a_sentence_is_no_part_of_it() {
        for (sentence, expected) in [
            ("The Lamp\nMira keeps it.", "Mira keeps it."),
            ("2 Notice\n  The tenant pays.", "The tenant pays."),
            ("She asked Tom\nand Robert.", "She asked Tom\nand Robert."),
            (
                "One lamp was kept by the baker, whose name was\nTom.",
                "One lamp was kept by the baker, whose name was\nTom.",
            ),
            ("She said,\nTom listened.", "She said,\nTom listened."),
            ("In the evening old\nTom went home.", "In the evening old\nTom went home."),
            (
                "But Aldous only watched the sky\nAnd sang.",
                "But Aldous only watched the sky\nAnd sang.",
            ),
            ("Mira keeps it.", "Mira keeps it."),
        ] {
            assert_eq!(without_heading(sentence), expected);
        }
    }
}
