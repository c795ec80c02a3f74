//! The time that a part of a trial may take, and the report of its progress.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The time during which a part of a trial may start something new.
const PATIENCE: Duration = Duration::from_secs(90);

/// The time available to a part of a trial.
pub(crate) struct TimeBudget(Instant);

impl TimeBudget {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.0.elapsed() > PATIENCE
    }
}

/// Receives the progress of a part, from 0 to 1, and may stop it.
pub(crate) type TrialProgressCallback<'a> = &'a mut dyn FnMut(f32) -> ControlFlow<()>;
