use std::collections::BTreeMap;

use protocol::{Code, Event, Failure, JobId, JobRequest, Report, Request};

/// So often may the engine die over one job before that job has failed.
const DEATHS: u32 = 3;

/// Where a job's events go.
pub type Hear = Box<dyn Fn(Event) + Send>;

/// The jobs that the engine has been given and that have not ended.
#[derive(Default)]
pub struct Jobs {
    pending: BTreeMap<JobId, Pending>,
    last: JobId,
    /// The job that the engine now running reported on last.
    heard: Option<JobId>,
}

struct Pending {
    request: Request,
    hear: Hear,
    deaths: u32,
    /// Nodes built: when they grow, an earlier death was not this job's doing.
    nodes: u32,
}

impl Jobs {
    /// Takes in a request and gives it a number.
    pub fn add(&mut self, request: Request, hear: Hear) -> JobRequest {
        self.last += 1;
        let given = JobRequest { job: self.last, request: request.clone() };
        self.pending.insert(self.last, Pending { request, hear, deaths: 0, nodes: 0 });
        given
    }

    /// The file that a job adds, if it has not ended and adds a single one.
    pub fn file_of(&self, job: JobId) -> Option<&str> {
        match &self.pending.get(&job)?.request {
            Request::Add { files, .. } => match files.as_slice() {
                [file] => Some(file),
                _ => None,
            },
            _ => None,
        }
    }

    /// Passes a report on. After its last one a job is forgotten.
    pub fn report(&mut self, Report { job, event }: Report) {
        let Some(pending) = self.pending.get_mut(&job) else { return };
        self.heard = Some(job);
        if let Event::Progress(progress) = &event
            && progress.nodes > pending.nodes
        {
            pending.nodes = progress.nodes;
            pending.deaths = 0;
        }
        let last = matches!(event, Event::Finished { .. } | Event::Stopped | Event::Failed { .. });
        (pending.hear)(event);
        if last {
            self.pending.remove(&job);
        }
    }

    /// The engine died. The job it was at is taken to be the cause: the one heard of last, or the
    /// first that waits. Too often the cause, and it fails.
    pub fn died(&mut self, how: &str) {
        let heard = self.heard.take().filter(|job| self.pending.contains_key(job));
        let Some(cause) = heard.or_else(|| self.pending.keys().next().copied()) else { return };
        let Some(pending) = self.pending.get_mut(&cause) else { return };
        pending.deaths += 1;
        if pending.deaths >= DEATHS {
            self.fail(cause, how);
        }
    }

    /// Every job fails: the engine cannot be started.
    pub fn fail_all(&mut self, how: &str) {
        for job in self.pending.keys().copied().collect::<Vec<_>>() {
            self.fail(job, how);
        }
    }

    fn fail(&mut self, job: JobId, how: &str) {
        let message = format!("Pecan's engine ended before this was done: {how}.");
        let failure = Failure::new(Code::EngineDied, message);
        self.report(Report { job, event: Event::Failed { failure } });
    }

    /// What an engine that was just started has to be given, in order.
    pub fn unfinished(&self) -> impl Iterator<Item = JobRequest> + '_ {
        self.pending
            .iter()
            .map(|(&job, pending)| JobRequest { job, request: pending.request.clone() })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use protocol::{Progress, Stage};

    use super::*;

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
        jobs.report(Report { job: first, event: progress(3) });
        jobs.report(Report { job: first, event: Event::Stopped });
        jobs.report(Report { job: first, event: progress(4) });
        assert_eq!(events.try_iter().collect::<Vec<_>>(), [progress(3), Event::Stopped]);
        assert_eq!(waiting(&jobs), [second]);
    }

    #[test]
    fn the_job_heard_of_last_fails_at_the_third_death() {
        let mut jobs = Jobs::default();
        let (first, _events) = job(&mut jobs, 1);
        let (second, events) = job(&mut jobs, 2);
        for expected in [vec![first, second], vec![first, second], vec![first]] {
            jobs.report(Report { job: second, event: progress(0) });
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
            options: protocol::AddOptions::default(),
        };
        let one = jobs.add(add(&["a.pdf"]), Box::new(|_| {})).job;
        let two = jobs.add(add(&["a.pdf", "b.pdf"]), Box::new(|_| {})).job;
        let (other, _) = job(&mut jobs, 1);
        assert_eq!(jobs.file_of(one), Some("a.pdf"));
        assert_eq!([two, other, 99].map(|job| jobs.file_of(job)), [None; 3]);
        jobs.report(Report { job: one, event: Event::Stopped });
        assert_eq!(jobs.file_of(one), None);
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
            jobs.report(Report { job: first, event: progress(nodes) });
            jobs.died("signal 9");
        }
        assert_eq!(waiting(&jobs), [first]);
    }
}
