//! The text of a story while it grows: it counts characters and, nearly, tokens.

/// Text with its length in characters and about its length in tokens of the pocket model.
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

/// About how many tokens of the pocket model a text has: nearly every word of the story world
/// is one, and so is every mark.
pub(super) fn tokens(text: &str) -> usize {
    let marks = text.chars().filter(|c| c.is_ascii_punctuation()).count();
    text.split_ascii_whitespace().count() + marks
}
