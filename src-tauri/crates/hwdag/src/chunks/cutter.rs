//! Where to cut.

use std::ops::Range;

use sentences::{ends_paragraph, sentences, word_ends};

use super::{CHUNK_TOKENS, ChunkEnds};

/// One part in so many of a chunk may be missing or too much, so that it ends where a sentence
/// does.
const GIVE_PART: usize = 5;

/// A text in tokens.
pub(super) struct Cutter<'t> {
    text: &'t str,
    /// For each token the byte at which a chunk ends that ends with it.
    bytes: Vec<usize>,
    ends: ChunkEnds,
    /// The space after each sentence.
    spaces: Vec<Space>,
}

/// The space between two sentences, perhaps empty, in bytes.
struct Space {
    range: Range<usize>,
    ends_paragraph: bool,
}

impl<'t> Cutter<'t> {
    /// A text whose tokens end at these bytes.
    pub fn new(text: &'t str, token_ends: Vec<usize>, ends: ChunkEnds) -> Self {
        let bytes = token_ends.into_iter().map(|end| text.ceil_char_boundary(end)).collect();
        let spaces = match ends {
            ChunkEnds::Exact => Vec::new(),
            ChunkEnds::Sentences => spaces(text),
        };
        Self { text, bytes, ends, spaces }
    }

    /// The byte at which so many tokens end.
    pub fn byte(&self, tokens: usize) -> usize {
        tokens.checked_sub(1).map_or(0, |last| self.bytes[last])
    }

    /// How many tokens there are up to the end of each chunk.
    pub fn cuts(&self) -> Vec<usize> {
        let (mut cuts, mut from, to) = (Vec::new(), 0, self.bytes.len());
        while from < to {
            from = self.next(from, to);
            cuts.push(from);
        }
        cuts
    }

    /// Where the chunk ends that begins after `from` tokens, `to` at most.
    fn next(&self, from: usize, to: usize) -> usize {
        match self.ends {
            ChunkEnds::Exact => to.min(from + CHUNK_TOKENS),
            ChunkEnds::Sentences if to - from <= most(CHUNK_TOKENS) => to,
            ChunkEnds::Sentences => self.near(from, CHUNK_TOKENS),
        }
    }

    /// The best cut about so many tokens after `from`: at the end of a sentence, or else of a word.
    fn near(&self, from: usize, wanted: usize) -> usize {
        let range = from + least(wanted)..from + most(wanted) + 1;
        let best = self.sentence_end(range.clone(), from + wanted);
        best.or_else(|| self.word_end(range, from + wanted)).unwrap_or(from + wanted)
    }

    /// The end of a sentence that is nearest, where the end of a paragraph may be twice as far.
    fn sentence_end(&self, range: Range<usize>, wanted: usize) -> Option<usize> {
        let ends = range.filter_map(|cut| {
            let space = self.space(cut)?;
            // Of a space in several tokens the last one: the next chunk begins with a word.
            let is_last = self.space(cut + 1).is_none_or(|next| next.range != space.range);
            is_last.then_some((cut, space.ends_paragraph))
        });
        let farness = |&(cut, paragraph): &(usize, bool)| {
            cut.abs_diff(wanted) * if paragraph { 1 } else { 2 }
        };
        ends.min_by_key(farness).map(|(cut, _)| cut)
    }

    /// The space after a sentence in which a cut lies.
    fn space(&self, cut: usize) -> Option<&Space> {
        let byte = *self.bytes.get(cut.checked_sub(1)?)?;
        let next = self.spaces.partition_point(|space| space.range.end < byte);
        self.spaces.get(next).filter(|space| space.range.start <= byte)
    }

    /// The nearest end of a word before another one.
    fn word_end(&self, range: Range<usize>, wanted: usize) -> Option<usize> {
        let (start, end) = (self.byte(range.start - 1), self.byte(range.end - 1));
        let mut words = word_ends(&self.text[start..end]);
        // Where the piece ends a word may go on.
        words.pop();
        let is_end = |&cut: &usize| {
            let byte = self.byte(cut);
            let begins = |c: char| c.is_whitespace() || c.is_alphanumeric();
            self.text[byte..].starts_with(begins) && words.binary_search(&(byte - start)).is_ok()
        };
        range.filter(is_end).min_by_key(|cut| cut.abs_diff(wanted))
    }
}

/// Tokens that a chunk may have at least if it should have so many.
fn least(wanted: usize) -> usize {
    wanted - wanted / GIVE_PART
}

/// Tokens that it may have at most.
fn most(wanted: usize) -> usize {
    wanted + wanted / GIVE_PART
}

fn spaces(text: &str) -> Vec<Space> {
    let sentences = sentences(text);
    let spaces = sentences.windows(2).map(|pair| {
        let range = pair[0].end..pair[1].start;
        Space { ends_paragraph: ends_paragraph(&text[range.clone()]), range }
    });
    spaces.collect()
}
