//! PDFs of right-to-left lines that contain left-to-right words and numbers, written as most
//! programs write them: in visual order, from the left.

use unicode_bidi::{BidiInfo, Level};

use crate::sheets::{FIRST, Face, PositionedText, file};

/// Words of two scripts; the second has its own comma.
const SCRIPTS: [([&str; 8], char); 2] = [
    (["שלום", "ירושלים", "מדינה", "חברה", "משרד", "בשנת", "מחיר", "עולם"], ','),
    (["مدينة", "شركة", "سنة", "موظف", "كتاب", "سلام", "مبلغ", "قاهرة"], '،'),
];
/// The left-to-right text among them.
const OTHERS: [&str; 14] = [
    "Google LLC",
    "2006",
    "1,250,000",
    "12.5",
    "(1998)",
    "Windows 10",
    "Microsoft Corp",
    "50%",
    "12/05/2010",
    "made, bought and sold",
    "(Pecan)",
    "10:30",
    "A4",
    "\"The Book\"",
];

/// Returns a paper's file, and its lines in reading order.
pub fn paper() -> (Vec<u8>, Vec<String>) {
    let lines: Vec<String> = (0..OTHERS.len() * 3 * SCRIPTS.len()).map(line).collect();
    let mut letters: Vec<char> = lines.iter().flat_map(|line| line.chars()).collect();
    letters.extend("()".chars());
    letters.sort_unstable();
    letters.dedup();
    let code = |letter: char| {
        let mut codes = (FIRST..).zip(&letters);
        codes.find(|(_, other)| **other == letter).map_or(FIRST, |(code, _)| code)
    };
    let piece = |(row, line): (usize, &String)| {
        let codes: Vec<u8> = seen(line).chars().map(code).collect();
        // All letters of Courier have the same width.
        let x = 540.0 - 6.0 * codes.len() as f32;
        PositionedText { place: (x, 740.0 - 20.0 * row as f32), size: 10.0, spacing: 0.0, codes }
    };
    let pages: Vec<Vec<PositionedText>> =
        lines.chunks(30).map(|lines| lines.iter().enumerate().map(piece).collect()).collect();
    (file(&pages, &Face { name: "Courier", letters: &letters, widths: Vec::new() }), lines)
}

/// Returns a line unique to its number: a different text begins it, ends it, or stands in its
/// middle.
fn line(number: usize) -> String {
    let (words, comma) = SCRIPTS[number % SCRIPTS.len()];
    let (nth, place) = (number / SCRIPTS.len() / 3, number / SCRIPTS.len() % 3);
    let other = OTHERS[nth];
    let word = |more: usize| words[(nth + more) % words.len()];
    match place {
        0 => format!("{other} {} {} {}.", word(0), word(1), word(2)),
        1 => format!("{} {}{comma} {other} {} {}.", word(0), word(3), word(1), word(2)),
        _ => format!("{} {} {} {other}.", word(0), word(2), word(5)),
    }
}

/// Returns a line in visual order, from the left.
fn seen(line: &str) -> String {
    let text = BidiInfo::new(line, Some(Level::rtl()));
    let Some(paragraph) = text.paragraphs.first() else { return String::new() };
    let (levels, runs) = text.visual_runs(paragraph, paragraph.range.clone());
    let mut seen = String::new();
    for run in runs {
        match levels[run.start].is_rtl() {
            true => seen.extend(line[run].chars().rev().map(mirrored)),
            false => seen.push_str(&line[run]),
        }
    }
    seen
}

fn mirrored(letter: char) -> char {
    match letter {
        '(' => ')',
        ')' => '(',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_seen_from_the_right() {
        let cases = [
            ("אב Google LLC גד.", ".דג Google LLC בא"),
            ("אב (גד) 2006.", ".2006 (דג) בא"),
            ("כ-350", "350-כ"),
        ];
        for (line, expected) in cases {
            assert_eq!(seen(line), expected);
        }
    }
}
