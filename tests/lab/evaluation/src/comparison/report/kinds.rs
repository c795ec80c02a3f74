//! F1 by kind of question, and how much of it is due to what was shown.

use std::collections::BTreeSet;

use super::cases::{Set, by_documents, methods, name, records, sets};
use super::format::CaseShare;
use super::summary::SEED;
use crate::comparison::{Record, Results};
use crate::statistics::{Interval, mean};

/// A data set's kinds of questions, and each method's results on them.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionKindResults {
    /// The data set; `all` for all of them together.
    pub dataset: String,
    /// The kinds in order.
    pub kinds: Vec<String>,
    /// How many questions of each kind have an answer.
    pub questions: Vec<usize>,
    /// Each method with its F1 by kind; none if nothing was run.
    pub rows: Vec<(String, Vec<Option<Interval>>)>,
    /// Each method with what it was shown by kind; none if that is unknown.
    pub shown: Vec<(String, Vec<Option<ShownEvidence>>)>,
}

/// How often everything that the answer follows from was shown, and how good the answers then are. This
/// distinguishes what the method misses from what the model makes of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownEvidence {
    /// The questions for which it was, among those for which that is known.
    pub held: CaseShare,
    /// The mean F1 of these; none if there are none.
    pub with: Option<f64>,
    /// The mean F1 of the others; none if there are none.
    pub without: Option<f64>,
}

/// Returns the kinds of every data set that has any.
pub fn kinds(results: &Results) -> Vec<QuestionKindResults> {
    sets(results).into_iter().filter_map(|set| of_set(results, set)).collect()
}

fn of_set(results: &Results, set: Set<'_>) -> Option<QuestionKindResults> {
    let of_methods: Vec<(&str, Vec<&Record>)> = methods(results)
        .into_iter()
        .map(|method| (method, records(results, set, method)))
        .collect();
    let all = of_methods.iter().flat_map(|(_, records)| records);
    let kinds: BTreeSet<&str> = all
        .filter(|record| !record.answers.is_empty())
        .filter_map(|record| record.kind.as_deref())
        .collect();
    let most = |kind: &&str| {
        let counts = of_methods.iter().map(|(_, records)| of_kind(records, kind).count());
        counts.max().unwrap_or(0)
    };
    let row = |(method, records): &(&str, Vec<&Record>)| {
        let cells: Vec<Option<Interval>> = kinds.iter().map(|kind| f1(records, kind)).collect();
        ((*method).to_owned(), cells)
    };
    let seen = |(method, records): &(&str, Vec<&Record>)| {
        let cells: Vec<Option<ShownEvidence>> =
            kinds.iter().map(|kind| shown(records, kind)).collect();
        ((*method).to_owned(), cells)
    };
    (!kinds.is_empty()).then(|| QuestionKindResults {
        dataset: name(set).to_owned(),
        kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
        questions: kinds.iter().map(most).collect(),
        rows: of_methods.iter().map(row).collect(),
        shown: of_methods.iter().map(seen).collect(),
    })
}

/// Returns the questions of a kind that have an answer.
fn of_kind<'a>(records: &'a [&Record], kind: &'a str) -> impl Iterator<Item = &'a Record> {
    let own =
        move |record: &&&Record| record.kind.as_deref() == Some(kind) && !record.answers.is_empty();
    records.iter().filter(own).map(|record| &**record)
}

fn f1(records: &[&Record], kind: &str) -> Option<Interval> {
    let scored = of_kind(records, kind).filter_map(|record| Some((record, record.scores?.f1)));
    let (records, scores): (Vec<&Record>, Vec<f64>) = scored.unzip();
    mean(&scores, &by_documents(records), SEED)
}

fn shown(records: &[&Record], kind: &str) -> Option<ShownEvidence> {
    let known =
        of_kind(records, kind).filter_map(|record| Some((record.reached?, record.scores?.f1)));
    let (with, without): (Vec<_>, Vec<_>) = known.partition(|(held, _)| *held);
    let held = CaseShare::of(with.iter().chain(&without).map(|(held, _)| *held))?;
    let mean = |of: &[(bool, f64)]| {
        let sum: f64 = of.iter().map(|(_, f1)| f1).sum();
        (!of.is_empty()).then(|| sum / of.len() as f64)
    };
    Some(ShownEvidence { held, with: mean(&with), without: mean(&without) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable};

    fn of(kind: &str, record: Record) -> Record {
        Record { kind: Some(kind.into()), ..record }
    }

    #[test]
    fn every_kind_has_its_mean() {
        let all = results(vec![
            of("two-hop", answered("a", "1", "pecan", 1.0)),
            of("two-hop", answered("a", "2", "pecan", 0.5)),
            of("direct", answered("a", "3", "pecan", 0.25)),
            of("missing", unanswerable("a", "4", "pecan", false)),
            answered("a", "5", "pecan", 0.0),
            of("two-hop", not_run("a", "1", "whole")),
            of("direct", answered("a", "3", "whole", 0.75)),
        ]);
        let found = kinds(&all);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].kinds, ["direct", "two-hop"]);
        assert_eq!(found[0].questions, [1, 2]);
        let values: Vec<Vec<Option<f64>>> = found[0]
            .rows
            .iter()
            .map(|(_, row)| row.iter().map(|f1| f1.map(|f1| f1.value)).collect())
            .collect();
        assert_eq!(values, [vec![Some(0.25), Some(0.75)], vec![Some(0.75), None]]);
    }

    #[test]
    fn what_was_shown_is_distinguished_from_the_result() {
        let hop = |id: &str, reached, f1| {
            of("two-hop", Record { reached, ..answered("a", id, "pecan", f1) })
        };
        let all = results(vec![
            hop("1", Some(true), 1.0),
            hop("2", Some(true), 0.5),
            hop("3", Some(false), 0.25),
            hop("4", None, 0.0),
        ]);
        let held = CaseShare { held: 2, cases: 3 };
        let expected = ShownEvidence { held, with: Some(0.75), without: Some(0.25) };
        assert_eq!(kinds(&all)[0].shown, [("pecan".to_owned(), vec![Some(expected)])]);
    }

    #[test]
    fn without_kinds_there_is_nothing_to_tell() {
        assert!(kinds(&results(vec![answered("a", "1", "pecan", 1.0)])).is_empty());
    }
}
