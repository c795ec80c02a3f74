//! What answers took, and what building took.

use serde::Serialize;

use super::cases::Set;
use crate::comparison::{Construction, Given, Method, Record, Results};

/// Floating point operations in one TFLOP.
const TERA: f64 = 1e12;
/// Queries over which building is spread, as in PECAN's Table A4.
pub const QUERIES: [u32; 4] = [1, 2, 4, 8];

/// What a query takes in the mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    /// Nodes or chunks shown.
    pub shown: f64,
    /// Tokens run through the model.
    pub evaluated: f64,
    /// TFLOPs.
    pub tflops: f64,
    /// The same over the reference's, of the questions that both ran.
    pub of_reference: Option<f64>,
    /// Seconds.
    pub seconds: f64,
    /// TFLOPs of building what the method needs, by document; none if it needs nothing.
    pub construction: Option<f64>,
}

impl Cost {
    /// TFLOPs of a query if there are so many for each document, building included.
    pub fn spread(&self, queries: u32) -> f64 {
        self.tflops + self.construction.unwrap_or(0.0) / f64::from(queries)
    }
}

/// What a method's queries took; `both` are those that the reference ran too.
pub fn cost(
    results: &Results,
    set: Set<'_>,
    own: &[&Record],
    both: &[(&Record, &Record)],
) -> Option<Cost> {
    let given: Vec<&Given> = own.iter().filter_map(|record| record.outcome.given()).collect();
    let method = &own.first()?.method;
    let of = |value: fn(&Given) -> f64| average(given.iter().map(|given| value(given)));
    Some(Cost {
        shown: of(|given| given.shown.len() as f64)?,
        evaluated: of(|given| given.evaluated as f64)?,
        tflops: of(|given| given.flops / TERA)?,
        of_reference: of_reference(both),
        seconds: of(|given| given.seconds)?,
        construction: construction(results, set, method),
    })
}

fn of_reference(both: &[(&Record, &Record)]) -> Option<f64> {
    let flops = |record: &Record| record.outcome.given().map(|given| given.flops);
    let pairs = both.iter().filter_map(|(own, other)| Some((flops(own)?, flops(other)?)));
    let (own, other) = pairs.fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    (other > 0.0).then(|| own / other)
}

fn construction(results: &Results, set: Set<'_>, method: &str) -> Option<f64> {
    let what = method.parse::<Method>().ok().and_then(|method| method.construction());
    // What no method builds was built for one of that name alone.
    let what = what.unwrap_or(method);
    let own = |one: &&Construction| one.what == what && set.is_none_or(|set| one.dataset == set);
    average(results.constructions.iter().filter(own).map(|one| one.built.flops / TERA))
}

/// The mean; none without values.
fn average(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Built;
    use crate::comparison::report::sample::{answered, not_run, results, with};
    use crate::comparison::report::summary::summaries;

    fn built(dataset: &str, what: &str, flops: f64) -> Construction {
        Construction {
            dataset: dataset.into(),
            what: what.into(),
            documents: "key".into(),
            tokens: 1000,
            questions: 1,
            nodes: 10,
            built: Built { evaluated: 1, flops, seconds: 1.0 },
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
        let costs: Vec<Cost> =
            summaries(&all).into_iter().map(|summary| summary.cost.unwrap()).collect();
        let constructions: Vec<_> = costs.iter().map(|cost| cost.construction).collect();
        assert_eq!(constructions, [Some(8.0), Some(4.0), None, None]);
        assert_eq!(QUERIES.map(|queries| costs[0].spread(queries)), [10.0, 6.0, 4.0, 3.0]);
        assert_eq!(QUERIES.map(|queries| costs[3].spread(queries)), [2.0; 4]);
    }

    #[test]
    fn costs_are_means_and_compared_over_what_both_ran() {
        let flops = |record, flops| with(record, |given| given.flops = flops);
        let all = results(vec![
            flops(answered("a", "1", "pecan", 1.0), 1e12),
            flops(answered("a", "2", "pecan", 1.0), 3e12),
            flops(answered("a", "1", "whole", 1.0), 5e12),
            not_run("a", "2", "whole"),
        ]);
        let found = summaries(&all);
        let [pecan, whole] = [0, 1].map(|at| found[at].cost.clone().unwrap());
        assert_eq!((pecan.tflops, pecan.of_reference), (2.0, Some(1.0)));
        assert_eq!((whole.tflops, whole.of_reference), (5.0, Some(5.0)));
        assert_eq!((pecan.seconds, pecan.evaluated, pecan.shown), (0.5, 100.0, 0.0));
    }
}
