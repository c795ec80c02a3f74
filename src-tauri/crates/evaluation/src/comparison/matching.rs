//! How many passages cost what Pecan costs: the papers compare at equal operations (GARLIC §4.3).

use std::collections::BTreeMap;

use super::record::Matched;
use super::{Method, Record};

/// Methods that are matched, with their counts by data set.
#[derive(Debug, Default)]
pub struct Matches {
    found: BTreeMap<String, Vec<(String, Method)>>,
    /// What there is to tell of them.
    pub told: Vec<Matched>,
}

impl Matches {
    /// Notes how many passages a method shows for a data set.
    pub fn note(&mut self, dataset: &str, method: &Method, nearest: Nearest) {
        let Nearest { count, of_wanted, is_most } = nearest;
        self.take(
            dataset,
            method,
            Matched {
                dataset: dataset.to_owned(),
                method: method.to_string(),
                count,
                of_reference: Some(of_wanted),
                is_most,
            },
        );
    }

    /// Notes how many nodes a walk visits for a data set.
    pub fn note_walk(&mut self, dataset: &str, walk: &Method, count: usize) {
        self.take(
            dataset,
            walk,
            Matched {
                dataset: dataset.to_owned(),
                method: walk.to_string(),
                count: count.max(1),
                of_reference: None,
                is_most: false,
            },
        );
    }

    fn take(&mut self, dataset: &str, method: &Method, matched: Matched) {
        let known = self.found.entry(dataset.to_owned()).or_default();
        known.push((matched.method.clone(), method.with_count(matched.count)));
        self.told.push(matched);
    }

    /// The methods for a data set, each with the name that it goes by.
    pub fn methods(&self, dataset: &str) -> Vec<(String, Method)> {
        self.found.get(dataset).cloned().unwrap_or_default()
    }
}

/// What the reference took for a data set in the mean: operations and nodes; none if it never ran.
/// Questions that ask another one again do not count, as in the tables.
pub fn reference(records: &[Record], dataset: &str, method: &str) -> Option<(f64, f64)> {
    let given: Vec<_> = records
        .iter()
        .filter(|record| record.dataset == dataset && record.method == method)
        .filter(|record| record.rephrases.is_none())
        .filter_map(|record| record.outcome.given())
        .collect();
    let count = given.len() as f64;
    let mean = |value: &dyn Fn(usize) -> f64| (0..given.len()).map(value).sum::<f64>() / count;
    (!given.is_empty())
        .then(|| (mean(&|at| given[at].flops), mean(&|at| given[at].shown.len() as f64)))
}

/// How many passages cost about as much as was wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// How many.
    pub count: usize,
    /// Their mean cost over what was wanted.
    pub of_wanted: f64,
    /// Whether no more can be shown.
    pub is_most: bool,
}

/// The count whose mean cost comes nearest to `wanted`; none where no passage can be shown. Each
/// question has the costs of 1, 2, 3, … passages; one that has fewer costs no more than all it has.
pub fn nearest(costs: &[Vec<f64>], wanted: f64) -> Option<Nearest> {
    let costs: Vec<&Vec<f64>> = costs.iter().filter(|own| !own.is_empty()).collect();
    let most = costs.iter().map(|own| own.len()).max().unwrap_or(0);
    let mean = |count: usize| {
        let each = costs.iter().filter_map(|own| own.get(count - 1).or(own.last()));
        each.sum::<f64>() / costs.len() as f64
    };
    let apart = |count: usize| (mean(count) - wanted).abs();
    let count = (1..=most).min_by(|&a, &b| apart(a).total_cmp(&apart(b)))?;
    Some(Nearest { count, of_wanted: mean(count) / wanted, is_most: count == most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{Given, Outcome, Seen};

    #[test]
    fn the_nearest_count_is_taken() {
        let costs = [vec![10.0, 20.0, 30.0], vec![12.0, 24.0]];
        // Means: 11, 22, 27.
        for (wanted, expected) in [(1.0, 1), (16.0, 1), (17.0, 2), (24.0, 2), (26.0, 3), (99.0, 3)]
        {
            assert_eq!(nearest(&costs, wanted).unwrap().count, expected, "{wanted}");
        }
        let found = |costs, wanted| {
            nearest(costs, wanted).map(|found| (found.count, found.of_wanted, found.is_most))
        };
        assert_eq!(found(&costs, 54.0), Some((3, 0.5, true)), "no more than 3 can be shown");
        assert_eq!(found(&costs, 22.0), Some((2, 1.0, false)));
        // A question for which nothing can be shown has no part in it.
        assert_eq!(found(&[vec![4.0], Vec::new()], 4.0), Some((1, 1.0, true)));
        assert_eq!(nearest(&[], 5.0), None);
        assert_eq!(nearest(&[Vec::new()], 5.0), None);
    }

    #[test]
    fn the_reference_is_a_mean_over_what_ran() {
        let record = |dataset: &str, method: &str, outcome| Record {
            dataset: dataset.into(),
            method: method.into(),
            ..Record::new("q", outcome)
        };
        let given = |flops, nodes| {
            let seen = Seen { level: 1, node: Some(0), p_yes: None };
            Outcome::Given(Given { flops, shown: vec![seen; nodes], ..Given::default() })
        };
        let records = [
            record("a", "pecan", given(10.0, 1)),
            record("a", "pecan", given(20.0, 4)),
            record("a", "pecan", Outcome::NotRun("window".into())),
            record("a", "whole", given(90.0, 9)),
            Record { rephrases: Some("q".into()), ..record("a", "pecan", given(3.0, 8)) },
            record("b", "pecan", given(70.0, 7)),
        ];
        assert_eq!(reference(&records, "a", "pecan"), Some((15.0, 2.5)));
        assert_eq!(reference(&records, "c", "pecan"), None);
    }

    #[test]
    fn matched_methods_keep_their_names() {
        let mut matches = Matches::default();
        let nearest = Nearest { count: 7, of_wanted: 0.75, is_most: false };
        matches.note("a", &"bm25:matched".parse().unwrap(), nearest);
        let methods = matches.methods("a");
        assert_eq!(methods[0].0, "bm25:matched");
        assert_eq!(methods[0].1.to_string(), "bm25:7");
        assert!(matches.methods("b").is_empty());
        assert_eq!((matches.told[0].count, matches.told[0].of_reference), (7, Some(0.75)));
    }
}
