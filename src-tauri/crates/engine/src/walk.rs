//! The path of a question, on disk while it is walked: a question whose program was killed goes on
//! where it was, like one that was stopped.

use std::time::{Duration, Instant};

use library::Asked;
use protocol::{Event, Step};

use crate::shelf::Shelf;

/// Keeping the path may take one part in so many of the time.
const SHARE: u32 = 20;

/// The path of a question under way.
pub(crate) struct Log<'a> {
    asked: Asked<'a>,
    /// Steps before the walk.
    before: usize,
    /// Steps that an earlier run had made: a path that is no longer is kept already.
    known: usize,
    steps: Vec<Step>,
    /// When the path was kept last, and how long that took.
    kept: Instant,
    took: Duration,
}

impl<'a> Log<'a> {
    pub fn new(asked: Asked<'a>, before: usize, known: usize) -> Self {
        Self { asked, before, known, steps: Vec::new(), kept: Instant::now(), took: Duration::ZERO }
    }

    /// Takes note of what happened; whether the path is worth keeping now.
    pub fn takes(&mut self, event: &Event) -> bool {
        match event {
            Event::Began { steps, .. } => {
                self.steps = steps.iter().skip(self.before).map(without_text).collect();
            }
            // What follows the walk begins anew.
            Event::Visited { step } if step.p_alone.is_some() => return false,
            Event::Visited { step } => self.visited(without_text(step)),
            _ => return false,
        }
        self.steps.len() > self.known && self.kept.elapsed() >= SHARE * self.took
    }

    /// A step is told when it is made, and once more with what the model said after it.
    fn visited(&mut self, step: Step) {
        let same = |last: &&mut Step| (last.document, last.node) == (step.document, step.node);
        match self.steps.last_mut().filter(same) {
            Some(last) => *last = step,
            None => self.steps.push(step),
        }
    }

    /// Keeps the path. What cannot be kept now is tried again after the next step.
    pub fn keep(&mut self, shelf: &mut Shelf) {
        let begun = Instant::now();
        let _ = shelf.write().map(|writer| writer.keep_walk(&self.asked, &self.steps));
        (self.kept, self.took) = (Instant::now(), begun.elapsed());
    }
}

/// The graph has the text.
fn without_text(step: &Step) -> Step {
    Step { text: String::new(), ..step.clone() }
}
