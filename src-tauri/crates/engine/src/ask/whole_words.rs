//! Passages extended to whole words. Chunks are cut by tokens, and so within words.

use std::ops::Range;

use hwdag::grounding::is_unspaced;

/// The maximum number of characters by which a passage grows at each end: anything longer is not a word.
const LONGEST: usize = 40;

/// Extends a range of characters to whole words. It ends at `until` at the latest.
pub(crate) fn whole_words(text: &[char], range: Range<u32>, until: Option<u32>) -> Range<u32> {
    let last = until.map_or(text.len(), |until| text.len().min(until as usize));
    let (start, end) = (range.start as usize, range.end as usize);
    if start >= end || end > last {
        return range;
    }
    let is_within = |at: &usize| is_within_word(text[at - 1], text[*at]);
    let before = (1..=start).rev().take_while(is_within).count();
    let after = (end..last).take_while(is_within).count();
    let grown = |by: usize| if by > LONGEST { 0 } else { by };
    (start - grown(before)) as u32..(end + grown(after)) as u32
}

/// Returns whether these two letters can be neighbours within a word.
fn is_within_word(one: char, next: char) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let is_apostrophe = |c: char| matches!(c, '\'' | '’');
    is_letter(one) && (is_letter(next) || is_apostrophe(next))
        || is_apostrophe(one) && is_letter(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(text: &str, range: Range<u32>, until: Option<u32>) -> String {
        let text: Vec<char> = text.chars().collect();
        let range = whole_words(&text, range, until);
        text[range.start as usize..range.end as usize].iter().collect()
    }

    #[test]
    fn words_that_are_cut_are_whole() {
        let text = "Mr Frobisher didn’t sail.";
        assert_eq!(grown(text, 4..14, None), "Frobisher didn’t");
        assert_eq!(grown(text, 3..12, None), "Frobisher");
        assert_eq!(grown(text, 0..25, None), text);
        assert_eq!(grown("Émile", 1..2, None), "Émile");
    }

    #[test]
    fn nothing_after_the_place_until_which_is_read_is_shown() {
        assert_eq!(grown("Mr Frobisher sailed.", 3..6, Some(8)), "Frobi");
        assert_eq!(grown("Mr Frobisher sailed.", 3..8, Some(6)), "Frobi");
    }

    #[test]
    fn scripts_without_spaces_and_what_is_no_word_stay_as_they_are() {
        assert_eq!(grown("宝玉笑道好", 1..3, None), "玉笑");
        assert_eq!(grown(&"a".repeat(200), 90..100, None), "a".repeat(10));
        assert_eq!(grown("ab", 1..1, None), "");
    }
}
