//! What the model is shown in a trial: a passage as a graph, in a sequence of its own.

use std::sync::Arc;

use hwdag::construction::unusual_prompt;
use model::{Session, SessionOptions, Weights};

use crate::error::JobError;
use crate::graphs::chunks::cut;
use crate::graphs::settings::prompt_tokens;
use crate::models::trial::passages::TrialPassage;

/// The maximum number of tokens of a passage, its question and the words around them.
const WINDOW: usize = 1_024;

/// Creates an empty sequence for a passage and a question.
pub(crate) fn session(weights: &Arc<Weights>) -> Result<Session, JobError> {
    let window = WINDOW + unusual_prompt(prompt_tokens(weights));
    let window = window.min(weights.info().search);
    let options = SessionOptions { window: Some(window), ..SessionOptions::default() };
    Ok(Session::new(weights, &options)?)
}

/// Returns the graph of a passage: its chunks alone.
pub(crate) fn graph(
    weights: &Arc<Weights>,
    passage: &TrialPassage,
) -> Result<hwdag::Graph, JobError> {
    let chunks = cut(weights, &passage.text, hwdag::Cutting::default())?;
    Ok(hwdag::Graph::new(chunks))
}
