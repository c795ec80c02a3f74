//! Workers side by side, each with models of its own.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use protocol::{Code, Failure};

use super::groups::Group;
use super::judge::judge;
use super::pulse::Pulse;
use super::record::{Construction, Record, Usual};
use super::run::Plan;
use super::worker::{Worker, cannot, stopped};
use super::{Embedded, Material, Method, Outcome, Store};
use crate::data::Question;

/// How often it is told how far the work is, at least.
const TICK: Duration = Duration::from_secs(1);

/// Something to do for a group of questions, by its place.
#[derive(Debug, Clone)]
pub enum Job {
    /// Build what these methods need of its documents.
    Build(usize, Vec<Method>),
    /// Ask some of its questions by these methods, each with the name that it goes by.
    Ask(usize, Range<usize>, Vec<(String, Method)>),
    /// Tell what the best passages would cost that these methods choose for a question, by passage.
    Cost(usize, usize, Vec<Method>),
}

impl Job {
    /// What counts in it as done bit by bit: the answers, each method's to each question.
    pub fn steps(&self) -> usize {
        match self {
            Self::Ask(_, questions, methods) => questions.len() * methods.len(),
            Self::Build(..) | Self::Cost(..) => 1,
        }
    }
}

/// What came of a job.
#[derive(Debug)]
pub enum Done {
    /// What was built, what could not be, and how a walk goes where nobody says.
    Built(Vec<Construction>, Vec<String>, Usual),
    /// The questions with their answers, and what went wrong.
    Asked(Vec<Record>, Vec<String>),
    /// For each method the floating point operations of 1, 2, 3, … passages.
    Costs(Vec<Vec<f64>>),
    /// Nothing: whoever took it lacks memory and goes, and another one is to do it.
    GivenBack(Job),
}

/// Workers that take jobs.
pub struct Crew<'a> {
    jobs: Sender<Job>,
    done: Receiver<Result<Done, Failure>>,
    pulse: &'a Pulse,
}

impl Crew<'_> {
    /// Hands out jobs and takes what comes of them, in no order, until all are done. `heard` hears of
    /// each, and of nothing every now and then.
    ///
    /// # Errors
    ///
    /// The first one of a worker; the others then stop.
    pub fn work(&self, jobs: Vec<Job>, mut heard: impl FnMut(Option<Done>)) -> Result<(), Failure> {
        let count = jobs.len();
        for job in jobs {
            self.jobs.send(job).map_err(|_| died())?;
        }
        let mut left = count;
        while left > 0 {
            match self.done.recv_timeout(TICK) {
                Ok(Ok(Done::GivenBack(job))) => self.jobs.send(job).map_err(|_| died())?,
                Ok(Ok(done)) => {
                    left -= 1;
                    heard(Some(done));
                }
                Ok(Err(failure)) => {
                    self.pulse.stop.request();
                    return Err(failure);
                }
                Err(RecvTimeoutError::Timeout) => heard(None),
                Err(RecvTimeoutError::Disconnected) => return Err(died()),
            }
        }
        Ok(())
    }
}

/// Lets `lead` use as many workers as the plan says; they end with it.
///
/// # Errors
///
/// Those of `lead`.
pub fn with_crew<T>(
    plan: &Plan,
    groups: &[Group],
    store: &Arc<Store>,
    pulse: &Pulse,
    lead: impl FnOnce(&Crew<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    crew_of(plan.jobs.max(1), &|| Hand::new(plan, groups, store, pulse), pulse, lead)
}

/// The same with so many of any kind of worker.
fn crew_of<H: DoesJobs, T>(
    count: usize,
    begin: &(impl Fn() -> Result<H, Failure> + Sync),
    pulse: &Pulse,
    lead: impl FnOnce(&Crew<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    thread::scope(|scope| {
        let (jobs, queue) = channel();
        let (results, done) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..count {
            let (queue, results) = (Arc::clone(&queue), results.clone());
            scope.spawn(move || serve(&queue, &results, begin, count, pulse));
        }
        drop(results);
        // When it is dropped, no more jobs come and the workers end.
        lead(&Crew { jobs, done, pulse })
    })
}

/// Takes one job after the other, as one of `count`. Who cannot begin answers every job with why; who
/// lacks memory goes and leaves the jobs to the others, while there are any.
fn serve<H: DoesJobs>(
    queue: &Mutex<Receiver<Job>>,
    results: &Sender<Result<Done, Failure>>,
    begin: &impl Fn() -> Result<H, Failure>,
    count: usize,
    pulse: &Pulse,
) {
    let mut hand = unharmed(begin);
    if let Err(failure) = &hand
        && is_spared(failure, count, pulse)
    {
        return;
    }
    if matches!(&hand, Err(failure) if lacks_memory(failure)) && pulse.lost() > 0 {
        // What those who went had taken is free again.
        hand = unharmed(begin);
    }
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if pulse.stop.is_requested() {
            let _ = results.send(Err(stopped()));
            return;
        }
        let done = match &mut hand {
            Ok(hand) => unharmed(|| hand.does(job.clone())),
            Err(failure) => Err(failure.clone()),
        };
        if let Err(failure) = &done
            && is_spared(failure, count, pulse)
        {
            // Its memory is there for the others before they go on.
            drop(hand);
            let _ = results.send(Ok(Done::GivenBack(job)));
            return;
        }
        if results.send(done).is_err() {
            return;
        }
    }
}

/// Whether the run goes on without a worker with which this went wrong; if so, that is noted.
fn is_spared(failure: &Failure, count: usize, pulse: &Pulse) -> bool {
    let spared = lacks_memory(failure) && pulse.lose(count);
    if spared {
        pulse.note(format!("{failure} One of {count} workers is left out; the others go on."));
    }
    spared
}

fn lacks_memory(failure: &Failure) -> bool {
    failure.code == Code::OutOfMemory
}

/// Whoever does jobs.
trait DoesJobs {
    /// Does one.
    fn does(&mut self, job: Job) -> Result<Done, Failure>;
}

/// A panic is a mistake of the program: it ends the run as a failure, and not the process, so that
/// what was answered by then is kept in order. What it left half done is not used again.
fn unharmed<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(died()))
}

/// A worker and the documents that it has before it.
struct Hand<'a> {
    worker: Worker,
    groups: &'a [Group],
    /// Questions that were to be asked at once.
    jobs: usize,
    /// Whether passages are only chosen, and nothing is answered.
    chooses: bool,
    material: Option<(usize, Arc<Material>)>,
    /// What went wrong with single documents.
    problems: Vec<String>,
}

impl DoesJobs for Hand<'_> {
    fn does(&mut self, job: Job) -> Result<Done, Failure> {
        self.worker.jobs = self.jobs.saturating_sub(self.worker.pulse.lost()).max(1);
        match job {
            Job::Build(group, methods) => {
                let (built, usual) = (self.build(group, &methods)?, self.worker.usual()?);
                self.worker.part.end();
                Ok(Done::Built(built, std::mem::take(&mut self.problems), usual))
            }
            Job::Ask(group, questions, methods) => {
                let group_questions = &self.groups[group].questions[questions];
                self.foresee(group, group_questions, &methods)?;
                let mut records = Vec::new();
                for question in group_questions {
                    for (name, method) in &methods {
                        records.push(self.ask(group, question, name, method)?);
                    }
                }
                Ok(Done::Asked(records, std::mem::take(&mut self.problems)))
            }
            Job::Cost(group, question, methods) => {
                let found = self.costs(group, question, &methods);
                // What cannot be shown costs nothing that could be matched.
                let costs = self.spared(group, found)?;
                self.worker.pulse.step();
                Ok(Done::Costs(costs.unwrap_or_else(|| vec![Vec::new(); methods.len()])))
            }
        }
    }
}

impl<'a> Hand<'a> {
    fn new(
        plan: &Plan,
        groups: &'a [Group],
        store: &Arc<Store>,
        pulse: &Pulse,
    ) -> Result<Self, Failure> {
        let worker = Worker::new(&plan.models, Arc::clone(store), pulse.clone())?;
        let name = &worker.language.model.info().name;
        let problems = worker.blind.iter().map(|failure| blind(name, failure)).collect();
        let (jobs, chooses) = (plan.jobs, plan.choosing);
        Ok(Hand { worker, groups, jobs, chooses, material: None, problems })
    }
}

impl Hand<'_> {
    fn material(&mut self, group: usize) -> Result<Arc<Material>, Failure> {
        if let Some((_, material)) = self.material.as_ref().filter(|(known, _)| *known == group) {
            return Ok(Arc::clone(material));
        }
        let material = Arc::new(self.worker.material(&self.groups[group].documents)?);
        self.material = Some((group, Arc::clone(&material)));
        Ok(material)
    }

    fn costs(
        &mut self,
        group: usize,
        question: usize,
        methods: &[Method],
    ) -> Result<Vec<Vec<f64>>, Failure> {
        let material = self.material(group)?;
        let question = asked(&self.groups[group].questions[question]);
        let cost = |method| self.worker.passage_costs(method, &material, &question);
        methods.iter().map(cost).collect()
    }

    /// Something, unless what went wrong concerns these documents alone: then it is told, and the run
    /// goes on without them.
    fn spared<T>(&mut self, group: usize, found: Result<T, Failure>) -> Result<Option<T>, Failure> {
        let Group { dataset, questions, .. } = &self.groups[group];
        let about = questions.first().and_then(|question| question.documents.first());
        let about = about.map(ToString::to_string).unwrap_or_default();
        self.noted(format!("{dataset}, {about}"), found)
    }

    /// The same of what concerns whatever is named.
    fn noted<T>(&mut self, about: String, found: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match found {
            Err(failure) if concerns_all(failure.code) => Err(failure),
            Err(failure) => {
                self.problems.push(format!("{about}: {failure}"));
                Ok(None)
            }
            found => found.map(Some),
        }
    }

    /// Builds what the methods need. What cannot be built with this model or of these documents is left
    /// out: the answers tell.
    fn build(&mut self, group: usize, methods: &[Method]) -> Result<Vec<Construction>, Failure> {
        let mut needed: BTreeSet<&str> = methods.iter().filter_map(Method::construction).collect();
        let embedded: BTreeSet<Embedded> = methods.iter().flat_map(Method::embedded).collect();
        let (points, texts): (Vec<Embedded>, Vec<Embedded>) =
            embedded.into_iter().partition(|what| matches!(what, Embedded::Points { .. }));
        let embedding = self.worker.embedding;
        let things = [
            vec![embedding; texts.len()],
            vec![1.0; needed.len()],
            // They are fewer than chunks, and shorter.
            vec![embedding / 4.0; points.len()],
        ]
        .concat();
        self.worker.part.begin(things);
        let material = self.material(group);
        let Some(material) = self.spared(group, material)? else { return Ok(Vec::new()) };
        self.embed(group, texts, &material)?;
        let mut built: HashMap<&str, Construction> = HashMap::new();
        for method in methods {
            let prepared = match self.worker.prepare(method, &material) {
                Err(failure) if cannot(&failure).is_some() => {
                    self.note_blindness(&failure);
                    None
                }
                prepared => self.spared(group, prepared)?.flatten(),
            };
            let Some(what) = method.construction() else { continue };
            if needed.remove(what) {
                self.worker.part.turn();
            }
            if let Some(prepared) = prepared {
                let Group { dataset, questions, .. } = &self.groups[group];
                let asked = questions.iter().filter(|question| question.rephrases.is_none());
                built.entry(what).or_insert_with(|| Construction {
                    dataset: dataset.clone(),
                    what: what.into(),
                    documents: material.key.clone(),
                    tokens: material.tokens(),
                    questions: asked.count(),
                    nodes: prepared.nodes,
                    built: prepared.built,
                });
            }
        }
        self.embed(group, points, &material)?;
        Ok(built.into_values().collect())
    }

    /// Embeds what the methods need. Points that cannot be written are left out.
    fn embed(
        &mut self,
        group: usize,
        embedded: Vec<Embedded>,
        material: &Material,
    ) -> Result<(), Failure> {
        for what in embedded {
            match self.worker.embed(what, material) {
                Err(failure) if cannot(&failure).is_some() => {}
                found => drop(self.spared(group, found)?),
            }
            self.worker.part.turn();
        }
        Ok(())
    }

    /// Tells that the building model cannot give the attention that a graph needs, if that is so.
    fn note_blindness(&mut self, failure: &Failure) {
        if failure.code == Code::ModelWithoutAttention {
            self.problems.push(blind(&self.worker.builder.model.info().name, failure));
        }
    }

    /// Does at once for some questions what can be done for all of them.
    fn foresee(
        &mut self,
        group: usize,
        questions: &[Question],
        methods: &[(String, Method)],
    ) -> Result<(), Failure> {
        let methods: Vec<&Method> = methods.iter().map(|(_, method)| method).collect();
        let questions: Vec<String> = questions.iter().map(asked).collect();
        let foreseen = self.material(group).and_then(|material| match self.chooses {
            true => Ok(()),
            false => self.worker.foresee(&methods, &material, &questions),
        });
        self.spared(group, foreseen).map(|_| ())
    }

    fn ask(
        &mut self,
        group: usize,
        question: &Question,
        name: &str,
        method: &Method,
    ) -> Result<Record, Failure> {
        let found = self.outcome(group, question, method);
        let Question { dataset, id, .. } = question;
        let found = self.noted(format!("{dataset}, question {id}, {name}"), found)?;
        let (mut outcome, shown, cited) =
            found.unwrap_or_else(|| (Outcome::NotRun("failed".into()), Vec::new(), Vec::new()));
        if let Outcome::Given(given) = &mut outcome {
            // They were needed to judge it, and are long.
            given.texts = Vec::new();
        }
        let mut record = judge(question, name, outcome, &shown, &cited);
        record.documents = self.groups[group].key.clone();
        if self.chooses {
            record.scores = None;
        }
        self.worker.pulse.step();
        Ok(record)
    }

    /// What came of a question, and the texts that were shown for it and those that are cited.
    fn outcome(
        &mut self,
        group: usize,
        question: &Question,
        method: &Method,
    ) -> Result<(Outcome, Vec<String>, Vec<String>), Failure> {
        let (material, question) = (self.material(group)?, asked(question));
        let outcome = match self.chooses {
            true => self.worker.chosen(method, &material, &question)?,
            false => self.worker.answer(method, &material, &question)?,
        };
        let (shown, cited) = match &outcome {
            Outcome::Given(given) => self.worker.texts(method, &material, given)?,
            Outcome::NotRun(_) => Default::default(),
        };
        Ok((outcome, shown, cited))
    }
}

/// Whether something would go wrong with all other documents, too.
fn concerns_all(code: Code) -> bool {
    matches!(
        code,
        Code::Stopped
            | Code::BadRequest
            | Code::FileUnwritable
            | Code::DiskFull
            | Code::OutOfMemory
            | Code::ModelMissing
            | Code::ModelBroken
            | Code::EmbedderMissing
            | Code::EmbedderBroken
            | Code::ProcessorUnsupported
    )
}

/// What there is to tell of a model, by name, whose attention cannot be read.
fn blind(name: &str, failure: &Failure) -> String {
    format!("{name}: {failure} Methods that need it are not run.")
}

/// What is asked: the question, and its options where it has any.
fn asked(question: &Question) -> String {
    match &question.answers {
        crate::data::Answers::Choice(choice) => {
            let options: Vec<&str> = choice.options().iter().map(|option| &**option).collect();
            format!("{} Choose one of these: {}.", question.question.trim(), options.join("; "))
        }
        _ => question.question.trim().to_owned(),
    }
}

fn died() -> Failure {
    let message = "Something went wrong inside Pecan: a worker ended too early. What was answered is \
                   kept: the same command goes on from there.";
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
        fn does(&mut self, _job: Job) -> Result<Done, Failure> {
            self.left = self.left.checked_sub(1).ok_or_else(no_memory)?;
            Ok(Done::Costs(Vec::new()))
        }
    }

    fn no_memory() -> Failure {
        Failure::new(Code::OutOfMemory, "Not enough memory.")
    }

    /// Has six jobs done by so many workers. Whoever begins does as many as are named next before it
    /// lacks memory, or cannot begin where none are. How many jobs were done, or why not all, and how
    /// many workers were left out.
    fn worked(count: usize, able: &[Option<usize>]) -> (Result<usize, Code>, usize) {
        let (pulse, next) = (Pulse::default(), AtomicUsize::new(0));
        let begin = || {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            able[nth].map(|left| Fake { left }).ok_or_else(no_memory)
        };
        let done = crew_of(count, &begin, &pulse, |crew| {
            let mut done = 0;
            let jobs = vec![Job::Cost(0, 0, Vec::new()); 6];
            crew.work(jobs, |found| done += usize::from(found.is_some()))?;
            Ok(done)
        });
        let notes = pulse.notes();
        assert_eq!(notes.len(), pulse.lost());
        assert!(notes.iter().all(|note| note.contains("workers is left out")), "{notes:?}");
        (done.map_err(|failure| failure.code), pulse.lost())
    }

    #[test]
    fn who_lacks_memory_leaves_its_jobs_to_the_others() {
        let most = usize::MAX;
        assert_eq!(worked(2, &[None, Some(most)]), (Ok(6), 1));
        assert_eq!(worked(3, &[None, Some(most), None]), (Ok(6), 2));
        // The one may have done all before the other is there.
        let (done, lost) = worked(2, &[Some(1), Some(most)]);
        assert!(done == Ok(6) && lost <= 1);
        // The last one has the memory of those before it.
        assert_eq!(worked(2, &[None, None, Some(most)]), (Ok(6), 1));
        let none = (Err(Code::OutOfMemory), 1);
        assert_eq!(worked(2, &[None, None, None]), none);
        assert_eq!(worked(2, &[Some(2), Some(2)]), none);
        assert_eq!(worked(1, &[None]), (Err(Code::OutOfMemory), 0));
        assert_eq!(worked(1, &[Some(2)]), (Err(Code::OutOfMemory), 0));
    }

    #[test]
    fn what_concerns_one_document_is_told_from_what_concerns_all() {
        for code in [Code::Stopped, Code::DiskFull, Code::FileUnwritable, Code::ModelMissing] {
            assert!(concerns_all(code), "{code:?}");
        }
        for code in [Code::ModelUnsupported, Code::Internal, Code::WindowFull] {
            assert!(!concerns_all(code), "{code:?}");
        }
    }
}
