//! Decodes bytes in any encoding.

mod alphabets;
mod escapes;
mod unmarked;
mod western;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// Decodes text whose encoding only the bytes themselves reveal.
pub(crate) fn decode(bytes: &[u8]) -> String {
    decode_certain(bytes).unwrap_or_else(|| decode_guessed(bytes))
}

/// Decodes HTML or XML, which may name its encoding; bytes that are valid UTF-8 are read as such
/// whatever the file says.
pub(crate) fn decode_markup(bytes: &[u8]) -> String {
    if let Some(text) = decode_certain(bytes) {
        return text;
    }
    declared_encoding(bytes)
        .filter(|encoding| *encoding != UTF_8)
        .and_then(|encoding| encoding.decode_without_bom_handling_and_without_replacement(bytes))
        .map_or_else(|| decode_guessed(bytes), |text| text.into_owned())
}

/// Decodes text whose encoding is named elsewhere; `None` if that encoding cannot be right.
pub(crate) fn decode_labelled(bytes: &[u8], label: &str) -> Option<String> {
    // Programs give this label to anything.
    let says_nothing = label.eq_ignore_ascii_case("us-ascii");
    let encoding = Encoding::for_label(label.as_bytes()).filter(|_| !says_nothing);
    decode_certain(bytes).or_else(|| {
        let text = encoding?.decode_without_bom_handling_and_without_replacement(bytes)?;
        Some(text.into_owned())
    })
}

/// Decodes encodings that are recognisable: by a byte order mark, UTF-16 and UTF-32 by their shape,
/// escapes, valid UTF-8.
fn decode_certain(bytes: &[u8]) -> Option<String> {
    if let Some(text) = decode_utf32(bytes) {
        return Some(text);
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Some(lossy(encoding, &bytes[length..]));
    }
    if let Some(text) = unmarked::decode(bytes).or_else(|| escapes::decode(bytes)) {
        return Some(text);
    }
    // ISO-2022-JP is valid ASCII with escape characters in it: left to the detector.
    if bytes.contains(&0x1b) {
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.to_owned()),
        Err(_) => mostly_utf8(bytes),
    }
}

fn decode_guessed(bytes: &[u8]) -> String {
    if let Some(text) = unmarked::decode_wide(bytes).or_else(|| western::decode(bytes)) {
        return text;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let guess = lossy(detector.guess(None, Utf8Detection::Allow), bytes);
    alphabets::decode(bytes, &guess).unwrap_or(guess)
}

fn lossy(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

fn decode_utf32(bytes: &[u8]) -> Option<String> {
    let (rest, read): (_, unmarked::Read32) = match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] => (rest, u32::from_le_bytes),
        [0, 0, 0xfe, 0xff, rest @ ..] => (rest, u32::from_be_bytes),
        _ => return None,
    };
    Some(unmarked::from_utf32(rest, read))
}

/// Decodes UTF-8 with a few broken sequences, as in a cut or patched file. Bytes of other encodings
/// hardly ever form valid sequences by chance.
fn mostly_utf8(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let broken = text.matches('\u{fffd}').count();
    let whole = text.chars().filter(|character| !character.is_ascii()).count() - broken;
    (whole > broken).then(|| text.into_owned())
}
/// The number of bytes at a file's beginning that may name its encoding.
const HEAD: usize = 4096;

/// Returns the encoding that an XML declaration or a `meta` element names near the file's
/// beginning.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    ["encoding=", "charset="].iter().find_map(|key| {
        let value = head.split_once(key)?.1.trim_start_matches(['"', '\'', ' ']);
        let end = value.find(['"', '\'', ' ', '?', '>', ';', '/']).unwrap_or(value.len());
        Encoding::for_label(&value.as_bytes()[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, GBK, ISO_2022_JP, KOI8_R, SHIFT_JIS, WINDOWS_1252};

    fn utf16(text: &str, little: bool) -> Vec<u8> {
        text.encode_utf16()
            .flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect()
    }

    const LATIN: &str = "Der Fuchs läuft über die Brücke; «Où êtes-vous ?» demanda-t-il. ";
    const CHINESE: &str = "東土大唐，有一高僧。奉旨西行，求取真經。\n行者聞言，忙整衣冠。";
    const JAPANESE: &str = "吾輩は猫である。名前はまだ無い。\nどこで生れたかとんと見当がつかぬ。";
    const RUSSIAN: &str = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья.";

    #[test]
    fn texts_come_back_from_every_encoding() {
        let cases: Vec<(&str, &str, Vec<u8>)> = vec![
            ("utf-8", LATIN, LATIN.into()),
            ("utf-8 bom", CHINESE, [b"\xef\xbb\xbf", CHINESE.as_bytes()].concat()),
            ("utf-16le bom", LATIN, [b"\xff\xfe".to_vec(), utf16(LATIN, true)].concat()),
            ("utf-16be bom", CHINESE, [b"\xfe\xff".to_vec(), utf16(CHINESE, false)].concat()),
            ("utf-16le", LATIN, utf16(LATIN, true)),
            ("utf-16be", LATIN, utf16(LATIN, false)),
            ("utf-16le", CHINESE, utf16(CHINESE, true)),
            ("utf-16be", JAPANESE, utf16(JAPANESE, false)),
            ("utf-16le", RUSSIAN, utf16(RUSSIAN, true)),
            ("utf-16be", RUSSIAN, utf16(RUSSIAN, false)),
            ("hz", "山川 (two)", b"~{I=4(~} (two)".into()),
            ("windows-1252", LATIN, WINDOWS_1252.encode(LATIN).0.into()),
            ("gbk", CHINESE, GBK.encode(CHINESE).0.into()),
            ("big5", CHINESE, BIG5.encode(CHINESE).0.into()),
            ("shift-jis", JAPANESE, SHIFT_JIS.encode(JAPANESE).0.into()),
            ("iso-2022-jp", JAPANESE, ISO_2022_JP.encode(JAPANESE).0.into()),
            ("koi8-r", RUSSIAN, KOI8_R.encode(RUSSIAN).0.into()),
        ];
        for (name, text, bytes) in cases {
            assert_eq!(decode(&bytes), text, "{name}");
        }
    }

    #[test]
    fn utf32_is_read_by_its_mark() {
        let little: Vec<u8> =
            "\u{feff}a漢𠀀".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let big: Vec<u8> =
            "\u{feff}a漢𠀀".chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        assert_eq!(decode(&little), "a漢𠀀");
        assert_eq!(decode(&big), "a漢𠀀");
    }

    #[test]
    fn one_broken_byte_does_not_change_the_encoding() {
        let mut bytes = CHINESE.repeat(3).into_bytes();
        bytes[7] = b'?';
        assert!(decode(&bytes).contains("行者聞言，忙整衣冠。"));
        let cut = &CHINESE.as_bytes()[..CHINESE.len() - 1];
        assert!(decode(cut).starts_with("東土大唐"));
        let patched = [LATIN.as_bytes(), b"Un caf\xe9."].concat();
        assert_eq!(decode(&patched), format!("{LATIN}Un caf\u{fffd}."));
    }

    #[test]
    fn markup_may_name_its_encoding() {
        let page = "<?xml version='1.0' encoding='GBK'?><p>山川日月</p>";
        assert_eq!(decode_markup(&GBK.encode(page).0), page);
        let page = "<meta charset=\"shift_jis\"><p>山川</p>";
        assert_eq!(decode_markup(&SHIFT_JIS.encode(page).0), page);
    }

    #[test]
    fn markup_that_names_the_wrong_encoding_is_read_by_its_bytes() {
        let page = format!("<?xml version='1.0' encoding='UTF-8'?><p>{CHINESE}</p>");
        assert_eq!(decode_markup(&GBK.encode(&page).0), page);
        let page = format!("<meta charset=iso-8859-1><p>{CHINESE}</p>");
        assert_eq!(decode_markup(page.as_bytes()), page);
    }

    #[test]
    fn what_stands_beside_a_text_may_name_its_encoding() {
        let short = "山川日月";
        let cases: [(&str, &[u8], Option<&str>); 7] = [
            ("gb2312", &GBK.encode(short).0, Some(short)),
            ("BIG5", &BIG5.encode(short).0, Some(short)),
            ("unicode", &utf16(short, true), Some(short)),
            ("iso-8859-1", short.as_bytes(), Some(short)),
            ("utf-8", &GBK.encode(short).0, None),
            ("us-ascii", &GBK.encode(short).0, None),
            ("x-unheard-of", &GBK.encode(short).0, None),
        ];
        for (label, bytes, text) in cases {
            assert_eq!(decode_labelled(bytes, label).as_deref(), text, "{label}");
        }
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"\xff"), decode(b"\xff"));
        assert_eq!(decode(b"a"), "a");
    }
}
