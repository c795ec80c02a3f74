//! The path of a question, on disk while it is walked: a question whose program was killed goes on
//! where it was, like one that was stopped.

use std::time::{Duration, Instant};

use library::Writer;
use protocol::{Answer, AskOptions, Event, Step};

/// Keeping the path may take one part in so many of the time.
const SHARE: u32 = 20;

/// What is known of a question so far.
pub(crate) struct Log<'a> {
    /// As it would be kept if it were stopped now.
    pub answer: Answer,
    pub options: &'a AskOptions,
    model_hash: &'a str,
    /// When the path was kept last, and how long that took.
    kept: Instant,
    took: Duration,
}

impl<'a> Log<'a> {
    pub fn new(answer: Answer, options: &'a AskOptions, model_hash: &'a str) -> Self {
        Self { answer, options, model_hash, kept: Instant::now(), took: Duration::ZERO }
    }

    /// Takes note of what happened; whether it is worth keeping now.
    pub fn takes(&mut self, event: &Event) -> bool {
        match event {
            Event::Began { steps, .. } => {
                self.answer.steps.clone_from(steps);
                return false;
            }
            Event::Visited { step } => self.visited(step),
            _ => return false,
        }
        self.kept.elapsed() >= SHARE * self.took
    }

    /// A step is told when it is made, and once more with what the model said after it.
    fn visited(&mut self, step: &Step) {
        let steps = &mut self.answer.steps;
        let same = |last: &&mut Step| (last.document, last.node) == (step.document, step.node);
        match steps.last_mut().filter(same) {
            Some(last) => *last = step.clone(),
            None => steps.push(step.clone()),
        }
    }

    /// Keeps it. What cannot be kept now is tried again later, and in the end.
    pub fn keep(&mut self, writer: &mut Writer) {
        let begun = Instant::now();
        if let Ok(id) = writer.save_answer(&self.answer, self.options, self.model_hash) {
            self.answer.id = id;
        }
        (self.kept, self.took) = (Instant::now(), begun.elapsed());
    }
}
