//! Times a model: how fast several sequences read and write together, and when their attention is best read.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use hwdag::{LanguageModel as _, ModelInput, Token};
use model::{Session, Weights};
use protocol::{Code, Failure};

use crate::error::{JobError, go_on};
use crate::models::autotune::result::Autotuned;

/// The number of tokens read at a time, and the time after which no more are read.
const PIECE: usize = 256;
const PATIENCE: Duration = Duration::from_secs(10);
/// The share of the trial that is reading.
const READING: f32 = 0.5;
/// The number of tokens evaluated in the second pass.
pub(crate) const AGAIN: usize = 32;
/// The number of timed steps; the fastest counts, because others may be using the machine.
const STEPS: usize = 6;
/// The minimum speed-up for which another way is chosen: more sequences take more memory, and a second pass more power.
const GAIN: f64 = 1.1;
/// The number of tokens written for each one read, as with the demonstration model. Reading does not benefit from
/// sequences side by side.
const WRITTEN: f64 = 0.2;

type AutotuneProgressCallback<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;

/// Like that, but called between two evaluations that do not advance the trial.
type AutotunePauseCallback<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Reads some tokens, writes a few with one sequence, two, four and so on, reads some again, and returns what pays off.
pub(crate) fn measure(
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
pub(crate) fn branch(sessions: &mut [Session]) -> Result<(), Failure> {
    let Some((first, others)) = sessions.split_first_mut() else { return Ok(()) };
    others.iter_mut().try_for_each(|other| other.branch(first, first.len()))?;
    Ok(())
}

/// Returns tokens read and summarised per second, if reading one takes `reading` seconds, and a step, in which each of
/// `count` sequences writes one, takes `step`.
pub(crate) fn rate(reading: f64, step: f64, count: usize) -> f64 {
    1.0 / (reading + WRITTEN * step / count as f64)
}

/// Returns whether with several sequences each token lies in the cell that is taken for its column, as the trial of the
/// model has shown for one.
pub(crate) fn columns_are_sound(
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
pub(crate) fn worth_it(rates: &[(usize, f64)]) -> (usize, f64) {
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
pub(crate) fn words(weights: &Weights, count: usize) -> Vec<Token> {
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
