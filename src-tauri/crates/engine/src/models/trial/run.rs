//! Tries a model, part by part, where the results are not known.

use std::sync::Arc;

use model::Weights;
use protocol::{Failure, ModelTrial};

use crate::engine::Engine;
use crate::error::JobError;
use crate::models::autotune::sequences::AutotuneWatcher;
use crate::models::trial::known::{known, stands_for_itself};
use crate::models::trial::{answers, points, store, verdicts};

/// The purpose for which a model must be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Everything: its graph will also be asked.
    Building,
    /// Only what questions need.
    Asking,
}

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
