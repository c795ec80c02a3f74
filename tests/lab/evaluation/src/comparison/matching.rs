//! How many passages cost what Pecan costs: the papers compare at equal operations (GARLIC §4.3).

use std::collections::BTreeMap;

use super::record::{Matched, compared};
use super::{Method, Record};

/// The least share of the reference's operations that a matched method gets if it can have more. With
/// less, a method is not matched but held back.
pub const LEAST: f64 = 0.8;

/// Methods that are matched, with their counts by data set.
#[derive(Debug, Default)]
pub struct Matches {
    found: BTreeMap<String, Vec<(String, Method)>>,
    /// Reports about them.
    pub reported: Vec<Matched>,
    /// How methods with calculable operations were matched.
    reckoned: Vec<Reckoned>,
}

/// What the passages that a method chooses were expected to cost.
#[derive(Debug)]
struct Reckoned {
    dataset: String,
    method: Method,
    /// For each question, the operations of 1, 2, 3, … passages.
    costs: Vec<Vec<f64>>,
    /// The operations of the reference.
    wanted: f64,
    nearest: Nearest,
}

impl Matches {
    /// Has a method show the passages for a data set whose cost is nearest to `wanted`, by what 1, 2,
    /// 3, … of them cost for each of some questions. Does nothing if none can be shown.
    pub fn reckon(&mut self, dataset: &str, method: &Method, costs: Vec<Vec<f64>>, wanted: f64) {
        let Some(nearest) = nearest(&costs, wanted, 0.0) else { return };
        self.note(dataset, method, nearest);
        let (dataset, method) = (dataset.to_owned(), method.clone());
        self.reckoned.push(Reckoned { dataset, method, costs, wanted, nearest });
    }

    /// Matches those methods again whose answers cost something else than calculated, so that another
    /// count comes nearer: answers are shorter, beginnings are read once, and not all questions were
    /// looked at. Returns the new matches.
    #[must_use]
    pub fn correct(&mut self, records: &[Record]) -> Self {
        let mut corrected = Self::default();
        for Reckoned { dataset, method, costs, wanted, nearest: thought } in &self.reckoned {
            let Some((flops, _)) = reference(records, dataset, &method.to_string()) else {
                continue;
            };
            let beyond = flops - thought.cost;
            let found = nearest(costs, *wanted, beyond).filter(|new| new.count != thought.count);
            if let Some(nearer) = found {
                corrected.note(dataset, method, nearer);
            }
        }
        for new in &corrected.reported {
            let is_it = |one: &&mut Matched| one.dataset == new.dataset && one.method == new.method;
            self.reported.iter_mut().filter(is_it).for_each(|one| one.clone_from(new));
        }
        corrected
    }

    /// Returns whether a record is of one of these methods on its data set.
    pub fn has(&self, record: &Record) -> bool {
        let Record { dataset, method, .. } = record;
        self.reported.iter().any(|one| one.dataset == *dataset && one.method == *method)
    }

    /// Records how many passages a method shows for a data set.
    fn note(&mut self, dataset: &str, method: &Method, nearest: Nearest) {
        let Nearest { count, of_wanted, is_most, .. } = nearest;
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

    /// Records how many nodes a walk visits for a data set.
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
        self.reported.push(matched);
    }

    /// Returns the methods for a data set, each with its name.
    pub fn methods(&self, dataset: &str) -> Vec<(String, Method)> {
        self.found.get(dataset).cloned().unwrap_or_default()
    }
}

/// Returns the reference's mean cost on a data set, in operations and nodes, or none if it never ran.
/// Like F1, it is over the questions that have an answer. Rephrased questions do not count, as in the
/// tables.
pub fn reference(records: &[Record], dataset: &str, method: &str) -> Option<(f64, f64)> {
    let own = records
        .iter()
        .filter(|record| record.dataset == dataset && record.method == method)
        .filter(|record| record.rephrases.is_none())
        .collect();
    let own: Vec<&Record> = compared(own, |record| record.has_answer());
    let given: Vec<_> = own.into_iter().filter_map(|record| record.outcome.given()).collect();
    let count = given.len() as f64;
    let mean = |value: &dyn Fn(usize) -> f64| (0..given.len()).map(value).sum::<f64>() / count;
    (!given.is_empty())
        .then(|| (mean(&|at| given[at].flops), mean(&|at| given[at].shown.len() as f64)))
}

/// The number of passages that cost about as much as wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Nearest {
    /// The number.
    count: usize,
    /// Their mean cost.
    cost: f64,
    /// Their cost over the wanted one.
    of_wanted: f64,
    /// Whether no more can be shown.
    is_most: bool,
}

/// Returns the count whose mean cost plus `beyond` is nearest to `wanted`, and, if one more is
/// possible, not below the [`LEAST`] share of it. None if no passage can be shown. Each question has
/// the costs of 1, 2, 3, … passages; one that has fewer costs at most all of its own.
fn nearest(costs: &[Vec<f64>], wanted: f64, beyond: f64) -> Option<Nearest> {
    let costs: Vec<&Vec<f64>> = costs.iter().filter(|own| !own.is_empty()).collect();
    let most = costs.iter().map(|own| own.len()).max().unwrap_or(0);
    let mean = |count: usize| {
        let each = costs.iter().filter_map(|own| own.get(count - 1).or(own.last()));
        each.sum::<f64>() / costs.len() as f64
    };
    let of_wanted = |count: usize| (mean(count) + beyond) / wanted;
    let apart = |count: usize| (of_wanted(count) - 1.0).abs();
    let nearest = (1..=most).min_by(|&a, &b| apart(a).total_cmp(&apart(b)))?;
    let count = if of_wanted(nearest) < LEAST { most.min(nearest + 1) } else { nearest };
    let (cost, of_wanted) = (mean(count), of_wanted(count));
    Some(Nearest { count, cost, of_wanted, is_most: count == most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{AnswerRecord, QuestionOutcome, ShownNode};

    #[test]
    fn the_nearest_count_is_taken() {
        let costs = [vec![10.0, 20.0, 30.0], vec![12.0, 24.0]];
        // Means: 11, 22, 27.
        // One is nearer to 15 and 16 than two, but less than four fifths of them.
        for (wanted, expected) in
            [(1.0, 1), (13.0, 1), (15.0, 2), (16.0, 2), (24.0, 2), (26.0, 3), (99.0, 3)]
        {
            assert_eq!(nearest(&costs, wanted, 0.0).unwrap().count, expected, "{wanted}");
        }
        let found = |costs, wanted| {
            nearest(costs, wanted, 0.0).map(|found| (found.count, found.of_wanted, found.is_most))
        };
        assert_eq!(found(&costs, 54.0), Some((3, 0.5, true)), "at most 3 can be shown");
        assert_eq!(found(&costs, 22.0), Some((2, 1.0, false)));
        // A question for which nothing can be shown does not take part.
        assert_eq!(found(&[vec![4.0], Vec::new()], 4.0), Some((1, 1.0, true)));
        assert_eq!(nearest(&[], 5.0, 0.0), None);
        assert_eq!(nearest(&[Vec::new()], 5.0, 0.0), None);
    }

    #[test]
    fn the_reference_is_a_mean_over_what_ran() {
        let record = |dataset: &str, method: &str, outcome| Record {
            dataset: dataset.into(),
            method: method.into(),
            ..Record::new("q", outcome)
        };
        let given = |flops, nodes| {
            let seen = ShownNode { level: 1, node: Some(0), p_yes: None };
            QuestionOutcome::Answered(AnswerRecord {
                flops,
                shown: vec![seen; nodes],
                ..AnswerRecord::default()
            })
        };
        let records = [
            record("a", "pecan", given(10.0, 1)),
            record("a", "pecan", given(20.0, 4)),
            record("a", "pecan", QuestionOutcome::NotRun("window".into())),
            record("a", "whole", given(90.0, 9)),
            Record { rephrases: Some("q".into()), ..record("a", "pecan", given(3.0, 8)) },
            record("b", "pecan", given(70.0, 7)),
        ];
        assert_eq!(reference(&records, "a", "pecan"), Some((15.0, 2.5)));
        let mut some = records.to_vec();
        some[1].answers = vec!["lamp".into()];
        assert_eq!(reference(&some, "a", "pecan"), Some((20.0, 4.0)), "with an answer");
        assert_eq!(reference(&records, "c", "pecan"), None);
    }

    #[test]
    fn matched_methods_keep_their_names() {
        let mut matches = Matches::default();
        let costs = vec![(1..9).map(f64::from).collect()];
        matches.reckon("a", &"bm25:matched".parse().unwrap(), costs, 7.25);
        matches.reckon("b", &"bm25:matched".parse().unwrap(), Vec::new(), 7.25);
        let methods = matches.methods("a");
        assert_eq!(methods[0].0, "bm25:matched");
        assert_eq!(methods[0].1.to_string(), "bm25:7");
        assert!(matches.methods("b").is_empty());
        assert_eq!(
            (matches.reported[0].count, matches.reported[0].of_reference),
            (7, Some(7.0 / 7.25))
        );
    }

    #[test]
    fn what_turns_out_to_cost_less_is_matched_again() {
        let (method, costs) = ("bm25:matched".parse().unwrap(), vec![vec![10.0, 20.0, 30.0, 40.0]]);
        // Two are expected to be nearest to 24, and cost 4 less than expected: three are nearer.
        for (took, expected) in [(16.0, Some(3)), (20.0, None), (19.5, None), (30.0, Some(1))] {
            let mut matches = Matches::default();
            matches.reckon("a", &method, costs.clone(), 24.0);
            let given =
                QuestionOutcome::Answered(AnswerRecord { flops: took, ..AnswerRecord::default() });
            let record = |dataset: &str| Record {
                dataset: dataset.into(),
                method: "bm25:matched".into(),
                ..Record::new("q", given.clone())
            };
            let corrected = matches.correct(&[record("a"), record("b")]);
            let found = corrected.methods("a").first().map(|(_, method)| method.to_string());
            assert_eq!(found, expected.map(|count| format!("bm25:{count}")), "{took}");
            assert_eq!(matches.reported[0].count, expected.unwrap_or(2));
            assert_eq!(corrected.has(&record("a")), expected.is_some());
            assert!(!corrected.has(&record("b")));
        }
    }
}
