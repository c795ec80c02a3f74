//! The characters that belong in a text for people and a model.

/// Returns the character as it goes into the text; `None` for characters without shape or use
/// there: control characters, soft hyphens, zero-width spaces, byte order marks, noncharacters and
/// invisible tags. Spaces of every width become plain ones, except the ideographic space.
pub(crate) fn readable(character: char) -> Option<char> {
    match character {
        '\n' | '\t' => Some(character),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => Some(' '),
        '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => None,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => None,
        _ if character.is_control() || is_noncharacter(character) => None,
        _ => Some(character),
    }
}

fn is_noncharacter(character: char) -> bool {
    let value = u32::from(character);
    value & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&value)
}

/// Returns whether the character belongs to a script written without spaces between words: Chinese
/// characters, kana, and full-width punctuation.
pub(crate) fn is_wide(character: char) -> bool {
    matches!(u32::from(character),
        0x2e80..=0x303e | 0x3041..=0x30ff | 0x3105..=0x312f | 0x31a0..=0x31bf | 0x31f0..=0x31ff
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff01..=0xff60
        | 0x20000..=0x3ffff)
}

/// Returns whether a text is Chinese or Japanese, judged by the letters at its beginning.
pub(crate) fn is_mostly_wide(text: &str) -> bool {
    let letters = || text.chars().take(10_000).filter(|character| character.is_alphabetic());
    letters().filter(|character| is_wide(*character)).count() * 2 > letters().count()
}

/// Returns the number of Unicode scalar values in a text, the unit of offsets.
pub(crate) fn count(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_drops_what_has_no_shape() {
        let cases = [
            ('a', Some('a')),
            ('\n', Some('\n')),
            ('\t', Some('\t')),
            ('\u{a0}', Some(' ')),
            ('\u{3000}', Some('\u{3000}')),
            ('\0', None),
            ('\u{c}', None),
            ('\u{85}', None),
            ('\u{ad}', None),
            ('\u{feff}', None),
            ('\u{fffe}', None),
            ('\u{1ffff}', None),
            ('\u{fffd}', Some('\u{fffd}')),
            ('\u{200d}', Some('\u{200d}')),
        ];
        for (character, expected) in cases {
            assert_eq!(readable(character), expected, "{character:?}");
        }
    }

    #[test]
    fn wide_characters_are_those_of_scripts_without_spaces() {
        assert!("漢かカ。，𠀀".chars().all(is_wide));
        assert!(!"aé한ع1 ".chars().any(is_wide));
        assert!(is_mostly_wide("山川日月 abc"));
        assert!(!is_mostly_wide("Words 山川") && !is_mostly_wide(""));
    }
}
