//! Measures how a graph is built fastest on this machine. A model reads its weights once for all sequences that are
//! evaluated together, so several batches at once take little longer than one, up to a number that depends on the
//! machine. Attention may be read with every token, or in a second pass that evaluates many tokens at a time, which a
//! GPU does in the time of a few. A short trial determines both, once for each model.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hwdag::{Collecting, LanguageModel as _, ModelInput, Token};
use model::{Session, SessionOptions, Weights};
use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use crate::models::computes;
use crate::{Engine, JobError, go_on};

/// The maximum number of sequences tried.
const MOST: usize = 8;
/// The maximum number of tokens read before the trial: the cost of attention grows with them, and a batch fills its
/// window.
const DEPTH: usize = 2_048;
/// The number of tokens read at a time, and the time after which no more are read.
const PIECE: usize = 256;
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of tokens read if nothing is timed.
const SHALLOW: usize = 32;
/// The share of the trial that is reading.
const READING: f32 = 0.5;
/// The number of tokens evaluated in the second pass.
const AGAIN: usize = 32;
/// The number of timed steps; the fastest counts, because others may be using the machine.
const STEPS: usize = 6;
/// The minimum speed-up for which another way is chosen: more sequences take more memory, and a second pass more power.
const GAIN: f64 = 1.1;
/// The number of tokens written for each one read, as with the demonstration model. Reading does not benefit from
/// sequences side by side.
const WRITTEN: f64 = 0.2;
/// The maximum duration of batches that are summarised at once. Batches that begin together end together, and until
/// then a crash loses everything read and written.
const MOST_SECONDS: f64 = 15.0;

/// The batches to be summarised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Batches {
    /// The approximate number left on the level.
    pub count: usize,
    /// The maximum number of tokens that each of them reads and writes.
    pub tokens: usize,
}

/// The fastest way that a trial found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Autotuned {
    at_once: usize,
    afterwards: bool,
    /// The number of sequences that fit into memory.
    tried: usize,
    /// The time to read a token and write the corresponding share of a token.
    seconds: f64,
}

impl Autotuned {
    /// One batch after the other, with attention read meanwhile.
    const PLAIN: Self = Self { at_once: 1, afterwards: false, tried: 1, seconds: 0.0 };

    /// Returns the number of batches, of `tokens` tokens each, that are summarised at once. They take at most
    /// [`MOST_SECONDS`], unless a single one takes longer.
    fn at_once(self, tokens: usize) -> usize {
        let batch = self.seconds * tokens as f64;
        let most = if batch > 0.0 { MOST_SECONDS / batch } else { f64::INFINITY };
        self.at_once.min(most as usize).max(1)
    }

    /// Returns whether a trial with `most` sequences would find nothing new. The number that fits into a GPU's memory
    /// is not known in advance.
    fn holds_for(self, most: usize, on_card: bool) -> bool {
        on_card || self.tried >= most
    }
}

/// Receives the progress of a trial, from 0 to 1, may stop it, and may use the engine meanwhile.
pub(crate) type AutotuneWatcher<'a> = &'a mut dyn FnMut(&mut Engine, f32) -> ControlFlow<()>;
type AutotuneProgressCallback<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;
/// Like that, but called between two evaluations that do not advance the trial.
type AutotunePauseCallback<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

impl Engine {
    /// Returns as many sequences side by side as suit the model, the memory and the number of batches, and when to read
    /// their attention. The requested settings are in the options.
    pub(crate) fn sequences(
        &mut self,
        weights: &Arc<Weights>,
        options: SessionOptions,
        batches: Batches,
        watch: AutotuneWatcher<'_>,
    ) -> Result<(Vec<Session>, Collecting), JobError> {
        let Batches { count: batches, tokens } = batches;
        let states = Some(self.models.states(weights, &mut self.access)?);
        let options = SessionOptions { states, ..options };
        let most = Session::most_side_by_side(weights, &options, batches.clamp(1, MOST));
        let autotuned = match self.config.at_once {
            // For a single batch a trial does not pay off.
            None if batches > 1 => self.autotuned(weights, &options, tokens, watch)?,
            // On a GPU it does, to learn when to read attention.
            Some(_) if batches > 1 && weights.on_card() => {
                self.autotuned(weights, &options, tokens, watch)?
            }
            _ => Autotuned::PLAIN,
        };
        let collecting = match autotuned.afterwards {
            true => Collecting::Afterwards,
            false => Collecting::WhileWriting,
        };
        let sessions = match wished(self.config.at_once, batches) {
            Some(1) => Session::side_by_side(weights, &options, 1)?,
            Some(count) => {
                if !are_sound(weights, &options, count)? {
                    return Err(unsound(count).into());
                }
                Session::side_by_side(weights, &options, count)?
            }
            None => as_many_as_fit(weights, &options, autotuned.at_once(tokens).min(most))?,
        };
        Ok((sessions, collecting))
    }

    /// Returns the saved result, or that of a trial with batches of at most `tokens` tokens.
    fn autotuned(
        &mut self,
        weights: &Arc<Weights>,
        options: &SessionOptions,
        tokens: usize,
        watch: AutotuneWatcher<'_>,
    ) -> Result<Autotuned, JobError> {
        let key = self.autotune_key(weights)?;
        let depth = DEPTH.min(weights.info().construction / 2).min(tokens);
        let window = depth + AGAIN;
        let options = SessionOptions { window: Some(window), states: None, ..options.clone() };
        let most = Session::most_side_by_side(weights, &options, MOST);
        let known = self.access.read()?.setting(&key)?;
        let known = known.and_then(|known| serde_json::from_str::<Autotuned>(&known).ok());
        if let Some(known) = known.filter(|known| known.holds_for(most, weights.on_card())) {
            return Ok(known);
        }
        let mut sessions = as_many_as_fit(weights, &options, most)?;
        let autotuned = measure(&mut sessions, depth, &mut |done| watch(self, done))?;
        let found = serde_json::json!(autotuned).to_string();
        self.access.write()?.set_setting(&key, Some(&found))?;
        Ok(autotuned)
    }

    /// Deletes the result, so that the next build measures again: the machine may have been busy during the trial. If
    /// another program holds the right to write, the result stays.
    pub(crate) fn forget_autotuned(&mut self, weights: &Weights) -> Result<(), Failure> {
        let key = self.autotune_key(weights)?;
        if self.access.read()?.setting(&key)?.is_some()
            && let Ok(writer) = self.access.write()
        {
            writer.set_setting(&key, None)?;
        }
        Ok(())
    }

    /// Returns the key of the result, for this model and what computes it.
    fn autotune_key(&mut self, weights: &Weights) -> Result<String, Failure> {
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        let (edition, computes, threads) = (model::EDITION, computes(weights), weights.threads());
        Ok(format!("fastest {edition}, {computes}, {threads} threads, {hash}"))
    }
}

/// Returns the requested number of sequences, but at most the number of batches: further ones would only take memory.
fn wished(at_once: Option<NonZeroUsize>, batches: usize) -> Option<usize> {
    at_once.map(|wished| wished.get().min(batches.max(1)))
}

/// The failure for a requested number of sequences whose attention cannot be distinguished.
fn unsound(count: usize) -> Failure {
    let message = format!(
        "With {count} batches at once, Pecan cannot tell which batch this model's attention \
         belongs to. Build one at a time."
    );
    Failure::new(Code::ModelUnsupported, message)
}

/// Returns whether this number of sequences puts tokens where they are expected. A trial checks this itself.
fn are_sound(
    weights: &Arc<Weights>,
    options: &SessionOptions,
    count: usize,
) -> Result<bool, JobError> {
    let options = SessionOptions { window: Some(SHALLOW + 1), states: None, ..options.clone() };
    let mut sessions = Session::side_by_side(weights, &options, count)?;
    sessions[0].append(&words(weights, SHALLOW), 0..0)?;
    branch(&mut sessions)?;
    columns_are_sound(&mut sessions, SHALLOW, &mut || ControlFlow::Continue(()))
}

/// Returns sequences side by side, fewer if memory does not suffice: that of a GPU is only known on allocation.
fn as_many_as_fit(
    weights: &Arc<Weights>,
    options: &SessionOptions,
    mut count: usize,
) -> Result<Vec<Session>, model::Error> {
    loop {
        match Session::side_by_side(weights, options, count) {
            Err(model::Error::OutOfMemory(_)) if count > 1 => count /= 2,
            made => return made,
        }
    }
}

/// Reads some tokens, writes a few with one sequence, two, four and so on, reads some again, and returns what pays off.
fn measure(
    sessions: &mut [Session],
    depth: usize,
    tell: AutotuneProgressCallback<'_>,
) -> Result<Autotuned, JobError> {
    let reading = read(&mut sessions[0], depth, tell)?;
    let depth = sessions[0].len();
    branch(sessions)?;
    if !columns_are_sound(sessions, depth, &mut || tell(READING))? {
        return Ok(Autotuned { tried: sessions.len(), ..Autotuned::PLAIN });
    }
    let powers = sessions.len().ilog2();
    let done = |power: u32| READING + (1.0 - READING) * power as f32 / (powers + 1) as f32;
    let mut rates = Vec::new();
    for power in 0..=powers {
        let count = 1 << power;
        let step = step(&mut sessions[..count], &[0], depth, &mut || tell(done(power)))?;
        rates.push((count, rate(reading, step.as_secs_f64(), count)));
    }
    let (at_once, rate) = worth_it(&rates);
    let rest = &mut || tell(done(powers));
    let afterwards = is_faster_afterwards(&mut sessions[..at_once], depth, rest)?;
    Ok(Autotuned { at_once, afterwards, tried: sessions.len(), seconds: 1.0 / rate })
}

/// Reads up to `most` tokens; fewer, if that takes long. Returns the seconds per token.
fn read(
    session: &mut Session,
    most: usize,
    tell: AutotuneProgressCallback<'_>,
) -> Result<f64, JobError> {
    let words = words(session.weights(), most);
    let begun = Instant::now();
    for piece in words.chunks(PIECE) {
        go_on(tell(READING * session.len() as f32 / most as f32))?;
        session.append(piece, 0..0)?;
        if begun.elapsed() > PATIENCE {
            break;
        }
    }
    Ok(begun.elapsed().as_secs_f64() / session.len().max(1) as f64)
}

/// Makes all sequences copies of the first.
fn branch(sessions: &mut [Session]) -> Result<(), Failure> {
    let Some((first, others)) = sessions.split_first_mut() else { return Ok(()) };
    others.iter_mut().try_for_each(|other| other.branch(first, first.len()))?;
    Ok(())
}

/// Returns tokens read and summarised per second, if reading one takes `reading` seconds, and a step, in which each of
/// `count` sequences writes one, takes `step`.
fn rate(reading: f64, step: f64, count: usize) -> f64 {
    1.0 / (reading + WRITTEN * step / count as f64)
}

/// Returns whether with several sequences each token lies in the cell that is taken for its column, as the trial of the
/// model has shown for one.
fn columns_are_sound(
    sessions: &mut [Session],
    depth: usize,
    rest: AutotunePauseCallback<'_>,
) -> Result<bool, JobError> {
    sessions[0].verify_cells(true);
    let verified = step(sessions, &[0], depth, rest);
    sessions[0].verify_cells(false);
    match verified {
        Ok(_) => Ok(true),
        Err(JobError::Failed(Failure { code: Code::ModelWithoutAttention, .. })) => Ok(false),
        Err(ended) => Err(ended),
    }
}

/// Returns the smallest number that is nearly as fast as the fastest, with its rate.
fn worth_it(rates: &[(usize, f64)]) -> (usize, f64) {
    let best = rates.iter().map(|&(_, rate)| rate).fold(0.0, f64::max);
    rates.iter().copied().find(|&(_, rate)| rate * GAIN >= best).unwrap_or((1, best))
}

/// Returns whether it is faster to write tokens without watching and to read their attention in a second pass.
fn is_faster_afterwards(
    sessions: &mut [Session],
    depth: usize,
    rest: AutotunePauseCallback<'_>,
) -> Result<bool, JobError> {
    let looking = step(sessions, &[0], depth, rest)?;
    let blind = step(sessions, &[0], 0, rest)?;
    if looking.as_secs_f64() <= GAIN * blind.as_secs_f64() {
        return Ok(false);
    }
    let again = words(sessions[0].weights(), AGAIN);
    let again = step(sessions, &again, depth, rest)? / AGAIN as u32;
    Ok(looking.as_secs_f64() > GAIN * (blind + again).as_secs_f64())
}

/// Returns the time to append these tokens to all sequences at once, reading their attention to the first `watched`
/// tokens. The sequences keep their length.
fn step(
    sessions: &mut [Session],
    tokens: &[Token],
    watched: usize,
    rest: AutotunePauseCallback<'_>,
) -> Result<Duration, JobError> {
    let mut autotuned = Duration::MAX;
    let length = sessions[0].len();
    // The first step takes longer: it touches memory for the first time.
    for turn in 0..=STEPS {
        go_on(rest())?;
        let part = |model| ModelInput { model, tokens, watched: 0..watched };
        let begun = Instant::now();
        Session::append_together(&mut sessions.iter_mut().map(part).collect::<Vec<_>>())?;
        if turn > 0 {
            autotuned = begun.elapsed().min(autotuned);
        }
        sessions.iter_mut().try_for_each(|session| session.truncate(length))?;
    }
    Ok(autotuned)
}

/// Returns tokens spread over the vocabulary: the choice does not affect the time.
fn words(weights: &Weights, count: usize) -> Vec<Token> {
    let vocabulary = weights.info().vocabulary.max(1);
    let step = (vocabulary / count.max(1)).max(1);
    (0..count).filter_map(|n| Token::try_from(n * step % vocabulary).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_gains_nothing() {
        let rates = |reading| [(1, 10.0), (4, 16.0)].map(|(n, step)| (n, rate(reading, step, n)));
        assert_eq!(worth_it(&rates(1.0)).0, 4);
        assert_eq!(worth_it(&rates(100.0)).0, 1);
    }

    #[test]
    fn no_more_sequences_are_made_than_there_are_batches() {
        let wished = |count, batches| wished(NonZeroUsize::new(count), batches);
        assert_eq!([wished(64, 5), wished(2, 5), wished(4, 0)], [Some(5), Some(2), Some(1)]);
        assert_eq!(wished(0, 5), None);
    }

    #[test]
    fn batches_at_once_are_done_before_long() {
        let found = Autotuned { at_once: 8, seconds: 0.005, ..Autotuned::PLAIN };
        assert_eq!([100, 1_000, 2_000, 10_000].map(|tokens| found.at_once(tokens)), [8, 3, 1, 1]);
        assert_eq!(Autotuned::PLAIN.at_once(1_000), 1);
    }

    #[test]
    fn what_was_found_with_less_memory_is_looked_for_again() {
        let found = Autotuned { tried: 4, ..Autotuned::PLAIN };
        assert!(found.holds_for(4, false) && !found.holds_for(8, false));
        assert!(found.holds_for(8, true), "a card's memory is not known beforehand");
    }

    #[test]
    fn more_sequences_must_be_worth_their_memory() {
        let cases: [(&[f64], usize); 4] = [
            (&[15.4, 28.2, 34.6, 31.7], 4),
            (&[100.0, 100.0, 124.0, 110.0], 4),
            (&[100.0, 98.0, 105.0, 107.0], 1),
            (&[100.0], 1),
        ];
        for (rates, count) in cases {
            let rates: Vec<(usize, f64)> =
                rates.iter().enumerate().map(|(power, &rate)| (1 << power, rate)).collect();
            assert_eq!(worth_it(&rates), (count, rates[count.ilog2() as usize].1), "{rates:?}");
        }
    }
}
