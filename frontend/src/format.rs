//! Numbers as people read them.

pub mod written;

pub use crate::format::written::{count, date, decimal, rough as parameters};

use crate::format::written::{in_unit, largest};
use crate::i18n::measures;

/// Formats the time that something will take, roughly: `40 s`, `6 min`, `1 h 20 min`, `3 days`.
pub fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round() as u64;
    match seconds {
        s if s < 1.0 => measures::in_seconds("1"),
        s if s < 59.5 => measures::in_seconds(&decimal(s, 0)),
        s if s < 3_570.0 => measures::in_minutes(minutes),
        s if s < 172_800.0 => match (minutes / 60, minutes % 60) {
            (hours, 0) => measures::in_hours(hours),
            (hours, minutes) => measures::in_hours_and_minutes(hours, minutes),
        },
        s => measures::in_days((s / 86_400.0).round() as u64),
    }
}

/// Formats the time that something took: `4.2 s` below a minute, roughly above.
pub fn seconds(seconds: f64) -> String {
    if seconds < 59.95 { measures::in_seconds(&decimal(seconds, 1)) } else { duration(seconds) }
}

/// Formats a fraction as a percentage: `1.8%`, `37%`.
pub fn share(part: f64) -> String {
    let percent = part * 100.0;
    if percent >= 9.95 || percent == 0.0 {
        measures::percent(&decimal(percent, 0))
    } else if percent >= 0.05 {
        measures::percent(&decimal(percent, 1))
    } else {
        measures::less_than(&measures::percent(&decimal(0.1, 1)))
    }
}

/// Formats a fraction as a whole percentage, for values that are set in such steps: `5%`.
pub fn percent(part: f32) -> String {
    measures::percent(&decimal(f64::from(part * 100.0), 0))
}

/// Formats a size in bytes: `14 MB`.
pub fn bytes(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let unit = largest(bytes as f64, &units);
    measures::size(&in_unit(bytes as f64, unit), units[unit])
}

/// Formats floating point operations: `14 TFLOP`.
pub fn flops(operations: f64) -> String {
    flops_beside(operations, operations)[0].clone()
}

/// Formats two amounts of floating point operations that are compared, so both in the unit that
/// suits the first: `14 TFLOP` and `2,931 TFLOP`.
pub fn flops_beside(operations: f64, others: f64) -> [String; 2] {
    let units = ["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"];
    let unit = largest(operations, &units);
    [operations, others].map(|number| format!("{} {}", in_unit(number, unit), units[unit]))
}

/// Returns the beginning of a text, cut between words, with `…` if it was cut. Omits punctuation
/// left over from the previous sentence.
pub fn beginning(text: &str, characters: usize) -> String {
    let text = protocol::after_sentence(text).trim_end();
    let Some((cut, _)) = text.char_indices().nth(characters) else {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    };
    let kept = text[..cut].rfind(char::is_whitespace).map_or(&text[..cut], |at| &text[..at]);
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    kept.trim_end_matches([',', ';', ':', '.', ' ']).to_owned() + "…"
}

/// Returns a node's text to be read on its own: a passage can begin within a sentence, so its text
/// starts at the first whole one.
pub fn opening(text: &str, level: u32) -> &str {
    if level == 1 { protocol::from_sentence(text) } else { text }
}

/// Returns the beginning of a node's text.
pub fn node_beginning(text: &str, level: u32, characters: usize) -> String {
    beginning(opening(text, level), characters)
}

/// A file's name without its folders.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (52_000, "52,000")]
        {
            assert_eq!(count(number), text);
        }
    }

    #[test]
    fn durations() {
        for (seconds, text) in [
            (0.0, "1 s"),
            (59.4, "59 s"),
            (59.6, "1 min"),
            (3_569.0, "59 min"),
            (3_599.0, "1 h"),
            (4_800.0, "1 h 20 min"),
            (200_000.0, "2 days"),
        ] {
            assert_eq!(duration(seconds), text);
        }
        assert_eq!(super::seconds(4.16), "4.2 s");
        assert_eq!(super::seconds(80.0), "1 min");
    }

    #[test]
    fn shares() {
        for (part, text) in
            [(0.0, "0%"), (0.0001, "< 0.1%"), (0.018, "1.8%"), (0.0999, "10%"), (1.0, "100%")]
        {
            assert_eq!(share(part), text);
        }
    }

    #[test]
    fn scales() {
        assert_eq!(bytes(14_200_000), "14 MB");
        assert_eq!(bytes(12), "12 bytes");
        assert_eq!(parameters(1_240_000_000), "1.2 billion");
        assert_eq!(flops(2.931e15), "2.9 PFLOP");
        assert_eq!(flops(999.6e9), "1.0 TFLOP");
        assert_eq!(flops_beside(14e12, 2.931e15), ["14 TFLOP", "2,931 TFLOP"]);
        assert_eq!(flops_beside(0.0, 5.0), ["0 FLOP", "5 FLOP"]);
    }

    #[test]
    fn beginnings_end_between_words() {
        assert_eq!(beginning("  one two\n three ", 40), "one two three");
        assert_eq!(beginning("one two, three", 9), "one two…");
        assert_eq!(beginning(".” One two. Three", 40), "One two. Three");
        assert_eq!(beginning("Ünverzagt", 3), "Ünv…");
    }

    #[test]
    fn passages_begin_with_a_sentence_and_points_with_what_was_written() {
        let text = "a while. Una hid\nthe lamp.";
        assert_eq!(node_beginning(text, 1, 40), "Una hid the lamp.");
        assert_eq!(node_beginning(text, 2, 40), "a while. Una hid the lamp.");
    }

    #[test]
    fn names_of_files() {
        assert_eq!(file_name("/home/me/a book.epub"), "a book.epub");
        assert_eq!(file_name("C:\\books\\b.pdf"), "b.pdf");
    }
}
