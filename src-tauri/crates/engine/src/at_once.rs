//! How many batches are summarised at once. A model reads its weights once for all of them, so
//! that several together take little longer than one, up to a number that depends on the machine:
//! a short measurement finds it, once for each model.

use std::sync::Arc;
use std::time::Instant;

use hwdag::{ConstructionSettings, LanguageModel as _, Part, Token};
use model::{Session, SessionOptions, Stop, Weights};
use protocol::Failure;

use crate::Engine;

/// The most that is tried.
const MOST: usize = 8;
/// Tokens that are read before the measurement.
const DEPTH: usize = 32;
/// Steps that are timed; the fastest counts, because others may be using the machine.
const STEPS: usize = 6;
/// How much faster more sequences must be to be worth the memory that they take.
const GAIN: f64 = 1.1;

impl Engine {
    /// As many sequences side by side as suit the model, the memory and the number of batches.
    pub(crate) fn sequences(
        &mut self,
        weights: &Arc<Weights>,
        settings: ConstructionSettings,
        batches: usize,
        stop: Stop,
    ) -> Result<Vec<Session>, Failure> {
        let window = Some(settings.window);
        let states = Some(self.models.states(weights, &mut self.shelf)?);
        let layers = settings.signal.layers;
        let options = SessionOptions { window, layers, stop, states, ..SessionOptions::default() };
        let most = Session::most_side_by_side(weights, &options, batches.clamp(1, MOST));
        let count = match self.config.at_once {
            Some(count) => count.get(),
            None if most == 1 => 1,
            None => self.fastest(weights, &options)?.min(most),
        };
        Ok(Session::side_by_side(weights, &options, count)?)
    }

    /// The number that was measured to be the fastest, now or earlier.
    fn fastest(
        &mut self,
        weights: &Arc<Weights>,
        options: &SessionOptions,
    ) -> Result<usize, Failure> {
        let key = format!("at_once {}", self.models.hash(&weights.info().path, &mut self.shelf)?);
        let known = self.shelf.read()?.setting(&key)?;
        if let Some(known) = known.and_then(|count| count.parse().ok()) {
            return Ok(known);
        }
        let window = DEPTH + (STEPS + 1) * (MOST.ilog2() as usize + 1);
        let options = SessionOptions { window: Some(window), states: None, ..options.clone() };
        let most = Session::most_side_by_side(weights, &options, MOST);
        let mut sessions = Session::side_by_side(weights, &options, most)?;
        let count = measure(&mut sessions)?;
        if most == MOST {
            self.shelf.write()?.set_setting(&key, Some(&count.to_string()))?;
        }
        Ok(count)
    }
}

/// Writes a few tokens with one sequence, two, four and so on, and tells which number is worth it.
fn measure(sessions: &mut [Session]) -> Result<usize, Failure> {
    let (first, others) = sessions.split_at_mut(1);
    let words = words(first[0].weights());
    first[0].append(&words, 0..0)?;
    others.iter_mut().try_for_each(|other| other.branch(&first[0], DEPTH))?;
    let counts = (0..=sessions.len().ilog2()).map(|power| 1 << power);
    let rates: Result<Vec<(usize, f64)>, Failure> =
        counts.map(|count| Ok((count, rate(&mut sessions[..count])?))).collect();
    Ok(worth_it(&rates?))
}

/// The smallest number that is nearly as fast as the fastest.
fn worth_it(rates: &[(usize, f64)]) -> usize {
    let best = rates.iter().map(|&(_, rate)| rate).fold(0.0, f64::max);
    rates.iter().find(|&&(_, rate)| rate * GAIN >= best).map_or(1, |&(count, _)| count)
}

/// Tokens per second, all sequences together, their attention read as in a build.
fn rate(sessions: &mut [Session]) -> Result<f64, Failure> {
    let mut fastest = f64::INFINITY;
    // The first step takes longer: memory is touched for the first time.
    for step in 0..=STEPS {
        let part = |model| Part { model, tokens: &[0], watched: 0..DEPTH };
        let begun = Instant::now();
        Session::append_together(&mut sessions.iter_mut().map(part).collect::<Vec<_>>())?;
        if step > 0 {
            fastest = begun.elapsed().as_secs_f64().min(fastest);
        }
    }
    Ok(sessions.len() as f64 / fastest)
}

/// Tokens spread over the vocabulary: which ones makes no difference to the time.
fn words(weights: &Weights) -> Vec<Token> {
    let step = (weights.info().vocabulary / DEPTH).max(1);
    (0..DEPTH).filter_map(|n| Token::try_from(n * step).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(worth_it(&rates), count, "{rates:?}");
        }
    }
}
