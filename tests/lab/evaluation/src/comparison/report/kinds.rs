//! F1 by kind of question, and how much of it is due to what was shown.

use std::collections::BTreeMap;

use serde::Serialize;

use super::format::CaseShare;
use super::records::by_documents;
use super::scores::SEED;
use crate::comparison::Record;
use report::statistics::{Interval, mean};

/// What a method made of the questions of one kind that have an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindNumbers {
    /// How many questions of this kind there are, run or not.
    pub questions: usize,
    /// Their F1; none if nothing was run.
    pub f1: Option<Interval>,
    /// How often everything that the answer follows from was shown; none if that is unknown.
    pub shown: Option<ShownEvidence>,
}

/// How often everything that the answer follows from was shown, and how good the answers then are. This
/// distinguishes what the method misses from what the model makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ShownEvidence {
    /// The questions for which it was, among those for which that is known.
    pub held: CaseShare,
    /// The mean F1 of these; none if there are none.
    pub with: Option<f64>,
    /// The mean F1 of the others; none if there are none.
    pub without: Option<f64>,
}

/// Returns a method's results by kind of question; empty if the questions have no kinds.
pub fn kinds(records: &[&Record]) -> BTreeMap<String, KindNumbers> {
    let mut kinds: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for &record in records.iter().filter(|record| record.has_answer()) {
        if let Some(kind) = &record.kind {
            kinds.entry(kind.clone()).or_default().push(record);
        }
    }
    kinds.into_iter().map(|(kind, records)| (kind, of_kind(&records))).collect()
}

fn of_kind(records: &[&Record]) -> KindNumbers {
    let scored = records.iter().filter_map(|&record| Some((record, record.scores?.f1)));
    let (scored, scores): (Vec<&Record>, Vec<f64>) = scored.unzip();
    let f1 = mean(&scores, &by_documents(scored), SEED);
    KindNumbers { questions: records.len(), f1, shown: shown(records) }
}

fn shown(records: &[&Record]) -> Option<ShownEvidence> {
    let known = records.iter().filter_map(|record| Some((record.reached?, record.scores?.f1)));
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
    use crate::comparison::report::sample::{answered, not_run, unanswerable};

    #[test]
    fn every_kind_has_its_mean_and_what_was_shown_for_it() {
        let of = |kind: &str, reached, record: Record| Record {
            kind: Some(kind.into()),
            reached,
            ..record
        };
        let all = [
            of("two-hop", Some(true), answered("a", "1", "pecan", 1.0)),
            of("two-hop", Some(true), answered("a", "2", "pecan", 0.5)),
            of("two-hop", Some(false), answered("a", "3", "pecan", 0.25)),
            of("two-hop", None, answered("a", "4", "pecan", 0.25)),
            of("direct", None, not_run("a", "5", "pecan")),
            of("missing", None, unanswerable("a", "6", "pecan", false)),
            answered("a", "7", "pecan", 0.0),
        ];
        let found = kinds(&all.iter().collect::<Vec<_>>());
        let (direct, two_hop) = (&found["direct"], &found["two-hop"]);
        assert_eq!((found.len(), direct.questions, direct.f1, direct.shown), (2, 1, None, None));
        assert_eq!((two_hop.questions, two_hop.f1.unwrap().value), (4, 0.5));
        let held = CaseShare { held: 2, cases: 3 };
        let expected = ShownEvidence { held, with: Some(0.75), without: Some(0.25) };
        assert_eq!(two_hop.shown, Some(expected));
    }
}
