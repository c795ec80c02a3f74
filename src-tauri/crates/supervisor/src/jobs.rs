use std::collections::BTreeMap;

use engine::DocumentPasswords;
use protocol::{
    AddedItem, Code, DocumentId, Estimate, Event, Failure, JobEvent, JobId, JobRequest, Outcome,
    Queue, Request,
};

use crate::saved_queue::{SavedQueue, UnfinishedQueue};

/// The number of engine deaths after which the job that causes them fails.
const DEATHS: u32 = 3;
/// The job number for requests that the supervisor makes by itself; no job has it.
const UNHEARD: JobId = 0;

/// The receiver of a job's events.
pub type Hear = Box<dyn Fn(Event) + Send>;

/// The jobs that the engine has received and that have not ended.
#[derive(Default)]
pub struct Jobs {
    pending: BTreeMap<JobId, PendingJob>,
    last: JobId,
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
        let given = JobRequest { job: self.last, request: request.clone() };
        let lasting = request.lasting();
        if let Request::Build { document } | Request::Estimate { document } = request {
            self.proposals.remove(&document);
        }
        let pending = PendingJob { request, hear, deaths: 0, orphaned: false, nodes: 0 };
        self.pending.insert(self.last, pending);
        if let Some(lasting) = lasting {
            if let Some(at) = self.left.iter().position(|left| *left == lasting) {
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
        let requests = owned.filter_map(|pending| pending.request.lasting());
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
            requests.extend(pending.request.lasting());
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
        if last && self.pending.remove(&job).is_some_and(|ended| ended.request.is_long()) {
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
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use std::path::Path;
    use std::sync::Arc;

    use protocol::{
        AddOptions, Added, BuildCost, DocumentState, ModelTrial, Password, Progress, Stage,
    };

    use super::*;
    use crate::log::Log;

    fn job(jobs: &mut Jobs, document: i64) -> (JobId, Receiver<Event>) {
        let (sender, events) = channel();
        let hear = Box::new(move |event| sender.send(event).unwrap());
        (jobs.add(Request::Build { document }, hear).job, events)
    }

    fn progress(nodes: u32) -> Event {
        Event::Progress(Progress {
            document: Some(1),
            title: "A book".to_owned(),
            stage: Stage::Building,
            level: 2,
            done: 0.5,
            nodes,
            tokens_per_second: 1.0,
            seconds_left: None,
        })
    }

    fn waiting(jobs: &Jobs) -> Vec<JobId> {
        jobs.unfinished().map(|request| request.job).collect()
    }

    #[test]
    fn a_job_is_forgotten_after_its_last_event() {
        let mut jobs = Jobs::default();
        let (first, events) = job(&mut jobs, 1);
        let (second, _) = job(&mut jobs, 2);
        jobs.report(JobEvent { job: first, event: progress(3) });
        jobs.report(JobEvent { job: first, event: Event::Stopped });
        jobs.report(JobEvent { job: first, event: progress(4) });
        assert_eq!(events.try_iter().collect::<Vec<_>>(), [progress(3), Event::Stopped]);
        assert_eq!(waiting(&jobs), [second]);
    }

    #[test]
    fn the_job_heard_of_last_fails_at_the_third_death() {
        let mut jobs = Jobs::default();
        let (first, _events) = job(&mut jobs, 1);
        let (second, events) = job(&mut jobs, 2);
        for expected in [vec![first, second], vec![first, second], vec![first]] {
            jobs.report(JobEvent { job: second, event: progress(0) });
            jobs.died("signal 6");
            assert_eq!(waiting(&jobs), expected);
        }
        let Some(Event::Failed { failure }) = events.try_iter().last() else {
            panic!("the job did not fail");
        };
        assert_eq!(failure.code, Code::EngineDied);
        assert!(failure.message.contains("signal 6"));
    }

    #[test]
    fn the_file_that_is_being_added_is_known() {
        let mut jobs = Jobs::default();
        let add = |files: &[&str]| Request::Add {
            files: files.iter().map(|&file| file.to_owned()).collect(),
            options: AddOptions::default(),
        };
        let one = jobs.add(add(&["a.pdf"]), Box::new(|_| {})).job;
        let two = jobs.add(add(&["a.pdf", "b.pdf"]), Box::new(|_| {})).job;
        let (other, _) = job(&mut jobs, 1);
        assert_eq!(jobs.file_of(one), Some("a.pdf"));
        assert_eq!([two, other, 99].map(|job| jobs.file_of(job)), [None; 3]);
        jobs.report(JobEvent { job: one, event: Event::Stopped });
        assert_eq!(jobs.file_of(one), None);
    }

    /// Document 7, as it was added.
    fn added() -> AddedItem {
        AddedItem::Added(Added {
            id: 7,
            title: "A book".to_owned(),
            pages: 1,
            chunks: 0,
            nodes: 0,
            levels: 0,
            state: DocumentState::Read,
            cost: BuildCost::default(),
            notices: Vec::new(),
            unread: Vec::new(),
            damaged: Vec::new(),
            unrecognised: None,
        })
    }

    #[test]
    fn a_document_is_read_again_with_the_password_that_opened_it() {
        let (keys, secret) = (DocumentPasswords::default(), Some(Password::new("secret")));
        let mut jobs = Jobs::new(None, keys.clone());
        let mut ended = |request, outcome| {
            let given = jobs.add(request, Box::new(|_| {}));
            let outcome = Box::new(outcome);
            jobs.report(JobEvent { job: given.job, event: Event::Finished { outcome } });
            given.request
        };
        let again = |password| Request::ReadAgain { document: 7, languages: Vec::new(), password };
        let options = AddOptions { password: secret.clone(), ..AddOptions::default() };
        let add = Request::Add { files: vec!["a.pdf".to_owned()], options };
        let outcome = || Outcome::Added(vec![added()]);
        assert_eq!(ended(again(None), outcome()), again(None));
        ended(add, outcome());
        assert_eq!(keys.of(7), secret);
        assert_eq!(ended(again(None), outcome()), again(secret));
        ended(Request::Remove { document: 7 }, Outcome::Removed(7));
        assert_eq!(keys.of(7), None);
    }

    #[test]
    fn without_a_report_the_first_job_is_the_cause() {
        let mut jobs = Jobs::default();
        let (_, _first) = job(&mut jobs, 1);
        let (second, _second) = job(&mut jobs, 2);
        for _ in 0..DEATHS {
            jobs.died("signal 9");
        }
        assert_eq!(waiting(&jobs), [second]);
    }

    #[test]
    fn deaths_count_in_a_row() {
        let mut jobs = Jobs::default();
        let (first, _events) = job(&mut jobs, 1);
        for nodes in 1..10 {
            jobs.report(JobEvent { job: first, event: progress(nodes) });
            jobs.died("signal 9");
        }
        assert_eq!(waiting(&jobs), [first]);
    }

    /// Returns the jobs of a window on the library in a folder.
    fn window(folder: &Path) -> Jobs {
        Jobs::new(
            SavedQueue::open(folder, Arc::new(Log::open(folder))),
            DocumentPasswords::default(),
        )
    }

    /// Has the engine report which jobs it runs and which wait.
    fn tell(jobs: &mut Jobs, paused: bool, waiting: &[JobId]) {
        let asked = jobs.add(Request::Queue, Box::new(|_| {})).job;
        let queue = Queue { paused, running: Vec::new(), waiting: waiting.to_vec() };
        let outcome = Box::new(Outcome::Queue(queue));
        jobs.report(JobEvent { job: asked, event: Event::Finished { outcome } });
    }

    #[test]
    fn a_new_engine_gets_the_queue_as_it_was() {
        let mut jobs = Jobs::default();
        let [first, second, third] = [1, 2, 3].map(|document| job(&mut jobs, document).0);
        tell(&mut jobs, true, &[third, first, second]);
        jobs.died("signal 9");
        let given: Vec<JobRequest> = jobs.unfinished().collect();
        assert_eq!(given[0].request, Request::Pause { paused: true });
        let order: Vec<JobId> = given.iter().map(|given| given.job).collect();
        assert_eq!(order, [UNHEARD, third, first, second]);
        // No one hears that the queue was paused.
        let outcome = Box::new(Outcome::Queue(Queue::default()));
        jobs.report(JobEvent { job: UNHEARD, event: Event::Finished { outcome } });
        assert_eq!(waiting(&jobs), order);
    }

    #[test]
    fn the_next_window_finds_what_was_left_in_its_order() {
        let folder = tempfile::tempdir().unwrap();
        let build = |document| Request::Build { document };
        let mut jobs = window(folder.path());
        let given = [1, 2, 3].map(|document| job(&mut jobs, document));
        let [first, second, third] = given.each_ref().map(|(job, _)| *job);
        jobs.report(JobEvent { job: second, event: Event::Stopped });
        tell(&mut jobs, true, &[third, first]);
        jobs.close();
        jobs.report(JobEvent { job: third, event: Event::Stopped });
        drop(jobs);

        let mut jobs = window(folder.path());
        assert_eq!(jobs.left().requests, [build(3), build(1)]);
        let (again, _) = job(&mut jobs, 3);
        assert_eq!(jobs.left().requests, [build(1)], "it was taken up");
        assert_eq!(waiting(&jobs), [UNHEARD, again], "and is held back");
        drop(jobs);

        let mut jobs = window(folder.path());
        let left = jobs.left().requests;
        assert_eq!(left, [build(3), build(1)], "a window that died has taken up nothing");
        for document in [3, 1] {
            let (again, _events) = job(&mut jobs, document);
            jobs.report(JobEvent { job: again, event: Event::Stopped });
        }
        drop(jobs);
        let jobs = window(folder.path());
        assert_eq!(jobs.left(), UnfinishedQueue::default());
        assert!(waiting(&jobs).is_empty(), "nothing is held back");
    }

    #[test]
    fn a_reloaded_page_finds_what_the_one_before_had_begun() {
        let folder = tempfile::tempdir().unwrap();
        let builds = [2, 1].map(|document| Request::Build { document });
        let mut jobs = window(folder.path());
        let [first, second] = [1, 2].map(|document| job(&mut jobs, document));
        tell(&mut jobs, false, &[second.0, first.0]);
        let question = jobs.add(Request::List, Box::new(|_| {})).job;
        assert_eq!(jobs.orphan(), [second.0, first.0, question]);
        assert!(jobs.orphan().is_empty(), "once is enough");
        assert_eq!(jobs.left().requests, builds);
        let again = job(&mut jobs, 2);
        jobs.report(JobEvent { job: second.0, event: Event::Stopped });
        assert!(second.1.try_recv().is_err(), "no one is notified any more");
        drop(jobs);
        let jobs = window(folder.path());
        assert_eq!(jobs.left().requests, builds, "each is left once, as if nothing had happened");
        drop(again);
    }

    #[test]
    fn what_was_proposed_is_proposed_until_it_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let estimate = Estimate {
            tokens: 900,
            tokens_per_second: 2.0,
            seconds: 450.0,
            trial: ModelTrial::default(),
        };
        let mut jobs = window(folder.path());
        for document in 1..=4 {
            let tried = jobs.add(Request::Estimate { document }, Box::new(|_| {})).job;
            let outcome = Box::new(Outcome::Estimate(estimate));
            jobs.report(JobEvent { job: tried, event: Event::Finished { outcome } });
        }
        jobs.decline(1);
        let (_built, _events) = job(&mut jobs, 2);
        let _tried = jobs.add(Request::Estimate { document: 3 }, Box::new(|_| {}));
        jobs.close();
        drop(jobs);
        for time in ["first", "second"] {
            let left = window(folder.path()).left();
            assert_eq!(left.proposals, BTreeMap::from([(4, estimate)]), "{time}");
            let requests = [Request::Build { document: 2 }, Request::Estimate { document: 3 }];
            assert_eq!(left.requests, requests, "{time}: these are in the queue");
        }
    }
}
