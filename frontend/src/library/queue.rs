//! The queue of the jobs that add and build.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Failure, JobId, Outcome, Queue, Request};

use crate::ipc;
use crate::job::TrackedJob;
use crate::library::store::{Fetching, LibraryStore};

impl LibraryStore {
    /// Requests the order of waiting jobs. Calls during a request lead to only one more.
    pub fn refresh_queue(self) {
        let fetching = self.queue_fetching;
        if fetching.get_value() != Fetching::No {
            fetching.set_value(Fetching::Again);
            return;
        }
        fetching.set_value(Fetching::Yes);
        spawn_local(async move {
            self.take_in_queue(ipc::outcome(Request::Queue).await);
            let again = fetching.get_value() == Fetching::Again;
            fetching.set_value(Fetching::No);
            if again {
                self.refresh_queue();
            }
        });
    }

    /// Pauses or resumes everything that adds and builds.
    pub fn pause(self, paused: bool) {
        spawn_local(async move {
            self.take_in_queue(ipc::outcome(Request::Pause { paused }).await);
        });
    }

    /// Moves a job before all others that wait.
    pub fn put_first(self, target: JobId) {
        spawn_local(async move {
            self.take_in_queue(ipc::outcome(Request::First { target }).await);
        });
    }

    fn take_in_queue(self, queue: Result<Outcome, Failure>) {
        match queue {
            Ok(Outcome::Queue(queue)) => self.queue.set(queue),
            Ok(_) => self.notices.fail(&ipc::unexpected()),
            Err(failure) => self.notices.fail(&failure),
        }
    }

    /// Whether everything that adds and builds is paused.
    pub fn is_paused(self) -> bool {
        self.queue.with(|queue| queue.paused)
    }

    /// A task's position among those that wait, from 0.
    pub fn place(self, task: &TrackedJob) -> Option<usize> {
        self.queue.with(|queue| place(queue, task.job))
    }

    /// The number of jobs before a waiting task.
    pub fn before(self, task: &TrackedJob) -> Option<usize> {
        self.queue.with(|queue| Some(place(queue, task.job)? + queue.running.len()))
    }
}

fn place(queue: &Queue, job: Option<JobId>) -> Option<usize> {
    let job = job?;
    queue.waiting.iter().position(|&waiting| waiting == job)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_does_not_wait() {
        let queue =
            Queue { paused: false, running: vec![JobId(7)], waiting: vec![JobId(9), JobId(8)] };
        let shown = [Some(9), Some(8), Some(7), None].map(|job| place(&queue, job.map(JobId)));
        assert_eq!(shown, [Some(0), Some(1), None, None]);
    }
}
