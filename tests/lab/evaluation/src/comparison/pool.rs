//! Workers side by side, each with its own models.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use protocol::{Code, Failure};

use super::ComparisonPlan;
use super::answerer::stopped;
use super::groups::QuestionGroup;
use super::progress::Monitor;
use super::record::{ConstructionRecord, Record, Usual};
use super::worker::ComparisonWorker;
use super::{Method, Store};

/// The longest time between two progress reports.
const TICK: Duration = Duration::from_secs(1);

/// Work for a group of questions, which is given by its position.
#[derive(Debug, Clone)]
pub enum Job {
    /// Build what these methods need of its documents.
    Build(usize, Vec<Method>),
    /// Ask some of its questions by these methods, each with its name.
    Ask(usize, Range<usize>, Vec<(String, Method)>),
    /// Calculate the cost of the best passages that these methods choose for a question, by passage.
    Cost(usize, usize, Vec<Method>),
}

impl Job {
    /// Returns the steps that are counted one by one as done: an answer for each question and method.
    pub fn steps(&self) -> usize {
        match self {
            Self::Ask(_, questions, methods) => questions.len() * methods.len(),
            Self::Build(..) | Self::Cost(..) => 1,
        }
    }
}

/// The result of a job.
#[derive(Debug)]
pub enum ComparisonJobResult {
    /// What was built, what could not be, and the settings of a walk whose method does not name them.
    Built(Vec<ConstructionRecord>, Vec<String>, Usual),
    /// The questions with their answers, and what went wrong.
    Asked(Vec<Record>, Vec<String>),
    /// For each method, the floating point operations of 1, 2, 3, … passages.
    Costs(Vec<Vec<f64>>),
    /// Nothing: its worker lacks memory and quits, and another one must do it.
    GivenBack(Job),
}

/// Workers that take jobs.
pub struct Pool<'a> {
    jobs: Sender<Job>,
    done: Receiver<Result<ComparisonJobResult, Failure>>,
    monitor: &'a Monitor,
}

impl Pool<'_> {
    /// Hands out jobs and receives their results in any order, until all are done. `heard` is called
    /// with each result, and periodically with none.
    ///
    /// # Errors
    ///
    /// The first error of a worker, after which the others stop.
    pub fn work(
        &self,
        jobs: Vec<Job>,
        mut heard: impl FnMut(Option<ComparisonJobResult>),
    ) -> Result<(), Failure> {
        let count = jobs.len();
        for job in jobs {
            self.jobs.send(job).map_err(|_| died())?;
        }
        let mut left = count;
        while left > 0 {
            match self.done.recv_timeout(TICK) {
                Ok(Ok(ComparisonJobResult::GivenBack(job))) => {
                    self.jobs.send(job).map_err(|_| died())?
                }
                Ok(Ok(done)) => {
                    left -= 1;
                    heard(Some(done));
                }
                Ok(Err(failure)) => {
                    self.monitor.stop.request();
                    return Err(failure);
                }
                Err(RecvTimeoutError::Timeout) => heard(None),
                Err(RecvTimeoutError::Disconnected) => return Err(died()),
            }
        }
        Ok(())
    }
}

/// Lets `lead` use as many workers as the plan says. They end when `lead` does.
///
/// # Errors
///
/// The errors of `lead`.
pub fn with_pool<T>(
    plan: &ComparisonPlan,
    groups: &[QuestionGroup],
    store: &Arc<Store>,
    monitor: &Monitor,
    lead: impl FnOnce(&Pool<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    pool_of(
        plan.jobs.max(1),
        &|| ComparisonWorker::new(plan, groups, store, monitor),
        monitor,
        lead,
    )
}

/// The same with `count` workers of any kind.
fn pool_of<H: DoesJobs, T>(
    count: usize,
    begin: &(impl Fn() -> Result<H, Failure> + Sync),
    monitor: &Monitor,
    lead: impl FnOnce(&Pool<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    thread::scope(|scope| {
        let (jobs, queue) = channel();
        let (results, done) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..count {
            let (queue, results) = (Arc::clone(&queue), results.clone());
            scope.spawn(move || serve(&queue, &results, begin, count, monitor));
        }
        drop(results);
        // When it is dropped, no more jobs come and the workers end.
        lead(&Pool { jobs, done, monitor })
    })
}

/// Takes one job after another, as one of `count` workers. One that cannot begin answers every job with
/// the reason. One that lacks memory quits and leaves the jobs to the others, if there are any.
fn serve<H: DoesJobs>(
    queue: &Mutex<Receiver<Job>>,
    results: &Sender<Result<ComparisonJobResult, Failure>>,
    begin: &impl Fn() -> Result<H, Failure>,
    count: usize,
    monitor: &Monitor,
) {
    let mut worker = unharmed(begin);
    if let Err(failure) = &worker
        && is_spared(failure, count, monitor)
    {
        return;
    }
    if matches!(&worker, Err(failure) if lacks_memory(failure)) && monitor.lost() > 0 {
        // The memory of those that quit is free again.
        worker = unharmed(begin);
    }
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if monitor.stop.is_requested() {
            let _ = results.send(Err(stopped()));
            return;
        }
        let done = match &mut worker {
            Ok(worker) => unharmed(|| worker.does(job.clone())),
            Err(failure) => Err(failure.clone()),
        };
        if let Err(failure) = &done
            && is_spared(failure, count, monitor)
        {
            // Its memory is free for the others before they continue.
            drop(worker);
            let _ = results.send(Ok(ComparisonJobResult::GivenBack(job)));
            return;
        }
        if results.send(done).is_err() {
            return;
        }
    }
}

/// Returns whether the run continues without the worker that failed so, and records that.
fn is_spared(failure: &Failure, count: usize, monitor: &Monitor) -> bool {
    let spared = lacks_memory(failure) && monitor.lose(count);
    if spared {
        monitor.note(format!("{failure} One of {count} workers has stopped; the others continue."));
    }
    spared
}

fn lacks_memory(failure: &Failure) -> bool {
    failure.code == Code::OutOfMemory
}

/// Does jobs.
pub trait DoesJobs {
    /// Does one job.
    fn does(&mut self, job: Job) -> Result<ComparisonJobResult, Failure>;
}

/// Turns a panic into a failure. A panic is a bug: it ends the run but not the process, so that the
/// answers so far are stored in order. What it left unfinished is not used again.
fn unharmed<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(died()))
}

fn died() -> Failure {
    let message = "Pecan failed because of a bug: a worker ended too early. Everything that was \
                   answered is kept. Run the same command to continue.";
    Failure::new(Code::Internal, message)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_panic_is_a_failure() {
        let failure = unharmed::<()>(|| panic!("on purpose")).unwrap_err();
        assert_eq!(failure.code, Code::Internal);
        assert_eq!(unharmed(|| Ok(3)), Ok(3));
    }

    /// Does jobs until it lacks memory.
    struct Fake {
        left: usize,
    }

    impl DoesJobs for Fake {
        fn does(&mut self, _job: Job) -> Result<ComparisonJobResult, Failure> {
            self.left = self.left.checked_sub(1).ok_or_else(no_memory)?;
            Ok(ComparisonJobResult::Costs(Vec::new()))
        }
    }

    fn no_memory() -> Failure {
        Failure::new(Code::OutOfMemory, "Not enough memory.")
    }

    /// Runs six jobs with `count` workers. The next number in `able` is how many jobs a new worker does
    /// before it lacks memory; with none it cannot begin. Returns how many jobs were done, or why not
    /// all, and how many workers were left out.
    fn worked(count: usize, able: &[Option<usize>]) -> (Result<usize, Code>, usize) {
        let (monitor, next) = (Monitor::default(), AtomicUsize::new(0));
        let begin = || {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            able[nth].map(|left| Fake { left }).ok_or_else(no_memory)
        };
        let done = pool_of(count, &begin, &monitor, |pool| {
            let mut done = 0;
            let jobs = vec![Job::Cost(0, 0, Vec::new()); 6];
            pool.work(jobs, |found| done += usize::from(found.is_some()))?;
            Ok(done)
        });
        let notes = monitor.notes();
        assert_eq!(notes.len(), monitor.lost());
        assert!(notes.iter().all(|note| note.contains("workers has stopped")), "{notes:?}");
        (done.map_err(|failure| failure.code), monitor.lost())
    }

    #[test]
    fn who_lacks_memory_leaves_its_jobs_to_the_others() {
        let most = usize::MAX;
        assert_eq!(worked(2, &[None, Some(most)]), (Ok(6), 1));
        assert_eq!(worked(3, &[None, Some(most), None]), (Ok(6), 2));
        // The one may have done everything before the other is ready.
        let (done, lost) = worked(2, &[Some(1), Some(most)]);
        assert!(done == Ok(6) && lost <= 1);
        // The last one gets the memory of the previous ones.
        assert_eq!(worked(2, &[None, None, Some(most)]), (Ok(6), 1));
        let none = (Err(Code::OutOfMemory), 1);
        assert_eq!(worked(2, &[None, None, None]), none);
        assert_eq!(worked(2, &[Some(2), Some(2)]), none);
        assert_eq!(worked(1, &[None]), (Err(Code::OutOfMemory), 0));
        assert_eq!(worked(1, &[Some(2)]), (Err(Code::OutOfMemory), 0));
    }
}
