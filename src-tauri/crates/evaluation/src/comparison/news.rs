//! What there is to tell while a comparison runs.

use super::Reached;

/// How far a comparison is.
#[derive(Debug, Clone)]
pub struct Progress {
    /// What is being done.
    pub what: &'static str,
    /// Steps of it that are done: documents, or answers, each method's to each question.
    pub done: usize,
    /// Steps of it in all.
    pub all: usize,
    /// The same to the part of a step that is under way, and what of it was known before.
    pub reached: Reached,
    /// Seconds since it began.
    pub seconds: f64,
    /// Tokens that are read and written in a second now to build something.
    pub tokens_per_second: f64,
}

impl Progress {
    /// Steps in a second, but for those that an earlier run had done.
    pub fn rate(&self) -> f64 {
        (self.reached.done - self.reached.known).max(0.0) / self.seconds.max(1e-9)
    }

    /// Seconds until it is done, at the rate so far; unknown before anything was done.
    pub fn seconds_left(&self) -> Option<f64> {
        let (rate, left) = (self.rate(), (self.all as f64 - self.reached.done).max(0.0));
        (rate > 0.0).then(|| left / rate)
    }
}

/// What there is to tell while it runs.
#[derive(Debug, Clone, Copy)]
pub enum News<'a> {
    /// What there is to tell of the data before anything is asked.
    LeftOut {
        /// What was left out and why, and then what else there is to know.
        problems: &'a [String],
        /// How many of them tell of something that was left out.
        left_out: usize,
    },
    /// Something else to know, as soon as it is known.
    Note(&'a str),
    /// How far it is.
    Progress(&'a Progress),
}

/// Hears it.
pub type Tell<'a> = &'a mut dyn FnMut(News<'_>);
