//! How far a method's statements about itself can be trusted: the passages that it cites, and whether
//! it knows when it has seen enough.

use std::collections::BTreeMap;

use super::cases::{Set, methods, name, records, rephrased, sets};
use super::format::CaseShare;
use crate::comparison::{Method, Record, Results};
use crate::metrics::{WordSegmentation, exact_match};

/// Bins of equal width from a sure No to a sure Yes.
pub const BINS: usize = 10;

/// How far a method can be trusted on a data set.
#[derive(Debug, Clone, PartialEq)]
pub struct Trust {
    /// The data set; `all` for all of them together.
    pub dataset: String,
    /// The method.
    pub method: String,
    /// Answers whose cited passages hold what they follow from, among those for which that is known.
    pub cited: Option<CaseShare>,
    /// The same for all texts that the model was shown.
    pub reached: Option<CaseShare>,
    /// Questions that were asked again in other words and got the same answer.
    pub steady: Option<CaseShare>,
    /// What it said when it was asked whether it had enough, beside whether it had; none if it was not
    /// asked, or if that is unknown.
    pub reliability: Option<Reliability>,
    /// Its decisions to stop; none in the same cases.
    pub stops: Option<StopCounts>,
    /// How many nodes its queries visited; none if it does not walk.
    pub nodes: Option<Nodes>,
}

/// How often it really was enough, by what the model said.
#[derive(Debug, Clone, PartialEq)]
pub struct Reliability {
    /// Asks by p_yes, from 0 to 1.
    pub bins: [Bin; BINS],
    /// The mean deviation of p_yes over asks: the expected calibration error.
    pub error: f64,
}

impl Reliability {
    /// Returns the same over the asks with a p_yes above the lowest bin; none without such asks. Most
    /// asks find next to nothing and get a low p_yes, which is easy.
    pub fn error_above(&self) -> Option<f64> {
        off(&self.bins[1..])
    }
}

/// Asks with about the same p_yes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bin {
    /// How many there are.
    pub asks: usize,
    /// How many of them had enough.
    pub enough: usize,
    /// The sum of their p_yes.
    pub said: f64,
    /// For each ask, the documents that it was about, and whether it was enough.
    pub each: Vec<(String, bool)>,
}

impl Bin {
    /// Returns the mean p_yes and the share of asks that had enough; none without asks.
    pub fn point(&self) -> Option<(f64, f64)> {
        let asks = self.asks as f64;
        (self.asks > 0).then(|| (self.said / asks, self.enough as f64 / asks))
    }
}

/// Asks at which the search stopped, beside those at which it had enough.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StopCounts {
    /// Asks in all.
    pub asks: usize,
    /// Asks at which it stopped.
    pub stopped: usize,
    /// Asks at which it had enough.
    pub enough: usize,
    /// Asks at which both hold; each ends a question.
    pub right: usize,
    /// Questions that had enough at some ask.
    pub could: usize,
}

impl StopCounts {
    /// Returns the share of stops at which it had enough; none if it never stopped.
    pub fn precision(&self) -> Option<f64> {
        (self.stopped > 0).then(|| self.right as f64 / self.stopped as f64)
    }

    /// The share, of the questions that had enough at some ask, that stopped with it; none if none had.
    pub fn recall(&self) -> Option<f64> {
        (self.could > 0).then(|| self.right as f64 / self.could as f64)
    }

    /// The mean number of asks at which a question with enough went on; none if no question had.
    pub fn late(&self) -> Option<f64> {
        (self.could > 0).then(|| (self.enough - self.right) as f64 / self.could as f64)
    }
}

/// How many nodes queries visited.
#[derive(Debug, Clone, PartialEq)]
pub struct Nodes {
    /// Queries by how many nodes they visited.
    pub queries: BTreeMap<usize, usize>,
    /// The mean of ln n: the centre of the fitted log-normal distribution.
    pub mean: f64,
    /// The standard deviation of ln n: its width.
    pub deviation: f64,
}

/// Returns how far every method can be trusted on every data set.
pub fn trusts(results: &Results) -> Vec<Trust> {
    let mut trusts = Vec::new();
    for set in sets(results) {
        for method in methods(results) {
            trusts.push(trust(results, set, method));
        }
    }
    trusts
}

fn trust(results: &Results, set: Set<'_>, method: &str) -> Trust {
    let own = records(results, set, method);
    // A name of its own means a walk with other models.
    let walks = matches!(method.parse::<Method>(), Ok(Method::Walk(_)) | Err(_));
    let asks: Vec<Vec<SufficiencyCheck<'_>>> = match walks {
        true => own.iter().map(|record| asks(record)).collect(),
        false => Vec::new(),
    };
    Trust {
        dataset: name(set).to_owned(),
        method: method.to_owned(),
        cited: CaseShare::of(own.iter().filter_map(|record| record.cited)),
        reached: CaseShare::of(own.iter().filter_map(|record| record.reached)),
        steady: CaseShare::of(rephrased(results, set, method).into_iter().filter_map(same)),
        reliability: reliability(asks.iter().flatten()),
        stops: stops(&asks),
        nodes: if walks { nodes(&own) } else { None },
    }
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

/// An ask whether the model has seen enough.
#[derive(Debug, Clone, Copy)]
struct SufficiencyCheck<'a> {
    documents: &'a str,
    p_yes: f64,
    enough: bool,
    stopped: bool,
}

/// Returns the asks of a question, if it is known where it had enough. Only the last one can have led
/// to a stop.
fn asks(record: &Record) -> Vec<SufficiencyCheck<'_>> {
    let Some(given) = record.outcome.given() else { return Vec::new() };
    let found = given.found == Some(true);
    let last = given.shown.iter().rposition(|seen| seen.p_yes.is_some());
    let known = given.shown.iter().zip(&record.enough).enumerate();
    let ask = known.filter_map(|(at, (seen, &enough))| {
        let (p_yes, stopped) = (seen.p_yes?, found && last == Some(at));
        Some(SufficiencyCheck { documents: &record.documents, p_yes, enough, stopped })
    });
    ask.collect()
}

fn reliability<'a>(asks: impl Iterator<Item = &'a SufficiencyCheck<'a>>) -> Option<Reliability> {
    let mut bins: [Bin; BINS] = Default::default();
    for ask in asks {
        // Exactly 1 belongs to the last bin.
        let bin = &mut bins[((ask.p_yes * BINS as f64) as usize).min(BINS - 1)];
        bin.asks += 1;
        bin.enough += usize::from(ask.enough);
        bin.said += ask.p_yes;
        bin.each.push((ask.documents.to_owned(), ask.enough));
    }
    let error = off(&bins)?;
    Some(Reliability { bins, error })
}

/// Returns the mean deviation of p_yes over the asks in these bins; none without asks.
fn off(bins: &[Bin]) -> Option<f64> {
    let asks: usize = bins.iter().map(|bin| bin.asks).sum();
    let off: f64 = bins.iter().map(|bin| (bin.said - bin.enough as f64).abs()).sum();
    (asks > 0).then(|| off / asks as f64)
}

/// Counts over the asks of each question.
fn stops(questions: &[Vec<SufficiencyCheck<'_>>]) -> Option<StopCounts> {
    let asks = || questions.iter().flatten();
    let count = |holds: fn(&SufficiencyCheck<'_>) -> bool| asks().filter(|ask| holds(ask)).count();
    let had_enough = |asks: &&Vec<SufficiencyCheck<'_>>| asks.iter().any(|ask| ask.enough);
    asks().next().is_some().then(|| StopCounts {
        asks: asks().count(),
        stopped: count(|ask| ask.stopped),
        enough: count(|ask| ask.enough),
        right: count(|ask| ask.stopped && ask.enough),
        could: questions.iter().filter(had_enough).count(),
    })
}

fn nodes(records: &[&Record]) -> Option<Nodes> {
    let visited = records.iter().filter_map(|record| Some(record.outcome.given()?.shown.len()));
    let visited: Vec<usize> = visited.filter(|&nodes| nodes > 0).collect();
    let mut queries = BTreeMap::new();
    for &nodes in &visited {
        *queries.entry(nodes).or_default() += 1;
    }
    let count = visited.len() as f64;
    let logarithms = || visited.iter().map(|&nodes| (nodes as f64).ln());
    let mean = logarithms().sum::<f64>() / count;
    let variance = logarithms().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
    (!visited.is_empty()).then(|| Nodes { queries, mean, deviation: variance.sqrt() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, walked, with};

    /// Two walks: one had enough at its second ask and stopped at its third, the other stopped at its
    /// second without enough. Before the asks stands a node without one.
    fn walks() -> Results {
        let asks = |p: &[(f64, bool)]| {
            let asked = p.iter().map(|&(p_yes, enough)| (Some(p_yes), enough));
            [(None, false)].into_iter().chain(asked).collect::<Vec<_>>()
        };
        let good = asks(&[(0.125, false), (0.25, true), (1.0, true)]);
        let bad = asks(&[(0.125, false), (0.875, false)]);
        results(vec![
            walked(answered("a", "1", "pecan", 1.0), true, &good),
            walked(answered("a", "2", "pecan", 0.0), true, &bad),
            answered("a", "3", "pecan", 0.0),
        ])
    }

    #[test]
    fn reliability_by_hand() {
        let reliability = trusts(&walks())[0].reliability.clone().unwrap();
        let bin = |at: usize| (reliability.bins[at].asks, reliability.bins[at].point());
        assert_eq!(bin(1), (2, Some((0.125, 0.0))));
        assert_eq!(bin(2), (1, Some((0.25, 1.0))));
        assert_eq!(bin(8), (1, Some((0.875, 0.0))));
        assert_eq!(bin(9), (1, Some((1.0, 1.0))));
        assert_eq!(bin(5), (0, None));
        // (0.25 + 0.75 + 0.875 + 0) / 5 asks.
        assert!((reliability.error - 0.375).abs() < 1e-12, "{reliability:?}");
        assert_eq!(
            reliability.error_above(),
            Some(reliability.error),
            "nothing is in the lowest bin"
        );
        let sure = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.0), false)]);
        let sure = trusts(&results(vec![sure]))[0].reliability.clone().unwrap();
        assert_eq!((sure.error, sure.error_above()), (0.0, None));
    }

    #[test]
    fn stops_by_hand() {
        let stops = trusts(&walks())[0].stops.unwrap();
        assert_eq!(stops, StopCounts { asks: 5, stopped: 2, enough: 2, right: 1, could: 1 });
        assert_eq!(
            (stops.precision(), stops.recall(), stops.late()),
            (Some(0.5), Some(1.0), Some(1.0))
        );
        let none = StopCounts::default();
        assert_eq!((none.precision(), none.recall(), none.late()), (None, None, None));
    }

    #[test]
    fn nodes_have_a_log_normal_fit() {
        let nodes = trusts(&walks())[0].nodes.clone().unwrap();
        assert_eq!(nodes.queries, BTreeMap::from([(3, 1), (4, 1)]));
        assert!((nodes.mean - 12.0_f64.ln() / 2.0).abs() < 1e-12);
        assert!((nodes.deviation - (4.0_f64 / 3.0).ln() / 2.0).abs() < 1e-12);
    }

    #[test]
    fn answers_in_other_words_are_compared() {
        let said = |id: &str, first: Option<&str>, answer: &str, found: bool| {
            let record = with(answered("a", id, "bm25:5", 1.0), |given| {
                given.answer = answer.into();
                given.found = Some(found);
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
        assert_eq!(trusts(&all)[0].steady, Some(CaseShare { held: 2, cases: 3 }));
    }

    #[test]
    fn only_walks_are_asked() {
        let cited = |id: &str, cited| Record { cited, ..answered("a", id, "bm25:5", 1.0) };
        let all = results(vec![
            cited("1", Some(true)),
            cited("2", None),
            walked(cited("3", Some(false)), true, &[(Some(0.5), true)]),
        ]);
        let trust = &trusts(&all)[0];
        assert_eq!(trust.cited, Some(CaseShare { held: 1, cases: 2 }));
        assert_eq!((&trust.reliability, trust.stops, &trust.nodes), (&None, None, &None));
    }
}
