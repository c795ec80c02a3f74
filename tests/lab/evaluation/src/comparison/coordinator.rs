//! The steps of a comparison in order: build, ask, match, ask again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Instant;

use protocol::Failure;

use super::groups::{QuestionGroup, firsts};
use super::judge::judge;
use super::matching::{Matches, reference};
use super::news::{ComparisonProgress, News, NewsCallback};
use super::pool::{ComparisonJobResult, Job, Pool};
use super::progress::{Monitor, Pace};
use super::record::{ConstructionRecord, Matched, Record, Usual, compared};
use super::report::printable;
use super::{ComparisonPlan, Method, QuestionOutcome};

/// Questions that a worker takes at a time. Compression reads the documents once for all of them.
const BLOCK: usize = 16;
/// Questions of a data set that decide how many passages cost what Pecan costs.
const MATCHED_BY: usize = 40;

/// The findings of a comparison.
#[derive(Default)]
pub struct ComparisonFindings {
    /// Every question by every method.
    pub records: Vec<Record>,
    /// What was built.
    pub constructions: Vec<ConstructionRecord>,
    /// What went wrong with individual documents, each once.
    pub problems: Vec<String>,
    /// What was matched.
    pub matched: Vec<Matched>,
    /// The settings of a walk whose method does not name them.
    pub usual: Usual,
}

/// Decides what is done next.
pub struct Coordinator<'a> {
    /// What is compared.
    pub plan: &'a ComparisonPlan,
    /// The plan's questions.
    pub groups: &'a [QuestionGroup],
    /// The workers.
    pub pool: &'a Pool<'a>,
    /// Their progress.
    pub monitor: &'a Monitor,
    /// Receives news.
    pub tell: NewsCallback<'a>,
    /// What was found so far.
    pub found: ComparisonFindings,
}

impl Coordinator<'_> {
    /// Builds, then asks by the methods that need no matching, then by the others.
    ///
    /// # Errors
    ///
    /// As [`super::run()`].
    pub fn compare(mut self) -> Result<ComparisonFindings, Failure> {
        self.build()?;
        let (later, now): (Vec<Method>, Vec<Method>) =
            self.plan.methods.iter().cloned().partition(Method::is_matched);
        let now: Vec<_> = now.into_iter().map(|method| (method.to_string(), method)).collect();
        let mut records = self.ask(&|_| now.clone())?;
        if !later.is_empty() {
            let mut matches = self.matches(&later, &records)?;
            let mut asked = self.ask(&|dataset| matches.methods(dataset))?;
            let corrected = matches.correct(&asked);
            if !corrected.reported.is_empty() {
                asked.retain(|record| !corrected.has(record));
                asked.extend(self.ask(&|dataset| corrected.methods(dataset))?);
            }
            records.extend(asked);
            records.extend(unmatched(self.groups, &later, &matches));
            self.found.matched = matches.reported;
        }
        let place: BTreeMap<String, usize> =
            self.plan.methods.iter().map(ToString::to_string).zip(0..).collect();
        records.sort_by_cached_key(|record| {
            let Record { dataset, method, id, file, .. } = record;
            (dataset.clone(), place.get(method).copied(), id.clone(), file.clone())
        });
        Ok(ComparisonFindings { records, ..self.found })
    }

    /// Builds what the methods need of every document.
    fn build(&mut self) -> Result<(), Failure> {
        let methods = &self.plan.methods;
        let (first, again) = firsts(self.groups);
        let (mut constructions, mut problems) = (Vec::new(), Vec::new());
        let mut usual = self.found.usual;
        for groups in [first, again] {
            let jobs = groups.into_iter().map(|group| Job::Build(group, methods.clone()));
            self.work("building", jobs.collect(), |done| {
                if let ComparisonJobResult::Built(built, wrong, own) = done {
                    constructions.extend(built);
                    problems.extend(wrong);
                    usual = own;
                }
            })?;
        }
        self.found.usual = usual;
        self.report(problems);
        constructions.sort_by_key(|one| (one.dataset.clone(), one.what.clone(), one.tokens));
        self.found.constructions = constructions;
        Ok(())
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
            if let ComparisonJobResult::Asked(asked, wrong) = done {
                records.extend(asked);
                problems.extend(wrong);
            }
        })?;
        self.report(problems);
        Ok(records)
    }

    /// Reports what went wrong, each problem once.
    fn report(&mut self, problems: Vec<String>) {
        for problem in problems {
            if self.note(&problem) {
                (self.tell)(News::Note(&printable(&problem)));
            }
        }
    }

    /// Records a problem unless it is known. Returns whether it is new.
    fn note(&mut self, problem: &str) -> bool {
        let problem = printable(problem);
        let is_new = !self.found.problems.contains(&problem);
        if is_new {
            self.found.problems.push(problem);
        }
        is_new
    }

    /// Determines how much each matched method shows, by data set.
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

    /// Returns, for each method and some questions of a data set, the costs of 1, 2, 3, … passages. As
    /// in [`reference`], the questions are those with an answer.
    fn costs(&mut self, dataset: &str, methods: &[Method]) -> Result<Vec<Vec<Vec<f64>>>, Failure> {
        let mut jobs = Vec::new();
        let own = self.groups.iter().enumerate().filter(|(_, group)| group.dataset == dataset);
        for (at, group) in own {
            let counted = group.questions.iter().enumerate();
            let counted = counted.filter(|(_, question)| question.rephrases.is_none());
            let job = |number| Job::Cost(at, number, methods.to_vec());
            jobs.extend(counted.map(|(number, question)| (job(number), question.has_answer())));
        }
        let jobs: Vec<Job> =
            compared(jobs, |(_, has_answer)| *has_answer).into_iter().map(|(job, _)| job).collect();
        let step = jobs.len().div_ceil(MATCHED_BY).max(1);
        let jobs = jobs.into_iter().step_by(step).collect();
        let mut costs = vec![Vec::new(); methods.len()];
        self.work("matching", jobs, |done| {
            if let ComparisonJobResult::Costs(found) = done {
                costs.iter_mut().zip(found).for_each(|(costs, found)| costs.push(found));
            }
        })?;
        Ok(costs)
    }

    /// Runs jobs and reports progress.
    fn work(
        &mut self,
        what: &'static str,
        jobs: Vec<Job>,
        mut heard: impl FnMut(ComparisonJobResult),
    ) -> Result<(), Failure> {
        let (tell, monitor, begun) = (&mut *self.tell, self.monitor, Instant::now());
        let (tokens, before) = (monitor.tokens(), monitor.reached());
        let all = jobs.iter().map(Job::steps).sum();
        let (mut notes, mut pace) = (Vec::new(), Pace::default());
        let worked = self.pool.work(jobs, |found| {
            if let Some(found) = found {
                heard(found);
            }
            for note in monitor.notes() {
                tell(News::Note(&printable(&note)));
                notes.push(note);
            }
            let reached = monitor.reached().since(before);
            let done = Ord::min(reached.done as usize, all);
            let seconds = begun.elapsed().as_secs_f64();
            let tokens_per_second = pace.at(seconds, monitor.tokens() - tokens);
            let progress =
                ComparisonProgress { what, done, all, reached, seconds, tokens_per_second };
            tell(News::Progress(&progress));
        });
        // They were reported at once.
        for note in notes {
            self.note(&note);
        }
        worked
    }
}

/// Returns the questions of methods for which nothing could be matched.
fn unmatched(groups: &[QuestionGroup], methods: &[Method], matches: &Matches) -> Vec<Record> {
    let mut records = Vec::new();
    for group in groups {
        let known = matches.methods(&group.dataset);
        let names = methods.iter().map(ToString::to_string);
        for name in names.filter(|name| known.iter().all(|(known, _)| known != name)) {
            let why = || QuestionOutcome::NotRun("nothing to match".into());
            let record = |question| Record {
                documents: group.key.clone(),
                ..judge(question, &name, why(), &[], &[])
            };
            records.extend(group.questions.iter().map(record));
        }
    }
    records
}

/// Returns a group's questions in the blocks that workers take.
pub fn blocks(group: &QuestionGroup) -> impl Iterator<Item = Range<usize>> {
    let count = group.questions.len();
    (0..count).step_by(BLOCK).map(move |first| first..count.min(first + BLOCK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{self, DatasetLimits};

    #[test]
    fn what_matches_nothing_is_reported_with_its_documents() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        let line = r#"{"context": "Mira hid it.", "input": "Who?", "answers": ["Mira"]}"#;
        std::fs::write(&file, line).unwrap();
        let questions = data::read(&[file], &DatasetLimits::default()).unwrap().questions;
        let (dataset, key, documents) = ("LongBench".into(), "abc".into(), Vec::new());
        let groups = [QuestionGroup { dataset, key, documents, questions }];
        let methods = ["bm25:matched".parse().unwrap()];
        let records = unmatched(&groups, &methods, &Matches::default());
        let found: Vec<[&str; 3]> =
            records.iter().map(|one| [&*one.documents, &*one.method, &*one.question]).collect();
        assert_eq!(found, [["abc", "bm25:matched", "Who?"]]);
    }
}
