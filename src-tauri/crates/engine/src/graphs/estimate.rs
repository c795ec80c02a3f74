//! Estimates how long building will take, from a short trial on the document itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hwdag::{Embedder as _, LanguageModel as _, Token};
use model::{Session, SessionOptions, StopSignal, Weights};
use protocol::{DocumentId, Estimate, Event, Failure, JobId, Outcome, Progress, Role};

use crate::engine::Engine;
use crate::error::JobError;
use crate::jobs::client::Client;
use crate::models::trial::run::Need;

/// The number of the document's tokens read in the trial.
const READ: usize = 256;
/// The number of those that show whether there is time for the others.
const TASTE: usize = 32;
/// The maximum number of tokens written in the trial.
const WRITE: usize = 32;
/// The number of characters embedded in the trial: about a chunk.
const EMBEDDED: usize = 1_200;
/// The maximum number of bytes of a text whose tokens are counted, to keep an estimate quick. The rest of a longer text
/// is assumed to be similar.
const COUNTED: usize = 4_000_000;
/// The pages of a trial without a document, the characters of a paperback page, and the text on them.
const PAGES: usize = 100;
const PAGE_CHARACTERS: usize = 1_800;
const SENTENCE: &str = "The ferry left the harbour before noon, and nobody on the pier had seen who \
                        carried the lamp aboard. ";
/// The time limit for reading in the trial, and for writing, even if fewer tokens are done by then.
const PATIENCE: Duration = Duration::from_secs(10);
/// Tokens read in all levels, and written in all levels, per token of the document. As a rule of thumb before anything
/// is known, a level has a third of the tokens of the one below.
const READ_SHARE: f64 = 1.5;
const WRITE_SHARE: f64 = 0.5;

/// The result of a trial.
struct SpeedTrial {
    /// The number of tokens of the text.
    tokens: usize,
    /// Seconds to read a token.
    per_read: f64,
    /// Seconds to write a token.
    per_write: f64,
}

impl Engine {
    /// Reads and writes a little with the model in use.
    pub(crate) fn estimate(&mut self, document: DocumentId) -> Result<Outcome, JobError> {
        let text = self.access.read()?.text(document)?;
        let weights = self.language_for(Role::Building, &[document])?;
        self.estimated(&weights, &text)
    }

    /// Reads and writes a little as if there were a hundred pages. The fastest way to run the model in use is measured
    /// again with the next build; its abilities are tested now.
    pub(crate) fn try_model(
        &mut self,
        job: JobId,
        path: Option<&str>,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let weights = match path {
            Some(path) => self.load_beside(path)?,
            None => self.language(Role::Building)?,
        };
        if path.is_none() {
            self.forget_autotuned(&weights)?;
        }
        self.forget_trial(&weights)?;
        weights.require_session()?;
        let watch =
            &mut |_: &mut Self, done| client.report(job, Event::Progress(Progress::of_trial(done)));
        self.tried(&weights, Need::Building, watch)?;
        let sentences = PAGE_CHARACTERS.div_ceil(SENTENCE.len());
        self.estimated(&weights, &SENTENCE.repeat(PAGES * sentences))
    }

    /// Estimates the time to build the graph of a text.
    fn estimated(&mut self, weights: &Arc<Weights>, text: &str) -> Result<Outcome, JobError> {
        let counted = &text[..text.floor_char_boundary(COUNTED)];
        let trial = tried(weights, counted, self.models.stop())?;
        let embedding = self.embedding(text)?;
        let all = trial.tokens as f64 * text.len() as f64 / counted.len().max(1) as f64;
        let seconds =
            all * (READ_SHARE * trial.per_read + WRITE_SHARE * trial.per_write) + embedding;
        Ok(Outcome::Estimate(Estimate {
            tokens: all.round() as u64,
            tokens_per_second: all / seconds.max(1e-9),
            seconds,
            trial: self.known_trial(weights)?,
        }))
    }

    /// Returns the seconds needed to embed all nodes of a text, extrapolated from its beginning.
    fn embedding(&mut self, text: &str) -> Result<f64, Failure> {
        let end = text.char_indices().map(|(at, _)| at).nth(EMBEDDED).unwrap_or(text.len());
        let embedder = self.models.embedder()?;
        let begun = Instant::now();
        embedder.embed(&[&text[..end]])?;
        let parts = text.len() as f64 / end.max(1) as f64;
        Ok(begun.elapsed().as_secs_f64() * parts * READ_SHARE)
    }
}

/// Reads the beginning of a text and writes a little.
fn tried(weights: &Arc<Weights>, text: &str, stop: StopSignal) -> Result<SpeedTrial, Failure> {
    let tokens = weights.tokenize(text)?;
    let options = SessionOptions { window: Some(READ + WRITE), stop, ..SessionOptions::default() };
    let mut session = Session::new(weights, &options)?;
    let (per_read, per_write) = passes(&mut session, &tokens[..tokens.len().min(READ)])?;
    Ok(SpeedTrial { tokens: tokens.len(), per_read, per_write })
}

/// Returns the seconds to read a token and to write one, including reading its attention.
fn passes(session: &mut Session, trial: &[Token]) -> Result<(f64, f64), Failure> {
    let (taste, others) = trial.split_at(trial.len().min(TASTE));
    let mut per_read = reading(session, taste)?;
    let mut read = taste.len();
    if !others.is_empty() && per_read * others.len() as f64 <= PATIENCE.as_secs_f64() {
        per_read = reading(session, others)?;
        read = trial.len();
    }
    let begun = Instant::now();
    let mut written = 0;
    while written < WRITE && begun.elapsed() < PATIENCE {
        let next = session.pick();
        session.append(&[next], 0..read)?;
        written += 1;
    }
    Ok((per_read, begun.elapsed().as_secs_f64() / written.max(1) as f64))
}

/// Returns the seconds to read each of these tokens.
fn reading(session: &mut Session, tokens: &[Token]) -> Result<f64, Failure> {
    let begun = Instant::now();
    session.append(tokens, 0..0)?;
    Ok(begun.elapsed().as_secs_f64() / tokens.len().max(1) as f64)
}
