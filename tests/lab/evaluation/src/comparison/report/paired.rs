//! A method's differences from the reference, question by question.

use serde::Serialize;

use super::cases::by_documents;
use super::cost::{AnswerCosts, took};
use super::summary::{Counted, SEED, scored};
use crate::comparison::Record;
use crate::comparison::record::compared;
use crate::metrics::Bleu;
use crate::statistics::{Interval, bootstrap_all, mean_of_each};

/// The mean differences of a method's numbers from the reference's, over the questions that both ran. A
/// question's difficulty is the same for both and cancels out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PairedDifferences {
    /// Over the questions that have an answer, from -1 to 1; none without such questions.
    #[serde(flatten)]
    pub scores: Option<ScoreDifferences>,
    /// Over the same questions, or over all if none has an answer; none if both ran none.
    #[serde(flatten)]
    pub costs: Option<Costs>,
}

/// How much better the answers are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoreDifferences {
    /// Token F1.
    pub f1: Interval,
    /// Token F1, counting an answer that the method doubts as none.
    pub shown: Interval,
    /// ROUGE-L.
    pub rouge_l: Interval,
    /// Exact match.
    pub exact: Interval,
    /// BLEU-4 of all of them together.
    pub bleu: Interval,
}

/// How much more they cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Costs {
    /// Nodes or chunks shown.
    pub nodes: Interval,
    /// Tokens run through the model.
    pub evaluated: Interval,
    /// Seconds.
    pub seconds: Interval,
    /// TFLOPs as a multiple of the reference's, not a difference; none if the reference took none.
    pub of_reference: Option<Interval>,
}

impl PairedDifferences {
    /// Compares what the method and the reference made of questions.
    pub fn of(both: &[(&Record, &Record)]) -> Self {
        Self { scores: scores(both), costs: costs(both) }
    }
}

fn scores(both: &[(&Record, &Record)]) -> Option<ScoreDifferences> {
    let scored =
        both.iter().filter_map(|&(own, other)| Some((own, (scored(own)?, scored(other)?))));
    let (records, pairs): (Vec<&Record>, Vec<(Counted, Counted)>) = scored.unzip();
    let numbers = |cases: &[usize]| {
        let pair = |&case: &usize| {
            let ((own, _), (other, _)) = pairs[case];
            std::array::from_fn(|at| own[at] - other[at])
        };
        let [f1, shown, rouge_l, exact] = mean_of_each(cases.iter().map(pair));
        let own: Bleu = cases.iter().map(|&case| pairs[case].0.1).sum();
        let other: Bleu = cases.iter().map(|&case| pairs[case].1.1).sum();
        [f1, shown, rouge_l, exact, own.score() - other.score()]
    };
    let [f1, shown, rouge_l, exact, bleu] = bootstrap_all(&by_documents(records), SEED, numbers)?;
    Some(ScoreDifferences { f1, shown, rouge_l, exact, bleu })
}

fn costs(both: &[(&Record, &Record)]) -> Option<Costs> {
    let both = compared(both.to_vec(), |(own, _)| own.has_answer());
    let given = both.into_iter().filter_map(|(own, other)| {
        Some((own, (took(own.outcome.given()?), took(other.outcome.given()?))))
    });
    let (records, pairs): (Vec<&Record>, Vec<(AnswerCosts, AnswerCosts)>) = given.unzip();
    let numbers = |cases: &[usize]| {
        let own = mean_of_each(cases.iter().map(|&case| pairs[case].0));
        let other = mean_of_each(cases.iter().map(|&case| pairs[case].1));
        let less = |at: usize| own[at] - other[at];
        [less(0), less(1), less(3), own[2] / other[2]]
    };
    let [nodes, evaluated, seconds, of_reference] =
        bootstrap_all(&by_documents(records), SEED, numbers)?;
    let is_known = [of_reference.low, of_reference.high].iter().all(|end| end.is_finite());
    let of_reference = is_known.then_some(of_reference);
    Some(Costs { nodes, evaluated, seconds, of_reference })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, unanswerable, with};

    #[test]
    fn differences_are_over_what_both_ran() {
        let took = |record, flops, seconds| {
            with(record, |given| (given.flops, given.seconds) = (flops, seconds))
        };
        let own = [
            took(answered("a", "1", "whole", 0.25), 5e12, 3.0),
            not_run("a", "2", "whole"),
            took(unanswerable("a", "3", "whole", true), 7e12, 3.0),
        ];
        let other = [
            took(answered("a", "1", "pecan", 1.0), 1e12, 1.0),
            took(answered("a", "2", "pecan", 1.0), 9e12, 1.0),
            took(unanswerable("a", "3", "pecan", true), 2e12, 1.0),
        ];
        let both: Vec<(&Record, &Record)> = own.iter().zip(&other).collect();
        let PairedDifferences { scores: Some(scores), costs: Some(costs) } =
            PairedDifferences::of(&both)
        else {
            panic!("both ran two of them")
        };
        // A question without an answer counts for neither.
        let one = Interval { value: -0.75, low: -0.75, high: -0.75 };
        assert_eq!([scores.f1, scores.shown, scores.rouge_l, scores.exact], [one; 4]);
        assert_eq!((scores.bleu.value, costs.seconds.value), (0.0, 2.0));
        let ratio = costs.of_reference.unwrap();
        assert_eq!((ratio.value, ratio.low, ratio.high), (5.0, 5.0, 5.0));
        assert_eq!(PairedDifferences::of(&[]), PairedDifferences::default());
        // Nothing is a multiple of zero.
        let free = took(answered("a", "1", "pecan", 1.0), 0.0, 1.0);
        assert_eq!(PairedDifferences::of(&[(&own[0], &free)]).costs.unwrap().of_reference, None);
    }
}
