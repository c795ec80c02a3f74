//! A whole comparison: data in, every question by every method out, as many at once as the machine
//! allows.

use std::sync::Arc;
use std::time::Instant;

use model::StopSignal;
use protocol::{Code, Failure};

use super::coordinator::{ComparisonFindings, Coordinator, blocks};
use super::document_reader::DocumentReader;
use super::groups::{Reported, groups, sample, take_orphans, tell_from_sum};
use super::news::{News, NewsCallback};
use super::plan::ComparisonPlan;
use super::pool::with_pool;
use super::progress::Monitor;
use super::record::Results;
use super::report::{counted, printable};
use super::store::{ConstructionOverrides, Store};
use super::worker::ComparisonWorker;
use crate::data::{self, DatasetLimits};

/// The seed by which questions are drawn if not all take part.
pub const SAMPLE_SEED: u64 = 1;

/// Runs a comparison.
///
/// # Errors
///
/// If no question is left, a file cannot be read or written, or a model fails; [`Code::Stopped`]. What
/// was built and answered by then is stored, and the next run uses it.
pub fn run(
    plan: &ComparisonPlan,
    stop: &StopSignal,
    tell: NewsCallback<'_>,
) -> Result<Results, Failure> {
    run_with(plan, ConstructionOverrides::default(), stop, tell)
}

/// The same, with graphs and trees built in this way.
///
/// # Errors
///
/// As [`run`].
pub fn run_with(
    plan: &ComparisonPlan,
    building: ConstructionOverrides,
    stop: &StopSignal,
    tell: NewsCallback<'_>,
) -> Result<Results, Failure> {
    let begun = Instant::now();
    let mut plan = plan.once();
    plan.check()?;
    plan.models.check()?;
    let mut read = data::read(&plan.data, &DatasetLimits::default())?;
    let mut about = Reported::default();
    for problem in &read.problems {
        let kind = if problem.flaw.leaves_out() { &mut about.left_out } else { &mut about.notes };
        kind.push(problem.to_string());
    }
    about.notes.extend(tell_from_sum(&mut read.questions));
    about.left_out.extend(take_orphans(&mut read.questions));
    let store = Arc::new(Store::open(&plan.cache)?.building(building));
    let mut reader = DocumentReader::new(&plan.cache.join("library"), stop)?.telling(&mut *tell);
    reader.expect(&read.questions, plan.sample);
    if let Some(most) = plan.sample {
        sample(&mut read.questions, most, SAMPLE_SEED, |question| reader.can_read(question))?;
        reader.expect(&read.questions, None);
    }
    let groups = groups(read, reader, &mut about)?;
    let (mut problems, left_out) = (about.printable(), about.left_out.len());
    if groups.is_empty() {
        return Err(no_questions(&problems, left_out));
    }
    if !problems.is_empty() {
        tell(News::LeftOut { problems: &problems, left_out });
    }
    let pieces = groups.iter().map(|group| blocks(group).count()).sum();
    plan.divide(pieces, std::thread::available_parallelism().map_or(1, usize::from));
    let plan = &plan;
    let monitor = Monitor::new(stop);
    let begin = || ComparisonWorker::new(plan, &groups, &store, &monitor);
    let found = with_pool(plan.jobs.max(1), &begin, &monitor, |pool| {
        let found = ComparisonFindings::default();
        Coordinator { plan, groups: &groups, pool, monitor: &monitor, tell, found }.compare()
    })?;
    let ComparisonFindings { records, constructions, problems: later, matched, usual } = found;
    problems.extend(later);
    // A worker may have been left out when everything was done.
    problems.extend(monitor.notes().iter().map(|note| printable(note)));
    let kept = records.iter().filter(|record| record.kept).count();
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
        jobs: plan.jobs.saturating_sub(monitor.lost()).max(1),
        kept,
        choosing: plan.choosing,
        matched,
        usual,
    })
}

/// The failure that there is nothing to ask, with the reason.
fn no_questions(problems: &[String], left_out: usize) -> Failure {
    let why = problems.first().map(|first| {
        let count = counted(problems.len(), left_out).unwrap_or_default();
        format!(" {count} The first problem: {first}")
    });
    let why = why.unwrap_or_default();
    Failure::new(Code::BadRequest, format!("The files contain no question that can be asked.{why}"))
}
