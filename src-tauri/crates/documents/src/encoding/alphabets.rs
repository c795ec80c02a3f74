//! Texts from before Windows in alphabets other than Western European ones: in the code pages 852,
//! 857, 737 and 862, as written by DOS, and in Mac Cyrillic. Nothing in them names the encoding,
//! but all their letters belong to one language and stand where letters do.

use encoding_rs::X_MAC_CYRILLIC;

use super::western::{character, text, upper};

/// In the right encoding, at most one in this many characters beyond ASCII is strange or in an impossible position.
const ODD_IF_RIGHT: usize = 50;
/// In an encoding that is certain, one in this many characters beyond ASCII is one that only ends words, at least.
const LAST_IF_CERTAIN: usize = 100;
/// In a wrong encoding, more than one in this many is in an impossible position, and this many times as many as in
/// the right one.
const ODD_IF_WRONG: usize = 100;
const ODDER: usize = 4;

/// Code page 852 from byte 128: Central Europe.
const CENTRAL: &str = "\
    ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤\
    đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}";
/// Code page 857 from byte 128.
const TURKISH: &str = "\
    ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
    ºªÊËÈ\u{fffd}ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\u{fffd}×ÚÛÙìÿ¯´\u{ad}±\u{fffd}¾¶§÷¸°¨·¹³²■\u{a0}";
/// Code page 737 from byte 128.
const GREEK: &str = "\
    ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧\
    ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{a0}";
/// Code page 862 from byte 128.
const HEBREW: &str = "\
    אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧\
    ╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The letters of each language besides the plain ones.
const OF_CENTRAL: [&str; 5] = ["ąćęłńóśźż", "áäčďéěíĺľňóôŕřšťúůýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"];
const OF_TURKISH: [&str; 1] = ["çğıöşüâîûİ"];
const OF_GREEK: [&str; 1] = ["αβγδεζηθικλμνξοπρσςτυφχψωάέήϊίόύϋώ"];
const OF_HEBREW: [&str; 1] = ["אבגדהוזחטיךכלםמןנסעףפץצקרשת"];
const OF_CYRILLIC: [&str; 1] = ["абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџѓќѕ"];

/// Letters that occur only at the end of a word, and their forms elsewhere.
const LAST: &str = "ךםןףץς";
const NOT_LAST: &str = "כמנפצσ";

/// Characters after a word that is not cut off.
const ENDS: &str = " ,.;:?!\r\n";

/// The number of bytes of a file that are examined.
const SAMPLE: usize = 1 << 18;
/// The number of characters from byte 128 that can identify an encoding, and of distinct ones among
/// them.
const ENOUGH: usize = 6;
const KINDS: u32 = 3;

/// Returns the text in one of these encodings, or `None` if none is certain. `guess` is the text as
/// it would otherwise be decoded.
pub(crate) fn decode(bytes: &[u8], guess: &str) -> Option<String> {
    let pages = [
        (CENTRAL.chars().collect(), OF_CENTRAL.as_slice()),
        (TURKISH.chars().collect(), &OF_TURKISH),
        (GREEK.chars().collect(), &OF_GREEK),
        (HEBREW.chars().collect(), &OF_HEBREW),
        (upper(X_MAC_CYRILLIC), &OF_CYRILLIC),
    ];
    let (sample, guessed) = (&bytes[..bytes.len().min(SAMPLE)], AlphabetFit::of_guess(guess));
    let is_it = |upper: &Vec<char>, letters: &str| {
        let fit = AlphabetFit::of(sample, upper, letters);
        fit.is_right() && (fit.is_certain() || guessed.is_worse_than(&fit))
    };
    let (page, _) =
        pages.iter().find(|(upper, languages)| languages.iter().any(|own| is_it(upper, own)))?;
    Some(text(bytes, page))
}

/// How well a text fits a language in some encoding.
#[derive(Debug, Default)]
struct AlphabetFit {
    /// The number of characters beyond ASCII.
    upper: usize,
    /// The set of their bytes.
    kinds: u128,
    /// The number of those that are neither letters of the language nor marks between words.
    strange: usize,
    /// The number of those in impossible positions.
    odd: usize,
    /// The number of word-final letters in the right position.
    last: usize,
}

impl AlphabetFit {
    /// Measures bytes in an encoding whose letters from byte 128 must be these, lower-case or
    /// capital.
    fn of(bytes: &[u8], upper: &[char], letters: &str) -> Self {
        let is_own = |c: char| letters.contains(c) || c.to_lowercase().any(|c| letters.contains(c));
        let own: Vec<bool> = upper.iter().map(|c| c.is_alphabetic() && is_own(*c)).collect();
        let mut fit = Self::default();
        for (nth, byte) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            let near = [nth.checked_sub(1), Some(nth + 1)];
            let near = near.map(|nth| nth.and_then(|nth| bytes.get(nth)).copied().unwrap_or(b' '));
            let [before, after] = near.map(|byte| character(byte, upper));
            let own_character = character(*byte, upper);
            let is_known = own[usize::from(byte - 128)] || is_sign(own_character);
            fit.upper += 1;
            fit.kinds |= 1_u128 << (byte - 128);
            fit.strange += usize::from(!is_known);
            fit.odd += usize::from(is_odd(before, own_character, after));
            fit.last += usize::from(LAST.contains(own_character) && !after.is_alphabetic());
        }
        fit
    }

    /// Measures a text as it would otherwise be decoded.
    fn of_guess(text: &str) -> Self {
        let mut fit = Self::default();
        let mut characters = text.chars().take(SAMPLE).peekable();
        let mut before = ' ';
        while let Some(own) = characters.next() {
            let after = characters.peek().copied().unwrap_or(' ');
            if !own.is_ascii() {
                fit.upper += 1;
                fit.odd += usize::from(own == '\u{fffd}' || is_odd(before, own, after));
            }
            before = own;
        }
        fit
    }

    fn is_right(&self) -> bool {
        let is_enough = self.upper >= ENOUGH && self.kinds.count_ones() >= KINDS;
        is_enough && (self.strange + self.odd) * ODD_IF_RIGHT <= self.upper
    }

    /// Returns whether no other decoding needs to be considered. A text entirely in capitals has
    /// nothing odd in any encoding.
    fn is_certain(&self) -> bool {
        self.last >= KINDS as usize && self.last * LAST_IF_CERTAIN >= self.upper
    }

    /// Returns whether characters are repeatedly in impossible positions, as in a wrongly decoded
    /// text.
    fn is_worse_than(&self, other: &Self) -> bool {
        self.odd > 1 && self.odd * ODD_IF_WRONG > self.upper && self.odd > ODDER * other.odd
    }
}

/// Returns whether a character is in an impossible position: a sign in a word, a capital after a
/// small letter or the reverse, letters of two scripts or a digit in one word, a letter form in the
/// wrong place of one.
fn is_odd(before: char, own: char, after: char) -> bool {
    if !own.is_alphabetic() {
        let is_joint = matches!(own, '’' | '‘' | '–' | '—' | '…' | '·' | '\u{a0}' | '\u{ad}');
        let is_in_word = match is_frame(own) {
            true => before.is_alphanumeric() && after.is_alphanumeric(),
            false => before.is_alphabetic() && after.is_alphabetic(),
        };
        return own.is_control() || is_in_word && !is_joint && !is_mark_on_letter(own);
    }
    let is_strange =
        |near: char| near.is_ascii_digit() || near.is_ascii_alphabetic() && !is_latin(own);
    let is_turned = match own.is_uppercase() {
        true => before.is_lowercase(),
        false => own.is_lowercase() && after.is_uppercase(),
    };
    let is_misplaced = match after.is_alphabetic() {
        true => LAST.contains(own),
        false => before.is_alphabetic() && NOT_LAST.contains(own) && ENDS.contains(after),
    };
    is_turned || is_misplaced || is_strange(before) || is_strange(after)
}

/// Returns whether a character is written above or below the letter before it, as in Thai and
/// Arabic.
fn is_mark_on_letter(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}'
        | '\u{e47}'..='\u{e4e}')
}

fn is_latin(character: char) -> bool {
    matches!(character, '\u{aa}' | '\u{ba}' | 'À'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Returns whether a character may stand between the words of a text, or frame them.
fn is_sign(character: char) -> bool {
    let others = ['«', '»', '–', '—', '…', '§', '°', '№', '\u{a0}', '·'];
    matches!(character, '‘'..='„') || others.contains(&character) || is_frame(character)
}

fn is_frame(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{259f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{
        BIG5, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, ISO_8859_5, ISO_8859_7,
        ISO_8859_8, KOI8_R, MACINTOSH, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
        WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
        WINDOWS_1258,
    };

    const POLISH: &str =
        "Zażółć gęślą jaźń: był sobie król, który nie chciał żyć w zamku. ŻÓŁW śpi.";
    const CZECH: &str = "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl děda. Čáp a ŠŤÁVA.";
    const HUNGARIAN: &str =
        "Árvíztűrő tükörfúrógép, mondta a hűséges őr. Ősz volt, és esett az eső.";
    const RUSSIAN: &str = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья \
        несчастлива по-своему. Всё смешалось в доме Облонских. Жена узнала, что муж был в связи с \
        бывшею в их доме француженкою-гувернанткой, и объявила мужу, что не может жить с ним.";
    const GREEK_TEXT: &str = "Η Ελλάδα είναι χώρα της νοτιοανατολικής Ευρώπης. Πρωτεύουσα και \
        μεγαλύτερη πόλη είναι η Αθήνα.";
    const HEBREW_TEXT: &str =
        "ירושלים היא עיר הבירה של מדינת ישראל והעיר הגדולה ביותר בה. ארץ, כסף, לך.";
    const TURKISH_TEXT: &str = "Türkiye'nin başkenti Ankara'dır. İstanbul en kalabalık şehirdir; \
        ığdır, şöför, çağrı. Çocuklar bahçede oynuyordu, güneş batıyordu.";

    fn encode(text: &str, upper: &[char]) -> Vec<u8> {
        let byte = |c: char| match c.is_ascii() {
            true => c as u8,
            false => 128 + upper.iter().position(|own| *own == c).expect("in the encoding") as u8,
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn texts_of_dos_and_macs_come_back() {
        let cases: [(&str, Vec<char>); 8] = [
            (POLISH, CENTRAL.chars().collect()),
            (CZECH, CENTRAL.chars().collect()),
            (HUNGARIAN, CENTRAL.chars().collect()),
            ("Čovjek i đak šeću; žena čita kući, kaže: ići ću.", CENTRAL.chars().collect()),
            (TURKISH_TEXT, TURKISH.chars().collect()),
            (GREEK_TEXT, GREEK.chars().collect()),
            (HEBREW_TEXT, HEBREW.chars().collect()),
            (RUSSIAN, upper(X_MAC_CYRILLIC)),
        ];
        for (text, upper) in cases {
            let lines = format!("{text}\r\n").repeat(200);
            for text in [text, &lines] {
                assert_eq!(crate::encoding::decode(&encode(text, &upper)), text);
            }
        }
    }

    #[test]
    fn texts_of_windows_and_unix_are_read_as_before() {
        let chinese = "The city of 北京 (Peking) and the book 红楼梦 are old, they say.";
        let cases: [(&str, &[&'static Encoding]); 16] = [
            (POLISH, &[WINDOWS_1250, ISO_8859_2]),
            (CZECH, &[WINDOWS_1250, ISO_8859_2]),
            (HUNGARIAN, &[WINDOWS_1250, ISO_8859_2]),
            (RUSSIAN, &[WINDOWS_1251, KOI8_R, IBM866, ISO_8859_5]),
            (&RUSSIAN.to_uppercase(), &[WINDOWS_1251, KOI8_R, IBM866, ISO_8859_5]),
            (GREEK_TEXT, &[WINDOWS_1253, ISO_8859_7]),
            (HEBREW_TEXT, &[WINDOWS_1255, ISO_8859_8]),
            (TURKISH_TEXT, &[WINDOWS_1254]),
            ("Perché è così? La città è più bella, e l'università però è già lì.", &[WINDOWS_1252]),
            ("Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą.", &[WINDOWS_1257]),
            ("كان يا ما كان في قديم الزمان، ملك له ثلاثة أبناء.", &[WINDOWS_1256]),
            ("ประเทศไทยเป็นรัฐชาติอันตั้งอยู่ในเอเชียตะวันออกเฉียงใต้", &[WINDOWS_874]),
            (chinese, &[GBK]),
            ("भारत दक्षिण एशिया में स्थित एक देश है। इसकी राजधानी नई दिल्ली है।", &[GB18030]),
            ("東土大唐，有一高僧。奉旨西行，求取真經。", &[BIG5, SHIFT_JIS]),
            ("대한민국은 동아시아의 한반도 남부에 위치한 민주공화국이다.", &[EUC_KR]),
        ];
        for (text, encodings) in cases {
            for encoding in encodings {
                let (bytes, ..) = encoding.encode(text);
                let right = encoding.decode_without_bom_handling(&bytes).0;
                assert_eq!(decode(&bytes, &right), None, "{} {text}", encoding.name());
            }
        }
        let vietnamese = WINDOWS_1258.encode("Việt Nam là một quốc gia.").0;
        assert_eq!(decode(&vietnamese, "Vi\u{ea}\u{323}t"), None);
        let western = MACINTOSH.encode("Grüße aus München: Die Straße führt über die Brücke.").0;
        assert_eq!(decode(&western, "Gr\u{178}\u{a7}e"), None);
        assert_eq!(decode(b"", ""), None);
    }

    #[test]
    fn every_byte_stands_for_something() {
        for upper in [CENTRAL, TURKISH, GREEK, HEBREW] {
            assert_eq!(upper.chars().count(), 128);
        }
    }
}
