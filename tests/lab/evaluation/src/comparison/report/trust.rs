//! How far a method's statements about itself can be trusted: the passages that it cites, and whether
//! it knows when it has seen enough.

use std::collections::BTreeMap;

use serde::Serialize;

use super::format::CaseShare;
use super::records::{Set, by_documents, records, rephrased};
use super::scores::SEED;
use crate::comparison::{Method, Record, Results, WalkOptions};
use crate::metrics::{WordSegmentation, exact_match};
use report::statistics::{Interval, mean};

/// Bins of equal width from a sure No to a sure Yes.
const BINS: usize = 10;

/// How far a method can be trusted on a data set. What is known of no question is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trust {
    /// Answers whose cited passages hold what they follow from, among those for which that is known.
    pub cited: Option<CaseShare>,
    /// The same for all texts that the model was shown.
    pub reached: Option<CaseShare>,
    /// The interval of that share.
    pub reached_interval: Option<Interval>,
    /// Questions that were asked again in other words and got the same answer.
    pub steady: Option<CaseShare>,
    /// The mean deviation of p_yes from whether it was enough, over tenths of p_yes: the expected
    /// calibration error.
    pub calibration_error: Option<f64>,
    /// The same without the lowest tenth. Most asks find next to nothing and get a low p_yes, which is
    /// easy.
    pub calibration_error_above: Option<f64>,
    /// How often the model was asked whether it had enough.
    pub asks: Option<usize>,
    /// The share of stops at which it had enough.
    pub stop_precision: Option<f64>,
    /// The share, of the questions that had enough at some ask, that stopped with it.
    pub stop_recall: Option<f64>,
    /// The mean number of asks at which a question with enough went on.
    pub asks_too_late: Option<f64>,
    /// The mean of ln n of the nodes n that a query visited: the centre of a log-normal distribution.
    pub ln_nodes_mean: Option<f64>,
    /// The standard deviation of ln n: its width.
    pub ln_nodes_deviation: Option<f64>,
    /// The asks by p_yes in tenths, from 0 to 1; empty without asks.
    pub calibration: Vec<CalibrationBin>,
    /// Queries by how many nodes they visited; empty if the method does not walk.
    pub nodes: BTreeMap<usize, usize>,
}

/// Asks with about the same p_yes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// How many there are.
    pub asks: usize,
    /// How many of them had enough.
    pub enough: usize,
    /// The sum of their p_yes.
    pub p_yes: f64,
}

/// An ask whether the model has seen enough.
#[derive(Debug, Clone, Copy)]
struct SufficiencyCheck {
    p_yes: f64,
    enough: bool,
    stopped: bool,
}

/// Returns how far a method can be trusted on a data set.
pub fn trust(results: &Results, set: Set<'_>, method: &str) -> Trust {
    let own = records(results, set, method);
    // A name of its own means a walk with other models.
    let is_walk = method.parse::<WalkOptions>().is_ok() || method.parse::<Method>().is_err();
    let walks: &[&Record] = match is_walk {
        true => &own,
        false => &[],
    };
    let by_question: Vec<Vec<SufficiencyCheck>> = walks.iter().map(|one| asks(one)).collect();
    let asks: Vec<SufficiencyCheck> = by_question.concat();
    let count = |holds: fn(&SufficiencyCheck) -> bool| asks.iter().filter(|ask| holds(ask)).count();
    let right = count(|ask| ask.stopped && ask.enough);
    let had_enough = by_question.iter().filter(|asks| asks.iter().any(|ask| ask.enough)).count();
    let calibration = calibration(&asks);
    let nodes = nodes(walks);
    let (ln_nodes_mean, ln_nodes_deviation) = log_normal(&nodes).unzip();
    Trust {
        cited: CaseShare::of(own.iter().filter_map(|record| record.cited)),
        reached: CaseShare::of(own.iter().filter_map(|record| record.reached)),
        reached_interval: reached_interval(&own),
        steady: CaseShare::of(rephrased(results, set, method).into_iter().filter_map(same)),
        calibration_error: error(&calibration),
        calibration_error_above: error(calibration.get(1..).unwrap_or_default()),
        asks: (!asks.is_empty()).then_some(asks.len()),
        stop_precision: ratio(right, count(|ask| ask.stopped)),
        stop_recall: ratio(right, had_enough),
        asks_too_late: ratio(count(|ask| ask.enough) - right, had_enough),
        ln_nodes_mean,
        ln_nodes_deviation,
        calibration,
        nodes,
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn reached_interval(records: &[&Record]) -> Option<Interval> {
    let known = records.iter().filter_map(|&record| Some((record, record.reached?)));
    let (known, reached): (Vec<&Record>, Vec<bool>) = known.unzip();
    let values: Vec<f64> = reached.into_iter().map(|held| f64::from(u8::from(held))).collect();
    mean(&values, &by_documents(known), SEED)
}

/// Returns whether two records have the same answer, or both none; none if one of them was not run.
fn same((first, again): (&Record, &Record)) -> Option<bool> {
    let [one, other] = [first.outcome.given()?, again.outcome.given()?];
    let words = WordSegmentation::of(&first.question);
    Some(match one.found == Some(false) || other.found == Some(false) {
        true => one.found == other.found,
        false => exact_match(&one.answer, &[&other.answer], words),
    })
}

/// Returns the asks of a question, if it is known where it had enough. Only the last one can have led
/// to a stop.
fn asks(record: &Record) -> Vec<SufficiencyCheck> {
    let Some(given) = record.outcome.given() else { return Vec::new() };
    let found = given.found == Some(true);
    let last = given.shown.iter().rposition(|seen| seen.p_yes.is_some());
    let known = given.shown.iter().zip(&record.enough).enumerate();
    let ask = known.filter_map(|(at, (seen, &enough))| {
        Some(SufficiencyCheck { p_yes: seen.p_yes?, enough, stopped: found && last == Some(at) })
    });
    ask.collect()
}

fn calibration(asks: &[SufficiencyCheck]) -> Vec<CalibrationBin> {
    let mut bins = match asks {
        [] => Vec::new(),
        _ => vec![CalibrationBin::default(); BINS],
    };
    for ask in asks {
        // Exactly 1 belongs to the last bin.
        let bin = &mut bins[((ask.p_yes * BINS as f64) as usize).min(BINS - 1)];
        bin.asks += 1;
        bin.enough += usize::from(ask.enough);
        bin.p_yes += ask.p_yes;
    }
    bins
}

/// Returns the mean deviation of p_yes over the asks in these bins; none without asks.
fn error(bins: &[CalibrationBin]) -> Option<f64> {
    let asks: usize = bins.iter().map(|bin| bin.asks).sum();
    let off: f64 = bins.iter().map(|bin| (bin.p_yes - bin.enough as f64).abs()).sum();
    (asks > 0).then(|| off / asks as f64)
}

fn nodes(records: &[&Record]) -> BTreeMap<usize, usize> {
    let visited = records.iter().filter_map(|record| Some(record.outcome.given()?.shown.len()));
    let mut queries = BTreeMap::new();
    for nodes in visited.filter(|&nodes| nodes > 0) {
        *queries.entry(nodes).or_default() += 1;
    }
    queries
}

/// Returns the mean and the standard deviation of ln n; none without queries.
fn log_normal(queries: &BTreeMap<usize, usize>) -> Option<(f64, f64)> {
    let count = queries.values().sum::<usize>() as f64;
    let mean_of = |number: &dyn Fn(f64) -> f64| {
        let each = queries.iter().map(|(&n, &times)| times as f64 * number((n as f64).ln()));
        each.sum::<f64>() / count
    };
    let mean = mean_of(&|logarithm| logarithm);
    let variance = mean_of(&|logarithm| (logarithm - mean).powi(2));
    (!queries.is_empty()).then(|| (mean, variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, walked, with};

    #[test]
    fn a_walk_is_compared_with_an_oracle() {
        // One had enough at its second ask and stopped at its third, the other stopped too early.
        let late = [(Some(0.125), false), (None, false), (Some(0.75), true), (Some(1.0), true)];
        let all = results(vec![
            walked(answered("a", "1", "pecan", 1.0), true, &late),
            walked(answered("a", "2", "pecan", 0.0), true, &[(Some(0.75), false)]),
            not_run("a", "3", "pecan"),
        ]);
        let trust = trust(&all, Some("a"), "pecan");
        assert_eq!((trust.asks, trust.stop_precision), (Some(4), Some(0.5)));
        assert_eq!((trust.stop_recall, trust.asks_too_late), (Some(1.0), Some(1.0)));
        // Two asks with 0.75 had enough once: off by 0.5. The others are off by 0.125 and 0.
        assert_eq!(trust.calibration_error, Some(0.625 / 4.0));
        assert_eq!(trust.calibration_error_above, Some(0.625 / 4.0));
        assert_eq!(trust.calibration[7], CalibrationBin { asks: 2, enough: 1, p_yes: 1.5 });
        assert_eq!(trust.nodes, BTreeMap::from([(1, 1), (4, 1)]));
        assert_eq!(trust.ln_nodes_mean, Some(4.0_f64.ln() / 2.0));
        assert_eq!(trust.ln_nodes_deviation, trust.ln_nodes_mean);
    }

    #[test]
    fn only_walks_are_asked() {
        let known = |id: &str, cited, reached| Record {
            cited,
            reached,
            ..walked(answered("a", id, "bm25:5", 1.0), true, &[(Some(0.5), true)])
        };
        let all = [known("1", Some(true), Some(true)), known("2", None, Some(false))];
        let trust = trust(&results(all.into()), Some("a"), "bm25:5");
        assert_eq!(trust.cited, Some(CaseShare { held: 1, cases: 1 }));
        assert_eq!(trust.reached_interval, Some(Interval { value: 0.5, low: 0.0, high: 1.0 }));
        assert_eq!((trust.asks, trust.calibration_error, trust.ln_nodes_mean), (None, None, None));
    }

    #[test]
    fn the_same_answer_may_have_other_articles() {
        let said = |id: &str, first: Option<&str>, answer: &str, found: bool| {
            let record = with(answered("a", id, "bm25:5", 1.0), |given| {
                (given.answer, given.found) = (answer.into(), Some(found));
            });
            Record { rephrases: first.map(String::from), ..record }
        };
        let all = results(vec![
            said("1", None, "The old lamp.", true),
            said("2", None, "a lamp", true),
            said("3", None, "lamp", false),
            said("1a", Some("1"), "old lamp", true),
            said("2a", Some("2"), "a lamp", false),
            said("3a", Some("3"), "door", false),
            Record { rephrases: Some("1".into()), ..not_run("a", "1b", "bm25:5") },
        ]);
        let steady = trust(&all, Some("a"), "bm25:5").steady;
        assert_eq!(steady, Some(CaseShare { held: 2, cases: 3 }));
    }
}
