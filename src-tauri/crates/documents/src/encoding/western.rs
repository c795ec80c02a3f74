//! Western European texts from before Windows: in code page 850, as written by DOS, and in Mac
//! Roman. Nothing in them names the encoding, but read as Windows would, they have signs in their
//! words.

use std::cmp::{Ordering, Reverse};

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};

/// In a wrong encoding, more than one in this many characters beyond ASCII is in an impossible position; in the right
/// one, at most one in [`ODD_IF_RIGHT`].
const ODD_IF_WRONG: usize = 10;
const ODD_IF_RIGHT: usize = 50;

/// Code page 850 from byte 128.
const DOS: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
    ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// Returns the text in one of these encodings, or `None` if neither is certain.
pub(crate) fn decode(bytes: &[u8]) -> Option<String> {
    if !WesternFit::of(bytes, &upper(WINDOWS_1252)).is_wrong() {
        return None;
    }
    let uppers: [Vec<char>; 2] = [DOS.chars().collect(), upper(MACINTOSH)];
    let [dos, mac] = uppers.each_ref().map(|upper| WesternFit::of(bytes, upper));
    let [from_dos, from_mac] = &uppers;
    let (fit, upper) = match dos.rank().cmp(&mac.rank()) {
        Ordering::Less => (dos, from_dos),
        Ordering::Greater => (mac, from_mac),
        Ordering::Equal => return None,
    };
    fit.is_right().then(|| text(bytes, upper))
}

/// Returns the characters of the bytes from 128 in a single-byte encoding.
pub(crate) fn upper(encoding: &'static Encoding) -> Vec<char> {
    let bytes: Vec<u8> = (128..=255).collect();
    encoding.decode_without_bom_handling(&bytes).0.chars().collect()
}

/// Decodes bytes in such an encoding.
pub(crate) fn text(bytes: &[u8], upper: &[char]) -> String {
    bytes.iter().map(|byte| character(*byte, upper)).collect()
}

/// Returns the character of a byte in it.
pub(crate) fn character(byte: u8, upper: &[char]) -> char {
    match byte.checked_sub(128) {
        Some(nth) => upper.get(usize::from(nth)).copied().unwrap_or('\u{fffd}'),
        None => char::from(byte),
    }
}

/// How well the words of a text fit a Western European language in some encoding.
#[derive(Debug, Default)]
struct WesternFit {
    /// Letters of the alphabet without accents.
    plain: usize,
    /// Bytes from 128.
    upper: usize,
    /// The set of those bytes.
    kinds: u128,
    /// The number of those in impossible positions in a word.
    odd: usize,
    /// The number of those that are letters beside a plain one, or quotation marks and dashes in
    /// plain text.
    usual: usize,
}

impl WesternFit {
    fn of(bytes: &[u8], upper: &[char]) -> Self {
        let mut fit = Self::default();
        for (nth, byte) in bytes.iter().enumerate() {
            if byte.is_ascii() {
                fit.plain += usize::from(byte.is_ascii_alphabetic());
                continue;
            }
            let near = [nth.checked_sub(1), Some(nth + 1)];
            let near = near.map(|nth| nth.and_then(|nth| bytes.get(nth)).copied().unwrap_or(b' '));
            let [before, after] = near.map(|byte| character(byte, upper));
            let own = character(*byte, upper);
            let is_odd = is_odd(before, own, after);
            let is_usual = match is_letter(own) {
                true => near.iter().any(u8::is_ascii_alphabetic),
                false => is_mark(own) && near.is_ascii(),
            };
            fit.upper += 1;
            fit.kinds |= 1_u128 << (byte - 128);
            fit.odd += usize::from(is_odd);
            fit.usual += usize::from(is_usual && !is_odd);
        }
        fit
    }

    /// Returns whether the text is in another encoding, and in Western European letters. The
    /// quotation marks of East Asian encodings all begin with the same byte.
    fn is_wrong(&self) -> bool {
        let is_western = self.upper * 2 < self.plain && self.kinds.count_ones() > 1;
        is_western && self.odd > 1 && self.odd * ODD_IF_WRONG > self.upper
    }

    /// Returns the rank, the lower the better.
    fn rank(&self) -> (usize, Reverse<usize>) {
        (self.odd, Reverse(self.usual))
    }

    fn is_right(&self) -> bool {
        self.odd * ODD_IF_RIGHT <= self.upper && self.usual * 2 >= self.upper
    }
}

/// Returns whether a character is in an impossible position: a sign in a word, a capital after a
/// small letter or the reverse.
fn is_odd(before: char, own: char, after: char) -> bool {
    if !is_letter(own) {
        let is_joint = matches!(own, '’' | '‘' | '–' | '—' | '…' | '·' | '\u{a0}' | '\u{ad}');
        return own.is_control() || is_letter(before) && is_letter(after) && !is_joint;
    }
    match own.is_uppercase() {
        true => is_letter(before) && before.is_lowercase(),
        false => is_letter(after) && after.is_uppercase(),
    }
}

fn is_mark(character: char) -> bool {
    matches!(character, '‘'..='‚' | '“'..='„' | '«' | '»' | '–' | '—' | '…' | '¿' | '¡')
}

/// Returns whether a character is a letter of a Western European language.
fn is_letter(character: char) -> bool {
    let is_accented = matches!(character, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ');
    let is_other = matches!(character, 'Œ' | 'œ' | 'Š' | 'š' | 'Ž' | 'ž' | 'Ÿ');
    character.is_ascii_alphabetic() || is_accented || is_other
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{
        BIG5, EUC_KR, GBK, IBM866, ISO_8859_2, ISO_8859_7, ISO_8859_15, KOI8_R, SHIFT_JIS,
        WINDOWS_1250, WINDOWS_1251, WINDOWS_1254, WINDOWS_1257,
    };

    /// Encodes a text in a single-byte encoding.
    fn encode(text: &str, upper: &[char]) -> Vec<u8> {
        let byte = |c: char| match c.is_ascii() {
            true => c as u8,
            false => 128 + upper.iter().position(|own| *own == c).expect("in the encoding") as u8,
        };
        text.chars().map(byte).collect()
    }

    fn dos() -> Vec<char> {
        DOS.chars().collect()
    }

    const WESTERN: [(&str, &str); 9] = [
        (
            "de",
            "Grüße aus München: Die Straße führt über die Brücke. Ärger, Öl und ÜBERMUT gehören dazu.",
        ),
        ("de", "Grüße aus Köln, wo es schön ist"),
        (
            "fr",
            "« Où êtes-vous allé ? » demanda-t-il à l'élève. Ça, c'était déjà très gênant à Noël, même là.",
        ),
        (
            "fr",
            "PRÉFACE. Le château, où naît le héros, brûle à côté de la forêt; il a reçu ça, hélas.",
        ),
        (
            "es",
            "¿Dónde está el niño? El año pasado la canción sonó aquí, según José. ¡Qué vergüenza!",
        ),
        ("es", "MAÑANA LLEGARÁ EL AVIÓN. Después habrá más música en el jardín."),
        ("it", "Perché è così? La città è più bella, e l'università però è già lì."),
        ("pt", "Não há razão: as orações são às três, e a avó também não vê o irmão."),
        ("da", "Rødgrød med fløde på øen, hvor æbler og ål også er på bordet."),
    ];

    #[test]
    fn texts_of_dos_and_macs_come_back() {
        for (language, text) in WESTERN {
            for (name, upper) in [("dos", dos()), ("mac", upper(MACINTOSH))] {
                let bytes = encode(text, &upper);
                assert_eq!(decode(&bytes).as_deref(), Some(text), "{language} {name}");
                let lines = format!("{text}\r\n").repeat(200);
                assert_eq!(decode(&encode(&lines, &upper)), Some(lines), "{language} {name}");
            }
        }
        for quoted in [
            "“Wir müssen gehen”, sagte Jürgen – “jetzt…” – und öffnete die Tür. L’été",
            "“I don’t know,” she said—“and I can’t.”",
        ] {
            assert_eq!(decode(&encode(quoted, &upper(MACINTOSH))).as_deref(), Some(quoted));
        }
    }

    #[test]
    fn texts_of_windows_and_of_other_scripts_are_left_alone() {
        for (language, text) in WESTERN {
            for encoding in [WINDOWS_1252, ISO_8859_15] {
                assert_eq!(decode(&encoding.encode(text).0), None, "{language}");
            }
        }
        let english =
            "The house—it’s old… “Really?” he said – at 20°C, for £5 or 3½%, naïvely. • One";
        let others: [(&'static Encoding, &str); 16] = [
            (WINDOWS_1252, english),
            (WINDOWS_1252, "Caf\u{e9}"),
            (WINDOWS_1252, "col·legi, l’hôtel, ªº, 1ª, Mª, nº 5, §3"),
            (WINDOWS_1250, "Zażółć gęślą jaźń: był sobie król, który nie chciał żyć w zamku."),
            (ISO_8859_2, "Zażółć gęślą jaźń: był sobie król, który nie chciał żyć w zamku."),
            (WINDOWS_1250, "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl děda."),
            (WINDOWS_1250, "Árvíztűrő tükörfúrógép, mondta a hűséges őr."),
            (WINDOWS_1254, "Şimdi ağaçların altında çocuklar oynuyor, güneş ışıl ışıl."),
            (WINDOWS_1257, "Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą."),
            (WINDOWS_1251, "He said привет to the whole family in the old house, and left."),
            (KOI8_R, "He said привет to the whole family in the old house, and left."),
            (IBM866, "He said привет, семья to the whole family in the old house, and left."),
            (ISO_8859_7, "The word λόγος is Greek, and so is ἄνθρωπος, they say in the house."),
            (GBK, "The city of 北京 (Peking) and the book 红楼梦 are old, they say in the house."),
            (
                BIG5,
                "The city of 北京 (Peking) and the book 人間失格 are old, they say in the house.",
            ),
            (SHIFT_JIS, "The city of 東京 (Tokyo) and こころ are old, they say in the house here."),
        ];
        for (encoding, text) in others {
            assert_eq!(decode(&encoding.encode(text).0), None, "{text}");
        }
        let quotes = "“I don’t know,” she said—“and I can’t.”";
        assert_eq!(decode(&SHIFT_JIS.encode(quotes).0), None);
        assert_eq!(decode(&EUC_KR.encode("The city of 서울 (Seoul) is old, they say.").0), None);
        assert_eq!(decode(b"plain"), None);
        assert_eq!(decode(b""), None);
    }

    #[test]
    fn every_byte_stands_for_something() {
        for upper in [dos(), upper(MACINTOSH), upper(WINDOWS_1252)] {
            assert_eq!(upper.len(), 128);
        }
    }
}
