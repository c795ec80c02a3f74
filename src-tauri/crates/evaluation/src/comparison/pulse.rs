//! What workers and whoever waits for them share: the wish to stop, and how much was done.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hwdag::ConstructionEvent;
use model::Stop;

/// Clones share one.
#[derive(Debug, Clone, Default)]
pub struct Pulse {
    /// The wish to stop.
    pub stop: Stop,
    tokens: Arc<AtomicU64>,
    steps: Arc<AtomicU64>,
    kept: Arc<AtomicU64>,
}

impl Pulse {
    /// With somebody's wish to stop.
    pub fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// Counts what is read and written while something is built, and tells whether to go on.
    pub fn beat(&self, event: ConstructionEvent) -> ControlFlow<()> {
        let tokens = match event {
            ConstructionEvent::Read { tokens } => tokens as u64,
            ConstructionEvent::Wrote => 1,
            _ => 0,
        };
        self.tokens.fetch_add(tokens, Ordering::Relaxed);
        match self.stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Counts a step of the work that is done, whatever came of it.
    pub fn step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }

    /// Steps that are done so far.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Counts an answer that was taken from an earlier run.
    pub fn keep(&self) {
        self.kept.fetch_add(1, Ordering::Relaxed);
    }

    /// Answers that were taken from earlier runs.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }

    /// Tokens read and written for graphs, trees and summaries so far.
    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_counted_for_all() {
        let stop = Stop::default();
        let pulse = Pulse::new(&stop);
        let other = pulse.clone();
        let events = [
            ConstructionEvent::Read { tokens: 250 },
            ConstructionEvent::Wrote,
            ConstructionEvent::Looked { tokens: 9 },
        ];
        for event in events {
            assert_eq!(other.beat(event), ControlFlow::Continue(()));
        }
        assert_eq!(pulse.tokens(), 251);
        other.keep();
        other.step();
        assert_eq!((pulse.kept(), pulse.steps()), (1, 1));
        stop.request();
        assert_eq!(pulse.beat(ConstructionEvent::Again), ControlFlow::Break(()));
    }
}
