//! Progress of a part, with its rate and the time left.

use std::time::{Duration, Instant};

/// How often progress is reported.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of some steps.
pub struct MeasurementProgress {
    what: &'static str,
    all: usize,
    done: usize,
    /// Steps that an earlier run had done.
    known: usize,
    begun: Instant,
    reported: Instant,
}

impl MeasurementProgress {
    /// Creates the state before the first step.
    pub fn new(what: &'static str, all: usize) -> Self {
        let now = Instant::now();
        Self { what, all, done: 0, known: 0, begun: now, reported: now }
    }

    /// Counts another step, which may have been known before.
    pub fn step(&mut self, known: bool) {
        self.done += 1;
        self.known += usize::from(known);
        if self.reported.elapsed() >= EVERY || self.done == self.all {
            self.reported = Instant::now();
            eprintln!("{}", self.line(self.begun.elapsed().as_secs_f64()));
        }
    }

    fn line(&self, seconds: f64) -> String {
        let Self { what, all, done, known, .. } = self;
        let rate = (done - known) as f64 / seconds.max(1e-9);
        let mut line = format!("{what}: {done} of {all}");
        if rate > 0.0 {
            let left = (all - done) as f64 / rate;
            line.push_str(&format!(", {:.1} a minute, {left:.0} s left", 60.0 * rate));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_known_before_does_not_count_for_the_rate() {
        let mut progress = MeasurementProgress::new("asking", 10);
        assert_eq!(progress.line(3.0), "asking: 0 of 10");
        for known in [true, true, false, false] {
            progress.step(known);
        }
        assert_eq!(progress.line(4.0), "asking: 4 of 10, 30.0 a minute, 12 s left");
    }
}
