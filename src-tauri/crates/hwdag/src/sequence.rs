//! The model's sequence while it works for the method: what it costs, how it is stopped, how it
//! writes.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use crate::cost::pass_flops;
use crate::decode::Decoder;
use crate::edges::NodeAttention;
use crate::{Attention, Counts, Error, LanguageModel, Token};

/// Tokens evaluated between two chances to stop: as many as the model evaluates in one go.
const READ_AT_ONCE: usize = 256;
/// A line that the model writes for the third time shows that it goes in circles.
const SAME_LINE: usize = 3;
/// So do this many tokens that only repeat the few before them.
const CIRCLING: usize = 64;
/// The longest run of tokens whose repetition is looked for.
const LONGEST_CIRCLE: usize = 16;

/// Asked while the model reads, with the tokens read since; stops it with `Break`.
pub(crate) type ReadPoll<'a> = &'a mut dyn FnMut(usize) -> ControlFlow<()>;
/// Asked after every token that the model writes, with the text that came of it, if any; stops it
/// with `Break`.
pub(crate) type WritePoll<'a> = &'a mut dyn FnMut(&str) -> ControlFlow<()>;

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

/// A model whose sequence is in use: emptied at first, every pass counted.
pub(crate) struct Sequence<'m, M: LanguageModel> {
    model: &'m mut M,
    flops: f64,
    before: Counts,
}

impl<'m, M: LanguageModel> Sequence<'m, M> {
    /// Empties the model's sequence and counts from here.
    pub(crate) fn begin(model: &'m mut M) -> Result<Self, M::Error> {
        model.truncate(0)?;
        let before = model.counts();
        Ok(Self { model, flops: 0.0, before })
    }

    pub(crate) fn model(&self) -> &M {
        self.model
    }

    pub(crate) fn len(&self) -> usize {
        self.model.len()
    }

    /// Tokens evaluated, restored and removed, and operations, since the beginning or since this
    /// was last called.
    pub(crate) fn take_cost(&mut self) -> (Counts, f64) {
        let (now, before) = (self.model.counts(), self.before);
        self.before = now;
        let counts = Counts {
            evaluated: now.evaluated - before.evaluated,
            restored: now.restored - before.restored,
            removed: now.removed - before.removed,
        };
        (counts, std::mem::take(&mut self.flops))
    }

    pub(crate) fn truncate(&mut self, len: usize) -> Result<(), M::Error> {
        self.model.truncate(len)
    }

    /// Appends a few tokens at once.
    pub(crate) fn append(
        &mut self,
        tokens: &[Token],
        watched: Range<usize>,
    ) -> Result<Attention, M::Error> {
        let before = self.model.counts().evaluated;
        let attention = self.model.append(tokens, watched)?;
        let new = self.model.counts().evaluated - before;
        self.flops += pass_flops(&self.model.shape(), new, self.len() as u64 - new);
        Ok(attention)
    }

    /// Appends many tokens, with chances to stop in between.
    pub(crate) fn read(
        &mut self,
        tokens: &[Token],
        watched: Range<usize>,
        poll: ReadPoll<'_>,
    ) -> Result<Attention, Error<M::Error>> {
        let mut attention = Attention::empty(self.len(), watched.clone());
        for slice in tokens.chunks(READ_AT_ONCE) {
            let rows = self.append(slice, watched.clone())?;
            if !watched.is_empty() {
                attention.extend(&rows);
            }
            go_on(poll(slice.len()))?;
        }
        Ok(attention)
    }

    /// Lets the model write until it has finished, but `limit` tokens at most, and collects how
    /// every token looked at the nodes of `seen`.
    pub(crate) fn write(
        &mut self,
        limit: usize,
        seen: &mut NodeAttention,
        poll: WritePoll<'_>,
    ) -> Result<Written, Error<M::Error>> {
        let (mut tokens, mut decoder, mut lines) = (Vec::new(), Decoder::default(), Lines::new());
        let watched = seen.watched();
        let ending = loop {
            if tokens.len() >= limit {
                break Ending::Room;
            }
            let token = self.model.pick();
            if self.model.is_end(token) {
                break Ending::Finished;
            }
            seen.push(&self.append(&[token], watched.clone())?);
            tokens.push(token);
            let text = decoder.push(&self.model.bytes(token));
            go_on(poll(&text))?;
            if lines.third_time(&text) || circling(&tokens) {
                break Ending::Circles;
            }
        };
        let rest = decoder.finish();
        if !rest.is_empty() {
            go_on(poll(&rest))?;
        }
        Ok(Written { tokens, ending })
    }
}

/// Turns a watcher's wish into an early return.
pub(crate) fn go_on<E: std::error::Error + Send + Sync + 'static>(
    flow: ControlFlow<()>,
) -> Result<(), Error<E>> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
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
