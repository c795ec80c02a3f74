//! What answers and building cost, alone and beside the reference.

use serde::Serialize;

use super::records::{Set, by_documents};
use super::scores::SEED;
use crate::comparison::record::compared;
use crate::comparison::{AnswerRecord, Method, Record, Results};
use report::statistics::{CaseGroups, Interval, bootstrap_all, mean, mean_of_each, means};

/// Floating point operations in one TFLOP.
const TERA: f64 = 1e12;

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

/// How much more answers cost than the reference's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CostDifferences {
    /// Nodes or chunks shown.
    pub nodes: Interval,
    /// Tokens run through the model.
    pub evaluated: Interval,
    /// Seconds.
    pub seconds: Interval,
    /// TFLOPs as a multiple of the reference's, not a difference; none if the reference took none.
    pub of_reference: Option<Interval>,
}

/// Nodes or chunks shown, tokens, TFLOPs and seconds of an answer.
type AnswerCosts = [f64; 4];

/// Returns what a method's queries cost; none if nothing was run, or nothing answered.
pub fn cost(results: &Results, set: Set<'_>, own: &[&Record]) -> Option<MeanQueryCost> {
    if results.choosing {
        return None;
    }
    let [shown, evaluated, tflops, seconds] =
        mean_cost(compared(own.to_vec(), |record| record.has_answer()))?;
    let has_both = own.iter().any(|record| record.has_answer());
    let others = own.iter().filter(|record| has_both && !record.has_answer());
    let unanswerable_tflops = mean_cost(others.copied().collect()).map(|[_, _, tflops, _]| tflops);
    let construction = construction(results, set, &own.first()?.method);
    Some(MeanQueryCost { shown, evaluated, tflops, seconds, unanswerable_tflops, construction })
}

/// Returns how much more the answers of a method cost than those of another, over the questions that
/// both ran and that have an answer, or over all if none has; none without such questions.
pub fn cost_differences(both: &[(&Record, &Record)]) -> Option<CostDifferences> {
    let both = compared(both.to_vec(), |(own, _)| own.has_answer());
    let given = both.into_iter().filter_map(|(own, other)| {
        Some((own, (answer_cost(own.outcome.given()?), answer_cost(other.outcome.given()?))))
    });
    let (records, pairs): (Vec<&Record>, Vec<(AnswerCosts, AnswerCosts)>) = given.unzip();
    let numbers = |cases: &[usize]| {
        let own = mean_of_each(cases.iter().map(|&case| pairs[case].0));
        let other = mean_of_each(cases.iter().map(|&case| pairs[case].1));
        let less = |at: usize| own[at] - other[at];
        [less(0), less(1), less(3), own[2] / other[2]]
    };
    let [nodes, evaluated, seconds, ratio] = bootstrap_all(&by_documents(records), SEED, numbers)?;
    let is_known = ratio.low.is_finite() && ratio.high.is_finite();
    Some(CostDifferences { nodes, evaluated, seconds, of_reference: is_known.then_some(ratio) })
}

/// Returns the mean cost of the answers in some records; none if nothing was run.
fn mean_cost(records: Vec<&Record>) -> Option<[Interval; 4]> {
    let given = records
        .into_iter()
        .filter_map(|record| Some((record, answer_cost(record.outcome.given()?))));
    let (records, costs): (Vec<&Record>, Vec<AnswerCosts>) = given.unzip();
    means(&costs, &by_documents(records), SEED)
}

fn answer_cost(given: &AnswerRecord) -> AnswerCosts {
    [given.shown.len() as f64, given.evaluated as f64, given.flops / TERA, given.seconds]
}

fn construction(results: &Results, set: Set<'_>, method: &str) -> Option<Interval> {
    let what = method.parse::<Method>().ok();
    let what = what.and_then(|method| method.construction()).map(|built| built.name());
    // What no method builds was built under a name of its own.
    let what = what.unwrap_or(method);
    let own = results.constructions.iter().filter(|one| one.what == what);
    let own = own.filter(|one| set.is_none_or(|set| one.dataset == set));
    let built: Vec<f64> = own.map(|one| one.built.flops / TERA).collect();
    mean(&built, &CaseGroups::apart(built.len()), SEED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::Numbers;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable, with};
    use crate::comparison::{ConstructionCost, ConstructionRecord};

    fn flops(record: Record, flops: f64) -> Record {
        with(record, |given| given.flops = flops)
    }

    #[test]
    fn costs_are_of_the_questions_that_were_run_and_have_an_answer() {
        let mut all = results(vec![
            flops(answered("a", "1", "pecan", 1.0), 1e12),
            flops(answered("a", "2", "pecan", 1.0), 3e12),
            flops(unanswerable("a", "3", "pecan", true), 9e12),
            not_run("a", "2", "whole"),
            answered("a", "1", "garlic:tree", 1.0),
        ]);
        let built = |dataset: &str, what: &str, flops| ConstructionRecord {
            dataset: dataset.into(),
            what: what.into(),
            documents: "key".into(),
            tokens: 1000,
            questions: 1,
            nodes: 10,
            built: ConstructionCost { evaluated: 1, flops, seconds: 1.0 },
        };
        let graphs = [built("a", "graph", 6e12), built("a", "graph", 10e12)];
        all.constructions = [&graphs[..], &[built("b", "graph", 99e12)]].concat();
        let costs: Vec<_> = Numbers::of(&all).table.into_iter().map(|one| one.cost).collect();
        let pecan = costs[0].clone().unwrap();
        assert_eq!(pecan.tflops, Interval { value: 2.0, low: 1.0, high: 3.0 });
        assert_eq!(pecan.unanswerable_tflops.unwrap().value, 9.0);
        assert_eq!((pecan.seconds.value, pecan.evaluated.value, &costs[1]), (0.5, 100.0, &None));
        assert_eq!(pecan.construction.unwrap().value, 8.0, "only for these documents");
        assert_eq!([1, 2, 4, 8].map(|queries| pecan.spread(queries)), [10.0, 6.0, 4.0, 3.0]);
        let tree = costs[2].as_ref().unwrap();
        assert_eq!((tree.construction, tree.spread(8)), (None, 2.0));
    }

    #[test]
    fn nothing_is_a_multiple_of_zero() {
        let own = flops(answered("a", "1", "whole", 0.25), 5e12);
        let ratio = |other| {
            let other = flops(answered("a", "1", "pecan", 1.0), other);
            cost_differences(&[(&own, &other)]).unwrap().of_reference.map(|one| one.value)
        };
        assert_eq!((ratio(1e12), ratio(0.0)), (Some(5.0), None));
    }
}
