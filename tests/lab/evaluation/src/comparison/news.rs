//! What is reported while a comparison runs.

use super::Reached;

/// The progress of a comparison.
#[derive(Debug, Clone)]
pub struct ComparisonProgress {
    /// What is being done.
    pub what: &'static str,
    /// Completed steps: documents, or answers, one for each question and method.
    pub done: usize,
    /// All steps.
    pub all: usize,
    /// The same with the finished part of the current step, and what of it was known before.
    pub reached: Reached,
    /// Seconds since it began.
    pub seconds: f64,
    /// Tokens read and written per second at present to build something.
    pub tokens_per_second: f64,
}

impl ComparisonProgress {
    /// Returns the steps per second, without those that an earlier run had done.
    pub fn rate(&self) -> f64 {
        (self.reached.done - self.reached.known).max(0.0) / self.seconds.max(1e-9)
    }

    /// Returns the seconds left at the rate so far; none before anything was done.
    pub fn seconds_left(&self) -> Option<f64> {
        let (rate, left) = (self.rate(), (self.all as f64 - self.reached.done).max(0.0));
        (rate > 0.0).then(|| left / rate)
    }
}

/// News of a running comparison.
#[derive(Debug, Clone, Copy)]
pub enum News<'a> {
    /// Remarks about the data before anything is asked.
    LeftOut {
        /// What was left out and why, then other remarks.
        problems: &'a [String],
        /// How many of them are about something that was left out.
        left_out: usize,
    },
    /// Another remark, sent once it is known.
    Note(&'a str),
    /// The progress.
    Progress(&'a ComparisonProgress),
}

/// Receives news.
pub type NewsCallback<'a> = &'a mut dyn FnMut(News<'_>);
