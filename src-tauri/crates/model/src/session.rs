use std::ops::Range;
use std::sync::Arc;

use hwdag::{
    Attention, ChatFrame, LanguageModel, LanguageModelShape, ModelInput, Token, TokenCounts,
};

use crate::error::Error;
use crate::options::{Kernels, RATED, SequenceOptions, SessionOptions};
use crate::sampling::{Sampler, Sampling};
use crate::sequence::{AppendedTokens, Sequence};
use crate::states::States;
use crate::weights::Weights;

/// A conversation with a model: a growing sequence, the chat template and a way of choosing tokens. Several sessions
/// can lie side by side and be evaluated together.
///
/// If an evaluation fails or is stopped, the sequence stays as it was before.
pub struct Session {
    sequence: Sequence,
    /// Where it is saved, and the settings that its states depend on.
    states: Option<(States, String)>,
    sampler: Sampler,
    frame: ChatFrame,
    shape: LanguageModelShape,
    /// Whether attention can be read.
    sees: bool,
    gives_surprisals: bool,
}

impl Session {
    /// Creates an empty sequence. The first session on `weights` takes a short trial run to determine which attention
    /// can be read, unless that is already known.
    ///
    /// # Errors
    ///
    /// If the model has no usable attention or chat template, or there is not enough memory.
    pub fn new(weights: &Arc<Weights>, options: &SessionOptions) -> Result<Self, Error> {
        let only = Self::side_by_side(weights, options, 1)?.pop();
        only.ok_or_else(|| Error::Failed("no session was made".into()))
    }

    /// Creates `count` empty sequences that can be evaluated together. Each has its own window: the memory for keys and
    /// values grows with their number.
    ///
    /// # Errors
    ///
    /// As [`Session::new`].
    pub fn side_by_side(
        weights: &Arc<Weights>,
        options: &SessionOptions,
        count: usize,
    ) -> Result<Vec<Self>, Error> {
        weights.talk_trial()?;
        let frame = weights.frame()?;
        let sees = options.kernels == Kernels::Readable;
        let layers = match weights.readable()?.layers() {
            Err(_) if !sees && !weights.facts().encoder => &[],
            layers => layers?,
        };
        let window = options.window.unwrap_or(weights.info().search).min(weights.info().context);
        let sequence = SequenceOptions {
            window,
            cache: options.cache,
            micro_batch: options.micro_batch,
            layers: options.layers.of(layers).to_vec(),
            whole_windows: true,
            stop: options.stop.clone(),
            kernels: options.kernels,
            verify_cells: options.verify_cells,
            scored: if options.surprisals { RATED as u32 } else { 1 },
        };
        // llama.cpp restores a state only in a context with the same number of sequences.
        let (cache, kernels) = (options.cache, options.kernels);
        let settings = format!("{cache:?}, {kernels:?}, of {count}");
        let session = |sequence| Self {
            sequence,
            states: options.states.clone().map(|states| (states, settings.clone())),
            sampler: Sampler::new(options.sampling),
            frame: frame.clone(),
            shape: weights.shape(window),
            sees,
            gives_surprisals: options.surprisals,
        };
        let sequences = Sequence::side_by_side(weights, sequence, count)?;
        Ok(sequences.into_iter().map(session).collect())
    }

    /// The number of sequences, at most `wanted`, that fit side by side into half of the free main memory; at least
    /// one. Whether a GPU has room shows when they are created.
    pub fn most_side_by_side(weights: &Weights, options: &SessionOptions, wanted: usize) -> usize {
        let window = options.window.unwrap_or(weights.info().search).min(weights.info().context);
        let Some(available) = weights.free_memory() else { return 1 };
        let each = weights.cache_bytes(window, options.cache) as f64;
        let each = (each * weights.part_in_main_memory()) as u64;
        usize::try_from(available / 2 / each.max(1)).unwrap_or(usize::MAX).clamp(1, wanted.max(1))
    }

    /// The model it runs on.
    pub fn weights(&self) -> &Arc<Weights> {
        self.sequence.weights()
    }

    /// The tokens it holds.
    pub fn tokens(&self) -> &[Token] {
        self.sequence.tokens()
    }

    /// Turns on or off, for this session and those beside it, the check that llama.cpp puts each token of an evaluation
    /// into the cell that is taken for its column. See [`SessionOptions::verify_cells`].
    pub fn verify_cells(&self, verify: bool) {
        self.sequence.verify_cells(verify);
    }

    /// Appends tokens and returns how surprising each was: −ln of its probability after all tokens before it, in nats.
    /// `None` means that nothing predicted it, because it is the first of all or because tokens were removed just
    /// before. (0 would mean that it was certain.)
    ///
    /// The sequence continues as after [`append`](LanguageModel::append), which takes less time.
    ///
    /// # Errors
    ///
    /// As for [`append`](LanguageModel::append), or if the session was not created for it.
    pub fn surprisals(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        if !self.gives_surprisals {
            return Err(Error::Failed("the session was not made to give surprisals".into()));
        }
        self.sequence.surprisals(tokens)
    }

    /// Switches to another way of choosing tokens, or restarts the same one.
    pub fn set_sampling(&mut self, sampling: Sampling) {
        self.sampler = Sampler::new(sampling);
    }
}

impl Session {
    /// The part of these positions that can be watched.
    fn visible(&self, watched: &Range<usize>) -> Range<usize> {
        if self.sees { watched.clone() } else { 0..0 }
    }

    /// The attention that was asked for, with zeros if it cannot be read.
    fn unseen(&self, seen: Attention, watched: Range<usize>) -> Attention {
        match self.sees {
            true => seen,
            false => {
                let values = vec![0.0; seen.rows.len() * watched.len()];
                Attention { rows: seen.rows, columns: watched, values }
            }
        }
    }
}

fn appended<'a>(part: &'a mut ModelInput<'_, Session>) -> AppendedTokens<'a> {
    let watched = part.model.visible(&part.watched);
    AppendedTokens { sequence: &mut part.model.sequence, tokens: part.tokens, watched }
}

impl LanguageModel for Session {
    type Error = Error;

    fn shape(&self) -> LanguageModelShape {
        self.shape
    }

    fn frame(&self) -> &ChatFrame {
        &self.frame
    }

    fn tokenize(&self, text: &str) -> Result<Vec<Token>, Error> {
        self.weights().tokenize(text)
    }

    fn bytes(&self, token: Token) -> Vec<u8> {
        self.weights().bytes(token).to_vec()
    }

    fn bytes_or_name(&self, token: Token) -> Vec<u8> {
        self.weights().bytes_or_name(token)
    }

    fn is_end(&self, token: Token) -> bool {
        self.weights().is_end(token)
    }

    fn len(&self) -> usize {
        self.sequence.len()
    }

    fn append(&mut self, tokens: &[Token], watched: Range<usize>) -> Result<Attention, Error> {
        let seen = self.sequence.append(tokens, self.visible(&watched))?;
        Ok(self.unseen(seen, watched))
    }

    fn append_together(parts: &mut [ModelInput<'_, Self>]) -> Result<Vec<Attention>, Error> {
        let mut appended: Vec<AppendedTokens<'_>> = parts.iter_mut().map(appended).collect();
        let seen = Sequence::append_together(&mut appended)?;
        let whole = parts.iter().zip(seen);
        Ok(whole.map(|(part, seen)| part.model.unseen(seen, part.watched.clone())).collect())
    }

    fn branch(&mut self, other: &Self, len: usize) -> Result<(), Error> {
        self.sequence.branch(&other.sequence, len)
    }

    fn recall(&mut self, tokens: &[Token]) -> Result<bool, Error> {
        let saved =
            self.states.as_ref().and_then(|(states, settings)| states.load(settings, tokens));
        match saved {
            Some(state) => self.sequence.restore(tokens, &state)?,
            None => self.sequence.truncate(0)?,
        }
        Ok(self.sequence.len() == tokens.len())
    }

    fn keep(&mut self) -> Result<(), Error> {
        if let Some((states, settings)) = &self.states {
            // A state that could not be saved costs the time of computing it again.
            if let Ok(state) = self.sequence.state() {
                let _ = states.save(settings, self.sequence.tokens(), &state);
            }
        }
        Ok(())
    }

    fn truncate(&mut self, len: usize) -> Result<(), Error> {
        self.sequence.truncate(len)
    }

    fn scores(&self) -> &[f32] {
        self.sequence.scores()
    }

    fn pick(&mut self) -> Token {
        let end = self.weights().end();
        self.sampler.pick(self.sequence.scores()).unwrap_or(end)
    }

    fn counts(&self) -> TokenCounts {
        self.sequence.counts()
    }

    fn is_stop(error: &Error) -> bool {
        matches!(error, Error::Stopped)
    }
}
