//! The queue of long jobs.

use serde::{Deserialize, Serialize};

use crate::JobId;

/// The unfinished long jobs: those that add documents or build their graphs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// Whether all wait until the user resumes them.
    pub paused: bool,
    /// The running jobs: one, and perhaps another that is done meanwhile.
    pub running: Vec<JobId>,
    /// The waiting jobs, the next one first.
    pub waiting: Vec<JobId>,
}

impl Queue {
    /// Returns whether there is nothing to report: nothing runs or waits, and the queue is not
    /// paused.
    pub fn is_empty(&self) -> bool {
        !self.paused && self.running.is_empty() && self.waiting.is_empty()
    }
}
