//! The command that repeats a run.

/// Returns the command that repeats this run.
pub fn command_line() -> String {
    let words = std::env::args_os().skip(1);
    words.fold("pecan-lab".to_owned(), |line, word| {
        format!("{line} {}", quoted(&word.to_string_lossy()))
    })
}

/// Quotes a word so that a shell reads it as one word and nothing else.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_quoted_for_a_shell() {
        for (word, expected) in [
            ("--methods", "--methods"),
            ("bm25:5,pecan:balance=0.5", "bm25:5,pecan:balance=0.5"),
            ("a b", "'a b'"),
            ("a'b", r"'a'\''b'"),
            ("$(rm)", "'$(rm)'"),
            ("a;b&*", "'a;b&*'"),
            ("~/a", "'~/a'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
