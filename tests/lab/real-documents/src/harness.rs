//! Ways to answer side by side on the tales' questions, using the general comparison harness.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use hwdag::{Calibration, PointOrigin};
use model::StopSignal;
use protocol::{Failure, VerdictsTrial};

use super::measured_model::MeasuredModel;
use evaluation::comparison::{
    ComparisonModels, ComparisonPlan, ComparisonProgress, ConstructionOverrides, Method, ModelFile,
    News, PassageCount, Record, WalkOptions, report, run_with,
};

/// How often progress is reported.
const EVERY: Duration = Duration::from_secs(10);

/// What methods made of the tales' questions.
pub struct TaleComparison {
    /// Every question by every method.
    records: Vec<Record>,
}

/// An answer by a method, as it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredAnswer {
    /// F1, whether or not the method itself doubts the answer.
    pub f1: f64,
    /// Floating point operations that it took.
    pub flops: f64,
}

/// Has methods answer the tales' questions. The others are matched to the first. Graphs are built as
/// the product builds them with this model.
pub fn compare(
    subject: &mut MeasuredModel<'_>,
    methods: &[Method],
) -> Result<TaleComparison, Failure> {
    let questions = subject.tales.write(&subject.folder.join("tales"))?;
    let building = building(subject)?;
    let plan = ComparisonPlan {
        data: vec![questions],
        methods: methods.to_vec(),
        models: models(subject)?,
        cache: subject.folder.join("compared"),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        sample: None,
        choosing: false,
        command: String::new(),
    };
    let mut shown = Instant::now();
    let results = run_with(&plan, building, &StopSignal::default(), &mut |news| match news {
        News::LeftOut { problems, left_out } => eprint!("{}", report::left_out(problems, left_out)),
        News::Note(note) => eprint!("{}", report::note(note)),
        News::Progress(progress) => tell(progress, &mut shown),
    })?;
    Ok(TaleComparison { records: results.records })
}

impl TaleComparison {
    /// Returns a method's answers by the questions' names; only those that it gave.
    pub fn of(&self, method: &str) -> HashMap<&str, ScoredAnswer> {
        let own = self.records.iter().filter(|record| record.method == method);
        let scored = |record: &Record| {
            Some(ScoredAnswer { f1: record.scores?.f1, flops: record.outcome.given()?.flops })
        };
        own.filter_map(|record| Some((record.id.as_str(), scored(record)?))).collect()
    }
}

/// Returns the walk that the product takes with this model.
pub fn own_walk(subject: &mut MeasuredModel<'_>) -> Result<WalkOptions, Failure> {
    let (trial, weights) = (subject.trial()?, subject.weights()?);
    if !trial.judges() {
        return Ok(WalkOptions {
            fixed: Some(PassageCount::Fixed(engine::UNJUDGED_NODES)),
            ..WalkOptions::default()
        });
    }
    let confidence = weights.info().confidence.unwrap_or(0.5);
    let most = trial.verdicts.map(|_| engine::TRIED_NODES);
    let confidence = trial.verdicts.map(|VerdictsTrial { bias, scale, .. }| {
        let raw = uncorrected(confidence, Calibration { bias, scale });
        // With the precision of the method's name.
        (raw * 1e4).round() / 1e4
    });
    let rerank = trial.verdicts.map(|_| engine::rerank(weights.info().parameters));
    let rerank = rerank.filter(|&chunks| chunks > 0);
    Ok(WalkOptions { confidence, most, rerank, ..WalkOptions::default() })
}

/// Returns the p_yes that a correction turns into this one.
fn uncorrected(p_yes: f64, calibration: Calibration) -> f64 {
    let logit = (p_yes / (1.0 - p_yes)).ln();
    1.0 / (1.0 + (-(logit - calibration.bias) / calibration.scale).exp())
}

fn building(subject: &mut MeasuredModel<'_>) -> Result<ConstructionOverrides, Failure> {
    let (trial, weights) = (subject.trial()?, subject.weights()?);
    let points = match (weights.info().demonstration, trial.writes_points()) {
        (true, _) => PointOrigin::Unchecked,
        (false, true) => PointOrigin::Auto,
        (false, false) => PointOrigin::Quoted,
    };
    Ok(ConstructionOverrides { chunks: trial.points.map(|points| points.chunks as usize), points })
}

fn models(subject: &MeasuredModel<'_>) -> Result<ComparisonModels, Failure> {
    Ok(ComparisonModels {
        language: subject.model.clone(),
        builder: None,
        embedder: ModelFile::new(&engine::embedder_file()?, &StopSignal::default())?,
        encoders: None,
        reranker: None,
        compressor: None,
        threads: Some(1),
    })
}

/// Prints a line of progress every ten seconds.
fn tell(progress: &ComparisonProgress, shown: &mut Instant) {
    let ComparisonProgress { what, done, all, .. } = progress;
    if shown.elapsed() >= EVERY || done == all {
        *shown = Instant::now();
        let (rate, left) = (60.0 * progress.rate(), progress.seconds_left());
        let left = left.map(|left| format!(", {rate:.1} a minute, {left:.0} s left"));
        eprintln!("{what}: {done} of {all}{}", left.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walks_confidence_is_the_products_before_the_correction() {
        for (bias, scale) in [(0.0, 1.0), (-0.312, 1.006), (2.0, 0.4)] {
            let calibration = Calibration { bias, scale };
            for confidence in [0.2, 0.5, 0.9] {
                let raw = uncorrected(confidence, calibration);
                assert!((calibration.apply(raw) - confidence).abs() < 1e-6, "{bias} {scale}");
            }
        }
    }
}
