//! The speed of writing alone, with several sequences side by side.

use std::sync::Arc;
use std::time::Instant;

use hwdag::{LanguageModel, ModelInput, Token};
use model::{Session, SessionOptions, Weights};
use protocol::Failure;
use report::median;

use super::trial::tokens;

/// Tokens before the written ones. Attention to them is collected.
const DEPTH: usize = 1_024;
/// Tokens that each sequence writes.
const WRITTEN: usize = 24;

/// For each number of sequences side by side, returns the tokens written per second, with their
/// attention collected. The numbers take turns token by token and the median counts, so that other load
/// on the machine affects all of them equally.
pub fn writing(weights: &Arc<Weights>, lanes: &[usize]) -> Result<Vec<f64>, Failure> {
    let input = tokens(weights, 0, DEPTH);
    let mut ways = Vec::with_capacity(lanes.len());
    for &count in lanes {
        ways.push(after(weights, &input, count)?);
    }
    let mut times = vec![Vec::with_capacity(WRITTEN); lanes.len()];
    for (at, token) in tokens(weights, DEPTH, WRITTEN).iter().enumerate() {
        for turn in 0..ways.len() {
            let way = (turn + at) % ways.len();
            times[way].push(step(&mut ways[way], *token)?);
        }
    }
    let speed = |(times, &count): (Vec<f64>, &usize)| count as f64 / median(times);
    Ok(times.into_iter().zip(lanes).map(speed).collect())
}

/// Returns `count` sequences side by side that hold the same tokens.
fn after(weights: &Arc<Weights>, input: &[Token], count: usize) -> Result<Vec<Session>, Failure> {
    let window = Some(input.len() + WRITTEN);
    let options = SessionOptions { window, ..SessionOptions::default() };
    let mut sessions = Session::side_by_side(weights, &options, count)?;
    if let Some((first, others)) = sessions.split_first_mut() {
        first.append(input, 0..0)?;
        others.iter_mut().try_for_each(|other| other.branch(first, first.len()))?;
    }
    Ok(sessions)
}

/// Returns the seconds in which each sequence writes one token.
fn step(sessions: &mut [Session], token: Token) -> Result<f64, Failure> {
    let token = [token];
    let part = |model| ModelInput { model, tokens: &token, watched: 0..DEPTH };
    let mut parts: Vec<_> = sessions.iter_mut().map(part).collect();
    let begun = Instant::now();
    Session::append_together(&mut parts)?;
    Ok(begun.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use model::LoadOptions;

    use super::*;

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    #[test]
    fn each_number_of_sequences_has_a_speed() {
        let weights = Weights::load(Path::new(POCKET), &LoadOptions::default()).unwrap();
        let speeds = writing(&weights, &[1, 3]).unwrap();
        assert_eq!(speeds.len(), 2);
        assert!(speeds.iter().all(|speed| speed.is_finite() && *speed > 0.0), "{speeds:?}");
    }
}
