//! How good each method is on each data set, and its cost.

use std::collections::BTreeMap;

use serde::Serialize;

use super::cases::{Set, by_documents, methods, name, pairs, records, sets};
use super::cost::{MeanQueryCost, cost};
use super::format::CaseShare;
use super::paired::PairedDifferences;
use crate::comparison::{QuestionOutcome, Record, Results};
use crate::metrics::Bleu;
use crate::statistics::{Interval, bootstrap_all, mean_of_each};

/// A fixed seed, so that the same numbers give the same intervals.
pub const SEED: u64 = 1;

/// A method on a data set, or on all of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodSummary {
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
}

/// How good answers are, from 0 to 1, over the questions that were run and have an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quality {
    /// The number of these questions.
    pub questions: usize,
    /// Token F1.
    pub f1: Interval,
    /// Token F1 of what is shown: an answer for which the method itself says that not enough was found
    /// counts as none.
    pub shown: Interval,
    /// ROUGE-L.
    pub rouge_l: Interval,
    /// Exact match.
    pub exact: Interval,
    /// BLEU-4 of all of them together.
    pub bleu: Interval,
}

impl MethodSummary {
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

/// Returns every method on every data set, in order.
pub fn summaries(results: &Results) -> Vec<MethodSummary> {
    let mut summaries = Vec::new();
    for set in sets(results) {
        for method in methods(results) {
            summaries.push(summary(results, set, method));
        }
    }
    summaries
}

fn summary(results: &Results, set: Set<'_>, method: &str) -> MethodSummary {
    let own = records(results, set, method);
    let is_reference = method == results.reference;
    let paired = || PairedDifferences::of(&pairs(&own, &records(results, set, &results.reference)));
    MethodSummary {
        dataset: name(set).to_owned(),
        method: method.to_owned(),
        is_reference,
        questions: own.len(),
        documents: by_documents(own.iter().copied()).count(),
        not_run: reasons(&own),
        cut: CaseShare::of(own.iter().filter_map(|record| record.outcome.given()?.is_cut())),
        quality: quality(&own),
        cost: cost(results, set, &own),
        less_reference: (!is_reference && !results.choosing).then(paired),
        refused: CaseShare::of(said(&own, false).map(|found| !found)),
        rightly_refused: CaseShare::of(refusals(&own)),
        found: CaseShare::of(said(&own, true)),
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

fn quality(records: &[&Record]) -> Option<Quality> {
    let scored = records.iter().filter_map(|&record| Some((record, scored(record)?)));
    let (records, scores): (Vec<&Record>, Vec<Counted>) = scored.unzip();
    let numbers = |cases: &[usize]| {
        let [f1, shown, rouge_l, exact] = mean_of_each(cases.iter().map(|&case| scores[case].0));
        let bleu: Bleu = cases.iter().map(|&case| scores[case].1).sum();
        [f1, shown, rouge_l, exact, bleu.score()]
    };
    let questions = records.len();
    let [f1, shown, rouge_l, exact, bleu] = bootstrap_all(&by_documents(records), SEED, numbers)?;
    Some(Quality { questions, f1, shown, rouge_l, exact, bleu })
}

/// F1, F1 as shown (0 for an answer that the method itself doubts), ROUGE-L and exact match, and BLEU's
/// counts.
pub type Counted = ([f64; 4], Bleu);

/// Returns how good an answer is; none if the question has none, or was not run.
pub fn scored(record: &Record) -> Option<Counted> {
    let (scores, given) = (record.scores?, record.outcome.given()?);
    let shown = if record.is_doubted() { 0.0 } else { scores.f1 };
    let bleu = Bleu::new(&given.answer, &record.answers);
    Some(([scores.f1, shown, scores.rouge_l, scores.exact], bleu))
}

/// Returns what a method said about the questions that have an answer, or about those that have none:
/// whether the documents answer it.
fn said(records: &[&Record], has_answer: bool) -> impl Iterator<Item = bool> {
    let own = records.iter().filter(move |record| record.answers.is_empty() != has_answer);
    own.filter_map(|record| record.outcome.given()?.found)
}

/// Returns, for each question that a method said the documents do not answer, whether that is true.
fn refusals(records: &[&Record]) -> impl Iterator<Item = bool> {
    let doubted = records.iter().filter(|record| record.is_doubted());
    doubted.map(|record| record.answers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable, with};

    #[test]
    fn what_was_not_run_counts_for_nothing() {
        let all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("a", "2", "pecan", 0.5),
            answered("a", "1", "whole", 0.25),
            not_run("a", "2", "whole"),
            not_run("a", "1", "long"),
            not_run("a", "2", "long"),
        ]);
        let found = summaries(&all);
        let [pecan, whole, long] = &found[..] else { panic!("{found:?}") };
        let quality = pecan.quality.as_ref().unwrap();
        assert_eq!((quality.questions, quality.f1.value), (2, 0.75));
        assert_eq!((&pecan.less_reference, pecan.documents), (&None, 2));
        assert_eq!((pecan.is_reference, pecan.run(), pecan.why_not()), (true, 2, None));
        let quality = whole.quality.as_ref().unwrap();
        assert_eq!((quality.questions, quality.rouge_l.value), (1, 0.25));
        let less = whole.less_reference.clone().unwrap();
        assert_eq!(less.scores.unwrap().f1.value, -0.75);
        assert_eq!((whole.questions, whole.run()), (2, 1));
        assert_eq!((long.run(), long.why_not()), (0, Some("not run: window".into())));
        assert_eq!((&long.quality, &long.cost), (&None, &None));
        assert_eq!(long.less_reference, Some(PairedDifferences::default()));
    }

    #[test]
    fn what_was_cut_to_the_window_is_shown() {
        let shown = |id: &str, wanted| {
            with(answered("a", id, "bm25:5", 1.0), |given| given.wanted = wanted)
        };
        let all = results(vec![shown("1", Some(5)), shown("2", Some(0)), shown("3", None)]);
        assert_eq!(summaries(&all)[0].cut, Some(CaseShare { held: 1, cases: 2 }));
    }

    #[test]
    fn a_method_that_was_never_asked_says_so() {
        let mut all = results(vec![answered("a", "1", "pecan", 1.0)]);
        all.methods.push("bm25:matched".into());
        assert_eq!(summaries(&all)[1].why_not(), Some("not asked".into()));
    }

    #[test]
    fn data_sets_are_summed_up_together_too() {
        let all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("b", "1", "pecan", 0.0),
            answered("b", "2", "pecan", 0.5),
        ]);
        let wanted = [("a", 1.0), ("b", 0.25), ("all", 0.5)].map(|(set, f1)| (set.to_owned(), f1));
        let found: Vec<(String, f64)> = summaries(&all)
            .into_iter()
            .map(|summary| (summary.dataset, summary.quality.unwrap().f1.value))
            .collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn finding_is_counted_for_both_kinds_of_question() {
        let found = |id: &str, found| {
            with(answered("a", id, "pecan", 1.0), |given| given.found = Some(found))
        };
        let all = results(vec![
            found("1", true),
            found("2", true),
            found("3", false),
            answered("a", "4", "pecan", 1.0),
            unanswerable("a", "5", "pecan", true),
            unanswerable("a", "6", "pecan", false),
        ]);
        let summary = &summaries(&all)[0];
        assert_eq!(summary.found, Some(CaseShare { held: 2, cases: 3 }));
        assert_eq!(summary.refused, Some(CaseShare { held: 1, cases: 2 }));
        // It said no to questions 3 and 6.
        assert_eq!(summary.rightly_refused, Some(CaseShare { held: 1, cases: 2 }));
        let quality = summary.quality.as_ref().unwrap();
        assert_eq!((quality.questions, summary.questions), (4, 6));
        // Question 3 was answered correctly, but doubted.
        assert_eq!((quality.f1.value, quality.shown.value), (1.0, 0.75));
    }

    #[test]
    fn what_is_shown_is_compared_too() {
        let doubted =
            |id: &str| with(answered("a", id, "tree", 1.0), |given| given.found = Some(false));
        let all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("a", "2", "pecan", 1.0),
            doubted("1"),
            answered("a", "2", "tree", 1.0),
        ]);
        let found = summaries(&all);
        let less = found[1].less_reference.clone().and_then(|less| less.scores).unwrap();
        assert_eq!((less.f1.value, less.shown.value), (0.0, -0.5));
    }

    #[test]
    fn bleu_is_of_all_answers_together() {
        let said = |id: &str, answer: &str| {
            let record = with(answered("a", id, "pecan", 1.0), |given| {
                given.answer = answer.to_owned();
            });
            Record { answers: vec!["one two three four five".into()], ..record }
        };
        let all = results(vec![said("1", "one two three four five"), said("2", "six")]);
        let bleu = summaries(&all)[0].quality.as_ref().unwrap().bleu;
        // Five of six words, then every run of 2, 3 and 4; six words where ten were wanted.
        let wanted = (5.0_f64 / 6.0).powf(0.25) * (1.0 - 10.0_f64 / 6.0).exp();
        assert!((bleu.value - wanted).abs() < 1e-12, "{bleu:?}");
    }
}
