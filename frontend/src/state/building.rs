use std::collections::BTreeMap;

use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentState, Estimate, Event, JobId, Outcome, Request};

use super::{Desk, Task};
use crate::{ipc, words};

/// A build that is likely to take longer than this is begun only when the user says so.
const LONG: f64 = 120.0;

/// What is being done to a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Work {
    /// A short trial tells how long building takes.
    Estimating {
        /// Tells trials apart.
        trial: u32,
        /// The job, once it has a number.
        job: Option<JobId>,
    },
    /// It takes long: the user is asked.
    Proposed(Estimate),
    /// Its graph is being built, or waits for it.
    Building(Task),
    /// It will be taken out of the library in a moment, unless the user thinks better of it.
    Leaving {
        /// Tells such moments apart; the latest has the highest.
        number: u32,
        /// What was being done to it, which goes on if it stays.
        was: Option<Box<Self>>,
        /// Whether it was open.
        open: bool,
    },
    /// It is being taken out of the library.
    Removing,
}

impl Work {
    /// What is being done when something else begins, or ends. A removal goes on: what is done to a
    /// document that is leaving is done to it if it stays, and nothing to one that is being removed.
    pub(super) fn succeeding(now: Option<Self>, next: Option<Self>) -> Option<Self> {
        match now {
            Some(Self::Leaving { number, open, .. }) => {
                Some(Self::Leaving { number, open, was: next.map(Box::new) })
            }
            Some(Self::Removing) => Some(Self::Removing),
            _ => next,
        }
    }

    /// Whether it takes the document out of the library.
    pub(super) fn is_removal(&self) -> bool {
        matches!(self, Self::Leaving { .. } | Self::Removing)
    }

    /// Whether the document began to leave before something of this number began.
    pub(super) fn left_before(&self, other: u32) -> bool {
        matches!(self, Self::Leaving { number, .. } if *number < other)
    }

    /// Whether this is the trial with that number.
    fn is_trial(&self, number: u32) -> bool {
        matches!(self, Self::Estimating { trial, .. } if *trial == number)
    }

    /// The build under way, also while it is open whether the document stays.
    fn build(&mut self) -> Option<&mut Task> {
        match self {
            Self::Building(task) => Some(task),
            Self::Leaving { was: Some(was), .. } => was.build(),
            _ => None,
        }
    }
}

impl Desk {
    /// Tries how long building takes, and begins if that is not long.
    pub(super) fn estimate(self, document: DocumentId) {
        if let Some(trial) = self.set_trial(document) {
            spawn_local(self.estimating(document, trial, || ()));
        }
    }

    /// The same of a document whose trial was in the queue when the window was closed; it is in the
    /// queue again then.
    pub(super) async fn estimate_left(self, document: DocumentId) {
        let Some(trial) = self.set_trial(document) else { return };
        let (sender, begun) = oneshot::channel();
        // Whoever is told waits for that; one that cannot even begin tells nothing, and has failed.
        let tell = move || sender.send(()).unwrap_or_default();
        spawn_local(self.estimating(document, trial, tell));
        let _ = begun.await;
    }

    /// The number of a trial that can begin; one of a document that is leaving begins if that stays.
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
            // It was dismissed, or the document removed.
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

    /// A trial can be stopped from now on, and is if nobody waits for it any more.
    fn trial_began(self, document: DocumentId, trial: u32, number: JobId) {
        self.library.works.update(|works| match works.get_mut(&document) {
            Some(Work::Estimating { trial: current, job }) if *current == trial => {
                *job = Some(number);
            }
            _ => ipc::stop(number),
        });
        self.refresh_queue();
    }

    /// Does without an estimate: building can be begun at any time.
    pub fn stop_estimating(self, document: DocumentId) {
        if let Some(Work::Estimating { job, .. }) = self.library.work(document) {
            self.library.set_work(document, None);
            if let Some(job) = job {
                ipc::stop(job);
            }
        }
    }

    /// Builds, or asks before if that takes long.
    fn propose(self, document: DocumentId, estimate: Estimate) {
        if estimate.seconds > LONG {
            self.library.set_work(document, Some(Work::Proposed(estimate)));
        } else {
            self.build(document);
        }
    }

    /// Proposes again what was not answered when the window was closed.
    pub(super) fn propose_left(self, proposals: BTreeMap<DocumentId, Estimate>) {
        for (document, estimate) in proposals {
            self.propose(document, estimate);
        }
        self.drop_proposals();
    }

    /// Forgets proposals to build what another program has built by now, or taken out of the library.
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

    /// Forgets a proposal to build: it can be begun at any time.
    pub fn build_later(self, document: DocumentId) {
        self.library.set_work(document, None);
        ipc::decline(document);
    }

    /// Builds a document's graph, or goes on with it.
    pub fn build(self, document: DocumentId) {
        spawn_local(self.begin_build(document));
    }

    /// Hands a build to the engine; it is in the queue then.
    pub(super) async fn begin_build(self, document: DocumentId) {
        if self.library.work(document) == Some(Work::Removing) {
            return;
        }
        self.library.set_work(document, Some(Work::Building(Task::default())));
        let hear = move |event| self.building(document, event);
        match ipc::submit(&Request::Build { document }, hear).await {
            Ok(job) => self.build_began(document, job),
            Err(failure) => self.building(document, Event::Failed { failure }),
        }
    }

    /// A build has a number; it is stopped if nobody waits for it any more.
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
                self.tell(words::done_differently(), words::notice(&notice).to_owned().into());
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
            // Where little was left to do, it is over before anything has shown that it was begun.
            if untrack(|| self.are_names_listed()) {
                self.load_names();
            }
        }
    }

    /// Stops building; what is built stays.
    pub fn stop_building(self, document: DocumentId) {
        self.change_build(document, Task::stop);
    }

    fn change_build<T>(
        self,
        document: DocumentId,
        change: impl FnOnce(&mut Task) -> T,
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
        let building = || Some(Work::Building(Task::default()));
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
            let told = format!("{next:?} after {now:?}");
            assert_eq!(Work::succeeding(now, next), then, "{told}");
        }
    }

    #[test]
    fn what_is_leaving_is_built_as_long_as_it_can_stay() {
        let building = Work::Building(Task::default());
        let was = Some(Box::new(building.clone()));
        let mut leaving = Work::Leaving { number: 7, was, open: false };
        assert!(leaving.is_removal() && leaving.build().is_some());
        assert!(leaving.left_before(8) && !leaving.left_before(6) && !building.left_before(8));
        assert!(Work::Removing.is_removal() && Work::Removing.build().is_none());
        assert!(!building.is_removal());
    }
}
