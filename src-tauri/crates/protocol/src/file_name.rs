/// The maximum number of characters of a name: in every script, its bytes fit.
const LONGEST: usize = 60;
/// Names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Turns the beginning of a text into a file name without extension, valid on every system; `None`
/// if nothing of it is allowed in one.
pub fn file_name(text: &str) -> Option<String> {
    let is_left_out = |letter: char| {
        letter.is_control()
            || r#"/\:*?"<>|"#.contains(letter)
            // These reverse the text after them, so that one extension looks like another.
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let words = text.split(|letter: char| letter.is_whitespace() || is_left_out(letter));
    let words = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    // A name that begins with a dot is hidden.
    let begun: String = words.trim_start_matches(['.', ' ']).chars().take(LONGEST).collect();
    let name = begun.trim_end_matches(['.', ' ']);
    (!name.is_empty()).then(|| without_device(name))
}

/// Returns a name that no device has.
fn without_device(name: &str) -> String {
    let (device, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    if is_device(device) { format!("{device}_{rest}") } else { name.to_owned() }
}

fn is_device(name: &str) -> bool {
    let name = name.trim_end().to_lowercase();
    let is_port = |of| {
        let number = name.strip_prefix(of).map(str::as_bytes);
        matches!(number, Some([digit]) if digit.is_ascii_digit())
    };
    DEVICES.contains(&name.as_str()) || is_port("com") || is_port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe_everywhere() {
        for (text, expected) in [
            ("Anna Holt", "Anna Holt"),
            ("../../etc/passwd", "etc passwd"),
            ("C:\\x", "C x"),
            ("CON", "CON_"),
            ("Com1.txt", "Com1_.txt"),
            ("Company", "Company"),
            ("a\u{202e}b", "a b"),
            ("李白", "李白"),
        ] {
            assert_eq!(file_name(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(file_name(&"x".repeat(10_000)).map(|name| name.len()), Some(LONGEST));
        assert_eq!((file_name("..."), file_name("?"), file_name("")), (None, None, None));
    }
}
