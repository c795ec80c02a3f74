use std::collections::HashSet;

use hwdag::Token;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::token_type::LlamaTokenAttr;
use llama_cpp_2::vocab::LlamaVocab;

use crate::error::Error;

/// The approximate number of bytes passed to llama.cpp at once: some of its tokenizers need stack
/// in proportion to the text.
const PIECE_BYTES: usize = 4096;
/// The most bytes passed to it at once if a text has no place to cut: the regular expressions of
/// some tokenizers overflow the stack at twice as many digits in a row.
const LONGEST_PIECE: usize = 16 << 10;

/// Converts between text and tokens, so that a text's tokens join to exactly that text.
pub(crate) struct Vocabulary {
    /// The text of all tokens, concatenated; control tokens have none.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The tokens of single bytes, by byte, if the vocabulary has such tokens.
    bytes: Vec<Option<Token>>,
    /// Whether llama.cpp adds a space before every text.
    adds_space: bool,
    /// Tokens with text that mark turns: no plain text may become one of them.
    marks: HashSet<Token>,
}

impl Vocabulary {
    /// Reads the vocabulary of `model`, whose tokenizer has the kind `kind`.
    pub fn new(model: &LlamaModel, kind: &str) -> Result<Self, Error> {
        let vocab = model.vocab();
        let mut text = Vec::new();
        let mut ends = Vec::new();
        let mut bytes = vec![None; 256];
        for token in vocab.tokens() {
            text.extend(vocab.token_to_piece(token, false, None));
            ends.push(text.len());
            if let Some(byte) = vocab.text(token).and_then(|text| single_byte(text.to_bytes())) {
                bytes[usize::from(byte)] = Some(token.0);
            }
        }
        if kind == "llama" && bytes.contains(&None) {
            // llama.cpp throws an uncatchable exception at a character that is in no token.
            return Err(Error::Unsupported("its vocabulary cannot spell every text".into()));
        }
        let mut vocabulary = Self { text, ends, bytes, adds_space: false, marks: HashSet::new() };
        let letter = vocabulary.join(&as_tokens(vocab.tokenize(b"a", false, false)));
        vocabulary.adds_space = letter.starts_with(b" ");
        Ok(vocabulary)
    }

    /// Keeps plain text from becoming one of these tokens of a chat template that mark something: llama.cpp finds their
    /// names in every text. Line breaks and spaces stay, whatever their type.
    pub fn reserve(&mut self, model: &LlamaModel, template: impl Iterator<Item = Token>) {
        let marks = template.filter(|&token| {
            let is_blank = self.bytes(token).iter().all(u8::is_ascii_whitespace);
            !is_blank && is_mark(model, token)
        });
        self.marks = marks.collect();
    }

    /// The bytes of a token.
    pub fn bytes(&self, token: Token) -> &[u8] {
        let Some((index, &end)) = usize::try_from(token)
            .ok()
            .and_then(|index| self.ends.get(index).map(|end| (index, end)))
        else {
            return &[];
        };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..end]
    }

    /// Converts plain text to tokens.
    pub fn tokenize(&self, model: &LlamaModel, text: &str) -> Result<Vec<Token>, Error> {
        let vocab = model.vocab();
        let mut tokens = Vec::with_capacity(text.len() / 3);
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(cut(rest));
            self.spell(&vocab, piece, &mut tokens)?;
            rest = after;
        }
        Ok(tokens)
    }

    /// Converts a part of a chat template to tokens, including control tokens. `first`: whether it
    /// is at the beginning.
    pub fn tokenize_template(&self, model: &LlamaModel, text: &str, first: bool) -> Vec<Token> {
        let vocab = model.vocab();
        if self.adds_space
            && !first
            && let Some(tokens) = self.without_space(&vocab, text, true)
        {
            return tokens;
        }
        as_tokens(vocab.tokenize(text.as_bytes(), false, true))
    }

    /// Adds the tokens of `text`. If llama.cpp's own tokens do not join to the text (because of a
    /// control token's name, a character that stands for a space, or an unknown one), the text is
    /// split until they do.
    fn spell(
        &self,
        vocab: &LlamaVocab<'_>,
        text: &str,
        tokens: &mut Vec<Token>,
    ) -> Result<(), Error> {
        // A mark of one character cannot be split.
        let is_plain = |plain: &Vec<Token>| {
            let has_mark = plain.iter().any(|token| self.marks.contains(token));
            self.joins_to(plain, text) && (!has_mark || text.chars().nth(1).is_none())
        };
        if let Some(plain) = self.plain(vocab, text).filter(is_plain) {
            tokens.extend(plain);
            return Ok(());
        }
        let middle = match text.floor_char_boundary(text.len() / 2) {
            0 => text.ceil_char_boundary(1),
            middle => middle,
        };
        if middle < text.len() {
            let (left, right) = text.split_at(middle);
            self.spell(vocab, left, tokens)?;
            return self.spell(vocab, right, tokens);
        }
        let Some(letter) = text.chars().next() else { return Ok(()) };
        let bytes: Option<Vec<Token>> =
            text.bytes().map(|byte| self.bytes[usize::from(byte)]).collect();
        tokens.extend(bytes.ok_or(Error::Unspellable(letter))?);
        Ok(())
    }

    fn plain(&self, vocab: &LlamaVocab<'_>, text: &str) -> Option<Vec<Token>> {
        if self.adds_space {
            return self.without_space(vocab, text, false);
        }
        Some(as_tokens(vocab.tokenize(text.as_bytes(), false, false)))
    }

    /// The tokens of `text` without the space that llama.cpp adds before it: a line break is put
    /// before the text, and the space and the line break are cut off again.
    fn without_space(
        &self,
        vocab: &LlamaVocab<'_>,
        text: &str,
        control: bool,
    ) -> Option<Vec<Token>> {
        const BEFORE: &[u8] = b" \n";
        let mut tokens = as_tokens(vocab.tokenize(format!("\n{text}").as_bytes(), false, control));
        let mut seen = Vec::new();
        let count = tokens.iter().position(|&token| {
            seen.extend_from_slice(self.bytes(token));
            seen.len() >= BEFORE.len()
        })?;
        (seen == BEFORE).then(|| tokens.split_off(count + 1))
    }

    fn joins_to(&self, tokens: &[Token], text: &str) -> bool {
        let mut rest = text.as_bytes();
        for &token in tokens {
            match rest.strip_prefix(self.bytes(token)) {
                // A token without text is a control token or an unknown character.
                Some(after) if after.len() < rest.len() => rest = after,
                _ => return false,
            }
        }
        rest.is_empty()
    }

    fn join(&self, tokens: &[Token]) -> Vec<u8> {
        tokens.iter().flat_map(|&token| self.bytes(token)).copied().collect()
    }
}

/// Whether a token is no text: a control token, or one that was defined for a purpose of its own.
pub(crate) fn is_mark(model: &LlamaModel, token: Token) -> bool {
    let vocab = model.vocab();
    let is_known = (0..vocab.n_tokens()).contains(&token);
    is_known
        && vocab
            .attr(LlamaToken(token))
            .intersects(LlamaTokenAttr::Control | LlamaTokenAttr::UserDefined)
}

/// The byte that the token `<0x..>` stands for.
fn single_byte(name: &[u8]) -> Option<u8> {
    let digits = name.strip_prefix(b"<0x")?.strip_suffix(b">")?;
    let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() == 2)?;
    u8::from_str_radix(digits, 16).ok()
}

fn as_tokens(tokens: Vec<LlamaToken>) -> Vec<Token> {
    tokens.into_iter().map(|token| token.0).collect()
}

/// Where to cut a long text so that the tokens of the parts are those of the whole: before a word
/// that follows a word and a space, or that begins a line. No tokenizer joins across these. A long
/// run without such a place is cut before its last character that is neither letter nor digit, or
/// else anywhere.
fn cut(text: &str) -> usize {
    if text.len() <= PIECE_BYTES {
        return text.len();
    }
    let start = text.floor_char_boundary(PIECE_BYTES);
    let end = text.floor_char_boundary(LONGEST_PIECE);
    let letters = text[start..end].char_indices().map(|(index, letter)| (start + index, letter));
    let mut before = ['\0', '\0'];
    let mut at_space = start;
    for (index, letter) in letters {
        match (before, letter) {
            ([_, '\n'], letter) if letter.is_alphabetic() => return index,
            ([word, ' '], letter) if word.is_alphabetic() && letter.is_alphabetic() => {
                return at_space;
            }
            _ => {}
        }
        if letter == ' ' {
            at_space = index;
        }
        before = [before[1], letter];
    }
    if end == text.len() {
        return end;
    }
    let sign = text[start..end].rfind(|letter: char| !letter.is_alphanumeric());
    sign.map_or(end, |at| start + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_tokens_are_known_by_their_names() {
        assert_eq!(single_byte(b"<0x0A>"), Some(10));
        assert_eq!(single_byte(b"<0xe2>"), Some(0xe2));
        for name in [&b"<0x>"[..], b"<0x123>", b"0x12", b"<0xg0>", b""] {
            assert_eq!(single_byte(name), None);
        }
    }

    #[test]
    fn long_texts_are_cut_before_words() {
        let text = format!("{}end of a word\nline", "x".repeat(PIECE_BYTES - 1));
        assert_eq!(&text[cut(&text)..], " of a word\nline");
        let text = format!("{}  \n  \nline", "x".repeat(PIECE_BYTES));
        assert_eq!(&text[cut(&text)..], "line");
        let text = "€".repeat(PIECE_BYTES);
        assert_eq!(cut(&text), text.len());
        assert_eq!(cut("short"), 5);
        assert_eq!(cut(&"a".repeat(3 * LONGEST_PIECE)), LONGEST_PIECE);
        let wide = "漢".repeat(LONGEST_PIECE);
        assert_eq!(cut(&wide), wide.floor_char_boundary(LONGEST_PIECE));
        let rows = "12,345;".repeat(LONGEST_PIECE);
        assert!(cut(&rows) > LONGEST_PIECE - 4 && rows[cut(&rows)..].starts_with([',', ';']));
    }
}
