//! The waiting and running jobs of a queue, and the order in which they begin.

use std::collections::{BTreeSet, VecDeque};

use protocol::{Event, JobEvent, JobId, JobRequest, Outcome, Queue};

use crate::jobs::event_sink::EventSink;
use crate::jobs::requests::{EngineRequest, QueueRequest, ReadRequest, Turn, is_long};
use crate::jobs::stops::StopSignals;

/// What a queue holds.
pub(super) struct QueueState<S> {
    waiting: VecDeque<WaitingRequest>,
    /// Jobs that the engine has begun: one, and those that are done meanwhile.
    running: Vec<JobRequest>,
    /// Whether long jobs wait until the user resumes them.
    paused: bool,
    /// The long jobs in progress that were stopped to resume later.
    set_back: BTreeSet<JobId>,
    stops: StopSignals,
    /// The number of reports so far that the library has changed.
    changes: u64,
    events: S,
    open: bool,
}

/// A request that has not begun.
enum WaitingRequest {
    /// For the thread that answers queries.
    Query { job: JobId, request: ReadRequest },
    /// For the engine.
    Job(JobRequest),
}

impl WaitingRequest {
    fn job(&self) -> JobId {
        match self {
            Self::Query { job, .. } | Self::Job(JobRequest { job, .. }) => *job,
        }
    }
}

impl<S: EventSink> QueueState<S> {
    pub(super) fn new(stops: StopSignals, events: S) -> Self {
        Self {
            waiting: VecDeque::new(),
            running: Vec::new(),
            paused: false,
            set_back: BTreeSet::new(),
            stops,
            changes: 0,
            events,
            open: true,
        }
    }

    /// Returns whether the window is there.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Notes that the window is gone.
    pub(super) fn close(&mut self) {
        self.open = false;
    }

    /// Handles requests about other jobs at once; all others wait.
    pub(super) fn sort_in(&mut self, JobRequest { job, request }: JobRequest) {
        match EngineRequest::of(&request) {
            EngineRequest::Queue(request) => {
                let outcome = self.handle(request);
                self.stops.forget(job);
                self.write(job, Event::Finished { outcome: Box::new(outcome) });
            }
            EngineRequest::Read(request) => {
                self.waiting.push_back(WaitingRequest::Query { job, request });
            }
            EngineRequest::Change(_) | EngineRequest::Work(_) => {
                self.waiting.push_back(WaitingRequest::Job(JobRequest { job, request }));
            }
        }
    }

    fn handle(&mut self, request: QueueRequest) -> Outcome {
        match request {
            QueueRequest::Stop { target } => {
                self.stop_waiting(target);
                return Outcome::Done;
            }
            QueueRequest::Queue => {}
            QueueRequest::First { target } => self.put_first(target),
            QueueRequest::Pause { paused } => self.pause(paused),
        }
        Outcome::Queue(self.queue())
    }

    /// Removes the engine's next job that may begin and meets the condition: the first of the earliest
    /// [`Turn`].
    pub(super) fn begin(
        &mut self,
        such: impl Fn(&EngineRequest<'_>) -> bool,
    ) -> Option<JobRequest> {
        let at = [Turn::Soon, Turn::Long, Turn::Idle]
            .into_iter()
            .find_map(|turn| self.first(|next| next.turn() == turn && such(next)))?;
        let WaitingRequest::Job(next) = self.waiting.remove(at)? else { return None };
        self.running.push(next.clone());
        Some(next)
    }

    /// Returns whether a job waits that may begin, and that comes before idle work.
    pub(super) fn has_work(&self) -> bool {
        self.first(|next| next.turn() != Turn::Idle).is_some()
    }

    /// Returns the position of the engine's first job that may begin and meets the condition.
    fn first(&self, such: impl Fn(&EngineRequest<'_>) -> bool) -> Option<usize> {
        self.waiting.iter().position(|waiting| match waiting {
            WaitingRequest::Query { .. } => false,
            WaitingRequest::Job(JobRequest { request, .. }) => {
                let next = EngineRequest::of(request);
                !(self.paused && next.turn() == Turn::Long) && such(&next)
            }
        })
    }

    /// Removes the next query. It sees what was changed before it was sent, unless the change has to wait for work that
    /// is under way.
    pub(super) fn take_query(&mut self) -> Option<(JobId, ReadRequest)> {
        let is_change =
            |job: &JobRequest| matches!(EngineRequest::of(&job.request), EngineRequest::Change(_));
        if self.running.iter().any(is_change) {
            return None;
        }
        let is_first = |waiting: &WaitingRequest| match waiting {
            WaitingRequest::Query { .. } => true,
            WaitingRequest::Job(job) => self.running.is_empty() && is_change(job),
        };
        let at = self.waiting.iter().position(is_first)?;
        if let WaitingRequest::Job(_) = self.waiting[at] {
            return None;
        }
        match self.waiting.remove(at)? {
            WaitingRequest::Query { job, request } => Some((job, request)),
            WaitingRequest::Job(_) => None,
        }
    }

    /// Returns the number of reports so far that the library has changed.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// Stops a job that has not begun; a running one checks the stop signal itself.
    fn stop_waiting(&mut self, target: JobId) {
        self.set_back.remove(&target);
        if let Some(at) = self.place(target) {
            self.waiting.remove(at);
            self.stops.forget(target);
            self.write(target, Event::Stopped);
        }
    }

    fn put_first(&mut self, target: JobId) {
        let first = self.place(target).and_then(|at| self.waiting.remove(at));
        if let Some(first) = first {
            self.waiting.push_front(first);
        }
    }

    /// Returns the position of a waiting request.
    fn place(&self, target: JobId) -> Option<usize> {
        self.waiting.iter().position(|waiting| waiting.job() == target)
    }

    /// Pauses or resumes long jobs. Their work so far is kept, and they continue from there.
    fn pause(&mut self, paused: bool) {
        self.paused = paused;
        if paused {
            for JobRequest { job, .. } in self.running.iter().filter(|one| is_long(&one.request)) {
                self.stops.of(*job).request();
                self.set_back.insert(*job);
            }
        }
    }

    /// Returns the long jobs.
    pub(super) fn queue(&self) -> Queue {
        let waiting = self.waiting.iter().filter_map(|waiting| match waiting {
            WaitingRequest::Job(job) if is_long(&job.request) => Some(job.job),
            WaitingRequest::Job(_) | WaitingRequest::Query { .. } => None,
        });
        let running = self.running.iter().filter(|running| is_long(&running.request));
        Queue {
            paused: self.paused,
            running: running.map(|running| running.job).collect(),
            waiting: waiting.collect(),
        }
    }

    /// Ends a job, or sets it back.
    pub(super) fn end(&mut self, job: JobId, event: Event) {
        let set_back = self.set_back.remove(&job) && event == Event::Stopped;
        let running = self.running.iter().position(|running| running.job == job);
        self.changes += u64::from(running.is_some());
        match running.map(|at| self.running.remove(at)).filter(|_| set_back) {
            Some(later) => {
                self.stops.renew(job);
                self.waiting.push_front(WaitingRequest::Job(later));
                self.write(job, Event::Waits);
            }
            None => {
                self.stops.forget(job);
                self.write(job, event);
            }
        }
    }

    /// Reports what happens in a job that goes on.
    pub(super) fn report(&mut self, job: JobId, event: Event) {
        self.changes += u64::from(matches!(event, Event::Listed { .. }));
        self.write(job, event);
    }

    /// Passes on a report.
    fn write(&mut self, job: JobId, event: Event) {
        if !self.events.send(JobEvent { job, event }) {
            self.open = false;
        }
    }

    /// Where reports went.
    #[cfg(test)]
    pub(super) fn events(&self) -> &S {
        &self.events
    }
}
