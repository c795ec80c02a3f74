//! UTF-16 and UTF-32 without a byte order mark.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::characters::is_wide;

/// The number of bytes of a file that are examined.
const SAMPLE: usize = 8192;
/// The number of characters that can identify an encoding.
const ENOUGH: usize = 16;
/// One in this many characters is a space, a line end or a full stop, at least.
const STOPS: usize = 200;
/// One in this many bytes of UTF-16 is zero, at least: its spaces and line ends.
const ZEROS: usize = 400;
/// One in this many characters of an alphabet or of Korean is Chinese, at most.
const WIDE: usize = 4;
/// All but one in this many characters are of the expected kinds.
const OTHERS: usize = 20;
/// The number of characters that can identify UTF-32.
const ENOUGH_32: usize = 4;

/// Decodes a file whose bytes show that it is UTF-32 or UTF-16: its spaces, line ends and full
/// stops contain zero bytes, which no other text has.
pub(crate) fn decode(bytes: &[u8]) -> Option<String> {
    if let Some(read) = utf32(bytes) {
        return Some(from_utf32(bytes, read));
    }
    let encoding = utf16_by_zeros(bytes).or_else(|| utf16_by_script(bytes))?;
    Some(lossy(encoding, bytes))
}

/// Decodes UTF-16 of a script whose characters have no zero bytes. Nearly all of it must be Chinese
/// or Japanese, with the spaces, line ends and full stops of such a text. Shift-JIS or GBK read as
/// UTF-16 look Chinese too, but lack those.
pub(crate) fn decode_wide(bytes: &[u8]) -> Option<String> {
    let is_it = |encoding: &&'static Encoding| {
        let text = CharacterCounts::of(&sample(encoding, bytes));
        text.total >= ENOUGH && text.stops * STOPS >= text.total && text.is_made_of(text.wide)
    };
    [UTF_16LE, UTF_16BE].into_iter().find(is_it).map(|encoding| lossy(encoding, bytes))
}

/// How four bytes form a character.
pub(crate) type Read32 = fn([u8; 4]) -> u32;

/// Decodes characters of four bytes each.
pub(crate) fn from_utf32(bytes: &[u8], read: Read32) -> String {
    let units = bytes.as_chunks::<4>().0;
    units.iter().map(|unit| char::from_u32(read(*unit)).unwrap_or('\u{fffd}')).collect()
}

fn utf32(bytes: &[u8]) -> Option<Read32> {
    let head = &bytes[..bytes.len().min(SAMPLE) & !3];
    let is_it = |read: &Read32| {
        let is_right = |unit: &[u8; 4]| {
            char::from_u32(read(*unit)).is_some_and(|c| !c.is_control() || c.is_whitespace())
        };
        head.len() >= ENOUGH_32 * 4 && head.as_chunks::<4>().0.iter().all(is_right)
    };
    [u32::from_le_bytes as Read32, u32::from_be_bytes].into_iter().find(is_it)
}

fn utf16_by_zeros(bytes: &[u8]) -> Option<&'static Encoding> {
    let pairs = bytes[..bytes.len().min(SAMPLE)].as_chunks::<2>().0;
    let zeros = |side: usize| pairs.iter().filter(|pair| pair[side] == 0).count();
    let (first, second, enough) = (zeros(0), zeros(1), pairs.len().div_ceil(3));
    match (first, second) {
        (0, _) if second >= enough && second > 0 => Some(UTF_16LE),
        (_, 0) if first >= enough && first > 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Detects UTF-16 of an alphabet or of Korean by its decoded text: letters of such scripts, with
/// Latin letters and spaces among them. In the wrong byte order it has no spaces.
fn utf16_by_script(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = bytes.iter().take(SAMPLE).filter(|byte| **byte == 0).count();
    if zeros * ZEROS < bytes.len().min(SAMPLE) {
        return None;
    }
    [UTF_16LE, UTF_16BE].into_iter().find(|encoding| {
        let text = CharacterCounts::of(&sample(encoding, bytes));
        // Pairs of letters in an encoding other than UTF-16 look Chinese.
        let is_spaced = text.spaces * STOPS >= text.total && text.wide * WIDE <= text.total;
        let is_long = text.total >= ENOUGH && text.lettered * 2 >= text.total;
        is_long && is_spaced && text.is_made_of(text.lettered + text.wide)
    })
}

fn sample(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let length = bytes.len().min(SAMPLE) & !1;
    let mut text = lossy(encoding, &bytes[..length]);
    // It may have been cut between two halves of a character.
    if text.ends_with('\u{fffd}') && length == SAMPLE {
        text.pop();
    }
    text
}

fn lossy(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The number of characters of each kind in a text.
#[derive(Debug, Default)]
struct CharacterCounts {
    total: usize,
    /// Printed ASCII, and line ends.
    ascii: usize,
    /// Spaces and line ends.
    spaces: usize,
    /// Spaces, line ends, and the full stops of texts without spaces.
    stops: usize,
    /// Letters of an alphabet, or syllables, and signs between them.
    lettered: usize,
    /// Characters of scripts without spaces.
    wide: usize,
}

impl CharacterCounts {
    fn of(text: &str) -> Self {
        let mut tally = Self::default();
        for character in text.chars() {
            let is_space = matches!(character, ' ' | '\n' | '\r');
            let is_stop = matches!(character, '、' | '。' | '，' | '\u{3000}');
            tally.total += 1;
            tally.ascii += usize::from(matches!(character, '\t' | '\n' | '\r' | ' '..='~'));
            tally.spaces += usize::from(is_space);
            tally.stops += usize::from(is_space || is_stop);
            tally.lettered += usize::from(is_lettered(character));
            tally.wide += usize::from(is_wide(character));
        }
        tally
    }

    /// Returns whether nearly all characters are these or ASCII.
    fn is_made_of(&self, these: usize) -> bool {
        (these + self.ascii) * OTHERS >= self.total * (OTHERS - 1)
    }
}

/// Returns whether a character belongs to a script written with spaces or in syllables, from Latin
/// letters with accents to Korean. Signs between them count.
fn is_lettered(character: char) -> bool {
    matches!(character,
        '\u{a0}'..='\u{1fff}' | '\u{200b}'..='\u{206f}' | '\u{20a0}'..='\u{20bf}'
        | '\u{a640}'..='\u{abff}' | '가'..='힣' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, little: bool) -> Vec<u8> {
        let unit = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        text.encode_utf16().flat_map(unit).collect()
    }

    fn utf32(text: &str, little: bool) -> Vec<u8> {
        let unit = |c: char| match little {
            true => u32::from(c).to_le_bytes(),
            false => u32::from(c).to_be_bytes(),
        };
        text.chars().flat_map(unit).collect()
    }

    const TEXTS: [&str; 14] = [
        "The fox ran over the bridge, and nobody saw it.",
        "Все счастливые семьи похожи друг на друга, каждая несчастливая семья.",
        "Η Ελλάδα είναι χώρα της νοτιοανατολικής Ευρώπης. Πρωτεύουσα είναι η Αθήνα.",
        "ירושלים היא עיר הבירה של מדינת ישראל והעיר הגדולה ביותר בה.",
        "كان يا ما كان في قديم الزمان، ملك له ثلاثة أبناء.",
        "대한민국은 동아시아의 한반도 남부에 위치한 민주공화국이다. 수도는 서울특별시이며 가나다가.",
        "ประเทศไทยเป็นรัฐชาติอันตั้งอยู่ในเอเชีย มีกรุงเทพมหานครเป็นเมืองหลวง\n",
        "भारत दक्षिण एशिया में स्थित एक देश है। इसकी राजधानी नई दिल्ली है।\n",
        "Việt Nam là một quốc gia nằm ở phía đông bán đảo Đông Dương.",
        "Հայաստանը գտնվում է Հարավային Կովկասում։ Մայրաքաղաքը Երևանն է։",
        "საქართველოს დედაქალაქია თბილისი. ქვეყანა მდებარეობს კავკასიაში.",
        "Zażółć gęślą jaźń: był sobie król, „który” nie chciał żyć – w zamku.",
        "He said привет, семья to the whole family in the old house, and left.",
        "한국(韓國)의 수도는 서울이며, 한자로는 漢城이라고 썼다. 1945년 이후 그렇다.",
    ];

    #[test]
    fn texts_without_a_mark_come_back() {
        for text in TEXTS {
            for little in [true, false] {
                let long = text.repeat(400);
                for text in [text, &long] {
                    assert_eq!(decode(&utf16(text, little)).as_deref(), Some(text), "{little}");
                    assert_eq!(decode(&utf32(text, little)).as_deref(), Some(text), "{little}");
                }
            }
        }
        let mut odd = utf16(TEXTS[1], true);
        odd.push(0x20);
        assert!(decode(&odd).is_some_and(|text| text.starts_with(TEXTS[1])));
        let chinese = "東土大唐，有一高僧。奉旨西行，求取真經。\n行者聞言。";
        for little in [true, false] {
            assert_eq!(decode(&utf16(chinese, little)), None, "no byte of it is zero");
            assert_eq!(decode_wide(&utf16(chinese, little)).as_deref(), Some(chinese));
            assert_eq!(decode(&utf32(chinese, little)).as_deref(), Some(chinese));
        }
    }

    #[test]
    fn other_texts_and_other_files_are_left_alone() {
        use encoding_rs::{BIG5, EUC_KR, GBK, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
        for encoding in [BIG5, EUC_KR, GBK, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252] {
            for text in TEXTS {
                let (bytes, ..) = encoding.encode(text);
                assert_eq!(decode(&bytes), None, "{} {text}", encoding.name());
                assert_eq!(decode_wide(&bytes), None, "{} {text}", encoding.name());
            }
        }
        for text in TEXTS {
            assert_eq!(decode(text.as_bytes()), None, "{text}");
            // Zero bytes that pad a text's last block.
            let filled = [text.as_bytes(), &[0; 9]].concat();
            assert_eq!(decode(&filled), None, "{text}");
        }
        let samples = (0..4000_u32).map(|n| (f64::from(n).sin() * 900.0) as i16);
        let sound: Vec<u8> = samples.flat_map(i16::to_le_bytes).collect();
        let numbers: Vec<u8> = (0..2000_u32).flat_map(|n| (n * n).to_le_bytes()).collect();
        for other in [sound, numbers, vec![0; 4000], vec![0; 16], b"a\0b\0\0c".to_vec(), vec![]] {
            assert_eq!(decode(&other), None, "{:?}", &other[..other.len().min(20)]);
        }
    }
}
