//! The model's sequence while the method uses it, with its cost and its means of stopping.

use std::ops::{ControlFlow, Range};

use crate::cost::pass_flops;
use crate::edges::NodeAttention;
use crate::writer::{Next, OutputWriter, Written};
use crate::{Attention, Error, LanguageModel, ModelInput, Token, TokenCounts};

/// The number of tokens evaluated between two chances to stop: as many as the model evaluates at
/// once.
pub(crate) const READ_AT_ONCE: usize = 256;
/// Called while the model reads, with the number of tokens read since the last call; stops the
/// reading with `Break`.
pub(crate) type ReadPoll<'a> = &'a mut dyn FnMut(usize) -> ControlFlow<()>;
/// Called after every token that the model writes, with the text that it completes, if any; stops
/// the writing with `Break`.
pub(crate) type WritePoll<'a> = &'a mut dyn FnMut(&str) -> ControlFlow<()>;

/// A model whose sequence is in use: emptied first, with every pass counted.
pub(crate) struct MeteredSequence<'m, M: LanguageModel> {
    model: &'m mut M,
    flops: f64,
    before: TokenCounts,
}

impl<'m, M: LanguageModel> MeteredSequence<'m, M> {
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

    /// Returns the tokens evaluated, restored and removed, and the operations, since the beginning
    /// or the last call.
    pub(crate) fn take_cost(&mut self) -> (TokenCounts, f64) {
        let (now, before) = (self.model.counts(), self.before);
        self.before = now;
        let counts = TokenCounts {
            evaluated: now.evaluated - before.evaluated,
            restored: now.restored - before.restored,
            reused: now.reused - before.reused,
            removed: now.removed - before.removed,
        };
        (counts, std::mem::take(&mut self.flops))
    }

    /// Restarts with tokens that are the same every time: they are recalled, or evaluated
    /// separately and kept. Both ways give the same numbers.
    pub(crate) fn open(&mut self, tokens: &[Token]) -> Result<(), M::Error> {
        if !self.model.recall(tokens)? {
            self.append(tokens, 0..0)?;
            self.model.keep()?;
        }
        Ok(())
    }

    /// Restores these tokens if they were kept; otherwise empties the sequence. Returns whether
    /// they were kept.
    pub(crate) fn recall(&mut self, tokens: &[Token]) -> Result<bool, M::Error> {
        self.model.recall(tokens)
    }

    /// Keeps the tokens of the sequence for a later [`recall`](Self::recall).
    pub(crate) fn keep(&mut self) -> Result<(), M::Error> {
        self.model.keep()
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

    /// Appends many tokens, with chances to stop between them.
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

    /// Replaces the content with the first tokens of a sequence that lies beside this one.
    pub(crate) fn branch(&mut self, other: &Self, len: usize) -> Result<(), M::Error> {
        self.model.branch(other.model, len)
    }

    /// Appends tokens to several sequences at once.
    pub(crate) fn append_together(
        parts: &mut [SequenceInput<'_, 'm, M>],
    ) -> Result<Vec<Attention>, M::Error> {
        let before: Vec<u64> =
            parts.iter().map(|part| part.sequence.model.counts().evaluated).collect();
        let mut models: Vec<ModelInput<'_, M>> =
            parts.iter_mut().map(SequenceInput::part).collect();
        let found = M::append_together(&mut models)?;
        for (part, before) in parts.iter_mut().zip(before) {
            let sequence = &mut *part.sequence;
            let new = sequence.model.counts().evaluated - before;
            let held = sequence.len() as u64 - new;
            sequence.flops += pass_flops(&sequence.model.shape(), new, held);
        }
        Ok(found)
    }

    /// Returns the token that the model would write next.
    pub(crate) fn pick(&mut self) -> Token {
        self.model.pick()
    }

    /// Returns the writer's next move.
    pub(crate) fn next(&mut self, writer: &OutputWriter) -> Next {
        writer.next(self.model)
    }

    /// Has the model write until it ends, and collects the attention of every token to the nodes of
    /// `seen`.
    pub(crate) fn write(
        &mut self,
        limit: usize,
        seen: NodeAttention,
        poll: WritePoll<'_>,
    ) -> Result<(Written, NodeAttention), Error<M::Error>> {
        let watched = seen.watched();
        let mut writer = OutputWriter::new(self.model.frame(), limit, seen);
        let ending = loop {
            let token = match self.next(&writer) {
                Next::Token(token) => token,
                Next::Ended(ending) => break ending,
            };
            let attention = self.append(&[token], watched.clone())?;
            let text = writer.take(token, &self.model.bytes(token), &attention);
            go_on(poll(&text))?;
        };
        let (written, seen, rest) = writer.finish(ending);
        if !rest.is_empty() {
            go_on(poll(&rest))?;
        }
        Ok((written, seen))
    }
}

/// The tokens to append to one of several sequences.
pub(crate) struct SequenceInput<'a, 'm, M: LanguageModel> {
    pub sequence: &'a mut MeteredSequence<'m, M>,
    pub tokens: &'a [Token],
    pub watched: Range<usize>,
}

impl<M: LanguageModel> SequenceInput<'_, '_, M> {
    fn part(&mut self) -> ModelInput<'_, M> {
        ModelInput {
            model: &mut *self.sequence.model,
            tokens: self.tokens,
            watched: self.watched.clone(),
        }
    }
}

/// Turns a watcher's `Break` into an early return.
pub(crate) fn go_on<E: std::error::Error + Send + Sync + 'static>(
    flow: ControlFlow<()>,
) -> Result<(), Error<E>> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
    }
}
