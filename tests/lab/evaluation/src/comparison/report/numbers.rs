//! Every number of a comparison, by method and data set.

use std::collections::BTreeMap;

use serde::Serialize;

use super::costs::{CostDifferences, MeanQueryCost, cost, cost_differences};
use super::format::CaseShare;
use super::kinds::{KindNumbers, kinds};
use super::records::{Set, by_documents, distinct, methods, name, pairs, records, sets};
use super::scores::{Quality, Scores, quality, score_differences};
use super::trust::{Trust, trust};
use crate::comparison::{QuestionOutcome, Record, Results};

/// Numbers of queries over which building is spread, as in PECAN's Table A4.
const QUERIES: [u32; 4] = [1, 2, 4, 8];

/// A comparison with its numbers, for programs.
#[derive(Serialize)]
pub struct Numbers<'a> {
    /// Every question by every method.
    #[serde(flatten)]
    pub results: &'a Results,
    /// Every method on every data set, in order; if there are several sets, the last one is all of them.
    pub table: Vec<MethodNumbers>,
}

/// A method on a data set, or on all of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodNumbers {
    /// The data set; `all` for all of them together.
    pub dataset: String,
    /// The method.
    pub method: String,
    /// Whether it is the method that the others are compared with.
    pub is_reference: bool,
    /// Questions asked.
    pub questions: usize,
    /// How many documents, or sets of documents, they are about: intervals are based on these.
    pub documents: usize,
    /// How many of them were not run, by reason.
    pub not_run: BTreeMap<String, usize>,
    /// The questions for which not all chosen nodes or passages fitted, among those with such a choice.
    pub cut: Option<CaseShare>,
    /// How good its answers are; none if no question with an answer was run.
    pub quality: Option<Quality>,
    /// Their cost; none if nothing was run.
    pub cost: Option<MeanQueryCost>,
    /// Its differences from the reference; none for the reference itself, or if nothing was answered.
    pub less_reference: Option<PairedDifferences>,
    /// Among the questions that the documents do not answer, those for which it said so.
    pub refused: Option<CaseShare>,
    /// Among the questions for which it said that the documents do not answer them, those for which
    /// that is true.
    pub rightly_refused: Option<CaseShare>,
    /// Among the questions that they answer, those for which it said so.
    pub found: Option<CaseShare>,
    /// How far it can be trusted.
    #[serde(flatten)]
    pub trust: Trust,
    /// TFLOPs of a question with its part of building, by questions per document.
    pub tflops_by_questions: Option<BTreeMap<u32, f64>>,
    /// The questions that have an answer, by kind.
    pub kinds: BTreeMap<String, KindNumbers>,
}

/// A method's differences from another, over the questions that both ran.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairedDifferences {
    /// How much better its answers are; none if no question has an answer.
    #[serde(flatten)]
    pub scores: Option<Scores>,
    /// How much more they cost; none if both ran none.
    #[serde(flatten)]
    pub costs: Option<CostDifferences>,
}

impl PairedDifferences {
    /// Compares what two methods made of the same questions.
    pub fn of(own: &[&Record], other: &[&Record]) -> Self {
        let both = pairs(own, other);
        Self { scores: score_differences(&both), costs: cost_differences(&both) }
    }
}

impl<'a> Numbers<'a> {
    /// Calculates the numbers of a comparison, which takes a while for the intervals.
    pub fn of(results: &'a Results) -> Self {
        let methods = methods(results);
        let each =
            sets(results).into_iter().flat_map(|set| methods.iter().map(move |&own| (set, own)));
        let table = each.map(|(set, method)| MethodNumbers::of(results, set, method)).collect();
        Self { results, table }
    }

    /// Returns the data sets in order.
    pub fn datasets(&self) -> Vec<&str> {
        distinct(self.table.iter().map(|one| one.dataset.as_str()))
    }

    /// Returns the methods on a data set.
    pub fn on(&self, dataset: &str) -> Vec<&MethodNumbers> {
        self.table.iter().filter(|one| one.dataset == dataset).collect()
    }
}

impl MethodNumbers {
    fn of(results: &Results, set: Set<'_>, method: &str) -> Self {
        let own = records(results, set, method);
        let is_reference = method == results.reference;
        let paired = || PairedDifferences::of(&own, &records(results, set, &results.reference));
        let cost = cost(results, set, &own);
        let spread = |cost: &MeanQueryCost| QUERIES.map(|queries| (queries, cost.spread(queries)));
        Self {
            dataset: name(set).to_owned(),
            method: method.to_owned(),
            is_reference,
            questions: own.len(),
            documents: by_documents(own.iter().copied()).count(),
            not_run: reasons(&own),
            cut: CaseShare::of(own.iter().filter_map(|record| record.outcome.given()?.is_cut())),
            quality: quality(&own),
            tflops_by_questions: cost.as_ref().map(|cost| spread(cost).into()),
            cost,
            less_reference: (!is_reference && !results.choosing).then(paired),
            refused: CaseShare::of(said(&own, false).map(|found| !found)),
            rightly_refused: CaseShare::of(refusals(&own)),
            found: CaseShare::of(said(&own, true)),
            trust: trust(results, set, method),
            kinds: kinds(&own),
        }
    }

    /// Returns how many questions were run.
    pub fn run(&self) -> usize {
        self.questions - self.not_run.values().sum::<usize>()
    }

    /// Returns why questions were not run: `not run: window`.
    pub fn why_not(&self) -> Option<String> {
        let why: Vec<&str> = self.not_run.keys().map(String::as_str).collect();
        match (self.questions, why.is_empty()) {
            (0, _) => Some("not asked".into()),
            (_, true) => None,
            (_, false) => Some(format!("not run: {}", why.join(", "))),
        }
    }
}

/// Counts the questions that were not run, by reason.
fn reasons(records: &[&Record]) -> BTreeMap<String, usize> {
    let mut reasons = BTreeMap::new();
    for record in records {
        if let QuestionOutcome::NotRun(why) = &record.outcome {
            *reasons.entry(why.clone()).or_default() += 1;
        }
    }
    reasons
}

/// Returns what a method said about the questions that have an answer, or about those that have none:
/// whether the documents answer it.
fn said(records: &[&Record], has_answer: bool) -> impl Iterator<Item = bool> {
    let own = records.iter().filter(move |record| record.has_answer() == has_answer);
    own.filter_map(|record| record.outcome.given()?.found)
}

/// Returns, for each question that a method said the documents do not answer, whether that is true.
fn refusals(records: &[&Record]) -> impl Iterator<Item = bool> {
    records.iter().filter(|record| record.is_doubted()).map(|record| !record.has_answer())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::comparison::report::sample::{
        answered, not_run, results, unanswerable, walked, with,
    };

    #[test]
    fn what_was_not_run_counts_for_nothing() {
        let mut all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("a", "2", "pecan", 0.5),
            answered("a", "1", "whole", 0.25),
            not_run("a", "2", "whole"),
            not_run("a", "1", "long"),
            not_run("a", "2", "long"),
        ]);
        all.methods.push("bm25:matched".into());
        let found = Numbers::of(&all).table;
        let [pecan, whole, long, matched] = &found[..] else { panic!("{found:?}") };
        let quality = pecan.quality.as_ref().unwrap();
        assert_eq!((quality.questions, quality.scores.f1.value), (2, 0.75));
        assert_eq!((&pecan.less_reference, pecan.documents), (&None, 2));
        assert_eq!((pecan.is_reference, pecan.run(), pecan.why_not()), (true, 2, None));
        let less = whole.less_reference.clone().unwrap();
        assert_eq!((less.scores.unwrap().f1.value, whole.run()), (-0.75, 1));
        assert_eq!((long.run(), long.why_not()), (0, Some("not run: window".into())));
        assert_eq!((&long.quality, &long.cost), (&None, &None));
        assert_eq!(matched.why_not(), Some("not asked".into()));
    }

    #[test]
    fn data_sets_are_summed_up_together_too() {
        let all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("b", "1", "pecan", 0.0),
            answered("b", "2", "pecan", 0.5),
        ]);
        let numbers = Numbers::of(&all);
        let f1 = |dataset| numbers.on(dataset)[0].quality.as_ref().unwrap().scores.f1.value;
        assert_eq!(numbers.datasets(), ["a", "b", "all"]);
        assert_eq!(["a", "b", "all"].map(f1), [1.0, 0.25, 0.5]);
    }

    #[test]
    fn finding_is_counted_for_both_kinds_of_question() {
        let found = |id: &str, found| {
            with(answered("a", id, "pecan", 1.0), |given| {
                (given.found, given.wanted) = (Some(found), Some(0));
            })
        };
        let all = results(vec![
            found("1", true),
            found("2", true),
            found("3", false),
            with(answered("a", "4", "pecan", 1.0), |given| given.wanted = Some(5)),
            unanswerable("a", "5", "pecan", true),
            unanswerable("a", "6", "pecan", false),
        ]);
        let numbers = &Numbers::of(&all).table[0];
        let share = |held, cases| Some(CaseShare { held, cases });
        assert_eq!((numbers.found, numbers.refused), (share(2, 3), share(1, 2)));
        // It said no to questions 3 and 6.
        assert_eq!((numbers.rightly_refused, numbers.cut), (share(1, 2), share(1, 4)));
        let quality = numbers.quality.as_ref().unwrap();
        assert_eq!((quality.questions, numbers.questions), (4, 6));
        // Question 3 was answered correctly, but doubted.
        assert_eq!((quality.scores.f1.value, quality.scores.shown.value), (1.0, 0.75));
    }

    #[test]
    fn programs_have_every_number() {
        let walk = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.75), true)]);
        let all = results(vec![walk, not_run("a", "1", "whole")]);
        let json = serde_json::to_value(Numbers::of(&all)).unwrap();
        let [pecan, whole] = [0, 1].map(|at| &json["table"][at]);
        assert_eq!((&pecan["asks"], &pecan["calibration_error"]), (&json!(1), &json!(0.25)));
        assert_eq!((&pecan["stop_recall"], &pecan["nodes"]), (&json!(1.0), &json!({"1": 1})));
        assert_eq!(pecan["tflops_by_questions"], json!({"1": 2.0, "2": 2.0, "4": 2.0, "8": 2.0}));
        assert_eq!(pecan["quality"]["f1"], json!({"value": 1.0, "low": 1.0, "high": 1.0}));
        assert_eq!((&whole["tflops_by_questions"], &whole["asks"]), (&json!(null), &json!(null)));
        assert_eq!(json["records"].as_array().unwrap().len(), 2);
    }
}
