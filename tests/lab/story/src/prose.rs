//! The text of a growing story, with its number of characters and approximate number of tokens.

/// A text with its length in characters and its approximate length in tokens of the pocket model.
#[derive(Default)]
pub(super) struct Prose {
    pub text: String,
    pub chars: usize,
    pub tokens: usize,
    sentences: usize,
}

impl Prose {
    /// Adds a sentence and returns the range of its characters.
    pub fn sentence(&mut self, sentence: &str) -> (usize, usize) {
        if self.sentences > 0 {
            self.raw(" ");
        }
        let start = self.chars;
        self.raw(sentence);
        self.tokens += tokens(sentence);
        self.sentences += 1;
        (start, self.chars)
    }

    /// Ends the paragraph.
    pub fn paragraph(&mut self) {
        self.raw("\n\n");
        self.tokens += 2;
        self.sentences = 0;
    }

    /// Sentences since the paragraph began.
    pub fn sentences(&self) -> usize {
        self.sentences
    }

    fn raw(&mut self, text: &str) {
        self.text.push_str(text);
        self.chars += text.chars().count();
    }
}

/// The approximate number of tokens of a text in the pocket model: nearly every word of the story
/// world is one token, and so is every punctuation mark.
pub(super) fn tokens(text: &str) -> usize {
    let marks = text.chars().filter(|c| c.is_ascii_punctuation()).count();
    text.split_ascii_whitespace().count() + marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_counted_by_words_and_marks() {
        assert_eq!(tokens("Mira Holt has a brother, Tom Reed."), 9);
    }
}
