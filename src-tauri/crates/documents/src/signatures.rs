//! Files without readable text, recognised by their beginning.

/// The beginning of files of older Office programs.
pub(crate) const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The beginnings of files of other kinds, most of them recognised by `file` in the same way.
const FOREIGN: [(&[u8], &str); 35] = [
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"8BPS", "a picture (Photoshop)"),
    (b"\0\0\x01\0", "an icon"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\0asm", "a program"),
    (OLD_OFFICE, "an old Office file (DOC, XLS or PPT)"),
    (b"AT&TFORM", "a DjVu document"),
    (b"ITOLITLS", "an e-book (LIT)"),
    (b"ITSF", "a Windows help file (CHM)"),
    (b"\x1f\x8b", "a compressed file (GZIP)"),
    (b"BZh", "a compressed file (BZIP2)"),
    (b"\xfd7zXZ\0", "a compressed file (XZ)"),
    (b"\x28\xb5\x2f\xfd", "a compressed file (Zstandard)"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7-Zip)"),
    (b"Rar!\x1a\x07", "an archive (RAR)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"SQLite format 3\0", "a database (SQLite)"),
    (b"GGUF", "a language model (GGUF), which you open as a model"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
    (b"fLaC", "a sound file"),
    (b"RIFF", "a sound, video or picture file"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OTTO", "a font"),
    (b"\0\x01\0\0\0", "a font"),
    (b"bplist00", "a property list"),
];

/// Files of other kinds that may consist entirely of text.
const WRITTEN: [(&[u8], &str); 6] = [
    (b"{\\rtf1", "an RTF document"),
    (b"{\\rtf\\", "an RTF document"),
    (b"%!PS-Adobe-", "a PostScript file"),
    (b"%!PS\n", "a PostScript file"),
    (b"%!PS\r", "a PostScript file"),
    (b"!<arch>\n", "an archive"),
];
/// The number of bytes that show whether a file is prose.
const PROSE: usize = 512;

/// Returns the kind of a foreign file. A text in any encoding may begin with the letters of any of
/// them: `OTTO`, the beginning of fonts, is a name.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let at = |offset: usize, magic: &[u8]| {
        bytes.get(offset..).is_some_and(|rest| rest.starts_with(magic))
    };
    let among = |kinds: &[(&[u8], &'static str)]| {
        kinds.iter().find(|(magic, _)| at(0, magic)).map(|(_, kind)| *kind)
    };
    if is_prose(&bytes[..bytes.len().min(PROSE)]) {
        return among(&WRITTEN);
    }
    if at(60, b"BOOKMOBI") || at(60, b"TEXtREAd") {
        return Some("a Kindle book (MOBI)");
    }
    if at(4, b"ftyp") {
        return Some("a video or sound file (MP4)");
    }
    if at(257, b"ustar") {
        return Some("an archive (TAR)");
    }
    among(&FOREIGN).or_else(|| among(&WRITTEN))
}

/// Returns whether bytes may be text in some encoding: they contain none of the control characters
/// that numbers in other files produce.
pub(crate) fn is_prose(bytes: &[u8]) -> bool {
    let is_layout = |byte: u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0c');
    bytes.iter().all(|byte| !byte.is_ascii_control() || is_layout(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GBK, MACINTOSH, SHIFT_JIS, WINDOWS_1252};

    #[test]
    fn texts_may_begin_with_the_letters_of_other_kinds() {
        for begin in ["OTTO", "GGUF", "ID3", "RIFF", "BZh", "OggS", "fLaC", "GIF8", "8BPS", "ITSF"]
        {
            let text = format!("{begin} von Bismarck\twäre auch ein Käse—\r\n");
            assert_eq!(foreign(text.as_bytes()), None, "{begin}");
            for encoding in [WINDOWS_1252, MACINTOSH, GBK, SHIFT_JIS] {
                let (bytes, ..) = encoding.encode(&text);
                assert_eq!(foreign(&bytes), None, "{begin} {}", encoding.name());
            }
            let cut = format!("{begin}{}", "\u{e9}".repeat(300));
            assert_eq!(foreign(cut.as_bytes()), None, "{begin}");
            for rest in [b"\0\x01 ", b"\xfe\x02 ", b" \x03 "] {
                let file = [begin.as_bytes(), rest].concat();
                assert!(foreign(&file).is_some(), "{begin} {rest:?}");
            }
        }
        for begin in ["%!PS is a mark", "{\\rtf} too", "MZ", "PK", "BM", "II*", "!<arch> x"] {
            assert_eq!(foreign(begin.as_bytes()), None, "{begin}");
        }
        for begin in
            ["%!PS-Adobe-3.0\n", "%!PS\r\n", "{\\rtf1\\ansi ", "{\\rtf\\ansi ", "!<arch>\n"]
        {
            assert!(foreign(begin.as_bytes()).is_some(), "{begin}");
        }
    }
}
