//! Characters of fonts that show symbols in place of letters.

use std::borrow::Cow;

/// The characters that the font Symbol shows for codes from 0x20.
const SYMBOL_LOW: &str = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// The characters that it shows for codes from 0xa0.
const SYMBOL_HIGH: &str = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{fffd}⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/// The signs of the font Wingdings that occur in texts.
const WINGDINGS: [(u32, char); 32] = [
    (0x21, '✏'),
    (0x22, '✂'),
    (0x28, '☎'),
    (0x2a, '✉'),
    (0x36, '⌛'),
    (0x45, '☜'),
    (0x46, '☞'),
    (0x4a, '☺'),
    (0x4c, '☹'),
    (0x6c, '●'),
    (0x6e, '■'),
    (0x6f, '□'),
    (0x71, '❑'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9f, '•'),
    (0xa1, '○'),
    (0xa7, '▪'),
    (0xa8, '◻'),
    (0xab, '★'),
    (0xd8, '➢'),
    (0xdf, '←'),
    (0xe0, '→'),
    (0xe1, '↑'),
    (0xe2, '↓'),
    (0xe8, '➔'),
    (0xef, '⇦'),
    (0xf0, '⇨'),
    (0xfb, '✗'),
    (0xfc, '✓'),
    (0xfd, '☒'),
    (0xfe, '☑'),
];

/// The same for Wingdings 2.
const WINGDINGS_2: [(u32, char); 5] =
    [(0x4f, '✗'), (0x50, '✓'), (0x52, '☑'), (0x54, '☒'), (0xa3, '☐')];

/// Returns the character that a code shows in a font; the code itself if unknown.
pub(crate) fn shown(code: u32, font: &str) -> Option<char> {
    let sign = match code {
        0xf020..=0xf0ff => code - 0xf000,
        _ => code,
    };
    let listed = |signs: &[(u32, char)]| {
        signs.iter().find(|(code, _)| *code == sign).map(|(_, character)| *character)
    };
    let known = match font.to_ascii_lowercase().as_str() {
        "symbol" => match sign {
            0x20..0x7f => SYMBOL_LOW.chars().nth(sign as usize - 0x20),
            0xa0..0xff => SYMBOL_HIGH.chars().nth(sign as usize - 0xa0),
            _ => None,
        },
        "wingdings" => listed(&WINGDINGS),
        "wingdings 2" => listed(&WINGDINGS_2),
        _ => None,
    };
    known.or_else(|| char::from_u32(code))
}

/// Returns a run's text, in which private-use characters are codes of its font.
pub(crate) fn shown_text<'t>(text: &'t str, font: &str) -> Cow<'t, str> {
    let is_code = |character: char| ('\u{f020}'..='\u{f0ff}').contains(&character);
    if !text.contains(is_code) {
        return Cow::Borrowed(text);
    }
    let show = |character: char| match is_code(character) {
        true => shown(character.into(), font).unwrap_or(character),
        false => character,
    };
    Cow::Owned(text.chars().map(show).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_shown_as_their_fonts_do() {
        assert_eq!(SYMBOL_LOW.chars().count(), 0x7f - 0x20);
        assert_eq!(SYMBOL_HIGH.chars().count(), 0xff - 0xa0);
        let cases = [
            (0xf061, "Symbol", 'α'),
            (0x44, "symbol", 'Δ'),
            (0xf0b3, "Symbol", '≥'),
            (0xf0e5, "Symbol", '∑'),
            (0xf0fe, "Symbol", '⎭'),
            (0xf0fc, "Wingdings", '✓'),
            (0x52, "Wingdings 2", '☑'),
            (0x1f642, "Segoe UI Emoji", '🙂'),
            (0xf041, "Unknown", '\u{f041}'),
        ];
        for (code, font, character) in cases {
            assert_eq!(shown(code, font), Some(character), "{code:x} {font}");
        }
        assert_eq!(shown(0xd800, "Symbol"), None);
        assert_eq!(shown_text("a\u{f0ae}b", "Symbol"), "a→b");
        assert_eq!(shown_text("ab", "Symbol"), "ab");
    }
}
