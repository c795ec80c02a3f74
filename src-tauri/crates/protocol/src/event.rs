//! What the engine reports about a job.

use serde::{Deserialize, Serialize};

use crate::{DocumentId, DocumentSummary, Failure, JobId, Notice, Outcome, Progress, Step};

/// A line from the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobEvent {
    /// The job it is about.
    pub job: JobId,
    /// What happened.
    pub event: Event,
}

/// An event of a running job. Every job ends with exactly one of `Finished`, `Stopped` and
/// `Failed`.
///
/// In JSON its name precedes its content: if the name were inside, a parser would have to hold a
/// list of thousands of documents before it knows what it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Progress was made.
    Progress(Progress),
    /// A document is in the library, or has changed there.
    Listed {
        /// Its current entry in the list.
        summary: Box<DocumentSummary>,
    },
    /// Something is done differently than usual, and why.
    Notice {
        /// The notice.
        notice: Notice,
    },
    /// A search began, with these nodes visited from the start: the top level.
    Began {
        /// The top level, in order.
        steps: Vec<Step>,
        /// Documents whose graphs are incomplete: the answer rests on the part built so far.
        growing: Vec<DocumentId>,
        /// The p_yes above which an ask counts as Yes.
        confidence: f64,
    },
    /// A search visited a further node, or asked after one; then the step replaces an earlier one
    /// of the same node.
    Visited {
        /// The step.
        step: Step,
    },
    /// A piece of an answer was written.
    Token {
        /// Its text.
        text: String,
    },
    /// It was running and waits again, because it was paused.
    Waits,
    /// It is done.
    Finished {
        /// The outcome.
        outcome: Box<Outcome>,
    },
    /// It was stopped; the work done by then is kept.
    Stopped,
    /// It could not be done.
    Failed {
        /// Why.
        failure: Failure,
    },
}
