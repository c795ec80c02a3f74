//! Words that the user searches for.

/// Words to search for one by one, in any order and in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTerms(Vec<String>);

impl SearchTerms {
    /// Returns the words that were typed.
    pub fn of(typed: &str) -> Self {
        Self(typed.split_whitespace().map(str::to_lowercase).collect())
    }

    /// Whether there are no words, so that any text contains them all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a text contains all words.
    pub fn are_in(&self, text: &str) -> bool {
        let text = if self.is_empty() { String::new() } else { text.to_lowercase() };
        self.0.iter().all(|word| text.contains(word))
    }

    /// Whether a text begins with the first word.
    pub fn begin(&self, text: &str) -> bool {
        self.0.first().is_some_and(|first| text.trim_start().to_lowercase().starts_with(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_have_to_be_there_in_any_order() {
        for (typed, text, there) in [
            ("Lamp cellar", "In the CELLAR stood a lamp.", true),
            ("lamp attic", "In the cellar stood a lamp.", false),
            ("  ", "anything", true),
        ] {
            assert_eq!(SearchTerms::of(typed).are_in(text), there, "{typed}");
        }
        assert!(SearchTerms::of("the lamp").begin(" The Lady"));
        assert!(!SearchTerms::of("").begin("The Lady"));
    }
}
