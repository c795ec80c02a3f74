//! First-level nodes: the document in runs of 300 tokens (PECAN §3.1), or of about 300 that end
//! where a sentence does.
//!
//! Every chunk knows its exact character range, so that everything said about it can be shown in
//! the document. The ranges tile the text: they leave nothing out, do not overlap, and split no
//! character, even where the border between two tokens lies inside one.

use crate::Token;

pub use self::chunk::{CHUNK_TOKENS, Chunk, ChunkBoundaries};
use self::cutter::Cutter;

/// A model's tokens do not spell the text that they were made from, so nothing that the model says
/// about them could be located in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "its tokens differ from the text from byte {byte} on, so its answers could not be traced back \
     to the text; choose another model"
)]
pub struct Misspelled {
    /// The first byte of the text that the tokens do not spell.
    pub byte: usize,
}

/// How a document is cut.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cutting<'a> {
    /// Where chunks end.
    pub ends: ChunkBoundaries,
    /// The chunks of an earlier version of the document, in order, with the characters of this
    /// version in their place. A chunk whose text and tokens are unchanged is kept, and only the
    /// text between such chunks is cut again. So an insertion does not shift everything after it.
    pub earlier: &'a [Chunk],
}

/// Cuts one document into chunks of [`CHUNK_TOKENS`], or about as many.
///
/// `tokens` are the tokens of `text`, and `bytes` returns the bytes that a token stands for. A
/// character belongs to the chunk in which it begins. A last run in which none begins joins the
/// chunk before it. For several documents in one graph, cut each separately: no chunk spans two.
///
/// Changed text between chunks that stay may be up to a fifth longer than a chunk before it is cut
/// in two, which avoids tiny chunks.
///
/// # Errors
///
/// [`Misspelled`] if the tokens' bytes differ from those of the text, except for one space before
/// it (which some vocabularies add).
pub fn chunk(
    tokens: &[Token],
    bytes: impl Fn(Token) -> Vec<u8>,
    text: &str,
    cutting: Cutting<'_>,
) -> Result<Vec<Chunk>, Misspelled> {
    let cutter = Cutter::new(text, spell(tokens, bytes, text)?, cutting.ends);
    let kept = cutter.find(tokens, cutting.earlier);
    Ok(assemble(tokens, text, &cutter, cutter.cuts(&kept)))
}

/// Returns the chunks between these cuts, each given as the number of tokens before it.
fn assemble(tokens: &[Token], text: &str, cutter: &Cutter<'_>, cuts: Vec<usize>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::with_capacity(cuts.len());
    let (mut first, mut start, mut first_character) = (0, 0, 0);
    for cut in cuts {
        let (run, end) = (&tokens[first..cut], cutter.byte(cut));
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
        (first, start, first_character) = (cut, end, end_character);
    }
    chunks
}

/// Returns the byte of `text` at which each token ends.
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

mod chunk;
mod cutter;
#[cfg(test)]
mod tests;
