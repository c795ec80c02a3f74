//! A whole comparison: data in, every question by every method out, as many at once as the machine
//! allows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use model::Stop;
use protocol::{Code, Failure};

use super::crew::{Crew, Done, Job, with_crew};
use super::groups::{Group, groups, sample};
use super::matching::{Matches, nearest, reference};
use super::pulse::Pulse;
use super::record::{Construction, Record, Results};
use super::{Method, Models, Store};
use crate::data::{self, Limits};

/// Questions that a worker takes at a time.
const BLOCK: usize = 8;
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
    /// Workers side by side.
    pub jobs: usize,
    /// Questions of each data set, at most.
    pub sample: Option<usize>,
    /// What repeats it.
    pub command: String,
}

/// How far a comparison is.
#[derive(Debug, Clone)]
pub struct Progress {
    /// What is being done.
    pub what: &'static str,
    /// Steps of it that are done.
    pub done: usize,
    /// Steps of it in all.
    pub all: usize,
    /// Seconds since it began.
    pub seconds: f64,
    /// Tokens read and written meanwhile to build something.
    pub tokens: u64,
}

/// Hears how far it is.
pub type Tell<'a> = &'a mut dyn FnMut(&Progress);

/// Compares.
///
/// # Errors
///
/// If no question is left, a file cannot be read or written, or a model fails; [`Code::Stopped`]. What
/// was built and answered by then is kept, and taken up by the next run.
pub fn run(plan: &Plan, stop: &Stop, tell: Tell<'_>) -> Result<Results, Failure> {
    let begun = Instant::now();
    let mut read = data::read(&plan.data, &Limits::default())?;
    let mut problems: Vec<String> = read.problems.iter().map(ToString::to_string).collect();
    if let Some(most) = plan.sample {
        sample(&mut read.questions, most, SAMPLE_SEED);
    }
    let groups = groups(read, &plan.cache.join("library"), stop, &mut problems)?;
    if groups.is_empty() {
        return Err(no_questions(&problems));
    }
    let store = Arc::new(Store::open(&plan.cache)?);
    let pulse = Pulse::new(stop);
    let (constructions, records) = with_crew(plan, &groups, &store, &pulse, |crew| {
        Lead { plan, groups: &groups, crew, pulse: &pulse, tell }.compare()
    })?;
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
        seconds: begun.elapsed().as_secs_f64(),
    })
}

/// Nothing to ask, and why.
fn no_questions(problems: &[String]) -> Failure {
    let why = problems.first().map(|first| format!(" The first problem: {first}"));
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
}

impl Lead<'_> {
    /// Builds; asks by the methods that need not be matched, then by the others.
    fn compare(&mut self) -> Result<(Vec<Construction>, Vec<Record>), Failure> {
        let constructions = self.build()?;
        let (later, now): (Vec<Method>, Vec<Method>) =
            self.plan.methods.iter().cloned().partition(Method::is_matched);
        let now: Vec<_> = now.into_iter().map(|method| (method.to_string(), method)).collect();
        let mut records = self.ask(&|_| now.clone())?;
        if !later.is_empty() {
            let matches = self.matches(&later, &records)?;
            records.extend(self.ask(&|dataset| matches.methods(dataset))?);
        }
        let place: BTreeMap<String, usize> =
            self.plan.methods.iter().map(ToString::to_string).zip(0..).collect();
        records.sort_by_cached_key(|record| {
            (record.dataset.clone(), place.get(&record.method).copied(), record.id.clone())
        });
        Ok((constructions, records))
    }

    fn build(&mut self) -> Result<Vec<Construction>, Failure> {
        let methods = &self.plan.methods;
        let jobs = (0..self.groups.len()).map(|group| Job::Build(group, methods.clone()));
        let mut constructions = Vec::new();
        self.work("building", jobs.collect(), |done| match done {
            Done::Built(built) => constructions.extend(built),
            Done::Asked(_) | Done::Costs(_) => {}
        })?;
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
            for first in (0..group.questions.len()).step_by(BLOCK) {
                let block = first..group.questions.len().min(first + BLOCK);
                jobs.push(Job::Ask(at, block, methods(&group.dataset)));
            }
        }
        let mut records = Vec::new();
        self.work("asking", jobs, |done| match done {
            Done::Asked(asked) => records.extend(asked),
            Done::Built(_) | Done::Costs(_) => {}
        })?;
        Ok(records)
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
                matches.note(dataset, &walk, nodes.round() as usize);
            }
            let costs = self.costs(dataset, &others)?;
            for (method, costs) in others.iter().zip(costs) {
                matches.note(dataset, method, nearest(&costs, flops));
            }
        }
        Ok(matches)
    }

    /// For each method and some questions of a data set the costs of 1, 2, 3, … passages.
    fn costs(&mut self, dataset: &str, methods: &[Method]) -> Result<Vec<Vec<Vec<f64>>>, Failure> {
        let mut jobs = Vec::new();
        let own = self.groups.iter().enumerate().filter(|(_, group)| group.dataset == dataset);
        for (at, group) in own {
            let questions = 0..group.questions.len();
            jobs.extend(questions.map(|question| Job::Cost(at, question, methods.to_vec())));
        }
        let step = jobs.len().div_ceil(MATCHED_BY).max(1);
        let jobs = jobs.into_iter().step_by(step).collect();
        let mut costs = vec![Vec::new(); methods.len()];
        self.work("matching", jobs, |done| match done {
            Done::Costs(found) => {
                costs.iter_mut().zip(found).for_each(|(costs, found)| costs.push(found));
            }
            Done::Built(_) | Done::Asked(_) => {}
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
        let (begun, before, all) = (Instant::now(), self.pulse.tokens(), jobs.len());
        let (tell, pulse, mut done) = (&mut *self.tell, self.pulse, 0);
        self.crew.work(jobs, |found| {
            if let Some(found) = found {
                heard(found);
                done += 1;
            }
            let (seconds, tokens) = (begun.elapsed().as_secs_f64(), pulse.tokens() - before);
            tell(&Progress { what, done, all, seconds, tokens });
        })
    }
}
