//! The interface to a language model that the method needs.

use std::ops::Range;

/// The number of a token in a model's vocabulary.
pub type Token = i32;

/// Softmax attention of some tokens to some earlier ones, each value the mean over every layer and
/// head that takes part.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// Positions of the attending tokens: one row each.
    pub rows: Range<usize>,
    /// Positions of the tokens attended to: one column each.
    pub columns: Range<usize>,
    /// Row-major, `rows.len() * columns.len()` values from 0 to 1. A row sums to at most 1, because
    /// attention to other positions or to a sink is left out. Columns after the row are 0.
    pub values: Vec<f32>,
}

impl Attention {
    /// No rows over `columns`, before the token at position `start` is evaluated.
    pub fn empty(start: usize, columns: Range<usize>) -> Self {
        Self { rows: start..start, columns, values: Vec::new() }
    }

    /// Adds the rows of `later`, which must begin where these end and have the same columns.
    pub fn extend(&mut self, later: &Attention) {
        debug_assert_eq!(self.rows.end, later.rows.start);
        debug_assert_eq!(self.columns, later.columns);
        self.values.extend_from_slice(&later.values);
        self.rows.end = later.rows.end;
    }

    /// The mean over the tokens `rows` and `columns` (both by position, within this matrix).
    pub fn mean(&self, rows: Range<usize>, columns: Range<usize>) -> f64 {
        let count = rows.len() * columns.len();
        self.sum(rows, columns) / count.max(1) as f64
    }

    /// The sum over the tokens `rows` and `columns` (both by position, within this matrix).
    pub fn sum(&self, rows: Range<usize>, columns: Range<usize>) -> f64 {
        let width = columns.len();
        if width == 0 {
            return 0.0;
        }
        let first = columns.start - self.columns.start;
        rows.map(|row| {
            let start = (row - self.rows.start) * self.columns.len() + first;
            self.values[start..start + width].iter().map(|&value| f64::from(value)).sum::<f64>()
        })
        .sum()
    }
}

/// The model's own chat template, reduced to the tokens between the words of a two-turn
/// conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChatFrame {
    /// From the beginning of the sequence (its special token included) to the user's first words.
    pub open: Vec<Token>,
    /// From the end of the user's first words to the assistant's first word: the assistant header.
    pub reply: Vec<Token>,
    /// From the end of the assistant's words to the user's next words.
    pub next: Vec<Token>,
    /// From the end of the user's second words to the assistant's next word.
    pub reply_again: Vec<Token>,
    /// Whether the model has no template, and mere words mark the turns.
    pub is_plain: bool,
    /// What surrounds its thoughts, if it can think; [`ChatFrame::reply`] skips them.
    pub thoughts: Option<ThoughtsFrame>,
}

/// What surrounds the thoughts of a model before its reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThoughtsFrame {
    /// From the end of the user's first words to the first thought.
    pub begin: Vec<Token>,
    /// From the end of the user's second words to the first thought.
    pub begin_again: Vec<Token>,
    /// The mark that ends thoughts, as text.
    pub mark: String,
    /// From the end of a line of thoughts to the reply's first word.
    pub end: Vec<Token>,
    /// The same from within a line.
    pub cut_off: Vec<Token>,
}

impl ThoughtsFrame {
    /// Returns the number of tokens around the thoughts of the longer reply.
    pub(crate) fn tokens(&self) -> usize {
        self.begin.len().max(self.begin_again.len()) + self.end.len().max(self.cut_off.len())
    }
}

/// The properties of a model that limit its input and determine its cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LanguageModelShape {
    /// The maximum number of tokens of one sequence while searching.
    pub window: usize,
    /// The maximum number of tokens of prompt, input and output together while summarising: the
    /// method's `s`.
    pub construction: usize,
    /// Parameters used for each token, excluding the embedding table and including the output head.
    pub parameters: f64,
    /// The number of layers with attention.
    pub layers: usize,
    /// Query heads × head size.
    pub query_width: usize,
}

/// Tokens evaluated, restored, reused and removed since a sequence was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TokenCounts {
    /// Tokens run through the model.
    pub evaluated: u64,
    /// Tokens read back from a saved state instead of being run through the model.
    pub restored: u64,
    /// Tokens copied from another sequence instead of being run through the model.
    pub reused: u64,
    /// Tokens removed from the end of the sequence.
    pub removed: u64,
}

/// The tokens to append to one of several sequences.
#[derive(Debug)]
pub struct ModelInput<'a, M> {
    /// The sequence.
    pub model: &'a mut M,
    /// The tokens.
    pub tokens: &'a [Token],
    /// The positions whose attention from these tokens is watched.
    pub watched: Range<usize>,
}

/// A language model with one growing sequence.
///
/// The sequence keeps the results for every token in it: a token is evaluated once, when it is
/// appended. Several sequences may lie side by side in one model's memory; each of them is a
/// `LanguageModel` of its own.
pub trait LanguageModel: Sized {
    /// The model's error.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The model's limits and size.
    fn shape(&self) -> LanguageModelShape;

    /// The chat template's pieces.
    fn frame(&self) -> &ChatFrame;

    /// Returns the tokens of plain text; none of them is a control token, whatever the text
    /// contains.
    fn tokenize(&self, text: &str) -> Result<Vec<Token>, Self::Error>;

    /// Returns the bytes of text that a token stands for; none for a control token.
    fn bytes(&self, token: Token) -> Vec<u8>;

    /// Returns the bytes of text that a token stands for; for a control token, its name.
    fn bytes_or_name(&self, token: Token) -> Vec<u8> {
        self.bytes(token)
    }

    /// Returns whether the model ends its reply with this token.
    fn is_end(&self, token: Token) -> bool;

    /// Returns the number of tokens in the sequence, which is also the position of the next one.
    fn len(&self) -> usize;

    /// Whether the sequence holds no token.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Evaluates `tokens` at the end of the sequence and returns their attention to the positions
    /// `watched`, which may include their own. An empty range watches nothing and costs nothing.
    fn append(&mut self, tokens: &[Token], watched: Range<usize>)
    -> Result<Attention, Self::Error>;

    /// Appends to several sequences. Sequences that lie side by side are evaluated together, which
    /// takes less time than one after another. On an error all are unchanged, without scores.
    fn append_together(parts: &mut [ModelInput<'_, Self>]) -> Result<Vec<Attention>, Self::Error>;

    /// Replaces the content with the first `len` tokens of another sequence that lies beside this
    /// one, including everything computed for them.
    fn branch(&mut self, other: &Self, len: usize) -> Result<(), Self::Error>;

    /// Restores these tokens, without scores, if they were [kept](Self::keep); otherwise empties
    /// the sequence. Returns whether they were kept.
    fn recall(&mut self, tokens: &[Token]) -> Result<bool, Self::Error> {
        self.truncate(0)?;
        Ok(tokens.is_empty())
    }

    /// Keeps the tokens of the sequence, including everything computed for them, for a later
    /// [`recall`](Self::recall). A model without this ability does nothing.
    fn keep(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Removes every token from position `len` on. The next-token scores are gone until the next
    /// append. If a model's memory cannot go back and no one watches its attention, that append
    /// also re-evaluates the remaining tokens.
    fn truncate(&mut self, len: usize) -> Result<(), Self::Error>;

    /// The scores (logits) of every vocabulary entry as the next token, after the last appended
    /// one.
    fn scores(&self) -> &[f32];

    /// Returns the next token, using the sampling the model was set to (greedy by default).
    fn pick(&mut self) -> Token;

    /// The numbers of tokens evaluated, restored, reused and removed so far.
    fn counts(&self) -> TokenCounts;

    /// Returns whether the error is only a requested stop.
    fn is_stop(_error: &Self::Error) -> bool {
        false
    }
}

/// A model that turns sentences into vectors.
pub trait Embedder {
    /// The embedder's error.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Returns one vector per text, all of the same dimension; of length 1 unless the embedder was
    /// made for others.
    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Self::Error>;
}
