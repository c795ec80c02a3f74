//! The work in progress on a document.

use protocol::{Estimate, JobId};

use crate::job::TrackedJob;

/// The work in progress on a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    /// A short trial measures how long building takes.
    Estimating {
        /// Distinguishes trials.
        trial: u32,
        /// The job, once it has a number.
        job: Option<JobId>,
    },
    /// Building takes long, so the user is asked.
    Proposed(Estimate),
    /// Its graph is being built or is waiting to be.
    Building(TrackedJob),
    /// It will be removed from the library in a moment, unless the user undoes that.
    Leaving {
        /// The number of this removal; the latest has the highest.
        number: u32,
        /// The work on it before, which continues if it stays.
        was: Option<Box<Self>>,
        /// Whether it was open.
        open: bool,
    },
    /// It is being removed from the library.
    Removing,
}

impl Work {
    /// Returns the work when other work begins or ends. A removal continues: a document that is
    /// leaving gets the new work if it stays, and one that is being removed gets none.
    pub fn succeeding(now: Option<Self>, next: Option<Self>) -> Option<Self> {
        match now {
            Some(Self::Leaving { number, open, .. }) => {
                Some(Self::Leaving { number, open, was: next.map(Box::new) })
            }
            Some(Self::Removing) => Some(Self::Removing),
            _ => next,
        }
    }

    /// Whether this work removes the document from the library.
    pub fn is_removal(&self) -> bool {
        matches!(self, Self::Leaving { .. } | Self::Removing)
    }

    /// Whether the document began to leave before the work with this number began.
    pub fn left_before(&self, other: u32) -> bool {
        matches!(self, Self::Leaving { number, .. } if *number < other)
    }

    /// Whether this is the trial with that number.
    pub fn is_trial(&self, number: u32) -> bool {
        matches!(self, Self::Estimating { trial, .. } if *trial == number)
    }

    /// The running build, even while the document may still leave.
    pub fn build(&mut self) -> Option<&mut TrackedJob> {
        match self {
            Self::Building(task) => Some(task),
            Self::Leaving { was: Some(was), .. } => was.build(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_removing_and_taking_it_back_end_a_removal() {
        let leaving = |was: Option<Work>| {
            Some(Work::Leaving { number: 7, was: was.map(Box::new), open: true })
        };
        let building = || Some(Work::Building(TrackedJob::default()));
        let trial = || Some(Work::Estimating { trial: 3, job: None });
        for (now, next, then) in [
            (None, building(), building()),
            (trial(), building(), building()),
            (building(), None, None),
            (leaving(None), building(), leaving(building())),
            (leaving(building()), None, leaving(None)),
            (leaving(trial()), building(), leaving(building())),
            (Some(Work::Removing), building(), Some(Work::Removing)),
            (Some(Work::Removing), None, Some(Work::Removing)),
        ] {
            let shown = format!("{next:?} after {now:?}");
            assert_eq!(Work::succeeding(now, next), then, "{shown}");
        }
    }

    #[test]
    fn what_is_leaving_is_built_as_long_as_it_can_stay() {
        let building = Work::Building(TrackedJob::default());
        let was = Some(Box::new(building.clone()));
        let mut leaving = Work::Leaving { number: 7, was, open: false };
        assert!(leaving.is_removal() && leaving.build().is_some());
        assert!(leaving.left_before(8) && !leaving.left_before(6) && !building.left_before(8));
        assert!(Work::Removing.is_removal() && Work::Removing.build().is_none());
        assert!(!building.is_removal());
    }
}
