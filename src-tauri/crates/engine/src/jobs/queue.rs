//! The window, or another client, from the engine's side: its requests come in, and events go out. Two threads take requests from here: the
//! engine's, which has the model, and one that answers queries.

mod state;

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use model::StopSignal;
use protocol::{Event, JobId, JobRequest};

use self::state::QueueState;
use crate::jobs::client::{Client, Meanwhile};
use crate::jobs::event_sink::EventSink;
use crate::jobs::requests::ReadRequest;
use crate::jobs::stops::StopSignals;

/// The window from the engine's side.
pub(crate) struct JobQueue<S> {
    state: Mutex<QueueState<S>>,
    /// Notified whenever something may begin.
    changed: Condvar,
    stops: StopSignals,
}

impl<S: EventSink> JobQueue<S> {
    /// Creates a queue whose events go to `events`.
    pub(crate) fn new(events: S) -> Self {
        let stops = StopSignals::default();
        let state = Mutex::new(QueueState::new(stops.clone(), events));
        Self { state, changed: Condvar::new(), stops }
    }

    /// Takes in a request. One to stop a job takes effect at once, while a model computes.
    pub(crate) fn receive(&self, request: JobRequest) {
        self.stops.note(&request);
        self.state().sort_in(request);
        self.changed.notify_all();
    }

    /// Stops everything, because the window is gone.
    pub(crate) fn close(&self) {
        self.stops.request_all();
        self.state().close();
        self.changed.notify_all();
    }

    /// Returns whether jobs still begin.
    pub(crate) fn is_open(&self) -> bool {
        self.state().is_open()
    }

    /// Waits for the next job of the engine; `None` once the window is gone.
    pub(crate) fn next(&self) -> Option<JobRequest> {
        let next = self.wait_for(|state| state.begin(|_| true));
        // Queries need not wait for the changes that wait for this job.
        self.changed.notify_all();
        next
    }

    /// Waits for the next query; `None` once the window is gone.
    pub(crate) fn next_query(&self) -> Option<(JobId, ReadRequest)> {
        self.wait_for(QueueState::take_query)
    }

    /// Returns the number of reports so far that the library has changed.
    pub(crate) fn changes(&self) -> u64 {
        self.state().changes()
    }

    /// Ends a query that was read after this number of reports. Returns false if there have been more: what was read may
    /// lack what the window knows, and must be read again.
    pub(crate) fn end_query(&self, job: JobId, event: Event, changes: u64) -> bool {
        let mut state = self.state();
        let is_current = state.changes() == changes;
        if is_current {
            state.end(job, event);
        }
        is_current
    }

    fn wait_for<T>(&self, take: impl Fn(&mut QueueState<S>) -> Option<T>) -> Option<T> {
        let mut state = self.state();
        // A job whose window is gone has no recipient.
        while state.is_open() {
            if let Some(taken) = take(&mut state) {
                return Some(taken);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// A panic elsewhere leaves the queue intact.
    fn state(&self) -> MutexGuard<'_, QueueState<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: EventSink> Client for &JobQueue<S> {
    fn report(&mut self, job: JobId, event: Event) -> ControlFlow<()> {
        let mut state = self.state();
        if matches!(event, Event::Finished { .. } | Event::Stopped | Event::Failed { .. }) {
            state.end(job, event);
            self.changed.notify_all();
            return ControlFlow::Continue(());
        }
        state.report(job, event);
        // Without a window the job has no recipient, and its finished work is kept.
        if !state.is_open() || self.stops.of(job).is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn stop(&self, job: JobId) -> StopSignal {
        self.stops.of(job)
    }

    fn others_wait(&mut self) -> bool {
        self.state().has_work()
    }

    fn meanwhile(&mut self, which: Meanwhile) -> Option<JobRequest> {
        self.state().begin(|request| request.beside().allows(which))
    }
}

#[cfg(test)]
mod tests;
