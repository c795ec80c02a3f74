use std::collections::BTreeMap;

use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentState, Estimate, Event, JobId, Outcome, Request};

use super::{App, TrackedJob};
use crate::{i18n, ipc};

/// A build that is likely to take longer than this many seconds starts only with the user's
/// consent.
const LONG: f64 = 120.0;

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
    pub(super) fn succeeding(now: Option<Self>, next: Option<Self>) -> Option<Self> {
        match now {
            Some(Self::Leaving { number, open, .. }) => {
                Some(Self::Leaving { number, open, was: next.map(Box::new) })
            }
            Some(Self::Removing) => Some(Self::Removing),
            _ => next,
        }
    }

    /// Whether this work removes the document from the library.
    pub(super) fn is_removal(&self) -> bool {
        matches!(self, Self::Leaving { .. } | Self::Removing)
    }

    /// Whether the document began to leave before the work with this number began.
    pub(super) fn left_before(&self, other: u32) -> bool {
        matches!(self, Self::Leaving { number, .. } if *number < other)
    }

    /// Whether this is the trial with that number.
    fn is_trial(&self, number: u32) -> bool {
        matches!(self, Self::Estimating { trial, .. } if *trial == number)
    }

    /// The running build, even while the document may still leave.
    fn build(&mut self) -> Option<&mut TrackedJob> {
        match self {
            Self::Building(task) => Some(task),
            Self::Leaving { was: Some(was), .. } => was.build(),
            _ => None,
        }
    }
}

impl App {
    /// Measures how long building takes, and builds if that is not long.
    pub(super) fn estimate(self, document: DocumentId) {
        if let Some(trial) = self.set_trial(document) {
            spawn_local(self.estimating(document, trial, || ()));
        }
    }

    /// Does the same for a document whose trial was in the queue when the window was closed. The
    /// trial is in the queue again when this returns.
    pub(super) async fn estimate_left(self, document: DocumentId) {
        let Some(trial) = self.set_trial(document) else { return };
        let (sender, begun) = oneshot::channel();
        // The caller waits for this. A trial that cannot even begin sends nothing, and has failed.
        let tell = move || sender.send(()).unwrap_or_default();
        spawn_local(self.estimating(document, trial, tell));
        let _ = begun.await;
    }

    /// The number of a trial that can begin. For a document that is leaving it begins if the
    /// document stays.
    fn set_trial(self, document: DocumentId) -> Option<u32> {
        let trial = self.library.next_number();
        self.library.set_work(document, Some(Work::Estimating { trial, job: None }));
        self.library.work(document).is_some_and(|work| work.is_trial(trial)).then_some(trial)
    }

    async fn estimating(self, document: DocumentId, trial: u32, begun: impl FnOnce()) {
        let begun = move |job| {
            self.trial_began(document, trial, job);
            begun();
        };
        let estimate = ipc::outcome_of(Request::Estimate { document }, begun).await;
        self.refresh_queue();
        if !self.library.work(document).is_some_and(|work| work.is_trial(trial)) {
            // The proposal was dismissed, or the document removed.
            ipc::decline(document);
            return;
        }
        match estimate {
            Ok(Outcome::Estimate(estimate)) => self.propose(document, estimate),
            other => {
                self.library.set_work(document, None);
                self.fail_of(document, &other.err().unwrap_or_else(ipc::unexpected));
                self.refresh_library();
            }
        }
    }

    /// Makes a trial stoppable, and stops it if no one waits for it any more.
    fn trial_began(self, document: DocumentId, trial: u32, number: JobId) {
        self.library.works.update(|works| match works.get_mut(&document) {
            Some(Work::Estimating { trial: current, job }) if *current == trial => {
                *job = Some(number);
            }
            _ => ipc::stop(number),
        });
        self.refresh_queue();
    }

    /// Skips the estimate; building can be started at any time.
    pub fn stop_estimating(self, document: DocumentId) {
        if let Some(Work::Estimating { job, .. }) = self.library.work(document) {
            self.library.set_work(document, None);
            if let Some(job) = job {
                ipc::stop(job);
            }
        }
    }

    /// Builds, or asks first if that takes long.
    fn propose(self, document: DocumentId, estimate: Estimate) {
        if estimate.seconds > LONG {
            self.library.set_work(document, Some(Work::Proposed(estimate)));
        } else {
            self.build(document);
        }
    }

    /// Repeats the proposals that were unanswered when the window was closed.
    pub(super) fn propose_left(self, proposals: BTreeMap<DocumentId, Estimate>) {
        for (document, estimate) in proposals {
            self.propose(document, estimate);
        }
        self.drop_proposals();
    }

    /// Drops the proposals for documents that another program has since built or removed from the
    /// library.
    pub(super) fn drop_proposals(self) {
        if !untrack(|| self.library.is_listed()) {
            return;
        }
        let is_wanted = |document| {
            let summary = untrack(|| self.library.summary(document));
            summary.is_some_and(|summary| summary.state != DocumentState::Ready)
        };
        for (document, work) in self.library.works.get_untracked() {
            if matches!(work, Work::Proposed(_)) && !is_wanted(document) {
                self.build_later(document);
            }
        }
    }

    /// Drops a proposal to build; building can be started at any time.
    pub fn build_later(self, document: DocumentId) {
        self.library.set_work(document, None);
        ipc::decline(document);
    }

    /// Builds a document's graph, or resumes it.
    pub fn build(self, document: DocumentId) {
        spawn_local(self.begin_build(document));
    }

    /// Submits a build to the engine. It is in the queue when this returns.
    pub(super) async fn begin_build(self, document: DocumentId) {
        if self.library.work(document) == Some(Work::Removing) {
            return;
        }
        self.library.set_work(document, Some(Work::Building(TrackedJob::default())));
        let hear = move |event| self.building(document, event);
        match ipc::submit(&Request::Build { document }, hear).await {
            Ok(job) => self.build_began(document, job),
            Err(failure) => self.building(document, Event::Failed { failure }),
        }
    }

    /// Notes a build's number, and stops the build if no one waits for it any more.
    fn build_began(self, document: DocumentId, number: JobId) {
        if self.change_build(document, |task| task.begin(number)).is_none() {
            ipc::stop(number);
        }
        self.refresh_queue();
    }

    fn building(self, document: DocumentId, event: Event) {
        match event {
            Event::Progress(news) => {
                let nodes = news.nodes;
                if self.change_build(document, |task| task.advance(news)) == Some(true) {
                    self.refresh_queue();
                }
                self.graph_grew(document, nodes);
            }
            Event::Waits => {
                self.change_build(document, |task| task.progress = None);
                self.refresh_queue();
            }
            Event::Notice { notice } => {
                self.tell(i18n::done_differently(), i18n::notice(&notice).to_owned().into());
            }
            Event::Listed { summary } => self.list_document(*summary),
            Event::Finished { .. } | Event::Stopped => self.build_ended(document),
            Event::Failed { failure } => {
                self.fail_of(document, &failure);
                self.build_ended(document);
            }
            Event::Began { .. } | Event::Visited { .. } | Event::Token { .. } => {}
        }
    }

    fn build_ended(self, document: DocumentId) {
        if self.library.work(document).is_some_and(|mut work| work.build().is_some()) {
            self.library.set_work(document, None);
        }
        self.refresh_queue();
        if self.is_open(document) {
            self.load_graph();
            // If little was left to do, the build ends before anything has shown its start.
            if untrack(|| self.are_names_listed()) {
                self.load_names();
            }
        }
    }

    /// Stops building; the part that is built stays.
    pub fn stop_building(self, document: DocumentId) {
        self.change_build(document, TrackedJob::stop);
    }

    fn change_build<T>(
        self,
        document: DocumentId,
        change: impl FnOnce(&mut TrackedJob) -> T,
    ) -> Option<T> {
        self.library.works.write().get_mut(&document)?.build().map(change)
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
