//! How long building will take, from a short trial on the document itself.

use std::time::{Duration, Instant};

use hwdag::LanguageModel as _;
use model::{Session, SessionOptions};
use protocol::{DocumentId, Estimate, JobId, Outcome};

use crate::{Desk, Ended, Engine};

/// Tokens of the document read in the trial.
const READ: usize = 256;
/// Tokens written in the trial, at most.
const WRITE: usize = 32;
/// The trial's writing ends after this even if it wrote less.
const PATIENCE: Duration = Duration::from_secs(15);
/// Tokens read in all levels, and written in all levels, per token of the document: a level has a
/// third of the tokens of the one below, as a rule of thumb before anything is known.
const READ_SHARE: f64 = 1.5;
const WRITE_SHARE: f64 = 0.5;

impl Engine {
    /// Reads and writes a little with the model in use.
    pub(crate) fn estimate(
        &mut self,
        job: JobId,
        document: DocumentId,
        desk: &mut dyn Desk,
    ) -> Result<Outcome, Ended> {
        let weights = self.language()?;
        let text = self.shelf.read()?.text(document)?;
        let tokens = weights.tokenize(&text)?;
        let (window, stop) = (Some(READ + WRITE), desk.stop(job));
        let options = SessionOptions { window, stop, ..SessionOptions::default() };
        let mut session = Session::new(&weights, &options)?;
        let trial = &tokens[..tokens.len().min(READ)];
        let begun = Instant::now();
        session.append(trial, 0..0)?;
        let per_read = begun.elapsed().as_secs_f64() / trial.len().max(1) as f64;
        let begun = Instant::now();
        let mut written = 0;
        while written < WRITE && begun.elapsed() < PATIENCE {
            let next = session.pick();
            session.append(&[next], 0..trial.len())?;
            written += 1;
        }
        let per_write = begun.elapsed().as_secs_f64() / written.max(1) as f64;
        let all = tokens.len() as f64;
        let seconds = all * (READ_SHARE * per_read + WRITE_SHARE * per_write);
        let rate = all * (READ_SHARE + WRITE_SHARE) / seconds.max(1e-9);
        let estimate = Estimate { tokens: tokens.len() as u64, tokens_per_second: rate, seconds };
        Ok(Outcome::Estimate(estimate))
    }
}
