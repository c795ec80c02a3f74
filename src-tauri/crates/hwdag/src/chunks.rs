//! First-level nodes: the document in runs of 300 tokens (PECAN §3.1).
//!
//! Every chunk knows its exact range of characters, so that whatever is later said about it can
//! be shown in the document. The ranges tile the text: nothing is left out, nothing is told
//! twice, and no character is split, even where the border between two tokens lies inside one.

use std::ops::Range;

use crate::Token;

/// Tokens of a chunk, counted by the model that builds the graph. The last chunk of a document
/// may have fewer.
pub const CHUNK_TOKENS: usize = 300;

/// A run of a document's tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Its characters in the document's plain text, counted in Unicode scalar values.
    pub range: Range<usize>,
    /// The text in that range.
    pub text: String,
}

/// A model's tokens do not spell the text that they were made from, so nothing that it says about
/// them could be found in the document again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "this model reads the text differently from how it is written (from byte {byte} on), so its \
     answers could not be traced back; please use another model"
)]
pub struct Misspelled {
    /// The first byte of the text that the tokens do not spell.
    pub byte: usize,
}

/// Cuts one document into chunks of [`CHUNK_TOKENS`].
///
/// `tokens` are those of `text`, and `bytes` tells what each stands for. A character belongs to
/// the chunk in which it begins. A last run in which none begins joins the chunk before it. For
/// several documents in one graph, cut each by itself: no chunk spans two.
///
/// # Errors
///
/// [`Misspelled`] if the tokens' bytes are not those of the text, one space before it aside
/// (which some vocabularies add).
pub fn chunk(
    tokens: &[Token],
    bytes: impl Fn(Token) -> Vec<u8>,
    text: &str,
) -> Result<Vec<Chunk>, Misspelled> {
    let ends = spell(tokens, bytes, text)?;
    let mut chunks: Vec<Chunk> = Vec::with_capacity(tokens.len().div_ceil(CHUNK_TOKENS));
    let (mut start, mut first_character) = (0, 0);
    for (run, run_ends) in tokens.chunks(CHUNK_TOKENS).zip(ends.chunks(CHUNK_TOKENS)) {
        let end = text.ceil_char_boundary(run_ends.last().copied().unwrap_or(start));
        let piece = &text[start..end];
        let end_character = first_character + piece.chars().count();
        match chunks.last_mut() {
            Some(last) if piece.is_empty() => last.tokens.extend_from_slice(run),
            _ => chunks.push(Chunk {
                tokens: run.to_vec(),
                range: first_character..end_character,
                text: piece.to_owned(),
            }),
        }
        (start, first_character) = (end, end_character);
    }
    Ok(chunks)
}

/// The byte of `text` at which each token ends.
fn spell(
    tokens: &[Token],
    bytes: impl Fn(Token) -> Vec<u8>,
    text: &str,
) -> Result<Vec<usize>, Misspelled> {
    let mut ends = Vec::with_capacity(tokens.len());
    let mut end = 0;
    for (index, &token) in tokens.iter().enumerate() {
        let piece = bytes(token);
        let rest = &text.as_bytes()[end..];
        end += if rest.starts_with(&piece) {
            piece.len()
        } else {
            match piece.strip_prefix(b" ") {
                Some(unspaced) if index == 0 && rest.starts_with(unspaced) => unspaced.len(),
                _ => return Err(Misspelled { byte: end }),
            }
        };
        ends.push(end);
    }
    if end == text.len() { Ok(ends) } else { Err(Misspelled { byte: end }) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A vocabulary in which token `n` stands for piece `n`.
    fn numbered(pieces: &[Vec<u8>]) -> (Vec<Token>, impl Fn(Token) -> Vec<u8> + '_) {
        ((0..pieces.len() as Token).collect(), |token| pieces[token as usize].clone())
    }

    fn cut(pieces: &[Vec<u8>], text: &str) -> Result<Vec<Chunk>, Misspelled> {
        let (tokens, bytes) = numbered(pieces);
        chunk(&tokens, bytes, text)
    }

    fn bytes_one_by_one(text: &str) -> Vec<Vec<u8>> {
        text.bytes().map(|byte| vec![byte]).collect()
    }

    fn characters(text: &str, range: &Range<usize>) -> String {
        text.chars().skip(range.start).take(range.len()).collect()
    }

    #[test]
    fn three_hundred_tokens_each() {
        let text = "a".repeat(700);
        let chunks = cut(&bytes_one_by_one(&text), &text).unwrap();
        let sizes: Vec<usize> = chunks.iter().map(|chunk| chunk.tokens.len()).collect();
        assert_eq!(sizes, [300, 300, 100]);
        assert_eq!(chunks[1].range, 300..600);
    }

    #[test]
    fn a_character_belongs_to_the_chunk_in_which_it_begins() {
        let text = format!("{}é{}", "a".repeat(299), "b".repeat(10));
        let chunks = cut(&bytes_one_by_one(&text), &text).unwrap();
        assert_eq!(chunks[0].tokens.len(), 300);
        assert_eq!(chunks[0].range, 0..300);
        assert!(chunks[0].text.ends_with("aé"));
        assert_eq!(chunks[1].range, 300..310);
        assert_eq!(chunks[1].text, "b".repeat(10));
    }

    #[test]
    fn a_last_run_in_which_no_character_begins_joins_the_chunk_before() {
        let text = format!("{}é", "a".repeat(299));
        let chunks = cut(&bytes_one_by_one(&text), &text).unwrap();
        assert_eq!(chunks.len(), 1);
        assert_eq!(chunks[0].tokens.len(), 301);
        assert_eq!(chunks[0].text, text);
    }

    #[test]
    fn a_space_that_the_vocabulary_puts_first_is_not_the_texts() {
        let pieces = [b" Once".to_vec(), b" upon".to_vec()];
        let chunks = cut(&pieces, "Once upon").unwrap();
        assert_eq!(chunks[0].range, 0..9);
        assert_eq!(cut(&pieces, " Once upon").unwrap()[0].range, 0..10);
    }

    #[test]
    fn tokens_that_spell_something_else_are_refused() {
        let pieces = [b"one".to_vec(), b" two".to_vec()];
        assert_eq!(cut(&pieces, "one  two"), Err(Misspelled { byte: 3 }));
        assert_eq!(cut(&pieces, "one two three"), Err(Misspelled { byte: 7 }));
        assert_eq!(cut(&pieces, "one"), Err(Misspelled { byte: 3 }));
        assert_eq!(cut(&[], ""), Ok(Vec::new()));
    }

    proptest! {
        #[test]
        fn ranges_tile_the_text_whatever_the_tokens(
            text in "[a-c é漢🌳\n]{0,900}",
            sizes in prop::collection::vec(1usize..6, 1..40),
        ) {
            let mut pieces = Vec::new();
            let mut rest = text.as_bytes();
            for &size in sizes.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, left) = rest.split_at(size.min(rest.len()));
                pieces.push(piece.to_vec());
                rest = left;
            }
            let chunks = cut(&pieces, &text).unwrap();
            let mut next = 0;
            for chunk in &chunks {
                prop_assert_eq!(chunk.range.start, next);
                prop_assert!(!chunk.range.is_empty());
                prop_assert_eq!(&characters(&text, &chunk.range), &chunk.text);
                next = chunk.range.end;
            }
            prop_assert_eq!(next, text.chars().count());
            let tokens: Vec<Token> = chunks.iter().flat_map(|chunk| chunk.tokens.clone()).collect();
            prop_assert_eq!(tokens, (0..pieces.len() as Token).collect::<Vec<_>>());
            for chunk in chunks.iter().rev().skip(1) {
                prop_assert_eq!(chunk.tokens.len(), CHUNK_TOKENS);
            }
        }
    }
}
