//! Makes as many sequences side by side as suit a model and this machine.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use hwdag::{Collecting, LanguageModel as _};
use model::{Session, SessionOptions, Weights};
use protocol::{Code, Failure};

use crate::engine::Engine;
use crate::error::JobError;
use crate::models::autotune::measurement::{AGAIN, branch, columns_are_sound, measure, words};
use crate::models::autotune::result::Autotuned;
use crate::models::info::computes;

/// The maximum number of sequences tried.
const MOST: usize = 8;
/// The maximum number of tokens read before the trial: the cost of attention grows with them, and a batch fills its
/// window.
const DEPTH: usize = 2_048;
/// The number of tokens read if nothing is timed.
const SHALLOW: usize = 32;

/// The batches to be summarised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Batches {
    /// The approximate number left on the level.
    pub count: usize,
    /// The maximum number of tokens that each of them reads and writes.
    pub tokens: usize,
}

/// Receives the progress of a trial, from 0 to 1, may stop it, and may use the engine meanwhile.
pub(crate) type AutotuneWatcher<'a> = &'a mut dyn FnMut(&mut Engine, f32) -> ControlFlow<()>;

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
pub(crate) fn wished(at_once: Option<NonZeroUsize>, batches: usize) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_sequences_are_made_than_there_are_batches() {
        let wished = |count, batches| wished(NonZeroUsize::new(count), batches);
        assert_eq!([wished(64, 5), wished(2, 5), wished(4, 0)], [Some(5), Some(2), Some(1)]);
        assert_eq!(wished(0, 5), None);
    }
}
