//! Words that several kinds of output share.

/// Returns external text on one line, without characters that a terminal would interpret.
pub fn plain(text: &str) -> String {
    text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns a number of things in words, singular or plural.
pub fn count(number: impl Into<u64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_agree() {
        assert_eq!(count(1_u32, "chunk"), "1 chunk");
        assert_eq!(count(0_u32, "chunk"), "0 chunks");
    }
}
