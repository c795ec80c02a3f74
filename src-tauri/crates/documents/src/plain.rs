//! Plain text: unifies line ends, drops characters without shape, finds chapters.

use crate::characters::readable;
use crate::parts::Border;

/// A cleaned text, and where its parts must begin.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    /// The text.
    pub text: String,
    /// Form feeds and chapter headings, in order.
    pub borders: Vec<Border>,
}

/// Cleans a text decoded from any encoding.
pub(crate) fn read(decoded: &str) -> Plain {
    let (text, mut borders) = clean(decoded);
    borders.extend(chapters(&text));
    borders.sort_by_key(|border| border.start);
    Plain { text, borders }
}

/// The share of control and replacement characters, in per mille, above which the bytes are not
/// text.
const RUBBISH: usize = 20;
/// The maximum number of characters of a chapter's heading.
const LONGEST_HEADING: usize = 80;
/// The same in Chinese and Japanese.
const LONGEST_WIDE_HEADING: usize = 60;
/// The maximum number of Roman figures of a chapter's number, such as `LXXXVIII`.
const MOST_FIGURES: usize = 8;

/// Returns whether a decoded file is no text at all but, say, a program or a picture.
pub(crate) fn is_rubbish(decoded: &str) -> bool {
    let is_odd = |character: &char| {
        *character == '\u{fffd}' || character.is_control() && !is_layout(*character)
    };
    let odd = decoded.chars().filter(is_odd).count();
    odd * 1000 > decoded.chars().count() * RUBBISH
}

fn is_layout(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{1a}' | '\u{1b}' | '\u{85}')
}

/// Unifies line ends and drops characters without shape. A form feed becomes a blank line and a
/// border.
fn clean(decoded: &str) -> (String, Vec<Border>) {
    let mut text = String::with_capacity(decoded.len());
    let mut length = 0;
    let mut feeds = Vec::new();
    let mut characters = decoded.chars().peekable();
    while let Some(character) = characters.next() {
        let written = match character {
            '\r' if characters.peek() == Some(&'\n') => "",
            '\r' | '\u{b}' | '\u{85}' | '\u{2028}' => "\n",
            '\u{2029}' | '\u{c}' => "\n\n",
            _ => {
                if let Some(character) = readable(character) {
                    text.push(character);
                    length += 1;
                }
                ""
            }
        };
        text.push_str(written);
        length += u32::try_from(written.len()).unwrap_or_default();
        if character == '\u{c}' {
            feeds.push(Border { start: length, label: None });
        }
    }
    (text, feeds)
}

/// Returns lines that are chapter headings: they stand apart and contain a heading's words.
fn chapters(text: &str) -> Vec<Border> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut found = Vec::new();
    let mut start = 0;
    for (nth, line) in lines.iter().enumerate() {
        let blank = |nth: Option<usize>| {
            nth.and_then(|nth| lines.get(nth)).is_none_or(|line| line.trim().is_empty())
        };
        let apart = blank(nth.checked_sub(1)) && (blank(Some(nth + 1)) || blank(Some(nth + 2)));
        if is_numbered_wide(line) || apart && is_chapter_heading(line) {
            let title = line.split_whitespace().collect::<Vec<_>>().join(" ");
            found.push(Border { start, label: Some(title) });
        }
        start += crate::characters::count(line) + 1;
    }
    found
}

/// Words with which a numbered heading begins or ends.
const NUMBERED: [&str; 22] = [
    "chapter",
    "book",
    "part",
    "letter",
    "act",
    "scene",
    "canto",
    "volume",
    "section",
    "chapitre",
    "livre",
    "partie",
    "acte",
    "kapitel",
    "buch",
    "teil",
    "akt",
    "capítulo",
    "libro",
    "capitolo",
    "hoofdstuk",
    "глава",
];

/// Words that form a heading on their own.
const ALONE: [&str; 14] = [
    "prologue",
    "epilogue",
    "preface",
    "introduction",
    "foreword",
    "afterword",
    "appendix",
    "conclusion",
    "prolog",
    "epilog",
    "vorwort",
    "nachwort",
    "préface",
    "épilogue",
];

fn is_chapter_heading(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.chars().count() > LONGEST_HEADING {
        return false;
    }
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | '—' | '–'))
        .filter(|word| !word.is_empty())
        .collect();
    match words[..] {
        [] => false,
        [only] => ALONE.contains(&only) || is_roman(line.trim_end_matches('.')),
        [first, second, ..] if NUMBERED.contains(&first) => is_number(second),
        // "Erstes Kapitel", "Première partie"; "Livre premier" has the reverse order.
        [_, last] => NUMBERED.contains(&last) && line.starts_with(char::is_uppercase),
        _ => false,
    }
}

fn is_number(word: &str) -> bool {
    const WORDS: [&str; 34] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "the",
        "premier",
        "première",
        "deuxième",
        "second",
        "seconde",
        "troisième",
        "quatrième",
        "cinquième",
        "eins",
        "zwei",
        "drei",
        "primero",
        "primo",
        "первая",
        "вторая",
        "third",
    ];
    word.starts_with(|c: char| c.is_ascii_digit())
        || is_roman(&word.to_uppercase())
        || WORDS.contains(&word)
}

fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.len() <= MOST_FIGURES && word.chars().all(|c| "IVXLC".contains(c))
}

/// Returns whether a line is numbered as `第一回 …`, like chapters of Chinese and Japanese books.
fn is_numbered_wide(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix('第') else { return false };
    let numeral = |c: char| "〇零一二三四五六七八九十百千廿卅".contains(c) || c.is_numeric();
    let unit = rest.trim_start_matches(numeral);
    unit.len() < rest.len()
        && unit.starts_with(['回', '章', '卷', '節', '节', '部', '折', '幕', '篇', '話', '话'])
        && line.chars().count() <= LONGEST_WIDE_HEADING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_made_clean() {
        let cases = [
            ("a\r\nb\rc\nd", "a\nb\nc\nd"),
            ("a\0b\u{7}c\u{feff}d\u{ad}e", "abcde"),
            ("a\u{a0}b\tc", "a b\tc"),
            ("a\u{2028}b\u{2029}c\u{85}d\u{b}e", "a\nb\n\nc\nd\ne"),
            ("wrapped\nlines  stay\n", "wrapped\nlines  stay\n"),
        ];
        for (source, text) in cases {
            assert_eq!(read(source).text, text, "{source:?}");
        }
    }

    #[test]
    fn form_feeds_are_borders() {
        let plain = read("é\u{c}two");
        assert_eq!(plain.text, "é\n\ntwo");
        assert_eq!(plain.borders, [Border { start: 3, label: None }]);
    }

    #[test]
    fn chapter_headings_are_recognised() {
        let yes = [
            "CHAPTER I.",
            "Chapter 12. The Whale",
            "BOOK THE FIRST",
            "IV",
            "Letter 4",
            "Prologue",
            "Erstes Kapitel",
            "Première partie",
            "CHAPITRE PREMIER",
            "Глава 3",
            "  PART ONE  ",
        ];
        let no = [
            "",
            "The chapter ended there.",
            "Chapter and verse",
            "12",
            "MIX UP",
            "part of it",
            "his book",
            "Introduction to the second edition of this work",
            "I am here",
        ];
        for line in yes {
            assert!(is_chapter_heading(line), "{line}");
        }
        for line in no {
            assert!(!is_chapter_heading(line), "{line}");
        }
        assert!(is_numbered_wide("第一百二十回　徑回東土　五聖成真"));
        assert!(is_numbered_wide("第3章 始まり"));
        assert!(!is_numbered_wide("第一個人說"));
    }

    #[test]
    fn chapters_begin_at_their_heading() {
        let text = "Contents\n CHAPTER I. A\n CHAPTER II. B\n\n\nCHAPTER I.\nA\n\nText é.\n\nCHAPTER II.\n\nMore.";
        let found = read(text).borders;
        let starts: Vec<String> =
            found.iter().map(|b| text.chars().skip(b.start as usize).take(12).collect()).collect();
        assert_eq!(starts, ["CHAPTER I.\nA", "CHAPTER II.\n"]);
        assert_eq!(found[1].label.as_deref(), Some("CHAPTER II."));
    }

    #[test]
    fn rubbish_is_distinguished_from_text() {
        assert!(!is_rubbish("text\twith\r\nlines\u{c} and \u{1a}"));
        assert!(is_rubbish("\u{1}\u{2}ab\u{0}cd"));
        assert!(is_rubbish("\u{fffd}\u{fffd}ab"));
        assert!(!is_rubbish(""));
    }
}
