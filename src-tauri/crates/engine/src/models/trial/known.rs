//! The results of a model's trial that are known without trying it.

use model::Weights;
use protocol::ModelTrial;

use crate::models::trial::store;

/// What is known of the model with this hash.
pub(crate) fn known(weights: &Weights, hash: &str) -> ModelTrial {
    if stands_for_itself(weights) { ModelTrial::default() } else { store::known(hash) }
}

/// Returns whether a trial is unnecessary: it is the demonstration model, or its file says so.
pub(crate) fn stands_for_itself(weights: &Weights) -> bool {
    weights.info().demonstration || weights.info().without_trial
}
