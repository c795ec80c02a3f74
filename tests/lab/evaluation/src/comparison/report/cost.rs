//! The cost of answers and of building.

use serde::Serialize;

use super::cases::{Set, by_documents};
use super::summary::SEED;
use crate::comparison::record::compared;
use crate::comparison::{AnswerRecord, ConstructionRecord, Method, Record, Results};
use crate::statistics::{CaseGroups, Interval, mean, means};

/// Floating point operations in one TFLOP.
const TERA: f64 = 1e12;
/// Numbers of queries over which building is spread, as in PECAN's Table A4.
pub const QUERIES: [u32; 4] = [1, 2, 4, 8];

/// The mean cost of a query with an answer, as F1 is over these, or of any query if none has an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeanQueryCost {
    /// Nodes or chunks shown.
    pub shown: Interval,
    /// Tokens run through the model.
    pub evaluated: Interval,
    /// TFLOPs.
    pub tflops: Interval,
    /// Seconds.
    pub seconds: Interval,
    /// TFLOPs of a query without an answer; none if no query lacks one, or all do.
    pub unanswerable_tflops: Option<Interval>,
    /// TFLOPs of building what the method needs, per document; none if it needs nothing.
    pub construction: Option<Interval>,
}

impl MeanQueryCost {
    /// Returns the TFLOPs of a query, building included, if each document has `queries` queries.
    pub fn spread(&self, queries: u32) -> f64 {
        let construction = self.construction.map_or(0.0, |construction| construction.value);
        self.tflops.value + construction / f64::from(queries)
    }
}

/// Returns what a method's queries cost; none if nothing was run, or nothing answered.
pub fn cost(results: &Results, set: Set<'_>, own: &[&Record]) -> Option<MeanQueryCost> {
    if results.choosing {
        return None;
    }
    let [shown, evaluated, tflops, seconds] =
        taken(compared(own.to_vec(), |record| record.has_answer()))?;
    let has_both = own.iter().any(|record| record.has_answer());
    let others = own.iter().filter(|record| has_both && !record.has_answer());
    let unanswerable_tflops = taken(others.copied().collect()).map(|[_, _, tflops, _]| tflops);
    let method = &own.first()?.method;
    let construction = construction(results, set, method);
    Some(MeanQueryCost { shown, evaluated, tflops, seconds, unanswerable_tflops, construction })
}

/// Returns the mean cost of the answers in some records; none if nothing was run.
fn taken(records: Vec<&Record>) -> Option<[Interval; 4]> {
    let given =
        records.into_iter().filter_map(|record| Some((record, took(record.outcome.given()?))));
    let (records, taken): (Vec<&Record>, Vec<AnswerCosts>) = given.unzip();
    means(&taken, &by_documents(records), SEED)
}

/// Nodes or chunks shown, tokens, TFLOPs and seconds of an answer.
pub type AnswerCosts = [f64; 4];

/// Returns what an answer cost.
pub fn took(given: &AnswerRecord) -> AnswerCosts {
    [given.shown.len() as f64, given.evaluated as f64, given.flops / TERA, given.seconds]
}

fn construction(results: &Results, set: Set<'_>, method: &str) -> Option<Interval> {
    let what = method.parse::<Method>().ok().and_then(|method| method.construction());
    // What no method builds was built under a name of its own.
    let what = what.unwrap_or(method);
    let own =
        |one: &&ConstructionRecord| one.what == what && set.is_none_or(|set| one.dataset == set);
    let built = results.constructions.iter().filter(own).map(|one| one.built.flops / TERA);
    let built: Vec<f64> = built.collect();
    mean(&built, &CaseGroups::apart(built.len()), SEED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ConstructionCost;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable, with};
    use crate::comparison::report::summary::summaries;

    fn built(dataset: &str, what: &str, flops: f64) -> ConstructionRecord {
        ConstructionRecord {
            dataset: dataset.into(),
            what: what.into(),
            documents: "key".into(),
            tokens: 1000,
            questions: 1,
            nodes: 10,
            built: ConstructionCost { evaluated: 1, flops, seconds: 1.0 },
        }
    }

    #[test]
    fn building_is_spread_over_queries() {
        let mut all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("a", "1", "garlic:tree", 1.0),
            answered("a", "1", "raptor-tree:5", 1.0),
            answered("a", "1", "whole", 1.0),
        ]);
        all.constructions = vec![
            built("a", "graph", 6e12),
            built("a", "graph", 10e12),
            built("b", "graph", 99e12),
            built("a", "tree", 4e12),
        ];
        let costs: Vec<MeanQueryCost> =
            summaries(&all).into_iter().map(|summary| summary.cost.unwrap()).collect();
        let constructions: Vec<_> =
            costs.iter().map(|cost| Some(cost.construction?.value)).collect();
        assert_eq!(constructions, [Some(8.0), Some(4.0), None, None]);
        assert_eq!(QUERIES.map(|queries| costs[0].spread(queries)), [10.0, 6.0, 4.0, 3.0]);
        assert_eq!(QUERIES.map(|queries| costs[3].spread(queries)), [2.0; 4]);
    }

    #[test]
    fn costs_are_means_over_what_was_run() {
        let flops = |record, flops| with(record, |given| given.flops = flops);
        let all = results(vec![
            flops(answered("a", "1", "pecan", 1.0), 1e12),
            flops(answered("a", "2", "pecan", 1.0), 3e12),
            flops(answered("a", "1", "whole", 1.0), 5e12),
            not_run("a", "2", "whole"),
        ]);
        let found = summaries(&all);
        let [pecan, whole] = [0, 1].map(|at| found[at].cost.clone().unwrap());
        assert_eq!(pecan.tflops, Interval { value: 2.0, low: 1.0, high: 3.0 });
        assert_eq!(whole.tflops.value, 5.0);
        let [seconds, evaluated, shown] =
            [pecan.seconds, pecan.evaluated, pecan.shown].map(|one| one.value);
        assert_eq!((seconds, evaluated, shown), (0.5, 100.0, 0.0));
        assert_eq!(pecan.unanswerable_tflops, None);
    }

    #[test]
    fn costs_are_of_the_questions_that_f1_is_of() {
        let flops = |record, flops| with(record, |given| given.flops = flops);
        let one = |flops: f64| Interval { value: flops, low: flops, high: flops };
        let none = flops(unanswerable("a", "2", "pecan", true), 9e12);
        let found =
            summaries(&results(vec![flops(answered("a", "1", "pecan", 1.0), 1e12), none.clone()]));
        let cost = found[0].cost.clone().unwrap();
        assert_eq!((cost.tflops, cost.unanswerable_tflops), (one(1.0), Some(one(9.0))));
        let cost = summaries(&results(vec![none]))[0].cost.clone().unwrap();
        assert_eq!((cost.tflops, cost.unanswerable_tflops), (one(9.0), None));
    }
}
