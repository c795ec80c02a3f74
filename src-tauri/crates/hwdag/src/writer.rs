//! The model's writing, token by token: when it has finished, and when it is cut off.

use crate::decode::Decoder;
use crate::edges::NodeAttention;
use crate::points::unmarked;
use crate::repetition::Repetition;
use crate::{Attention, LanguageModel, Token};

/// Why the model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It had finished.
    Finished,
    /// It had used up its room, perhaps within a sentence.
    Room,
    /// It went in circles and was cut off; what it repeated stands there once.
    Circles,
}

/// What the model wrote; its end token is not in it.
pub(crate) struct Written {
    /// What counts: without what was only repeated.
    pub tokens: Vec<Token>,
    /// All that was appended to the sequence.
    pub appended: usize,
    pub ending: Ending,
}

/// What the model does next.
pub(crate) enum Next {
    /// It writes this token.
    Token(Token),
    /// It has ended.
    Ended(Ending),
}

/// An output in the making.
pub(crate) struct Writer {
    limit: usize,
    seen: NodeAttention,
    tokens: Vec<Token>,
    decoder: Decoder,
    repetition: Repetition,
    /// What the tokens spell, as far as it is complete.
    text: String,
}

impl Writer {
    /// Writes `limit` tokens at most and collects how every token looks at the nodes of `seen`.
    pub(crate) fn new(limit: usize, seen: NodeAttention) -> Self {
        Self {
            limit,
            seen,
            tokens: Vec::new(),
            decoder: Decoder::default(),
            repetition: Repetition::default(),
            text: String::new(),
        }
    }

    /// How the tokens look at the nodes.
    pub(crate) fn seen(&self) -> &NodeAttention {
        &self.seen
    }

    /// Whether a line has just ended.
    pub(crate) fn has_ended_a_line(&self) -> bool {
        self.text.ends_with('\n')
    }

    /// The lines that have ended, without their marks.
    pub(crate) fn lines(&self) -> Vec<&str> {
        let ended = self.text.rfind('\n').map_or("", |end| &self.text[..end]);
        ended.lines().filter_map(unmarked).map(str::trim).collect()
    }

    /// The next token, to be appended and then taken down.
    pub(crate) fn next<M: LanguageModel>(&self, model: &mut M) -> Next {
        if self.repetition.first().is_some() {
            return Next::Ended(Ending::Circles);
        }
        if self.tokens.len() >= self.limit {
            return Next::Ended(Ending::Room);
        }
        let token = model.pick();
        if model.is_end(token) { Next::Ended(Ending::Finished) } else { Next::Token(token) }
    }

    /// Takes down a token that was appended, and gives the text that is complete with it.
    pub(crate) fn take(&mut self, token: Token, bytes: &[u8], attention: &Attention) -> String {
        self.seen.push(attention);
        self.tokens.push(token);
        let text = self.decoder.push(bytes);
        self.repetition.push(token, &text);
        self.text.push_str(&text);
        text
    }

    /// The output, how it looked at the nodes, and the text that was still to come.
    pub(crate) fn finish(mut self, ending: Ending) -> (Written, NodeAttention, String) {
        let rest = self.decoder.finish();
        let appended = self.tokens.len();
        self.tokens.truncate(self.repetition.first().unwrap_or(appended));
        (Written { tokens: self.tokens, appended, ending }, self.seen, rest)
    }
}
