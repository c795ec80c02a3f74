//! Seven-bit texts whose other characters are between escapes: HZ, ISO-2022-KR and UTF-7.

use encoding_rs::{EUC_KR, Encoding, GBK, UTF_16BE};
use memchr::memmem;

/// One in this many bytes of a text in a script other than Latin is escaped, at least.
const ESCAPED: usize = 4;

/// The beginning of a file in ISO-2022-KR.
const KOREAN: &[u8] = b"\x1b$)C";
/// Shift out: from here two bytes make a character; shift in: back to single letters.
const OUT: u8 = 0x0e;
const IN: u8 = 0x0f;

/// Returns the text in one of these encodings, if all its escapes are right.
pub(crate) fn decode(bytes: &[u8]) -> Option<String> {
    match bytes.is_ascii() {
        true => decode_korean(bytes).or_else(|| decode_hz(bytes)).or_else(|| decode_utf7(bytes)),
        false => None,
    }
}

fn decode_korean(bytes: &[u8]) -> Option<String> {
    let (line, _) = split(bytes, b"\n")?;
    let begin = memmem::find(line, KOREAN)?;
    let mut text = String::from_utf8_lossy(&bytes[..begin]).into_owned();
    let mut rest = &bytes[begin + KOREAN.len()..];
    while let Some((before, after)) = split(rest, &[OUT]) {
        text.push_str(std::str::from_utf8(before).ok()?);
        let end = after.iter().position(|byte| matches!(*byte, IN | b'\n')).unwrap_or(after.len());
        text.push_str(&doubled(&after[..end], EUC_KR)?);
        let is_shifted = after.get(end) == Some(&IN);
        rest = &after[end + usize::from(is_shifted)..];
    }
    text.push_str(std::str::from_utf8(rest).ok()?);
    Some(text)
}

/// Decodes HZ: `~{` and `~}` around Chinese, `~~` for a tilde, and one before a line end that does
/// not count.
fn decode_hz(bytes: &[u8]) -> Option<String> {
    memmem::find(bytes, b"~{")?;
    let (mut text, mut rest, mut is_chinese) = (String::new(), bytes, false);
    while let Some((before, after)) = split(rest, b"~") {
        text.push_str(std::str::from_utf8(before).ok()?);
        let (escape, after) = after.split_first()?;
        rest = after;
        match escape {
            b'~' => text.push('~'),
            b'\n' => {}
            b'{' => {
                let (inside, after) = split(rest, b"~}")?;
                text.push_str(&doubled(inside, GBK)?);
                is_chinese |= !inside.is_empty();
                rest = after;
            }
            _ => return None,
        }
    }
    text.push_str(std::str::from_utf8(rest).ok()?);
    is_chinese.then_some(text)
}

/// Decodes pairs of bytes whose highest bits were removed.
fn doubled(bytes: &[u8], encoding: &'static Encoding) -> Option<String> {
    let is_right =
        bytes.len().is_multiple_of(2) && bytes.iter().all(|byte| matches!(byte, 0x21..=0x7e));
    let whole: Vec<u8> = bytes.iter().map(|byte| byte | 0x80).collect();
    let text = encoding.decode_without_bom_handling_and_without_replacement(&whole)?;
    is_right.then(|| text.into_owned())
}

/// The number of escapes that cannot occur by chance.
const MANY: usize = 3;

/// Decodes UTF-7: `+` and `-` around UTF-16 in base 64. Everything after a plus must be such, and
/// there must be some of it, or much if it is not Latin.
fn decode_utf7(bytes: &[u8]) -> Option<String> {
    memmem::find_iter(bytes, b"+").nth(MANY - 1)?;
    let (mut text, mut rest) = (String::new(), bytes);
    let (mut escapes, mut coded, mut latin, mut wide) = (0, 0, 0, 0);
    while let Some((before, after)) = split(rest, b"+") {
        text.push_str(std::str::from_utf8(before).ok()?);
        let end = after.iter().position(|byte| sextet(*byte).is_none()).unwrap_or(after.len());
        if end == 0 {
            // A literal plus is written `+-`.
            rest = after.strip_prefix(b"-")?;
            text.push('+');
            continue;
        }
        let piece = unpacked(&after[..end])?;
        escapes += 1;
        coded += end;
        latin += piece.chars().filter(|c| is_latin(*c)).count();
        wide += piece.chars().filter(|c| !is_latin(*c)).count();
        text.push_str(&piece);
        rest = after[end..].strip_prefix(b"-").unwrap_or(&after[end..]);
    }
    text.push_str(std::str::from_utf8(rest).ok()?);
    let is_much = wide < latin || coded * ESCAPED >= bytes.len();
    (escapes >= MANY && is_much).then(|| text.trim_start_matches('\u{feff}').to_owned())
}

/// Decodes UTF-16 in base 64 that consists of letters and signs only.
fn unpacked(coded: &[u8]) -> Option<String> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in coded {
        bits = bits << 6 | u32::from(sextet(*byte)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    let is_filled_up = count < 6 && bits & ((1 << count) - 1) == 0 && bytes.len().is_multiple_of(2);
    let text = UTF_16BE.decode_without_bom_handling_and_without_replacement(&bytes)?;
    let is_text = is_filled_up && !text.is_empty() && !text.contains(|c: char| c.is_control());
    is_text.then(|| text.into_owned())
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

fn is_latin(character: char) -> bool {
    matches!(character, ' '..='\u{24f}' | '\u{2010}'..='\u{203a}' | '€')
}

/// Splits before and after the first occurrence of these bytes.
fn split<'a>(bytes: &'a [u8], at: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let place = memmem::find(bytes, at)?;
    Some((&bytes[..place], &bytes[place + at.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_between_escapes_come_back() {
        let cases: [(&[u8], &str); 7] = [
            (
                b"The next sentence is in GB.\n~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.\n",
                "The next sentence is in GB.\n己所不欲，勿施於人。Bye.\n",
            ),
            (b"~{VP9z~}, ~~ and ~\nmore", "中国, ~ and more"),
            (
                b"\x1b$)C\n\x0eGQ19\x0f, \x0e<-?o\x0f.\nAn end.\n\x0e4kGQ\n",
                "\n한국, 서울.\nAn end.\n대한\n",
            ),
            (b"Caf+AOk-, na+AO8-ve 1 +- 1, +AMk-t+AOk.", "Café, naïve 1 + 1, Été."),
            (b"+BB8EQAQ4BDIENQRC-, +BDwEOARA-! +BBoEMAQ6 +BDQENQQ7BDA-?", "Привет, мир! Как дела?"),
            (b"+/v8-+AMk-t+AOk-, +AOk-.", "Été, é."),
            (b"+ZeVnLIqe-, +Ti1W/Q-, +MEIwRA-.", "日本語, 中国, あい."),
        ];
        for (bytes, text) in cases {
            assert_eq!(decode(bytes).as_deref(), Some(text), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn plain_texts_with_such_signs_are_left_alone() {
        for text in [
            "",
            "Plain words.",
            "C++ and a+b, +49 30 1234, x+position-y.",
            "+1 +foo +barbaz, and much more text that has nothing to do with it.",
            "let speed = x+position+distance+velocity; // and a comment that goes on and on for long",
            "Fig.~{\\it x}~} in LaTeX, and Fig.~2",
            "~{ab~} is no Chinese: ~/home",
            "~{abc~}",
            "~user/ and ~~~",
            "A tilde ~",
            "1 +- 2 +- 3 +- 4",
            "\x1b[1mbold\x1b[0m",
            "\x1b$)C",
        ] {
            assert_eq!(decode(text.as_bytes()), None, "{text}");
        }
        assert_eq!(decode("Café +AOk- +AOk- +AOk-".as_bytes()), None);
    }
}
