//! Numbers as printed on pages.

use super::line::PdfLine;

/// Returns the number of a line that is only a page number: `12`, `- 12 -`, `Page 12 of 30`, `xii`.
pub(super) fn page_number(line: &PdfLine) -> Option<i64> {
    let words =
        || line.pieces.iter().map(|piece| bare(&piece.text)).filter(|word| !word.is_empty());
    let numbers: Vec<i64> = words().filter_map(value).collect();
    let others = words().filter(|word| value(word).is_none());
    let says_page = others.clone().count() <= 2 && others.clone().all(is_page_word);
    match numbers.as_slice() {
        [number] | [number, _] if says_page => Some(*number),
        _ => None,
    }
}

/// Returns the value of a number in Arabic or Roman figures.
pub(super) fn value(word: &str) -> Option<i64> {
    let word = bare(word);
    let is_number = (1..=5).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { word.parse().ok() } else { roman(word) }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}

/// Returns whether a word may stand before a page number or between it and the total.
pub(super) fn is_page_word(word: &str) -> bool {
    let words = ["page", "pages", "of", "p", "pg", "seite", "von", "s", "pagina", "página", "sur"];
    words.contains(&bare(word).to_lowercase().as_str())
}
/// The maximum number of Roman figures in a page's number, such as `lxxxviii`.
const MOST_FIGURES: usize = 8;

/// Returns the value of a number in Roman figures of one case, written the usual way.
fn roman(word: &str) -> Option<i64> {
    let is_upper = word.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_lower = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if word.is_empty() || word.len() > MOST_FIGURES || !(is_upper || is_lower) {
        return None;
    }
    let figures: Option<Vec<i64>> = word.bytes().map(figure).collect();
    let figures = figures?;
    let signed = figures.iter().enumerate().map(|(nth, figure)| {
        let is_taken = figures.get(nth + 1).is_some_and(|next| next > figure);
        if is_taken { -figure } else { *figure }
    });
    let sum: i64 = signed.sum();
    (written(sum) == word.to_ascii_lowercase()).then_some(sum)
}

fn figure(letter: u8) -> Option<i64> {
    match letter.to_ascii_lowercase() {
        b'i' => Some(1),
        b'v' => Some(5),
        b'x' => Some(10),
        b'l' => Some(50),
        b'c' => Some(100),
        _ => None,
    }
}

/// Formats a number below 400 in Roman figures.
fn written(mut number: i64) -> String {
    const FIGURES: [(i64, &str); 9] = [
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut written = String::new();
    for (value, figure) in FIGURES {
        while number >= value && written.len() < 16 {
            written.push_str(figure);
            number -= value;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::line;

    #[test]
    fn page_numbers_come_in_many_dresses() {
        let cases = [
            ("12", Some(12)),
            ("– 12 –", Some(12)),
            ("[7]", Some(7)),
            ("Page 12 of 30", Some(12)),
            ("xiv", Some(14)),
            ("XC", Some(90)),
            ("Chapter 3", None),
            ("mix", None),
            ("civic", None),
            ("iiii", None),
            ("1 2 3", None),
            ("Page", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(page_number(&line(0.0, 0.0, text)), expected, "{text}");
        }
    }
}
