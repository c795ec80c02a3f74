//! Building graphs.

use std::collections::BTreeMap;

use futures_channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Estimate, Event, JobId, Outcome, Request};

use crate::app::hook::Hook;
use crate::app::notices::NoticeStore;
use crate::ipc;
use crate::job::TrackedJob;
use crate::library::store::LibraryStore;
use crate::library::strings;
use crate::library::work::Work;
use crate::settings::names::NameSettings;

/// A build that is likely to take longer than this many seconds starts only with the user's
/// consent.
const LONG: f64 = 120.0;

/// The building of graphs, and the trials that measure how long it takes.
#[derive(Clone, Copy)]
pub struct BuildStore {
    /// Called when a build of a document has ended.
    pub on_end: Hook<DocumentId>,
    /// Called when a document's graph has this many nodes.
    pub on_growth: Hook<(DocumentId, u32)>,
    /// The documents.
    pub library: LibraryStore,
    /// Whether building ends with asking the model about names.
    pub names: NameSettings,
    notices: NoticeStore,
}

impl BuildStore {
    /// Returns the builds of these documents.
    pub fn new(library: LibraryStore) -> Self {
        let notices = library.notices;
        let names = NameSettings::new();
        Self { on_end: Hook::new(), on_growth: Hook::new(), library, names, notices }
    }

    /// Measures how long building takes, and builds if that is not long.
    pub fn estimate(self, document: DocumentId) {
        if let Some(trial) = self.set_trial(document) {
            spawn_local(self.estimating(document, trial, || ()));
        }
    }

    /// Does the same for a document whose trial was in the queue when the window was closed. The
    /// trial is in the queue again when this returns.
    pub async fn estimate_left(self, document: DocumentId) {
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
        self.library.refresh_queue();
        if !self.library.work(document).is_some_and(|work| work.is_trial(trial)) {
            // The proposal was dismissed, or the document removed.
            ipc::decline(document);
            return;
        }
        match estimate {
            Ok(Outcome::Estimate(estimate)) => self.propose(document, estimate),
            other => {
                self.library.set_work(document, None);
                self.library.fail_of(document, &other.err().unwrap_or_else(ipc::unexpected));
                self.library.refresh();
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
        self.library.refresh_queue();
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
    pub fn propose_left(self, proposals: BTreeMap<DocumentId, Estimate>) {
        for (document, estimate) in proposals {
            self.propose(document, estimate);
        }
        self.library.drop_proposals();
    }

    /// Builds a document's graph, or resumes it.
    pub fn build(self, document: DocumentId) {
        spawn_local(self.begin_build(document, self.names.asked.get_untracked()));
    }

    /// Does the same, and asks the model about names, whatever the settings say.
    pub fn build_with_names(self, document: DocumentId) {
        spawn_local(self.begin_build(document, true));
    }

    /// Submits a build to the engine, with or without asking about names. It is in the queue when
    /// this returns.
    pub async fn begin_build(self, document: DocumentId, names: bool) {
        if self.library.work(document) == Some(Work::Removing) {
            return;
        }
        self.library.set_work(document, Some(Work::Building(TrackedJob::default())));
        let hear = move |event| self.building(document, event);
        match ipc::submit(&Request::Build { document, no_entities: !names }, hear).await {
            Ok(job) => self.build_began(document, job),
            Err(failure) => self.building(document, Event::Failed { failure }),
        }
    }

    /// Notes a build's number, and stops the build if no one waits for it any more.
    fn build_began(self, document: DocumentId, number: JobId) {
        if self.change_build(document, |task| task.begin(number)).is_none() {
            ipc::stop(number);
        }
        self.library.refresh_queue();
    }

    fn building(self, document: DocumentId, event: Event) {
        match event {
            Event::Progress(news) => {
                let nodes = news.nodes;
                if self.change_build(document, |task| task.advance(news)) == Some(true) {
                    self.library.refresh_queue();
                }
                self.on_growth.call((document, nodes));
            }
            Event::Waits => {
                self.change_build(document, |task| task.progress = None);
                self.library.refresh_queue();
            }
            Event::Notice { notice } => {
                self.notices
                    .tell(strings::done_differently(), strings::notice(&notice).to_owned().into());
            }
            Event::Listed { summary } => self.library.put(*summary),
            Event::Finished { .. } | Event::Stopped => self.build_ended(document),
            Event::Failed { failure } => {
                self.library.fail_of(document, &failure);
                self.build_ended(document);
            }
            Event::Began { .. } | Event::Visited { .. } | Event::Token { .. } => {}
        }
    }

    fn build_ended(self, document: DocumentId) {
        if self.library.work(document).is_some_and(|mut work| work.build().is_some()) {
            self.library.set_work(document, None);
        }
        self.library.refresh_queue();
        self.on_end.call(document);
    }

    /// Stops building; the part that is built stays.
    pub fn stop(self, document: DocumentId) {
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

/// Returns the store of the window that contains a view.
pub fn use_builds() -> BuildStore {
    expect_context()
}
