//! The path of a question, stored during its walk: if the program is killed, the question resumes
//! from there, as after a stop.

use std::time::{Duration, Instant};

use library::RunningSearchKey;
use protocol::{Event, Step};

use crate::library_access::LibraryAccess;

/// Storing the path may take one twentieth of the time.
const SHARE: u32 = 20;

/// The path of a question in progress.
pub(crate) struct SearchLog<'a> {
    asked: RunningSearchKey<'a>,
    /// The number of steps before the walk.
    before: usize,
    /// The number of steps of an earlier run: a path that is no longer is stored already.
    known: usize,
    steps: Vec<Step>,
    /// When the path was last stored, and how long that took.
    kept: Instant,
    took: Duration,
}

impl<'a> SearchLog<'a> {
    pub fn new(asked: RunningSearchKey<'a>, before: usize, known: usize) -> Self {
        Self { asked, before, known, steps: Vec::new(), kept: Instant::now(), took: Duration::ZERO }
    }

    /// Records an event; returns whether the path is worth storing now.
    pub fn takes(&mut self, event: &Event) -> bool {
        match event {
            Event::Began { steps, .. } => {
                self.steps = steps.iter().skip(self.before).map(without_text).collect();
            }
            // Steps after the walk are redone from scratch.
            Event::Visited { step } if step.p_alone.is_some() => return false,
            Event::Visited { step } => self.visited(without_text(step)),
            _ => return false,
        }
        self.steps.len() > self.known && self.kept.elapsed() >= SHARE * self.took
    }

    /// Records a step, which is reported when it is made, and again with the model's verdict.
    fn visited(&mut self, step: Step) {
        let same = |last: &&mut Step| (last.document, last.node) == (step.document, step.node);
        match self.steps.last_mut().filter(same) {
            Some(last) => *last = step,
            None => self.steps.push(step),
        }
    }

    /// Stores the path. If that fails, it is tried again after the next step.
    pub fn keep(&mut self, access: &mut LibraryAccess) {
        let begun = Instant::now();
        let _ = access.write().map(|writer| writer.keep_walk(&self.asked, &self.steps));
        (self.kept, self.took) = (Instant::now(), begun.elapsed());
    }
}

/// Removes the text, which the graph has.
fn without_text(step: &Step) -> Step {
    Step { text: String::new(), ..step.clone() }
}
