//! The part of a line in a margin that is the same on other pages, and the part that counts them.

use super::line::PdfLine;
use super::numerals;
use super::word::PdfWord;

/// The beginnings of table and figure titles, which are text on every page.
const CAPTIONS: [&str; 19] = [
    "table",
    "tabelle",
    "tableau",
    "tabla",
    "tabella",
    "tabela",
    "tab",
    "таблица",
    "表",
    "figure",
    "figura",
    "fig",
    "abbildung",
    "abb",
    "exhibit",
    "рисунок",
    "рис",
    "图",
    "圖",
];

/// A line in the form compared with those of other pages.
#[derive(Debug, PartialEq)]
pub(super) struct MarginLine {
    /// Its words, except the page's number and the section with which the page begins. Empty for a
    /// line that is only a number.
    words: String,
    /// The numbers at its beginning and its end that may count the pages.
    numbers: [Option<Number>; 2],
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Number {
    value: i64,
    is_roman: bool,
}

impl Number {
    fn of(word: &str) -> Option<Self> {
        let is_roman = !word.contains(|letter: char| letter.is_ascii_digit());
        Some(Self { value: numerals::value(word)?, is_roman })
    }

    /// Returns whether it counts pages, up to another number `way` pages on. Front matter is
    /// counted separately, in the other figures.
    fn counts_to(self, other: Self, way: i64) -> bool {
        self.is_roman != other.is_roman || other.value - self.value == way
    }
}

impl MarginLine {
    pub fn of(line: &PdfLine) -> Self {
        if let Some(number) = numerals::page_number(line) {
            let number = Number { value: number, is_roman: false };
            return Self { words: String::new(), numbers: [Some(number), None] };
        }
        let mut parts = line.parts();
        let numbers = [take_first(&mut parts), take_last(&mut parts)];
        if parts.iter().any(|part| !part.is_empty() && !names_section(part)) {
            parts.retain(|part| !names_section(part));
        }
        let words: Vec<String> = parts.concat().iter().map(|piece| folded(&piece.text)).collect();
        Self { words: words.join(" "), numbers }
    }

    /// Returns whether it is only a number.
    pub fn is_number(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether it is the same as one `way` pages on, except for a number that counts the
    /// pages.
    pub fn is_twin(&self, other: &Self, way: i64) -> bool {
        let agree = |pair: (&Option<Number>, &Option<Number>)| match pair {
            (Some(a), Some(b)) => a.counts_to(*b, way) || a == b && !self.is_number(),
            (a, b) => a == b,
        };
        self.words == other.words && self.numbers.iter().zip(&other.numbers).all(agree)
    }
}

/// Returns a word in lower case, with hyphens for dashes.
fn folded(word: &str) -> String {
    word.to_lowercase().replace(['‐', '‑', '–', '—'], "-")
}

/// Takes a page's number off a line's beginning.
fn take_first(parts: &mut [&[PdfWord]]) -> Option<Number> {
    let first = parts.first_mut()?;
    let (number, rest) = first.split_first()?;
    let is_apart = rest.first().is_none_or(|next| next.spaced);
    let is_bare = number.text.chars().all(char::is_alphanumeric);
    let number = Number::of(&number.text).filter(|_| is_bare && is_apart)?;
    *first = rest;
    Some(number)
}

/// Takes a page's number off a line's end. A number that follows a word at the usual distance
/// belongs to it, as in `Exercise 3`.
fn take_last(parts: &mut [&[PdfWord]]) -> Option<Number> {
    let last = parts.last_mut()?;
    let (number, rest) = last.split_last()?;
    let is_apart = rest.last().is_none_or(|before| !is_word(&before.text));
    let number = Number::of(&number.text).filter(|_| is_apart)?;
    *last = rest;
    Some(number)
}

fn is_word(text: &str) -> bool {
    text.contains(char::is_alphanumeric) && !numerals::is_page_word(text)
}

fn names_section(part: &[PdfWord]) -> bool {
    part.first().is_some_and(|piece| piece.text.starts_with('§'))
}

/// Returns whether a line begins like the title of a table or a figure.
pub(super) fn is_caption(line: &PdfLine) -> bool {
    let [label, number, ..] = line.pieces.as_slice() else { return false };
    let label = label.text.trim_end_matches('.').to_lowercase();
    let is_number = number.text.starts_with(|first: char| first.is_ascii_digit())
        || numerals::value(&number.text).is_some();
    CAPTIONS.contains(&label.as_str()) && is_number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::line;

    /// A line of widely separated parts.
    fn spread(text: &str) -> PdfLine {
        let mut parts = text.split('|');
        let mut whole = line(0.0, 0.0, parts.next().unwrap());
        for part in parts {
            whole.append(line(whole.area.unwrap().right + 50.0, 0.0, part));
        }
        whole
    }

    #[test]
    fn heads_differ_in_the_number_of_their_page_and_its_section() {
        let cases = [
            ("The Book", "The Book", true),
            ("The Book", "the book", true),
            ("The Book", "The Brook", false),
            ("Book A-1", "Book A–1", true),
            ("8 The Book", "9 The Book", true),
            ("8 The Book", "10 The Book", false),
            ("viii The Book", "ix The Book", true),
            ("xii The Book", "1 The Book", true),
            ("xii The Book", "xiv The Book", false),
            ("The Book|8", "The Book|9", true),
            ("The Book – 8", "The Book – 9", true),
            ("Draft. Page 8", "Draft. Page 9", true),
            ("2001 Report|8", "2001 Report|9", true),
            ("8 Report|2001", "9 Report|2001", true),
            ("2001 Report|8", "2001 Report|10", false),
            ("8", "9", true),
            ("8", "8", false),
            ("Page 8 of 20", "Page 9 of 20", true),
            ("§ 13.1|Title 21", "§ 13.4|Title 21", true),
            ("Justice|§ 13.1", "Justice|§ 13.4", true),
            ("§ 13.1", "§ 13.4", false),
            ("Exercise 8", "Exercise 9", false),
            ("Chapter VIII", "Chapter IX", false),
            ("8. Exercise", "9. Exercise", false),
            ("Invoice No. 8 of May, 20 EUR", "Invoice No. 9 of May, 20 EUR", false),
            ("Carried over|361.20", "Carried over|362.20", false),
            ("Sheet 3 of the work", "Sheet 4 of the work", false),
        ];
        for (one, other, expected) in cases {
            let [one_mark, other_mark] = [one, other].map(|text| MarginLine::of(&spread(text)));
            assert_eq!(one_mark.is_twin(&other_mark, 1), expected, "{one:?} and {other:?}");
        }
    }

    #[test]
    fn captions_begin_with_what_they_name() {
        let cases = [
            ("Table 2. Owners by plant", true),
            ("Table IV", true),
            ("Fig. 12b shows", true),
            ("Tabelle 3: Werte", true),
            ("Table of contents", false),
            ("Tables 3", false),
            ("Table", false),
            ("The table 3", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_caption(&line(0.0, 0.0, text)), expected, "{text}");
        }
    }
}
