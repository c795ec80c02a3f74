//! A text and the tokens that spell it: which tokens hold which bytes.

use std::ops::Range;

use crate::Token;
use crate::decode::Utf8Decoder;
use crate::words::words;

/// Tokens, or their positions, as ascending runs that neither touch nor overlap.
pub(crate) type TokenRuns = Vec<Range<usize>>;

/// The text of some tokens, with the end of each token in it.
pub(crate) struct Spelling {
    text: String,
    ends: Vec<TokenEnd>,
}

/// The end of a token.
struct TokenEnd {
    /// The byte of the text after the last character that is complete with this token.
    text: usize,
    /// Whether the token also begins the character there.
    within_character: bool,
}

impl Spelling {
    pub(crate) fn new(tokens: &[Token], bytes: impl Fn(Token) -> Vec<u8>) -> Self {
        let (mut text, mut decoder) = (String::new(), Utf8Decoder::default());
        let mut ends = Vec::with_capacity(tokens.len());
        for &token in tokens {
            text.push_str(&decoder.push(&bytes(token)));
            let within_character = decoder.is_within_character();
            ends.push(TokenEnd { text: text.len(), within_character });
        }
        text.push_str(&decoder.finish());
        if let Some(end) = ends.last_mut() {
            *end = TokenEnd { text: text.len(), within_character: false };
        }
        Self { text, ends }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the tokens that hold some of these bytes of the text, even if only the beginning of
    /// the first character.
    pub(crate) fn tokens_of(&self, bytes: Range<usize>) -> Range<usize> {
        let begin_of = |token: usize| if token == 0 { 0 } else { self.ends[token - 1].text };
        let is_before = |token: usize| {
            let end = &self.ends[token];
            let reaches = end.text > bytes.start || end.text == bytes.start && end.within_character;
            begin_of(token) < bytes.start && !reaches
        };
        let end = (0..self.ends.len()).take_while(|&token| begin_of(token) < bytes.end).count();
        let start = (0..end).take_while(|&token| is_before(token)).count();
        start..end
    }

    /// Returns the tokens that hold some of the `wanted` words in this part of the text; all of the
    /// part's tokens if there is no such word.
    pub(crate) fn tokens_of_words(
        &self,
        part: Range<usize>,
        wanted: fn(&str) -> bool,
    ) -> TokenRuns {
        let text = &self.text[part.clone()];
        let mut runs = TokenRuns::new();
        for word in words(text).filter(|word| wanted(&text[word.clone()])) {
            let tokens = self.tokens_of(part.start + word.start..part.start + word.end);
            match runs.last_mut() {
                Some(last) if tokens.start <= last.end => last.end = tokens.end,
                _ => runs.push(tokens),
            }
        }
        if runs.is_empty() {
            runs.push(self.tokens_of(part));
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::is_content;

    fn spelling(pieces: &[&[u8]]) -> Spelling {
        let tokens: Vec<Token> = (0..pieces.len() as Token).collect();
        Spelling::new(&tokens, |token| pieces[token as usize].to_vec())
    }

    #[test]
    fn words_keep_all_their_tokens() {
        let pieces: [&[u8]; 9] =
            [b"*", b" An", b"aconda", b"'s", b" \xe2", b"\x80\x94", b" the", b" lamp", b"."];
        let spelt = spelling(&pieces);
        let whole = 0..spelt.text().len();
        assert_eq!(spelt.text(), "* Anaconda's — the lamp.");
        assert_eq!(spelt.tokens_of_words(whole.clone(), |_| true), [1..4, 6..8]);
        assert_eq!(spelt.tokens_of_words(whole, is_content), [1..4, 7..8]);
    }

    #[test]
    fn a_token_that_two_words_share_counts_once() {
        let spelt = spelling(&[b"To", b"m. A", b"nn", b" it"]);
        assert_eq!(spelt.tokens_of_words(0..11, |_| true), std::slice::from_ref(&(0..4)));
        assert_eq!(spelt.tokens_of_words(0..11, is_content), std::slice::from_ref(&(0..3)));
    }

    #[test]
    fn where_no_word_is_wanted_all_tokens_are() {
        let spelt = spelling(&[b"*", b" It", b" is", b".", b"\n"]);
        assert_eq!(spelt.tokens_of_words(2..8, is_content), std::slice::from_ref(&(1..4)));
    }
}
