//! Untrusted text in a page: shown, never interpreted.

use crate::comparison::store;

/// Escapes a text for HTML, within elements and within quoted attributes. Control characters other than
/// white space are not allowed there.
pub fn escaped(text: &str) -> String {
    let is_shown = |c: &char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(is_shown) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Puts an untrusted text on one line of a terminal, without the characters that the terminal would
/// interpret: control characters, and those that change the direction of writing.
pub fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|&c| !is_obeyed(c)).collect()
}

/// Returns an untrusted text with its lines, and a mark for each character that would be interpreted.
pub fn obeyed_by_none(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if is_obeyed(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.replace("\r\n", "\n").replace('\r', "\n").chars().map(shown).collect()
}

/// Returns whether this is a control character or one that changes the direction of writing.
fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns an untrusted text as a part of a file's name.
pub fn in_file_name(text: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = text.chars().map(|c| if is_kept(c) { c } else { '_' }).take(60).collect();
    match name == text {
        true => name,
        // Two texts that look alike now still have different names.
        false => format!("{name}-{}", &store::key([text])[..8]),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_is_text() {
        for (text, expected) in [
            ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
            ("\"a\" & 'b'", "&quot;a&quot; &amp; &#39;b&#39;"),
            ("two\nlines\u{0}\u{1b}[2J é 漢", "two\nlines[2J é 漢"),
            ("&lt;", "&amp;lt;"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    #[test]
    fn a_terminal_obeys_nothing() {
        assert_eq!(printable("a\u{1b}[2Jb\r\n c\u{202e}d"), "a[2Jb cd");
    }

    #[test]
    fn names_of_files_lead_nowhere_else() {
        assert_eq!(in_file_name("story-5K"), "story-5K");
        let names = ["../../a", "..\\..\\a", "a b", "a/b", "", "漢"].map(in_file_name);
        for (at, name) in names.iter().enumerate() {
            assert!(!name.contains(['/', '\\', '.', ' ']), "{name}");
            assert!(names[..at].iter().all(|other| other != name), "{name}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_left_that_begins_or_ends_markup(text in "\\PC{0,40}|[<>&\"']{0,10}") {
            let out = escaped(&text);
            prop_assert!(!out.contains(['<', '>', '"', '\'']), "{out}");
            let back = out.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            prop_assert_eq!(back.replace("&#39;", "'").replace("&amp;", "&"), text);
        }
    }
}
