//! A whole comparison: data in, every question by every method out, as many at once as the machine
//! allows.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use model::Stop;
use protocol::{Code, Failure};

use super::crew::{Crew, Done, Job, with_crew};
use super::document_reader::DocumentReader;
use super::groups::{Group, Told, firsts, groups, sample, take_orphans, tell_from_sum};
use super::judge::judge;
use super::matching::{Matches, reference};
use super::pulse::{Pace, Pulse, Reached};
use super::record::{Construction, Matched, Record, Results, Usual};
use super::report::{counted, printable};
use super::worker::no_encoders;
use super::{Count, Method, Models, Outcome, Pick, Store};
use crate::data::{self, Limits};

/// Questions that a worker takes at a time: what compresses reads the documents once for all of them.
const BLOCK: usize = 16;
/// The seed by which questions are chosen where not all take part.
const SAMPLE_SEED: u64 = 1;
/// Questions of a data set by which it is found out how many passages cost what Pecan costs.
const MATCHED_BY: usize = 40;

/// What is compared.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Files of questions.
    pub data: Vec<PathBuf>,
    /// The methods; the first one is the reference.
    pub methods: Vec<Method>,
    /// The models.
    pub models: Models,
    /// Where documents, graphs and answers are kept.
    pub cache: PathBuf,
    /// Workers side by side, at most: no more than there is to do at once.
    pub jobs: usize,
    /// Questions of each data set, at most.
    pub sample: Option<usize>,
    /// Whether passages are only chosen, and nothing is answered: so no window binds.
    pub choosing: bool,
    /// What repeats it.
    pub command: String,
}

/// How far a comparison is.
#[derive(Debug, Clone)]
pub struct Progress {
    /// What is being done.
    pub what: &'static str,
    /// Steps of it that are done: documents, or answers, each method's to each question.
    pub done: usize,
    /// Steps of it in all.
    pub all: usize,
    /// The same to the part of a step that is under way, and what of it was known before.
    pub reached: Reached,
    /// Seconds since it began.
    pub seconds: f64,
    /// Tokens that are read and written in a second now to build something.
    pub tokens_per_second: f64,
}

impl Progress {
    /// Steps in a second, but for those that an earlier run had done.
    pub fn rate(&self) -> f64 {
        (self.reached.done - self.reached.known).max(0.0) / self.seconds.max(1e-9)
    }

    /// Seconds until it is done, at the rate so far; unknown before anything was done.
    pub fn seconds_left(&self) -> Option<f64> {
        let (rate, left) = (self.rate(), (self.all as f64 - self.reached.done).max(0.0));
        (rate > 0.0).then(|| left / rate)
    }
}

/// What there is to tell while it runs.
#[derive(Debug, Clone, Copy)]
pub enum News<'a> {
    /// What there is to tell of the data before anything is asked.
    LeftOut {
        /// What was left out and why, and then what else there is to know.
        problems: &'a [String],
        /// How many of them tell of something that was left out.
        left_out: usize,
    },
    /// Something else to know, as soon as it is known.
    Note(&'a str),
    /// How far it is.
    Progress(&'a Progress),
}

/// Hears it.
pub type Tell<'a> = &'a mut dyn FnMut(News<'_>);

impl Plan {
    /// The same with every method and every file once.
    fn once(&self) -> Self {
        let mut plan = self.clone();
        let mut seen = HashSet::new();
        plan.methods.retain(|method| seen.insert(method.to_string()));
        let mut seen = HashSet::new();
        plan.data.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
        plan
    }

    /// As many workers as there are pieces of work, each with its part of the machine: one that has
    /// nothing to do would keep its part from the others.
    fn divide(&mut self, pieces: usize, cores: usize) {
        self.jobs = self.jobs.clamp(1, pieces.max(1));
        self.models.threads.get_or_insert((cores / self.jobs).max(1));
    }

    /// What can be said before hours have passed.
    fn check(&self) -> Result<(), Failure> {
        let dual = |method: &Method| matches!(method, Method::Passages { by: Pick::Dual, .. });
        let chooses =
            |method: &&Method| matches!(method, Method::Passages { count: Count::Fixed(_), .. });
        if self.choosing
            && let Some(other) = self.methods.iter().find(|method| !chooses(method))
        {
            return Err(Failure::new(
                Code::BadRequest,
                format!(
                    "Where nothing is answered, bm25:K, dense:K and dual:K take part, not {other}."
                ),
            ));
        }
        if self.models.encoders.is_none() && self.methods.iter().any(dual) {
            return Err(no_encoders());
        }
        match self.methods.first().filter(|method| method.is_matched()) {
            Some(first) => Err(Failure::new(
                Code::BadRequest,
                format!("What is matched is matched to the first method, and that is {first}."),
            )),
            None => Ok(()),
        }
    }
}

/// Compares.
///
/// # Errors
///
/// If no question is left, a file cannot be read or written, or a model fails; [`Code::Stopped`]. What
/// was built and answered by then is kept, and taken up by the next run.
pub fn run(plan: &Plan, stop: &Stop, tell: Tell<'_>) -> Result<Results, Failure> {
    let begun = Instant::now();
    let mut plan = plan.once();
    plan.check()?;
    plan.models.check()?;
    let mut read = data::read(&plan.data, &Limits::default())?;
    let mut told = Told::default();
    for problem in &read.problems {
        let kind = if problem.flaw.leaves_out() { &mut told.left_out } else { &mut told.notes };
        kind.push(problem.to_string());
    }
    told.notes.extend(tell_from_sum(&mut read.questions));
    told.left_out.extend(take_orphans(&mut read.questions));
    let store = Arc::new(Store::open(&plan.cache)?);
    let mut reader = DocumentReader::new(&plan.cache.join("library"), stop)?;
    if let Some(most) = plan.sample {
        sample(&mut read.questions, most, SAMPLE_SEED, |question| reader.can_read(question))?;
    }
    let groups = groups(read, reader, &mut told)?;
    let (mut problems, left_out) = (told.printable(), told.left_out.len());
    if groups.is_empty() {
        return Err(no_questions(&problems, left_out));
    }
    if !problems.is_empty() {
        tell(News::LeftOut { problems: &problems, left_out });
    }
    let pieces = groups.iter().map(|group| blocks(group).count()).sum();
    plan.divide(pieces, std::thread::available_parallelism().map_or(1, usize::from));
    let plan = &plan;
    let pulse = Pulse::new(stop);
    let found = with_crew(plan, &groups, &store, &pulse, |crew| {
        let (matched, usual) = (Vec::new(), Usual::default());
        let lead = Lead {
            plan,
            groups: &groups,
            crew,
            pulse: &pulse,
            tell,
            problems: Vec::new(),
            matched,
            usual,
        };
        lead.compare()
    })?;
    let Found { records, constructions, problems: later, matched, usual } = found;
    problems.extend(later);
    // A worker may have been left out when all was done.
    problems.extend(pulse.notes().iter().map(|note| printable(note)));
    Ok(Results {
        command: plan.command.clone(),
        machine: report::machine(),
        version: env!("CARGO_PKG_VERSION").into(),
        models: plan.models.named(),
        reference: plan.methods.first().map(ToString::to_string).unwrap_or_default(),
        methods: plan.methods.iter().map(ToString::to_string).collect(),
        records,
        constructions,
        problems,
        left_out,
        seconds: begun.elapsed().as_secs_f64(),
        jobs: plan.jobs.saturating_sub(pulse.lost()).max(1),
        kept: pulse.kept(),
        choosing: plan.choosing,
        matched,
        usual,
    })
}

/// The questions of methods for which nothing was found that could be matched.
fn unmatched(groups: &[Group], methods: &[Method], matches: &Matches) -> Vec<Record> {
    let mut records = Vec::new();
    for group in groups {
        let known = matches.methods(&group.dataset);
        let names = methods.iter().map(ToString::to_string);
        for name in names.filter(|name| known.iter().all(|(known, _)| known != name)) {
            let why = || Outcome::NotRun("nothing to match".into());
            let record = |question| Record {
                documents: group.key.clone(),
                ..judge(question, &name, why(), &[], &[])
            };
            records.extend(group.questions.iter().map(record));
        }
    }
    records
}

/// A group's questions as workers take them.
fn blocks(group: &Group) -> impl Iterator<Item = Range<usize>> {
    let count = group.questions.len();
    (0..count).step_by(BLOCK).map(move |first| first..count.min(first + BLOCK))
}

/// What a comparison found.
struct Found {
    records: Vec<Record>,
    constructions: Vec<Construction>,
    problems: Vec<String>,
    matched: Vec<Matched>,
    usual: Usual,
}

/// Nothing to ask, and why.
fn no_questions(problems: &[String], left_out: usize) -> Failure {
    let why = problems.first().map(|first| {
        let count = counted(problems.len(), left_out).unwrap_or_default();
        format!(" {count} The first problem: {first}")
    });
    let why = why.unwrap_or_default();
    Failure::new(Code::BadRequest, format!("The files have no question that can be asked.{why}"))
}

/// Says what is done next.
struct Lead<'a> {
    plan: &'a Plan,
    groups: &'a [Group],
    crew: &'a Crew<'a>,
    pulse: &'a Pulse,
    tell: Tell<'a>,
    /// What went wrong with single documents, each once.
    problems: Vec<String>,
    matched: Vec<Matched>,
    usual: Usual,
}

impl Lead<'_> {
    /// Builds; asks by the methods that need not be matched, then by the others.
    fn compare(mut self) -> Result<Found, Failure> {
        let constructions = self.build()?;
        let (later, now): (Vec<Method>, Vec<Method>) =
            self.plan.methods.iter().cloned().partition(Method::is_matched);
        let now: Vec<_> = now.into_iter().map(|method| (method.to_string(), method)).collect();
        let mut records = self.ask(&|_| now.clone())?;
        if !later.is_empty() {
            let mut matches = self.matches(&later, &records)?;
            let mut asked = self.ask(&|dataset| matches.methods(dataset))?;
            let corrected = matches.correct(&asked);
            if !corrected.told.is_empty() {
                asked.retain(|record| !corrected.has(record));
                asked.extend(self.ask(&|dataset| corrected.methods(dataset))?);
            }
            records.extend(asked);
            records.extend(unmatched(self.groups, &later, &matches));
            self.matched = matches.told;
        }
        let place: BTreeMap<String, usize> =
            self.plan.methods.iter().map(ToString::to_string).zip(0..).collect();
        records.sort_by_cached_key(|record| {
            let Record { dataset, method, id, file, .. } = record;
            (dataset.clone(), place.get(method).copied(), id.clone(), file.clone())
        });
        let Self { problems, matched, usual, .. } = self;
        Ok(Found { records, constructions, problems, matched, usual })
    }

    fn build(&mut self) -> Result<Vec<Construction>, Failure> {
        let methods = &self.plan.methods;
        let (first, again) = firsts(self.groups);
        let (mut constructions, mut problems) = (Vec::new(), Vec::new());
        let mut usual = self.usual;
        for groups in [first, again] {
            let jobs = groups.into_iter().map(|group| Job::Build(group, methods.clone()));
            self.work("building", jobs.collect(), |done| {
                if let Done::Built(built, wrong, own) = done {
                    constructions.extend(built);
                    problems.extend(wrong);
                    usual = own;
                }
            })?;
        }
        self.usual = usual;
        self.note(problems);
        constructions.sort_by_key(|one| (one.dataset.clone(), one.what.clone(), one.tokens));
        Ok(constructions)
    }

    /// Asks all questions by the methods of their data sets.
    fn ask(
        &mut self,
        methods: &dyn Fn(&str) -> Vec<(String, Method)>,
    ) -> Result<Vec<Record>, Failure> {
        let mut jobs = Vec::new();
        for (at, group) in self.groups.iter().enumerate() {
            jobs.extend(blocks(group).map(|block| Job::Ask(at, block, methods(&group.dataset))));
        }
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        self.work("asking", jobs, |done| {
            if let Done::Asked(asked, wrong) = done {
                records.extend(asked);
                problems.extend(wrong);
            }
        })?;
        self.note(problems);
        Ok(records)
    }

    /// Takes note of what went wrong, once each.
    fn note(&mut self, problems: Vec<String>) {
        for problem in problems.iter().map(|problem| printable(problem)) {
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
    }

    /// How much each matched method shows, by data set.
    fn matches(&mut self, methods: &[Method], records: &[Record]) -> Result<Matches, Failure> {
        let first = self.plan.methods.first().map(ToString::to_string).unwrap_or_default();
        let sets: BTreeSet<&str> = records.iter().map(|record| record.dataset.as_str()).collect();
        let mut matches = Matches::default();
        for dataset in sets {
            let Some((flops, nodes)) = reference(records, dataset, &first) else { continue };
            let (walks, others): (Vec<Method>, Vec<Method>) =
                methods.iter().cloned().partition(|method| matches!(method, Method::Walk(_)));
            for walk in walks {
                matches.note_walk(dataset, &walk, nodes.round() as usize);
            }
            let costs = self.costs(dataset, &others)?;
            for (method, costs) in others.iter().zip(costs) {
                matches.reckon(dataset, method, costs, flops);
            }
        }
        Ok(matches)
    }

    /// For each method and some questions of a data set the costs of 1, 2, 3, … passages.
    fn costs(&mut self, dataset: &str, methods: &[Method]) -> Result<Vec<Vec<Vec<f64>>>, Failure> {
        let mut jobs = Vec::new();
        let own = self.groups.iter().enumerate().filter(|(_, group)| group.dataset == dataset);
        for (at, group) in own {
            let counted = group.questions.iter().enumerate();
            let counted = counted.filter(|(_, question)| question.rephrases.is_none());
            jobs.extend(counted.map(|(question, _)| Job::Cost(at, question, methods.to_vec())));
        }
        let step = jobs.len().div_ceil(MATCHED_BY).max(1);
        let jobs = jobs.into_iter().step_by(step).collect();
        let mut costs = vec![Vec::new(); methods.len()];
        self.work("matching", jobs, |done| {
            if let Done::Costs(found) = done {
                costs.iter_mut().zip(found).for_each(|(costs, found)| costs.push(found));
            }
        })?;
        Ok(costs)
    }

    /// Has jobs done, and tells how far it is.
    fn work(
        &mut self,
        what: &'static str,
        jobs: Vec<Job>,
        mut heard: impl FnMut(Done),
    ) -> Result<(), Failure> {
        let (tell, pulse, begun) = (&mut *self.tell, self.pulse, Instant::now());
        let (tokens, before) = (pulse.tokens(), pulse.reached());
        let all = jobs.iter().map(Job::steps).sum();
        let (mut notes, mut pace) = (Vec::new(), Pace::default());
        let worked = self.crew.work(jobs, |found| {
            if let Some(found) = found {
                heard(found);
            }
            for note in pulse.notes() {
                tell(News::Note(&printable(&note)));
                notes.push(note);
            }
            let reached = pulse.reached().since(before);
            let done = Ord::min(reached.done as usize, all);
            let seconds = begun.elapsed().as_secs_f64();
            let tokens_per_second = pace.at(seconds, pulse.tokens() - tokens);
            let progress = Progress { what, done, all, reached, seconds, tokens_per_second };
            tell(News::Progress(&progress));
        });
        self.note(notes);
        worked
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::comparison::ModelFile;

    fn plan(methods: &[&str], data: &[&Path]) -> Plan {
        let file = ModelFile { path: PathBuf::new(), hash: String::new() };
        Plan {
            data: data.iter().map(|path| path.to_path_buf()).collect(),
            methods: methods.iter().map(|method| method.parse().unwrap()).collect(),
            models: Models {
                language: file.clone(),
                builder: None,
                embedder: file,
                encoders: None,
                compressor: None,
                threads: None,
            },
            cache: PathBuf::new(),
            jobs: 1,
            sample: None,
            choosing: false,
            command: String::new(),
        }
    }

    #[test]
    fn nothing_is_compared_twice() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        std::fs::write(&file, "").unwrap();
        let same = folder.path().join("./a.jsonl");
        let once = plan(&["bm25", "pecan", "bm25:5"], &[&file, &same, &file]).once();
        let names: Vec<String> = once.methods.iter().map(ToString::to_string).collect();
        assert_eq!((names, once.data.len()), (vec!["bm25:5".into(), "pecan".into()], 1));
    }

    #[test]
    fn no_worker_keeps_a_part_of_the_machine_for_nothing() {
        for (jobs, pieces, threads, expected) in [
            (8, 1, None, (1, Some(8))),
            (8, 3, None, (3, Some(2))),
            (8, 40, None, (8, Some(1))),
            (1, 40, None, (1, Some(8))),
            (0, 0, None, (1, Some(8))),
            (16, 40, None, (16, Some(1))),
            (8, 3, Some(1), (3, Some(1))),
        ] {
            let mut plan = plan(&[], &[]);
            (plan.jobs, plan.models.threads) = (jobs, threads);
            plan.divide(pieces, 8);
            assert_eq!((plan.jobs, plan.models.threads), expected, "{jobs} for {pieces}");
        }
    }

    #[test]
    fn what_matches_nothing_is_told_with_its_documents() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        let line = r#"{"context": "Mira hid it.", "input": "Who?", "answers": ["Mira"]}"#;
        std::fs::write(&file, line).unwrap();
        let questions = data::read(&[file], &Limits::default()).unwrap().questions;
        let (dataset, key, documents) = ("LongBench".into(), "abc".into(), Vec::new());
        let groups = [Group { dataset, key, documents, questions }];
        let methods = ["bm25:matched".parse().unwrap()];
        let records = unmatched(&groups, &methods, &Matches::default());
        let found: Vec<[&str; 3]> =
            records.iter().map(|one| [&*one.documents, &*one.method, &*one.question]).collect();
        assert_eq!(found, [["abc", "bm25:matched", "Who?"]]);
    }

    #[test]
    fn where_nothing_is_answered_passages_are_chosen() {
        let choosing = |methods: &[&str]| Plan { choosing: true, ..plan(methods, &[]) };
        assert!(choosing(&["bm25:5", "dense"]).check().is_ok());
        for other in ["pecan", "bm25:matched", "closed"] {
            let failure = choosing(&["bm25:5", other]).check().unwrap_err();
            assert!(failure.to_string().contains(&format!("not {other}.")), "{failure}");
        }
    }

    #[test]
    fn a_method_that_lacks_a_model_is_told_at_once() {
        assert!(plan(&["pecan", "dense"], &[]).check().is_ok());
        let failure = plan(&["pecan", "dual:3"], &[]).check().unwrap_err();
        assert_eq!(failure.code, Code::BadRequest);
        assert!(failure.to_string().contains("--question-encoder"), "{failure}");
    }
}
