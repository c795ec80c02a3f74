//! The jobs that the engine has received and that have not ended.

use std::collections::BTreeMap;

use engine::is_long;
use page_images::DocumentPasswords;
use protocol::{
    AddedItem, Code, DocumentId, Estimate, Event, Failure, JobEvent, JobId, JobRequest, Outcome,
    Queue, Request, UnfinishedQueue,
};

use crate::saved_queue::{SavedQueue, lasting};

/// The number of engine deaths after which the job that causes them fails.
const DEATHS: u32 = 3;
/// The job number for requests that the supervisor makes by itself; no job has it.
const UNHEARD: JobId = JobId(0);

/// The receiver of a job's events.
pub type Hear = Box<dyn Fn(Event) + Send>;

/// The jobs that the engine has received and that have not ended.
#[derive(Default)]
pub struct Jobs {
    pending: BTreeMap<JobId, PendingJob>,
    /// The number of the last job; 0 before the first.
    last: u64,
    /// The job that the running engine reported on last, unless that report ended it.
    heard: Option<JobId>,
    /// The order of long jobs, as the engine last reported it.
    order: Vec<JobId>,
    /// Whether all jobs wait until the user resumes them.
    paused: bool,
    /// What the previous window left and this one has not taken up yet.
    left: Vec<Request>,
    /// Builds proposed to the user, who has not answered yet.
    proposals: BTreeMap<DocumentId, Estimate>,
    /// Where long jobs are kept for the next window.
    kept: Option<SavedQueue>,
    /// The passwords of protected documents; they are not kept on disk.
    keys: DocumentPasswords,
}

struct PendingJob {
    request: Request,
    hear: Hear,
    deaths: u32,
    /// Whether the page that asked for it is gone.
    orphaned: bool,
    /// The number of nodes built: if it has grown, this job did not cause an earlier death.
    nodes: u32,
}

impl Jobs {
    /// Starts without jobs except those that the previous window left. If there are none, nothing
    /// is paused. `keys` holds the passwords that open documents.
    pub fn new(kept: Option<SavedQueue>, keys: DocumentPasswords) -> Self {
        let left = kept.as_ref().map(SavedQueue::left).unwrap_or_default();
        let UnfinishedQueue { paused, requests, proposals } = left;
        let paused = paused && !requests.is_empty();
        Self { paused, left: requests, proposals, kept, keys, ..Self::default() }
    }

    /// Returns what the previous window left and this one has not taken up yet.
    pub(crate) fn left(&self) -> UnfinishedQueue {
        let (requests, proposals) = (self.left.clone(), self.proposals.clone());
        UnfinishedQueue { paused: self.paused, requests, proposals }
    }

    /// Notes that the user builds a document later. It is not proposed again.
    pub(crate) fn decline(&mut self, document: DocumentId) {
        if self.proposals.remove(&document).is_some() {
            self.keep();
        }
    }

    /// Takes in a request and gives it a number.
    pub(crate) fn add(&mut self, request: Request, hear: Hear) -> JobRequest {
        self.last += 1;
        let request = self.with_key(request);
        let given = JobRequest { job: JobId(self.last), request: request.clone() };
        let kept = lasting(&request);
        if let Request::Build { document, .. } | Request::Estimate { document } = request {
            self.proposals.remove(&document);
        }
        let pending = PendingJob { request, hear, deaths: 0, orphaned: false, nodes: 0 };
        self.pending.insert(JobId(self.last), pending);
        if let Some(kept) = kept {
            if let Some(at) = self.left.iter().position(|left| *left == kept) {
                self.left.remove(at);
            }
            self.keep();
        }
        given
    }

    /// Adds the password to a request that reads a document again, if one opened the document.
    fn with_key(&self, mut request: Request) -> Request {
        if let Request::ReadAgain { document, password, .. } = &mut request {
            *password = password.take().or_else(|| self.keys.of(*document));
        }
        request
    }

    /// Keeps unfinished jobs for the next window.
    fn keep(&self) {
        let Some(kept) = &self.kept else { return };
        let jobs = self.in_order().into_iter().filter_map(|job| self.pending.get(&job));
        let owned = jobs.filter(|pending| !pending.orphaned);
        let requests = owned.filter_map(|pending| lasting(&pending.request));
        let requests = requests.chain(self.left.iter().cloned()).collect();
        let proposals = self.proposals.clone();
        kept.keep(&UnfinishedQueue { paused: self.paused, requests, proposals });
    }

    /// Orphans all jobs, because their page is gone and another one comes. The new page finds what
    /// a new window would. Returns the jobs to stop, since no one hears of them any more.
    pub(crate) fn orphan(&mut self) -> Vec<JobId> {
        let mut requests = Vec::new();
        let mut orphans = self.in_order();
        orphans.retain(|job| {
            let Some(pending) = self.pending.get_mut(job).filter(|one| !one.orphaned) else {
                return false;
            };
            pending.orphaned = true;
            pending.hear = Box::new(|_| {});
            requests.extend(lasting(&pending.request));
            true
        });
        requests.append(&mut self.left);
        self.left = requests;
        orphans
    }

    /// Stops keeping jobs: the window is being closed, and jobs that end now did not end by
    /// themselves.
    pub(crate) fn close(&mut self) {
        self.kept = None;
    }

    /// Returns the file that a job adds, if the job has not ended and adds a single file.
    pub(crate) fn file_of(&self, job: JobId) -> Option<&str> {
        match &self.pending.get(&job)?.request {
            Request::Add { files, .. } => match files.as_slice() {
                [file] => Some(file),
                _ => None,
            },
            _ => None,
        }
    }

    /// Passes a report on. After its last report a job is forgotten.
    pub(crate) fn report(&mut self, JobEvent { job, event }: JobEvent) {
        let Some(pending) = self.pending.get_mut(&job) else { return };
        let last = matches!(event, Event::Finished { .. } | Event::Stopped | Event::Failed { .. });
        if !last {
            self.heard = Some(job);
        }
        if let Event::Progress(progress) = &event
            && progress.nodes > pending.nodes
        {
            pending.nodes = progress.nodes;
            pending.deaths = 0;
        }
        let new_queue = queue_in(&event);
        if let Some((document, estimate)) = proposal(&pending.request, &event) {
            self.proposals.insert(document, estimate);
        }
        note_key(&self.keys, &pending.request, &event);
        (pending.hear)(event);
        if let Some(queue) = new_queue {
            self.take_order(queue);
        }
        if last && self.pending.remove(&job).is_some_and(|ended| is_long(&ended.request)) {
            self.keep();
        }
    }

    /// Takes over the order of long jobs that the engine reported.
    fn take_order(&mut self, Queue { paused, running, waiting }: Queue) {
        let order: Vec<JobId> = running.into_iter().chain(waiting).collect();
        if (paused, &order) != (self.paused, &self.order) {
            (self.paused, self.order) = (paused, order);
            self.keep();
        }
    }

    /// Returns the jobs in the order of their execution: long jobs as the engine reported, then the
    /// rest by number.
    fn in_order(&self) -> Vec<JobId> {
        let mut jobs: Vec<JobId> = self.pending.keys().copied().collect();
        let place = |job: &JobId| self.order.iter().position(|other| other == job);
        jobs.sort_by_cached_key(|job| place(job).unwrap_or(usize::MAX));
        jobs
    }

    /// Handles the engine's death. Its current job counts as the cause: the one last heard of, or
    /// else the first that waits. A job that is the cause too often fails.
    pub(crate) fn died(&mut self, how: &str) {
        let heard = self.heard.take().filter(|job| self.pending.contains_key(job));
        let Some(cause) = heard.or_else(|| self.in_order().first().copied()) else { return };
        let Some(pending) = self.pending.get_mut(&cause) else { return };
        pending.deaths += 1;
        if pending.deaths >= DEATHS {
            self.fail(cause, how);
        }
    }

    /// Fails every job, because the engine cannot be started.
    pub(crate) fn fail_all(&mut self, how: &str) {
        for job in self.pending.keys().copied().collect::<Vec<_>>() {
            self.fail(job, how);
        }
    }

    fn fail(&mut self, job: JobId, how: &str) {
        let message = format!("Pecan's engine ended before this was finished: {how}.");
        let failure = Failure::new(Code::EngineDied, message);
        self.report(JobEvent { job, event: Event::Failed { failure } });
    }

    /// Returns whether all jobs have ended.
    pub(crate) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns the requests for a newly started engine, in order.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = JobRequest> + '_ {
        let pause = Request::Pause { paused: true };
        let pause = self.paused.then_some(JobRequest { job: UNHEARD, request: pause });
        let jobs = self.in_order().into_iter().filter_map(|job| {
            Some(JobRequest { job, request: self.pending.get(&job)?.request.clone() })
        });
        pause.into_iter().chain(jobs)
    }
}

/// Returns the queue, if the event contains one.
fn queue_in(event: &Event) -> Option<Queue> {
    let Event::Finished { outcome } = event else { return None };
    match &**outcome {
        Outcome::Queue(queue) => Some(queue.clone()),
        _ => None,
    }
}

/// Returns the result of a trial: the window builds the document, or proposes to.
fn proposal(request: &Request, event: &Event) -> Option<(DocumentId, Estimate)> {
    let (Request::Estimate { document }, Event::Finished { outcome }) = (request, event) else {
        return None;
    };
    match **outcome {
        Outcome::Estimate(estimate) => Some((*document, estimate)),
        _ => None,
    }
}

/// Holds the password of a document that was added, and forgets that of one that was removed.
fn note_key(keys: &DocumentPasswords, request: &Request, event: &Event) {
    let Event::Finished { outcome } = event else { return };
    match (request, &**outcome) {
        (Request::Add { options, .. }, Outcome::Added(items)) => {
            let Some(password) = &options.password else { return };
            for item in items {
                if let AddedItem::Added(added) = item {
                    keys.hold(added.id, password.clone());
                }
            }
        }
        (_, Outcome::Removed(document)) => keys.forget(*document),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
