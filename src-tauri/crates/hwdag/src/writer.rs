//! The model's writing, token by token: when it has finished, and when it is cut off.

use crate::bullet_marks::unmarked;
use crate::decode::Utf8Decoder;
use crate::edges::NodeAttention;
use crate::foreign_turn::ForeignTurn;
use crate::repetition::Repetition;
use crate::{Attention, ChatFrame, LanguageModel, Token};

/// Why the model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The model finished.
    Finished,
    /// It used up its room, possibly within a sentence.
    Budget,
    /// It repeated itself and was cut off; the repeated text is kept once.
    Circles,
}

/// The model's output without its end token.
pub(crate) struct Written {
    /// The tokens that count, without mere repetitions.
    pub tokens: Vec<Token>,
    /// The number of tokens appended to the sequence.
    pub appended: usize,
    pub ending: Ending,
}

/// The model's next move.
pub(crate) enum Next {
    /// It writes this token.
    Token(Token),
    /// It has ended.
    Ended(Ending),
}

/// An output being written.
pub(crate) struct OutputWriter {
    limit: usize,
    seen: NodeAttention,
    tokens: Vec<Token>,
    decoder: Utf8Decoder,
    repetition: Repetition,
    /// Watches for another turn, if only words mark turns.
    turn: Option<ForeignTurn>,
    /// The text that the tokens spell, up to the last complete character.
    text: String,
}

impl OutputWriter {
    /// Writes at most `limit` tokens of a turn and collects the attention of every token to the nodes of `seen`.
    pub(crate) fn new(frame: &ChatFrame, limit: usize, seen: NodeAttention) -> Self {
        Self {
            limit,
            seen,
            tokens: Vec::new(),
            decoder: Utf8Decoder::default(),
            repetition: Repetition::default(),
            turn: frame.is_plain.then(ForeignTurn::default),
            text: String::new(),
        }
    }

    /// The attention of the tokens to the nodes.
    pub(crate) fn seen(&self) -> &NodeAttention {
        &self.seen
    }

    /// Returns whether a line has just ended.
    pub(crate) fn has_ended_a_line(&self) -> bool {
        self.text.ends_with('\n')
    }

    /// Returns the lines that have ended, without their marks.
    pub(crate) fn lines(&self) -> Vec<&str> {
        let ended = self.text.rfind('\n').map_or("", |end| &self.text[..end]);
        ended.lines().filter_map(unmarked).map(str::trim).collect()
    }

    /// Returns the next token, to be appended and then taken.
    pub(crate) fn next<M: LanguageModel>(&self, model: &mut M) -> Next {
        if self.foreign_turn().is_some() {
            return Next::Ended(Ending::Finished);
        }
        if self.repetition.first().is_some() {
            return Next::Ended(Ending::Circles);
        }
        if self.tokens.len() >= self.limit {
            return Next::Ended(Ending::Budget);
        }
        let token = model.pick();
        if model.is_end(token) { Next::Ended(Ending::Finished) } else { Next::Token(token) }
    }

    /// Returns the number of tokens before another turn, once the model has begun one.
    fn foreign_turn(&self) -> Option<usize> {
        self.turn.as_ref().and_then(ForeignTurn::begins)
    }

    /// Takes a token that was appended, and returns the text that it completes and that counts beyond doubt.
    pub(crate) fn take(&mut self, token: Token, bytes: &[u8], attention: &Attention) -> String {
        self.seen.push(attention);
        self.tokens.push(token);
        let text = self.decoder.push(bytes);
        self.repetition.push(token, &text);
        self.text.push_str(&text);
        match &mut self.turn {
            Some(turn) => turn.push(&text),
            None => text,
        }
    }

    /// Returns the output, its attention to the nodes, and the rest of the text.
    pub(crate) fn finish(mut self, ending: Ending) -> (Written, NodeAttention, String) {
        let appended = self.tokens.len();
        let counts = [self.repetition.first(), self.foreign_turn(), Some(appended)];
        self.tokens.truncate(counts.into_iter().flatten().min().unwrap_or(appended));
        let held = self.turn.map_or_else(String::new, ForeignTurn::finish);
        let rest = held + &self.decoder.finish();
        (Written { tokens: self.tokens, appended, ending }, self.seen, rest)
    }
}
