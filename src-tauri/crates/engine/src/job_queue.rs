//! The window from the engine's side, with the waiting jobs.

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;
use std::ops::ControlFlow;

use model::StopSignal;
use protocol::{DocumentId, Event, JobEvent, JobId, JobRequest, Outcome, Queue, Request};
use tokio::sync::mpsc::{UnboundedReceiver, error::TryRecvError};

use crate::stops::StopSignals;
use crate::{Client, Meanwhile};

/// The window from the engine's side.
pub(crate) struct JobQueue<W> {
    inbox: UnboundedReceiver<JobRequest>,
    waiting: VecDeque<JobRequest>,
    /// Long jobs in progress: one, and possibly one that is done meanwhile.
    running: Vec<JobRequest>,
    /// Whether long jobs wait until the user resumes them.
    paused: bool,
    /// The long jobs in progress that were stopped to resume later.
    set_back: BTreeSet<JobId>,
    stops: StopSignals,
    output: W,
    open: bool,
}

impl<W: Write> JobQueue<W> {
    pub(crate) fn new(inbox: UnboundedReceiver<JobRequest>, stops: StopSignals, output: W) -> Self {
        Self {
            inbox,
            waiting: VecDeque::new(),
            running: Vec::new(),
            paused: false,
            set_back: BTreeSet::new(),
            stops,
            output,
            open: true,
        }
    }

    /// Waits for the next job; `None` once the input has closed.
    pub(crate) fn next(&mut self) -> Option<JobRequest> {
        loop {
            self.take_in();
            // A job whose window is gone has no recipient.
            if !self.open {
                return None;
            }
            if let Some(next) = self.begin(|_| true) {
                return Some(next);
            }
            let request = self.inbox.blocking_recv()?;
            self.sort_in(request);
        }
    }

    /// Removes from the queue the first job that may begin and meets the condition. A long job
    /// comes after all others that a user waits for, and one that gives way comes last.
    fn begin(&mut self, such: impl Fn(&Request) -> bool) -> Option<JobRequest> {
        let at = self.first(|next| !next.is_long() && !next.gives_way() && such(next));
        let at = at.or_else(|| self.first(|next| !next.gives_way() && such(next)));
        let at = at.or_else(|| self.first(&such))?;
        let next = self.waiting.remove(at)?;
        if next.request.is_long() {
            self.running.push(next.clone());
        }
        Some(next)
    }

    /// Returns the position in the queue of the first job that may begin and meets the condition.
    fn first(&self, such: impl Fn(&Request) -> bool) -> Option<usize> {
        let may = |next: &Request| !(self.paused && next.is_long());
        self.waiting.iter().position(|next| may(&next.request) && such(&next.request))
    }

    fn take_in(&mut self) {
        loop {
            match self.inbox.try_recv() {
                Ok(request) => self.sort_in(request),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.open = false;
                    return;
                }
            }
        }
    }

    /// Handles requests about other jobs at once; all others wait.
    fn sort_in(&mut self, JobRequest { job, request }: JobRequest) {
        let outcome = match request {
            Request::Stop { target } => {
                self.stop_waiting(target);
                Outcome::Done
            }
            Request::Queue => Outcome::Queue(self.queue()),
            Request::First { target } => {
                self.put_first(target);
                Outcome::Queue(self.queue())
            }
            Request::Pause { paused } => {
                self.pause(paused);
                Outcome::Queue(self.queue())
            }
            request => return self.waiting.push_back(JobRequest { job, request }),
        };
        self.stops.forget(job);
        self.write(job, Event::Finished { outcome: Box::new(outcome) });
    }

    /// Stops a job that has not begun; a running one checks the stop signal itself.
    fn stop_waiting(&mut self, target: JobId) {
        self.set_back.remove(&target);
        if let Some(at) = self.waiting.iter().position(|waiting| waiting.job == target) {
            self.waiting.remove(at);
            self.stops.forget(target);
            self.write(target, Event::Stopped);
        }
    }

    fn put_first(&mut self, target: JobId) {
        let at = self.waiting.iter().position(|waiting| waiting.job == target);
        if let Some(first) = at.and_then(|at| self.waiting.remove(at)) {
            self.waiting.push_front(first);
        }
    }

    /// Pauses or resumes long jobs. Their work so far is kept, and they continue from there.
    fn pause(&mut self, paused: bool) {
        self.paused = paused;
        if paused {
            for JobRequest { job, .. } in &self.running {
                self.stops.of(*job).request();
                self.set_back.insert(*job);
            }
        }
    }

    fn queue(&self) -> Queue {
        let waiting = self.waiting.iter().filter(|waiting| waiting.request.is_long());
        Queue {
            paused: self.paused,
            running: self.running.iter().map(|running| running.job).collect(),
            waiting: waiting.map(|waiting| waiting.job).collect(),
        }
    }

    /// Ends a job, or sets it back.
    fn end(&mut self, job: JobId, event: Event) {
        let set_back = self.set_back.remove(&job) && event == Event::Stopped;
        let running = self.running.iter().position(|running| running.job == job);
        match running.map(|at| self.running.remove(at)).filter(|_| set_back) {
            Some(later) => {
                self.stops.renew(job);
                self.waiting.push_front(later);
                self.write(job, Event::Waits);
            }
            None => {
                self.stops.forget(job);
                self.write(job, event);
            }
        }
    }

    /// Writes a report. A window that is gone also closes the input, so an error needs no handling.
    fn write(&mut self, job: JobId, event: Event) {
        let Ok(mut line) = serde_json::to_vec(&JobEvent { job, event }) else { return };
        line.push(b'\n');
        if self.output.write_all(&line).and_then(|()| self.output.flush()).is_err() {
            self.open = false;
        }
    }
}

impl<W: Write> Client for JobQueue<W> {
    fn report(&mut self, job: JobId, event: Event) -> ControlFlow<()> {
        let last = matches!(event, Event::Finished { .. } | Event::Stopped | Event::Failed { .. });
        if last {
            self.end(job, event);
            self.take_in();
            return ControlFlow::Continue(());
        }
        self.write(job, event);
        self.take_in();
        // Without a window the job has no recipient, and its finished work is kept.
        if !self.open || self.stops.of(job).is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn stop(&self, job: JobId) -> StopSignal {
        self.stops.of(job)
    }

    fn others_wait(&mut self) -> bool {
        self.take_in();
        self.first(|next| !next.gives_way()).is_some()
    }

    fn meanwhile(&mut self, which: Meanwhile) -> Option<JobRequest> {
        self.take_in();
        self.begin(|request| may_run(request, which))
    }
}

fn may_run(request: &Request, which: Meanwhile) -> bool {
    let reads = matches!(
        request,
        Request::List
            | Request::ListFirst { .. }
            | Request::Stamp
            | Request::Text { .. }
            | Request::Search { .. }
            | Request::Places { .. }
            | Request::Show { .. }
            | Request::Entities { .. }
            | Request::ExportEntities { .. }
            | Request::History { .. }
            | Request::Recall { .. }
            | Request::Export { .. }
            | Request::Languages
    );
    match which {
        Meanwhile::Reading => reads,
        Meanwhile::Adding => reads || leaves_documents(request),
        Meanwhile::Building(built) => reads || leaves_documents(request) || spares(request, built),
    }
}

/// Returns whether it may use a model and write, but adds no file and removes no document.
fn leaves_documents(request: &Request) -> bool {
    matches!(
        request,
        Request::Ask { .. }
            | Request::Estimate { .. }
            | Request::TryModel { path: None }
            | Request::Forget { .. }
            | Request::WritePairs { .. }
            | Request::CorrectNames { .. }
            | Request::UndoCorrection { .. }
            | Request::Collect { .. }
            | Request::NameCollection { .. }
            | Request::DissolveCollection { .. }
            | Request::ModelInfo { path: None, .. }
    )
}

/// Returns whether it adds or removes only documents other than this one, and builds none.
fn spares(request: &Request, built: DocumentId) -> bool {
    match request {
        Request::Add { options, .. } => !options.build,
        Request::Remove { document } | Request::ReadAgain { document, .. } => *document != built,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

    use super::*;

    fn asked(line: &str) -> JobRequest {
        serde_json::from_str(line).unwrap()
    }

    #[test]
    fn a_wish_to_stop_is_known_before_the_engine_looks() {
        let stops = StopSignals::default();
        let (sender, inbox) = unbounded_channel();
        let mut jobs = JobQueue::new(inbox, stops.clone(), Vec::new());
        for line in [
            r#"{"job":4,"request":{"do":"build","document":1}}"#,
            r#"{"job":6,"request":{"do":"list"}}"#,
        ] {
            stops.note(&asked(line));
            sender.send(asked(line)).unwrap();
        }
        jobs.take_in();
        let build = jobs.begin(Request::is_long).unwrap();
        let (of_build, of_list) = (jobs.stop(build.job), jobs.stop(6));
        stops.note(&asked(r#"{"job":7,"request":{"do":"stop","target":4}}"#));
        assert!(of_build.is_requested() && !of_list.is_requested());
        assert!(jobs.report(4, Event::Token { text: "a".into() }).is_break());
        assert!(jobs.report(6, Event::Token { text: "a".into() }).is_continue());

        assert!(jobs.report(4, Event::Stopped).is_continue());
        assert_eq!(stops.known(), [6], "only job 6 has not ended");
    }

    #[test]
    fn a_job_that_waits_is_stopped_once_and_never_begins() {
        let stops = StopSignals::default();
        let (sender, inbox) = unbounded_channel();
        let mut jobs = JobQueue::new(inbox, stops.clone(), Vec::new());
        for line in [
            r#"{"job":1,"request":{"do":"build","document":1}}"#,
            r#"{"job":2,"request":{"do":"stop","target":1}}"#,
        ] {
            stops.note(&asked(line));
            sender.send(asked(line)).unwrap();
        }
        drop(sender);
        assert_eq!(jobs.next(), None);
        let said = String::from_utf8(jobs.output).unwrap();
        let reports: Vec<JobEvent> =
            said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let done = Event::Finished { outcome: Box::new(Outcome::Done) };
        let expected =
            [JobEvent { job: 1, event: Event::Stopped }, JobEvent { job: 2, event: done }];
        assert_eq!(reports, expected);
    }

    /// Returns a jobs whose window sent these lines and is still open.
    fn said(lines: &[&str]) -> (JobQueue<Vec<u8>>, UnboundedSender<JobRequest>) {
        let stops = StopSignals::default();
        let (sender, inbox) = unbounded_channel();
        for line in lines {
            stops.note(&asked(line));
            sender.send(asked(line)).unwrap();
        }
        let mut jobs = JobQueue::new(inbox, stops, Vec::new());
        jobs.take_in();
        (jobs, sender)
    }

    fn events(jobs: &JobQueue<Vec<u8>>) -> Vec<(JobId, Event)> {
        let lines = std::str::from_utf8(&jobs.output).unwrap().lines();
        let reports = lines.map(|line| serde_json::from_str::<JobEvent>(line).unwrap());
        reports.map(|report| (report.job, report.event)).collect()
    }

    const BUILD_1: &str = r#"{"job":1,"request":{"do":"build","document":1}}"#;
    const BUILD_2: &str = r#"{"job":2,"request":{"do":"build","document":2}}"#;
    const LIST_3: &str = r#"{"job":3,"request":{"do":"list"}}"#;
    const BUILD_4: &str = r#"{"job":4,"request":{"do":"build","document":4}}"#;

    #[test]
    fn the_queue_has_the_long_jobs_and_can_be_put_in_another_order() {
        let first = r#"{"job":5,"request":{"do":"first","target":4}}"#;
        let (mut jobs, _window) = said(&[BUILD_1, BUILD_2, LIST_3, BUILD_4, first]);
        let queue = Queue { paused: false, running: vec![], waiting: vec![4, 1, 2] };
        let reply = |queue| Event::Finished { outcome: Box::new(Outcome::Queue(queue)) };
        assert_eq!(events(&jobs), [(5, reply(queue))]);
        assert_eq!(jobs.begin(|_| true).unwrap().job, 3, "what is not long does not wait for it");
        assert_eq!(jobs.begin(|_| true).unwrap().job, 4);
        let queue = Queue { paused: false, running: vec![4], waiting: vec![1, 2] };
        assert_eq!(jobs.queue(), queue);
    }

    #[test]
    fn what_gives_way_is_done_when_nothing_else_can_be() {
        let covers = r#"{"job":9,"request":{"do":"covers"}}"#;
        let (mut jobs, window) = said(&[covers, BUILD_1, LIST_3]);
        assert!(jobs.others_wait());
        assert_eq!([0; 2].map(|_| jobs.begin(|_| true).unwrap().job), [3, 1]);
        assert!(!jobs.others_wait());
        assert_eq!(jobs.begin(|_| true).unwrap().job, 9);
        window.send(asked(BUILD_2)).unwrap();
        assert!(jobs.others_wait());
        jobs.sort_in(asked(r#"{"job":5,"request":{"do":"pause","paused":true}}"#));
        assert!(!jobs.others_wait(), "what is held back does not count");
    }

    #[test]
    fn what_is_paused_goes_back_into_the_queue_and_goes_on() {
        let (mut jobs, window) = said(&[BUILD_1, BUILD_2]);
        assert_eq!(jobs.begin(|_| true).unwrap().job, 1);
        window.send(asked(LIST_3)).unwrap();
        jobs.sort_in(asked(r#"{"job":5,"request":{"do":"pause","paused":true}}"#));
        assert!(jobs.report(1, Event::Token { text: "a".into() }).is_break());
        assert!(jobs.report(1, Event::Stopped).is_continue());
        assert_eq!(events(&jobs).last(), Some(&(1, Event::Waits)));
        let queue = Queue { paused: true, running: vec![], waiting: vec![1, 2] };
        assert_eq!(jobs.queue(), queue);

        assert_eq!(jobs.begin(|_| true).unwrap().job, 3, "what is not long does not wait");
        assert_eq!(jobs.begin(|_| true), None);
        jobs.sort_in(asked(r#"{"job":6,"request":{"do":"pause","paused":false}}"#));
        assert_eq!(jobs.begin(|_| true).unwrap().job, 1);
        assert!(!jobs.stop(1).is_requested());
        assert!(jobs.report(1, Event::Stopped).is_continue());
        assert_eq!(events(&jobs).last(), Some(&(1, Event::Stopped)));
    }

    #[test]
    fn what_need_not_wait_depends_on_what_is_done() {
        let lines = |rows: &[&str]| -> Vec<Request> {
            let row = |row: &&str| serde_json::from_str(&format!(r#"{{"do":{row}}}"#)).unwrap();
            rows.iter().map(row).collect()
        };
        let reads = lines(&[
            r#""list""#,
            r#""stamp""#,
            r#""text","document":1,"first":1,"count":1"#,
            r#""search","words":"lamp","document":null,"most":9"#,
            r#""history","document":null"#,
            r#""languages""#,
        ]);
        let leaves = lines(&[
            r#""ask","documents":[1],"question":"Who?","options":{}"#,
            r#""estimate","document":1"#,
            r#""try_model""#,
            r#""collect","document":1,"collection":"Tales","within":true"#,
            r#""name_collection","collection":"Tales","name":"Old tales""#,
            r#""model_info","path":null,"role":"building""#,
        ]);
        let spares = lines(&[
            r#""add","files":["a.txt"],"options":{}"#,
            r#""remove","document":2"#,
            r#""read_again","document":2,"languages":[]"#,
        ]);
        assert!(spares.iter().any(Request::is_long), "one that waits in the queue may run too");
        let never = lines(&[
            r#""add","files":["a.txt"],"options":{"build":true}"#,
            r#""remove","document":1"#,
            r#""read_again","document":1,"languages":[]"#,
            r#""build","document":2"#,
            r#""open_model","path":null,"role":"building""#,
            r#""model_info","path":"other.gguf","role":"building""#,
            r#""covers""#,
        ]);
        for (which, expected) in [
            (Meanwhile::Building(1), [true, true, true, false]),
            (Meanwhile::Adding, [true, true, false, false]),
            (Meanwhile::Reading, [true, false, false, false]),
        ] {
            for (requests, may) in [&reads, &leaves, &spares, &never].into_iter().zip(expected) {
                for request in requests {
                    assert_eq!(may_run(request, which), may, "{request:?}, {which:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_stopped_while_it_is_paused_ends() {
        let (mut jobs, _window) = said(&[BUILD_1]);
        assert_eq!(jobs.begin(|_| true).unwrap().job, 1);
        for line in [
            r#"{"job":5,"request":{"do":"pause","paused":true}}"#,
            r#"{"job":6,"request":{"do":"stop","target":1}}"#,
        ] {
            jobs.stops.note(&asked(line));
            jobs.sort_in(asked(line));
        }
        assert!(jobs.report(1, Event::Stopped).is_continue());
        assert_eq!(events(&jobs).last(), Some(&(1, Event::Stopped)));
        assert_eq!(jobs.queue(), Queue { paused: true, ..Queue::default() });
        assert!(jobs.stops.known().is_empty());
    }
}
