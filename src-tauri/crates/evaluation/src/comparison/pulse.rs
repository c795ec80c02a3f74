//! What workers and whoever waits for them share: the wish to stop, and how much was done.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hwdag::ConstructionEvent;
use model::Stop;

/// What a whole step counts, so that parts of one can be counted without fractions.
const WHOLE: u64 = 1_000_000;

/// Clones share one.
#[derive(Debug, Clone, Default)]
pub struct Pulse {
    /// The wish to stop.
    pub stop: Stop,
    tokens: Arc<AtomicU64>,
    /// What is done, and how much of it an earlier run had done.
    done: Arc<AtomicU64>,
    known: Arc<AtomicU64>,
    kept: Arc<AtomicU64>,
}

/// How far some work is, in steps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Reached {
    /// Steps that are done, and parts of those under way.
    pub done: f64,
    /// Those of them that an earlier run had done.
    pub known: f64,
}

impl Reached {
    /// What was reached since an earlier point.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self { done: self.done - before.done, known: self.known - before.known }
    }
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
        self.done.fetch_add(WHOLE, Ordering::Relaxed);
    }

    /// How far the work is.
    pub fn reached(&self) -> Reached {
        let steps = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / WHOLE as f64;
        Reached { done: steps(&self.done), known: steps(&self.known) }
    }

    /// Counts an answer that was taken from an earlier run, which is a step.
    pub fn keep(&self) {
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.known.fetch_add(WHOLE, Ordering::Relaxed);
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

/// A step in which several things are built one after another, counted while it is under way.
#[derive(Debug)]
pub struct Part {
    pulse: Pulse,
    /// Things of the step; without one nothing is counted.
    things: Cell<u64>,
    /// Those of them that are done.
    done: Cell<u64>,
    /// What was counted of the step so far.
    told: Cell<u64>,
}

impl Part {
    /// Before any step.
    pub fn new(pulse: Pulse) -> Self {
        Self { pulse, things: Cell::new(0), done: Cell::new(0), told: Cell::new(0) }
    }

    /// As [`Pulse::beat`].
    pub fn beat(&self, event: ConstructionEvent) -> ControlFlow<()> {
        self.pulse.beat(event)
    }

    /// A step begins.
    pub fn begin(&self, things: usize) {
        self.things.set(things as u64);
        self.done.set(0);
        self.told.set(0);
    }

    /// So much is there of the thing under way, from 0 to 1; `known` if it was when it began.
    pub fn reach(&self, share: f64, known: bool) {
        if let Some(thing) = WHOLE.checked_div(self.things.get()) {
            let own = (thing as f64 * share.clamp(0.0, 1.0)) as u64;
            self.tell(thing * self.done.get() + own, known);
        }
    }

    /// The next thing begins.
    pub fn turn(&self) {
        self.reach(1.0, false);
        self.done.set(self.done.get() + 1);
    }

    /// The step is done, whatever came of it.
    pub fn end(&self) {
        self.tell(WHOLE, false);
        self.things.set(0);
    }

    fn tell(&self, reached: u64, known: bool) {
        let more = reached.min(WHOLE).saturating_sub(self.told.get());
        self.told.set(self.told.get() + more);
        self.pulse.done.fetch_add(more, Ordering::Relaxed);
        if known {
            self.pulse.known.fetch_add(more, Ordering::Relaxed);
        }
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
        assert_eq!((pulse.kept(), pulse.reached()), (1, Reached { done: 1.0, known: 1.0 }));
        stop.request();
        assert_eq!(pulse.beat(ConstructionEvent::Again), ControlFlow::Break(()));
    }

    #[test]
    fn parts_of_a_step_make_one_step() {
        let pulse = Pulse::default();
        let part = Part::new(pulse.clone());
        part.reach(0.5, false);
        assert_eq!(pulse.reached().done, 0.0, "nothing began");
        for step in 1..=2 {
            let before = pulse.reached();
            part.begin(2);
            part.reach(0.5, true);
            let now = pulse.reached();
            assert_eq!((now.done - before.done, now.known - before.known), (0.25, 0.25));
            part.reach(0.25, false);
            assert_eq!(pulse.reached(), now, "nothing is taken back");
            part.turn();
            part.reach(0.5, false);
            assert_eq!(pulse.reached().done - before.done, 0.75);
            part.end();
            assert_eq!(pulse.reached().done, f64::from(step));
        }
    }
}
