//! The progress of a job.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::DocumentId;

/// The current part of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Reading the file.
    Reading,
    /// Recognising the text of its scanned pages, one after another.
    Recognising {
        /// The current page among them, from 1.
        nth: u32,
        /// Their number.
        of: u32,
    },
    /// Measuring how the model builds fastest on this machine, once for each model.
    Trying,
    /// Testing what the model can do.
    TryingModel,
    /// Summarising batches of nodes into points.
    Building,
    /// Computing sentence embeddings.
    Embedding,
    /// Asking the model about the kinds of the text's names.
    Naming,
    /// Having the model write questions about the text's entities.
    Questioning,
    /// Writing documents to a file for another library.
    Exporting,
    /// Importing documents from such a file.
    Importing,
}

/// The progress of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The document, once it has a number.
    pub document: Option<DocumentId>,
    /// Its title or file name.
    pub title: String,
    /// The current stage.
    pub stage: Stage,
    /// The level being built, 2 for the first points.
    pub level: u32,
    /// The share done, from 0 to 1.
    pub done: f32,
    /// The number of nodes in the graph so far; while embedding, of nodes embedded so far.
    pub nodes: u32,
    /// Tokens that the language model reads and writes per second; 0 if it takes no part.
    pub tokens_per_second: f64,
    /// The estimated seconds left; `None` before an estimate exists.
    pub seconds_left: Option<f64>,
}

/// A number done out of a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgressCount {
    /// The number done.
    pub done: usize,
    /// The total.
    pub all: usize,
}

impl Progress {
    /// Returns the progress of a job about a document's names, in which all steps take about
    /// equally long.
    pub fn counted(
        (document, title): (DocumentId, &str),
        stage: Stage,
        count: ProgressCount,
        elapsed: Duration,
    ) -> Self {
        let share = count.done as f64 / count.all.max(1) as f64;
        let left = elapsed.as_secs_f64() * (1.0 - share) / share;
        Self {
            document: Some(document),
            title: title.to_owned(),
            stage,
            level: 0,
            done: share as f32,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: Some(left).filter(|left| left.is_finite()),
        }
    }

    /// Returns the progress of a file that is exported or imported.
    pub fn of_file(name: &str, stage: Stage, done: f64, elapsed: Duration) -> Self {
        let left = elapsed.as_secs_f64() * (1.0 - done) / done;
        Self {
            document: None,
            title: name.to_owned(),
            stage,
            level: 0,
            done: done as f32,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: Some(left).filter(|left| left.is_finite()),
        }
    }

    /// Returns the progress of a model's trial without a document.
    pub fn of_trial(done: f32) -> Self {
        Self {
            document: None,
            title: String::new(),
            stage: Stage::TryingModel,
            level: 0,
            done,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: None,
        }
    }
}
