//! The work that a comparison hands to its workers.

use std::ops::Range;

use protocol::Failure;

use super::method::Method;
use super::record::{ConstructionRecord, Record, Usual};

/// Work for a group of questions, which is given by its position.
#[derive(Debug, Clone)]
pub enum Job {
    /// Build what these methods need of its documents.
    Build(usize, Vec<Method>),
    /// Ask some of its questions by these methods, each with its name.
    Ask(usize, Range<usize>, Vec<(String, Method)>),
    /// Calculate the cost of the best passages that these methods choose for a question, by passage.
    Cost(usize, usize, Vec<Method>),
}

impl Job {
    /// Returns the steps that are counted one by one as done: an answer for each question and method.
    pub fn steps(&self) -> usize {
        match self {
            Self::Ask(_, questions, methods) => questions.len() * methods.len(),
            Self::Build(..) | Self::Cost(..) => 1,
        }
    }
}

/// The result of a job.
#[derive(Debug)]
pub enum ComparisonJobResult {
    /// What was built, what could not be, and the settings of a walk whose method does not name them.
    Built(Vec<ConstructionRecord>, Vec<String>, Usual),
    /// The questions with their answers, and what went wrong.
    Asked(Vec<Record>, Vec<String>),
    /// For each method, the floating point operations of 1, 2, 3, … passages.
    Costs(Vec<Vec<f64>>),
    /// Nothing: its worker lacks memory and quits, and another one must do it.
    GivenBack(Job),
}

/// Does jobs.
pub trait DoesJobs {
    /// Does one job.
    fn does(&mut self, job: Job) -> Result<ComparisonJobResult, Failure>;
}
