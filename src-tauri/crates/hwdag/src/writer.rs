//! The model's writing, token by token: when it has finished, and when it is cut off.

use std::collections::HashMap;

use crate::decode::Decoder;
use crate::edges::NodeAttention;
use crate::{Attention, LanguageModel, Token};

/// A line that the model writes for the third time shows that it goes in circles.
const SAME_LINE: usize = 3;
/// So do this many tokens that only repeat the few before them.
const CIRCLING: usize = 64;
/// The longest run of tokens whose repetition is looked for.
const LONGEST_CIRCLE: usize = 16;

/// Why the model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It had finished.
    Finished,
    /// It had used up its room, perhaps within a sentence.
    Room,
    /// It went in circles and was cut off.
    Circles,
}

/// What the model wrote; its end token is not in it.
pub(crate) struct Written {
    pub tokens: Vec<Token>,
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
    lines: Lines,
    circles: bool,
}

impl Writer {
    /// Writes `limit` tokens at most and collects how every token looks at the nodes of `seen`.
    pub(crate) fn new(limit: usize, seen: NodeAttention) -> Self {
        Self {
            limit,
            seen,
            tokens: Vec::new(),
            decoder: Decoder::default(),
            lines: Lines::new(),
            circles: false,
        }
    }

    /// How the tokens look at the nodes.
    pub(crate) fn seen(&self) -> &NodeAttention {
        &self.seen
    }

    /// The next token, to be appended and then taken down.
    pub(crate) fn next<M: LanguageModel>(&self, model: &mut M) -> Next {
        if self.circles {
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
        self.circles = self.lines.third_time(&text) || circling(&self.tokens);
        text
    }

    /// The output, how it looked at the nodes, and the text that was still to come.
    pub(crate) fn finish(mut self, ending: Ending) -> (Written, NodeAttention, String) {
        let rest = self.decoder.finish();
        (Written { tokens: self.tokens, ending }, self.seen, rest)
    }
}

/// The lines written so far and how often each of them.
struct Lines {
    written: HashMap<String, usize>,
    current: String,
}

impl Lines {
    fn new() -> Self {
        Self { written: HashMap::new(), current: String::new() }
    }

    /// Takes the next text and tells whether it ends a line that was written twice before.
    fn third_time(&mut self, text: &str) -> bool {
        self.current.push_str(text);
        while let Some((line, rest)) = self.current.split_once('\n') {
            let (line, rest) = (line.trim().to_owned(), rest.to_owned());
            self.current = rest;
            if line.is_empty() {
                continue;
            }
            let times = self.written.entry(line).or_default();
            *times += 1;
            if *times >= SAME_LINE {
                return true;
            }
        }
        false
    }
}

/// Whether the last tokens only repeat a short run.
fn circling(tokens: &[Token]) -> bool {
    let Some(start) = tokens.len().checked_sub(CIRCLING) else {
        return false;
    };
    let tail = &tokens[start..];
    (1..=LONGEST_CIRCLE).any(|period| tail[period..] == tail[..CIRCLING - period])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_off_at_the_third_time() {
        let mut lines = Lines::new();
        for text in ["* a", "b\n", "* c\n", "* ab \n\n", "\n", "\n", "*", " a", "b", "c\n* ab"] {
            assert!(!lines.third_time(text), "{text:?}");
        }
        assert!(lines.third_time("\n* d"));
    }

    #[test]
    fn short_runs_over_and_over_are_circles() {
        let run = |period: usize, count: usize| -> Vec<Token> {
            (0..count).map(|index| (index % period) as Token).collect()
        };
        assert!(circling(&run(1, 64)));
        assert!(circling(&run(16, 200)));
        assert!(!circling(&run(17, 200)));
        assert!(!circling(&run(1, 63)));
        let mut broken = run(3, 64);
        broken[40] = 9;
        assert!(!circling(&broken));
    }
}
