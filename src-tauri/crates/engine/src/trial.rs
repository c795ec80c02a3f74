//! What a model can do for Pecan, determined once by a short trial on Pecan's own passages: whether the input supports
//! the points that it writes, and how many chunks it should read at once for that; whether its Yes is meaningful;
//! whether it answers. Pecan works around what the model cannot do, and says so before a book is spent on it.

mod answers;
mod passages;
mod points;
mod store;
mod verdicts;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use model::{Session, SessionOptions, Weights};
use protocol::{Failure, ModelTrial};

use self::passages::{TrialPassage, passages};
use crate::autotune::AutotuneWatcher;
use crate::{Engine, JobError};

/// The maximum number of tokens of a passage, its question and the words around them.
const WINDOW: usize = 1_024;

/// The time during which a part of a trial may start something new.
const PATIENCE: Duration = Duration::from_secs(90);

/// The purpose for which a model must be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Everything: its graph will also be asked.
    Building,
    /// Only what questions need.
    Asking,
}

/// The time available to a part of a trial.
struct TimeBudget(Instant);

impl TimeBudget {
    fn new() -> Self {
        Self(Instant::now())
    }

    fn is_spent(&self) -> bool {
        self.0.elapsed() > PATIENCE
    }
}

/// Receives the progress of a part, from 0 to 1, and may stop it.
type TrialProgressCallback<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;

impl Engine {
    /// Returns what is known of a model, after determining what is missing. A finished part is stored at once. The
    /// demonstration model needs no trial.
    pub(crate) fn tried(
        &mut self,
        weights: &Arc<Weights>,
        need: Need,
        watch: AutotuneWatcher<'_>,
    ) -> Result<ModelTrial, JobError> {
        if stands_for_itself(weights) {
            return Ok(ModelTrial::default());
        }
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        let mut trial = store::known(&hash);
        if trial.points.is_none() && need == Need::Building {
            let tell = &mut |done| watch(self, done / 2.0);
            trial.points = Some(points::try_points(weights, tell)?);
            store::keep(&hash, &trial);
        }
        if trial.verdicts.is_none() {
            let tell = &mut |done| watch(self, 0.5 + done / 4.0);
            trial.verdicts = Some(verdicts::try_verdicts(weights, tell)?);
            store::keep(&hash, &trial);
        }
        if trial.answers.is_none() {
            let tell = &mut |done| watch(self, 0.75 + done / 4.0);
            trial.answers = Some(answers::try_answers(weights, tell)?);
            store::keep(&hash, &trial);
        }
        Ok(trial)
    }

    /// What is known of a model without trying it.
    pub(crate) fn known_trial(&mut self, weights: &Weights) -> Result<ModelTrial, Failure> {
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        Ok(known(weights, &hash))
    }

    /// Forgets the results of a model's trial: it is tried again when next needed.
    pub(crate) fn forget_trial(&mut self, weights: &Weights) -> Result<(), Failure> {
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        store::forget(&hash);
        Ok(())
    }
}

/// What is known of the model with this hash.
pub(crate) fn known(weights: &Weights, hash: &str) -> ModelTrial {
    if stands_for_itself(weights) { ModelTrial::default() } else { store::known(hash) }
}

/// Returns whether a trial is unnecessary: it is the demonstration model, or its file says so.
fn stands_for_itself(weights: &Weights) -> bool {
    weights.info().demonstration || weights.info().without_trial
}

/// Creates an empty sequence for a passage and a question.
fn session(weights: &Arc<Weights>) -> Result<Session, JobError> {
    let window = WINDOW.min(weights.info().search);
    let options = SessionOptions { window: Some(window), ..SessionOptions::default() };
    Ok(Session::new(weights, &options)?)
}

/// Returns the graph of a passage: its chunks alone.
fn graph(weights: &Arc<Weights>, passage: &TrialPassage) -> Result<hwdag::Graph, JobError> {
    let chunks = crate::build::cut(weights, &passage.text, hwdag::Cutting::default())?;
    Ok(hwdag::Graph::new(chunks))
}
