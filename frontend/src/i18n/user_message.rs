//! Messages for the user.

/// A message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserMessage {
    /// In the current language.
    pub text: String,
    /// The engine's own words, if the text is not already that: they are English.
    pub english: Option<String>,
}

impl From<String> for UserMessage {
    fn from(text: String) -> Self {
        Self { text, english: None }
    }
}

/// Words as the beginning of a sentence, without a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.trim().trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(sentence("it was killed (signal 9)."), "It was killed (signal 9)");
        assert_eq!(sentence(" "), "");
    }
}
