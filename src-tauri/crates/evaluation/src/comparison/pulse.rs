//! What workers and whoever waits for them share: the wish to stop, and how much was done.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// Workers that were left out.
    lost: Arc<AtomicUsize>,
    /// What there is to tell at once, and was not told yet.
    notes: Arc<Mutex<Vec<String>>>,
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

    /// Counts an answer that was taken from an earlier run among the steps that one had done.
    pub fn keep(&self) {
        self.known.fetch_add(WHOLE, Ordering::Relaxed);
    }

    /// Notes something that is to be told at once.
    pub fn note(&self, note: String) {
        self.noted().push(note);
    }

    /// What was noted and not told yet.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.noted())
    }

    fn noted(&self) -> MutexGuard<'_, Vec<String>> {
        // A panic while it is held leaves whole notes.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves out one of so many workers, unless it is the last one: tells whether it is left out.
    pub fn lose(&self, workers: usize) -> bool {
        let one_more = |lost| (lost + 1 < workers).then_some(lost + 1);
        self.lost.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }

    /// Workers that were left out.
    pub fn lost(&self) -> usize {
        self.lost.load(Ordering::Relaxed)
    }

    /// Tokens read and written for graphs, trees and summaries so far.
    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }
}

/// Seconds by which it is told how fast something goes.
const SPAN: f64 = 20.0;

/// How fast something goes now, and not since it began.
#[derive(Debug, Default)]
pub struct Pace {
    /// Seconds and what was counted by then, the oldest first.
    counts: VecDeque<(f64, u64)>,
}

impl Pace {
    /// How much is counted in a second, now that it is so much after so many seconds.
    pub fn at(&mut self, seconds: f64, count: u64) -> f64 {
        self.counts.push_back((seconds, count));
        while self.counts.len() > 2 && self.counts[1].0 <= seconds - SPAN {
            self.counts.pop_front();
        }
        let (since, before) = self.counts[0];
        match seconds - since {
            passed if passed > 0.0 => count.saturating_sub(before) as f64 / passed,
            _ => 0.0,
        }
    }
}

/// A step in which several things are made one after another, counted while it is under way.
#[derive(Debug)]
pub struct Part {
    pulse: Pulse,
    /// How much each thing of the step counts; without one nothing is counted.
    things: RefCell<Vec<f64>>,
    /// Those of them that are done.
    done: Cell<usize>,
    /// What was counted of the step so far.
    told: Cell<u64>,
}

impl Part {
    /// Before any step.
    pub fn new(pulse: Pulse) -> Self {
        Self { pulse, things: RefCell::default(), done: Cell::new(0), told: Cell::new(0) }
    }

    /// The wish to stop.
    pub fn stop(&self) -> &Stop {
        &self.pulse.stop
    }

    /// As [`Pulse::beat`].
    pub fn beat(&self, event: ConstructionEvent) -> ControlFlow<()> {
        self.pulse.beat(event)
    }

    /// A step begins, in which each thing counts so much.
    pub fn begin(&self, things: Vec<f64>) {
        self.things.replace(things);
        self.done.set(0);
        self.told.set(0);
    }

    /// So much is there of the thing under way, from 0 to 1; `known` if it was when it began.
    pub fn reach(&self, share: f64, known: bool) {
        let reached = {
            let things = self.things.borrow();
            let (before, rest) = things.split_at(self.done.get().min(things.len()));
            let own = rest.first().copied().unwrap_or(0.0) * share.clamp(0.0, 1.0);
            // Of nothing at all nothing is reached.
            (before.iter().sum::<f64>() + own) / things.iter().sum::<f64>() * WHOLE as f64
        };
        self.tell(reached as u64, known);
    }

    /// The next thing begins.
    pub fn turn(&self) {
        self.reach(1.0, false);
        self.done.set(self.done.get() + 1);
    }

    /// The step is done, whatever came of it.
    pub fn end(&self) {
        self.tell(WHOLE, false);
        self.things.replace(Vec::new());
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
        assert_eq!(pulse.reached(), Reached { done: 1.0, known: 1.0 });
        other.note("one".into());
        assert_eq!((pulse.notes(), pulse.notes()), (vec!["one".to_owned()], vec![]));
        stop.request();
        assert_eq!(pulse.beat(ConstructionEvent::Again), ControlFlow::Break(()));
    }

    #[test]
    fn things_count_what_they_are_said_to() {
        let part = Part::new(Pulse::default());
        part.begin(vec![3.0, 1.0]);
        part.turn();
        assert_eq!(part.pulse.reached().done, 0.75);
        part.reach(0.5, false);
        assert_eq!(part.pulse.reached().done, 0.875);
        part.turn();
        part.turn();
        assert_eq!(part.pulse.reached().done, 1.0);
    }

    #[test]
    fn a_pace_is_that_of_now() {
        let mut pace = Pace::default();
        assert_eq!(pace.at(0.0, 0), 0.0);
        assert_eq!(pace.at(10.0, 1_000), 100.0);
        assert_eq!(pace.at(20.0, 4_000), 200.0);
        // Of the last twenty seconds, not of all.
        assert_eq!(pace.at(40.0, 5_000), 50.0);
        assert_eq!(pace.at(60.0, 5_000), 0.0);
    }

    #[test]
    fn the_last_worker_is_never_left_out() {
        let pulse = Pulse::default();
        assert_eq!([1, 3, 3, 3].map(|workers| pulse.lose(workers)), [false, true, true, false]);
        assert_eq!(pulse.lost(), 2);
    }

    #[test]
    fn parts_of_a_step_make_one_step() {
        let pulse = Pulse::default();
        let part = Part::new(pulse.clone());
        part.reach(0.5, false);
        assert_eq!(pulse.reached().done, 0.0, "nothing began");
        for step in 1..=2 {
            let before = pulse.reached();
            part.begin(vec![1.0, 1.0]);
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
