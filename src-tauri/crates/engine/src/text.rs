//! Ranges and lines of text.

use std::ops::Range;

/// Converts ordered byte ranges to character ranges.
pub(crate) fn characters<'a>(
    text: &str,
    ranges: impl Iterator<Item = &'a Range<usize>>,
) -> Vec<Range<u32>> {
    let (mut byte, mut character) = (0, 0);
    let mut until = |end: usize| {
        character += text[byte..end].chars().count() as u32;
        byte = end;
        character
    };
    ranges.map(|range| until(range.start)..until(range.end)).collect()
}

/// Returns the text before a character.
pub(crate) fn before(text: &str, until: u32) -> &str {
    text.char_indices().nth(until as usize).map_or(text, |(end, _)| &text[..end])
}

/// Returns a text without line breaks.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_characters() {
        let text = "Añ é. ñ Tom.";
        let start = text.find("ñ T").unwrap();
        assert_eq!(characters(text, [0..3, start..text.len()].iter()), [0..2, 6..12]);
        assert_eq!((before(text, 2), before(text, 0), before(text, 99)), ("Añ", "", text));
    }
}
