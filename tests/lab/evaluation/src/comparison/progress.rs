//! What workers share with those who wait for them: stop requests, and the progress.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hwdag::ConstructionEvent;
use model::StopSignal;

/// The value of a whole step, so that parts of one can be counted without fractions.
const WHOLE: u64 = 1_000_000;

/// Shared state of stop requests and progress. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Monitor {
    /// The stop request.
    pub stop: StopSignal,
    tokens: Arc<AtomicU64>,
    /// What is done, and how much of it an earlier run had done.
    done: Arc<AtomicU64>,
    known: Arc<AtomicU64>,
    /// Workers that were left out.
    lost: Arc<AtomicUsize>,
    /// Notes to report at once that were not reported yet.
    notes: Arc<Mutex<Vec<String>>>,
}

/// Progress of some work, in steps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Reached {
    /// Completed steps, and the finished parts of current ones.
    pub done: f64,
    /// How much of that an earlier run had done.
    pub known: f64,
}

impl Reached {
    /// Returns what was reached since an earlier point.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self { done: self.done - before.done, known: self.known - before.known }
    }
}

impl Monitor {
    /// Creates a pulse with this stop request.
    pub fn new(stop: &StopSignal) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// Counts what is read and written while something is built. Returns whether to continue.
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

    /// Counts a completed step, whether or not it succeeded.
    pub fn step(&self) {
        self.done.fetch_add(WHOLE, Ordering::Relaxed);
    }

    /// Returns the progress of the work.
    pub fn reached(&self) -> Reached {
        let steps = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / WHOLE as f64;
        Reached { done: steps(&self.done), known: steps(&self.known) }
    }

    /// Counts an answer taken from an earlier run among the steps that the run had done.
    pub fn keep(&self) {
        self.known.fetch_add(WHOLE, Ordering::Relaxed);
    }

    /// Records something to report at once.
    pub fn note(&self, note: String) {
        self.noted().push(note);
    }

    /// Takes what was recorded and not reported yet.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.noted())
    }

    fn noted(&self) -> MutexGuard<'_, Vec<String>> {
        // A panic while the lock is held leaves whole notes.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves out one of `workers` workers, unless it is the last one. Returns whether it is left out.
    pub fn lose(&self, workers: usize) -> bool {
        let one_more = |lost| (lost + 1 < workers).then_some(lost + 1);
        self.lost.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }

    /// Returns how many workers were left out.
    pub fn lost(&self) -> usize {
        self.lost.load(Ordering::Relaxed)
    }

    /// Returns the tokens read and written so far for graphs, trees and summaries.
    pub fn tokens(&self) -> u64 {
        self.tokens.load(Ordering::Relaxed)
    }
}

/// Seconds over which the current speed is measured.
const SPAN: f64 = 20.0;

/// The current speed of something, not that since its beginning.
#[derive(Debug, Default)]
pub struct Pace {
    /// Seconds and the count by then, the oldest first.
    counts: VecDeque<(f64, u64)>,
}

impl Pace {
    /// Returns the current count per second, given the count after `seconds` seconds.
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

/// A step in which several things are made in sequence, counted while it runs.
#[derive(Debug)]
pub struct StepProgress {
    monitor: Monitor,
    /// The weight of each thing of the step. Without things, nothing is counted.
    things: RefCell<Vec<f64>>,
    /// How many of them are done.
    done: Cell<usize>,
    /// What was counted of the step so far.
    reported: Cell<u64>,
}

impl StepProgress {
    /// Creates the state before any step.
    pub fn new(monitor: Monitor) -> Self {
        Self { monitor, things: RefCell::default(), done: Cell::new(0), reported: Cell::new(0) }
    }

    /// Returns the stop request.
    pub fn stop(&self) -> &StopSignal {
        &self.monitor.stop
    }

    /// As [`Monitor::beat`].
    pub fn beat(&self, event: ConstructionEvent) -> ControlFlow<()> {
        self.monitor.beat(event)
    }

    /// Begins a step in which each thing has this weight.
    pub fn begin(&self, things: Vec<f64>) {
        self.things.replace(things);
        self.done.set(0);
        self.reported.set(0);
    }

    /// Sets how much of the current thing is done, from 0 to 1; `known` if it was done before.
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

    /// Begins the next thing.
    pub fn turn(&self) {
        self.reach(1.0, false);
        self.done.set(self.done.get() + 1);
    }

    /// Ends the step, whether or not it succeeded.
    pub fn end(&self) {
        self.tell(WHOLE, false);
        self.things.replace(Vec::new());
    }

    fn tell(&self, reached: u64, known: bool) {
        let more = reached.min(WHOLE).saturating_sub(self.reported.get());
        self.reported.set(self.reported.get() + more);
        self.monitor.done.fetch_add(more, Ordering::Relaxed);
        if known {
            self.monitor.known.fetch_add(more, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_counted_for_all() {
        let stop = StopSignal::default();
        let monitor = Monitor::new(&stop);
        let other = monitor.clone();
        let events = [
            ConstructionEvent::Read { tokens: 250 },
            ConstructionEvent::Wrote,
            ConstructionEvent::Looked { tokens: 9 },
        ];
        for event in events {
            assert_eq!(other.beat(event), ControlFlow::Continue(()));
        }
        assert_eq!(monitor.tokens(), 251);
        other.keep();
        other.step();
        assert_eq!(monitor.reached(), Reached { done: 1.0, known: 1.0 });
        other.note("one".into());
        assert_eq!((monitor.notes(), monitor.notes()), (vec!["one".to_owned()], vec![]));
        stop.request();
        assert_eq!(monitor.beat(ConstructionEvent::Again), ControlFlow::Break(()));
    }

    #[test]
    fn things_count_what_they_are_said_to() {
        let part = StepProgress::new(Monitor::default());
        part.begin(vec![3.0, 1.0]);
        part.turn();
        assert_eq!(part.monitor.reached().done, 0.75);
        part.reach(0.5, false);
        assert_eq!(part.monitor.reached().done, 0.875);
        part.turn();
        part.turn();
        assert_eq!(part.monitor.reached().done, 1.0);
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
        let monitor = Monitor::default();
        assert_eq!([1, 3, 3, 3].map(|workers| monitor.lose(workers)), [false, true, true, false]);
        assert_eq!(monitor.lost(), 2);
    }

    #[test]
    fn parts_of_a_step_make_one_step() {
        let monitor = Monitor::default();
        let part = StepProgress::new(monitor.clone());
        part.reach(0.5, false);
        assert_eq!(monitor.reached().done, 0.0, "nothing began");
        for step in 1..=2 {
            let before = monitor.reached();
            part.begin(vec![1.0, 1.0]);
            part.reach(0.5, true);
            let now = monitor.reached();
            assert_eq!((now.done - before.done, now.known - before.known), (0.25, 0.25));
            part.reach(0.25, false);
            assert_eq!(monitor.reached(), now, "nothing is taken back");
            part.turn();
            part.reach(0.5, false);
            assert_eq!(monitor.reached().done - before.done, 0.75);
            part.end();
            assert_eq!(monitor.reached().done, f64::from(step));
        }
    }
}
