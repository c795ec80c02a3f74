//! Untrusted text: shown, never interpreted.

use crate::comparison::store;

/// Puts an untrusted text on one line, without the characters that a terminal would interpret: control
/// characters, and those that change the direction of writing.
pub fn printable(text: &str) -> String {
    let is_obeyed =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|&c| !is_obeyed(c)).collect()
}

/// Returns an untrusted text as a part of a file's name.
pub fn in_file_name(text: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = text.chars().map(|c| if is_kept(c) { c } else { '_' }).take(60).collect();
    match name == text && !name.is_empty() {
        true => name,
        // Two texts that look alike now still have different names.
        false => format!("{name}-{}", &store::key([text])[..8]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_obeyed() {
        assert_eq!(printable("a\u{1b}[2Jb\r\n c\u{202e}d"), "a[2Jb cd");
        assert_eq!(in_file_name("story-5K"), "story-5K");
        let names = ["../../a", "..\\..\\a", "a b", "a/b", "", "漢"].map(in_file_name);
        for (at, name) in names.iter().enumerate() {
            assert!(!name.contains(['/', '\\', '.', ' ']), "{name}");
            assert!(names[..at].iter().all(|other| other != name), "{name}");
        }
    }
}
