//! How good answers are, alone and beside the reference's.

use serde::Serialize;

use super::records::by_documents;
use crate::comparison::Record;
use crate::metrics::Bleu;
use report::statistics::{Interval, bootstrap_all, mean_of_each};

/// A fixed seed, so that the same numbers give the same intervals.
pub const SEED: u64 = 1;

/// Mean scores, from 0 to 1, or mean differences between two methods, from -1 to 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scores {
    /// Token F1.
    pub f1: Interval,
    /// Token F1 of what is shown: an answer for which the method itself says that not enough was found
    /// counts as none.
    pub shown: Interval,
    /// ROUGE-L.
    pub rouge_l: Interval,
    /// Exact match.
    pub exact: Interval,
    /// BLEU-4 of all answers together.
    pub bleu: Interval,
}

/// The quality of a method's answers to the questions that were run and have an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quality {
    /// The number of these questions.
    pub questions: usize,
    /// The scores.
    #[serde(flatten)]
    pub scores: Scores,
}

/// F1, F1 as shown, ROUGE-L and exact match of an answer, and BLEU's counts.
type AnswerScore = ([f64; 4], Bleu);

impl Scores {
    fn new([f1, shown, rouge_l, exact, bleu]: [Interval; 5]) -> Self {
        Self { f1, shown, rouge_l, exact, bleu }
    }
}

/// Returns the quality of a method's answers; none if no question with an answer was run.
pub fn quality(records: &[&Record]) -> Option<Quality> {
    let scored = records.iter().filter_map(|&record| Some((record, scored(record)?)));
    let (records, scores): (Vec<&Record>, Vec<AnswerScore>) = scored.unzip();
    let numbers = |cases: &[usize]| {
        let [f1, shown, rouge_l, exact] = mean_of_each(cases.iter().map(|&case| scores[case].0));
        let bleu: Bleu = cases.iter().map(|&case| scores[case].1).sum();
        [f1, shown, rouge_l, exact, bleu.score()]
    };
    let questions = records.len();
    let scores = Scores::new(bootstrap_all(&by_documents(records), SEED, numbers)?);
    Some(Quality { questions, scores })
}

/// Returns how much better the answers of a method are than those of another, over the questions that
/// have an answer and that both ran; none without such questions. A question's difficulty is the same
/// for both and cancels out.
pub fn score_differences(both: &[(&Record, &Record)]) -> Option<Scores> {
    let scored =
        both.iter().filter_map(|&(own, other)| Some((own, (scored(own)?, scored(other)?))));
    let (records, pairs): (Vec<&Record>, Vec<(AnswerScore, AnswerScore)>) = scored.unzip();
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
    Some(Scores::new(bootstrap_all(&by_documents(records), SEED, numbers)?))
}

fn scored(record: &Record) -> Option<AnswerScore> {
    let (scores, given) = (record.scores?, record.outcome.given()?);
    let shown = if record.is_doubted() { 0.0 } else { scores.f1 };
    let bleu = Bleu::new(&given.answer, &record.answers);
    Some(([scores.f1, shown, scores.rouge_l, scores.exact], bleu))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, with};

    #[test]
    fn bleu_is_of_all_answers_together() {
        let said = |id: &str, answer: &str| {
            let record =
                with(answered("a", id, "pecan", 1.0), |given| given.answer = answer.into());
            Record { answers: vec!["one two three four five".into()], ..record }
        };
        let all = [said("1", "one two three four five"), said("2", "six")];
        let bleu = quality(&all.iter().collect::<Vec<_>>()).unwrap().scores.bleu;
        // Five of six words, then every run of 2, 3 and 4; six words where ten were wanted.
        let wanted = (5.0_f64 / 6.0).powf(0.25) * (1.0 - 10.0_f64 / 6.0).exp();
        assert!((bleu.value - wanted).abs() < 1e-12, "{bleu:?}");
    }
}
