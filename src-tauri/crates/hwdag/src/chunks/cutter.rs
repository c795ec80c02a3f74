//! Finds the places where a text is cut into chunks.

use std::iter;
use std::ops::Range;

use sentences::{ends_paragraph, sentences, word_ends};

use super::chunk::{CHUNK_TOKENS, Chunk, ChunkBoundaries};
use crate::Token;

/// A chunk may be a fifth shorter or longer so that it ends at the end of a sentence.
const GIVE_PART: usize = 5;

/// A text in tokens.
pub(super) struct Cutter<'t> {
    text: &'t str,
    /// For each token, the byte at which a chunk that ends with it ends.
    bytes: Vec<usize>,
    ends: ChunkBoundaries,
    /// The space after each sentence.
    spaces: Vec<SentenceGap>,
}

/// The space between two sentences, possibly empty, in bytes.
struct SentenceGap {
    range: Range<usize>,
    ends_paragraph: bool,
}

impl<'t> Cutter<'t> {
    /// A text whose tokens end at these bytes.
    pub fn new(text: &'t str, token_ends: Vec<usize>, ends: ChunkBoundaries) -> Self {
        let bytes = token_ends.into_iter().map(|end| text.ceil_char_boundary(end)).collect();
        let spaces = match ends {
            ChunkBoundaries::Exact => Vec::new(),
            ChunkBoundaries::Sentences => spaces(text),
        };
        Self { text, bytes, ends, spaces }
    }

    /// The byte at which the first `tokens` tokens end.
    pub fn byte(&self, tokens: usize) -> usize {
        tokens.checked_sub(1).map_or(0, |last| self.bytes[last])
    }

    /// Returns the token ranges of the chunks that stand in the text unchanged, in order. A short
    /// one, which was the last, is left out unless it is the last again.
    pub fn find(&self, tokens: &[Token], chunks: &[Chunk]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let (mut byte, mut character) = (0, 0);
        for chunk in chunks {
            let Some(ahead) = chunk.range.start.checked_sub(character) else { continue };
            byte += bytes_of(&self.text[byte..], ahead);
            character = chunk.range.start;
            let end = byte + chunk.text.len();
            if !self.text[byte..].starts_with(&chunk.text)
                || chunk.tokens.len() < CHUNK_TOKENS / 2 && end < self.text.len()
            {
                continue;
            }
            let from = found.last().map_or(0, |last| last.end);
            found.extend(self.run(tokens, &chunk.tokens, from, byte..end));
        }
        found
    }

    /// Returns the place of these tokens among the text's, if they begin and end exactly at these
    /// bytes.
    fn run(
        &self,
        tokens: &[Token],
        wanted: &[Token],
        from: usize,
        bytes: Range<usize>,
    ) -> Option<Range<usize>> {
        // Tokens may end within a character; then several end at the same byte.
        let first = self.bytes.partition_point(|&byte| byte < bytes.start).max(from);
        let mut starts = (first..tokens.len()).take_while(|&at| self.byte(at) <= bytes.start);
        let stands = |&at: &usize| {
            self.byte(at) == bytes.start
                && tokens[at..].starts_with(wanted)
                && self.byte(at + wanted.len()) == bytes.end
        };
        starts.find(stands).map(|start| start..start + wanted.len())
    }

    /// Returns the number of tokens up to the end of each chunk if the chunks with the tokens
    /// `kept` stay.
    pub fn cuts(&self, kept: &[Range<usize>]) -> Vec<usize> {
        let end = self.bytes.len();
        let (mut cuts, mut from) = (Vec::new(), 0);
        for run in kept.iter().cloned().chain(iter::once(end..end)) {
            while from < run.start {
                from = self.next(from, run.start);
                cuts.push(from);
            }
            if !run.is_empty() {
                from = run.end;
                cuts.push(from);
            }
        }
        cuts
    }

    /// Returns the end of the chunk that begins after `from` tokens, at most `to`, where the text
    /// ends or a kept chunk begins.
    fn next(&self, from: usize, to: usize) -> usize {
        let (left, is_last) = (to - from, to == self.bytes.len());
        let whole = match self.ends {
            ChunkBoundaries::Exact if is_last => CHUNK_TOKENS,
            _ => most(CHUNK_TOKENS),
        };
        if left <= whole {
            return to;
        }
        let wanted = match !is_last && left < CHUNK_TOKENS + most(CHUNK_TOKENS) {
            true => left / 2,
            false => CHUNK_TOKENS,
        };
        match self.ends {
            ChunkBoundaries::Exact => from + wanted,
            ChunkBoundaries::Sentences => self.near(from, wanted),
        }
    }

    /// Returns the best cut about `wanted` tokens after `from`: at the end of a sentence, or else
    /// of a word.
    fn near(&self, from: usize, wanted: usize) -> usize {
        let range = from + least(wanted)..from + most(wanted) + 1;
        let best = self.sentence_end(range.clone(), from + wanted);
        best.or_else(|| self.word_end(range, from + wanted)).unwrap_or(from + wanted)
    }

    /// Returns the nearest end of a sentence; the end of a paragraph may be twice as far.
    fn sentence_end(&self, range: Range<usize>, wanted: usize) -> Option<usize> {
        let ends = range.filter_map(|cut| {
            let space = self.space(cut)?;
            // If a space spans several tokens, take the last one: the next chunk begins with a
            // word.
            let is_last = self.space(cut + 1).is_none_or(|next| next.range != space.range);
            is_last.then_some((cut, space.ends_paragraph))
        });
        let farness = |&(cut, paragraph): &(usize, bool)| {
            cut.abs_diff(wanted) * if paragraph { 1 } else { 2 }
        };
        ends.min_by_key(farness).map(|(cut, _)| cut)
    }

    /// Returns the space after a sentence that a cut lies in.
    fn space(&self, cut: usize) -> Option<&SentenceGap> {
        let byte = *self.bytes.get(cut.checked_sub(1)?)?;
        let next = self.spaces.partition_point(|space| space.range.end < byte);
        self.spaces.get(next).filter(|space| space.range.start <= byte)
    }

    /// Returns the nearest end of a word that another one follows.
    fn word_end(&self, range: Range<usize>, wanted: usize) -> Option<usize> {
        let (start, end) = (self.byte(range.start - 1), self.byte(range.end - 1));
        let mut words = word_ends(&self.text[start..end]);
        // A word may continue past the end of the piece.
        words.pop();
        let is_end = |&cut: &usize| {
            let byte = self.byte(cut);
            let begins = |c: char| c.is_whitespace() || c.is_alphanumeric();
            self.text[byte..].starts_with(begins) && words.binary_search(&(byte - start)).is_ok()
        };
        range.filter(is_end).min_by_key(|cut| cut.abs_diff(wanted))
    }
}

/// Returns the minimum number of tokens of a chunk that should have `wanted`.
fn least(wanted: usize) -> usize {
    wanted - wanted / GIVE_PART
}

/// Returns the maximum number of tokens of such a chunk.
fn most(wanted: usize) -> usize {
    wanted + wanted / GIVE_PART
}

/// Returns the byte length of the first `characters` characters, or of the whole text.
fn bytes_of(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(byte, _)| byte)
}

fn spaces(text: &str) -> Vec<SentenceGap> {
    let sentences = sentences(text);
    let spaces = sentences.windows(2).map(|pair| {
        let range = pair[0].end..pair[1].start;
        SentenceGap { ends_paragraph: ends_paragraph(&text[range.clone()]), range }
    });
    spaces.collect()
}
