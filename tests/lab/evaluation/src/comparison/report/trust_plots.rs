//! Pictures of how many nodes a walk visits, and of how well it knows when that is enough.

use super::axis::Axis;
use super::format::short;
use super::frame::PlotFrame;
use super::plots::Plot;
use super::summary::SEED;
use super::trust::{BINS, Bin, Nodes, Reliability, Trust};
use crate::statistics::{CaseGroups, Interval, mean};

/// The most bars of a histogram.
const BARS: usize = 30;
/// Points of a curve.
const POINTS: u32 = 120;

/// Plots how many questions visited how many nodes, with the log-normal distribution fitted to them.
pub fn histogram(trust: &Trust) -> Option<Plot> {
    let nodes = trust.nodes.as_ref()?;
    let first = *nodes.queries.first_key_value()?.0;
    let last = *nodes.queries.last_key_value()?.0;
    let questions: usize = nodes.queries.values().sum();
    let wide = (last - first + 1).div_ceil(BARS);
    let bars = bars(nodes, first, wide, questions);
    let end = bars.last().map_or(last as f64, |(from, _)| from + wide as f64);
    let curve = fitted(nodes, first as f64 - 0.5, end, wide);
    let heights = bars.iter().chain(&curve).map(|(_, height)| *height);
    let x = Axis::linear("nodes of a question", [first as f64 - 0.5, end]);
    let y = Axis::linear("questions (%)", heights.chain([0.0]));
    let mut frame = PlotFrame::new(x, y);
    for (from, height) in &bars {
        frame.bar(*from, from + wide as f64, *height, 0);
    }
    frame.name(0, "questions");
    if !curve.is_empty() {
        frame.curve(&curve, 1);
        frame.name(1, "log-normal fit");
    }
    let text: String = bars
        .iter()
        .map(|(from, height)| format!("From {:.0} nodes: {height:.1} %. ", (from + 0.5).max(0.0)))
        .collect();
    let caption = format!(
        "{}, {}: nodes visited per question, over {questions} questions, and the log-normal \
         distribution with their mean {:.2} and deviation {:.2} of ln n.",
        trust.dataset, trust.method, nodes.mean, nodes.deviation
    );
    let pictures = vec![frame.finish("Nodes of a question", &text)];
    Some(Plot { caption, pictures })
}

/// Returns where each bar begins, half a node before its first number, and its share of the questions
/// in percent.
fn bars(nodes: &Nodes, first: usize, wide: usize, questions: usize) -> Vec<(f64, f64)> {
    let last = nodes.queries.last_key_value().map_or(first, |(nodes, _)| *nodes);
    let bar = |from: usize| {
        let own: usize = nodes.queries.range(from..from + wide).map(|(_, count)| count).sum();
        (from as f64 - 0.5, 100.0 * own as f64 / questions as f64)
    };
    (first..=last).step_by(wide).map(bar).collect()
}

/// Returns the fitted distribution in percent of the questions per bar; empty if all are equal.
fn fitted(nodes: &Nodes, from: f64, to: f64, wide: usize) -> Vec<(f64, f64)> {
    let Nodes { mean, deviation, .. } = *nodes;
    let density = |n: f64| {
        let off = (n.ln() - mean) / deviation;
        (-off * off / 2.0).exp() / (n * deviation * (2.0 * std::f64::consts::PI).sqrt())
    };
    if deviation <= 0.0 {
        return Vec::new();
    }
    let places = (0..=POINTS).map(|at| from + (to - from) * f64::from(at) / f64::from(POINTS));
    let above = places.filter(|&n| n > 0.0);
    above.map(|n| (n, 100.0 * wide as f64 * density(n))).collect()
}

/// Plots the share of asks that had enough, by what the model said.
pub fn reliability(trust: &Trust) -> Option<Plot> {
    let Reliability { bins, error } = trust.reliability.as_ref()?;
    let asks: usize = bins.iter().map(|bin| bin.asks).sum();
    let x = Axis::linear("p_yes, what the model said", [0.0, 1.0]);
    let y = Axis::linear("share of asks with enough", [0.0, 1.0]);
    let mut frame = PlotFrame::new(x, y);
    frame.guide((0.0, 0.0), (1.0, 1.0));
    let points: Vec<(f64, f64)> = bins.iter().filter_map(Bin::point).collect();
    frame.curve(&points, 0);
    let mut text = String::new();
    for (at, bin) in bins.iter().enumerate() {
        let Some((said, enough)) = bin.point() else { continue };
        if let Some(interval) = chance(bin) {
            frame.whisker(said, interval, 0);
        }
        frame.dot((said, enough), 0);
        frame.label((said, enough), &bin.asks.to_string());
        let (from, to) = (at as f64 / BINS as f64, (at + 1) as f64 / BINS as f64);
        text.push_str(&format!("From {from:.1} to {to:.1}: {} of {} asks. ", bin.enough, bin.asks));
    }
    let caption = format!(
        "{}, {}: how often there was enough when the model said so, over {asks} asks; each dot \
         shows how many. On the straight line, it would know exactly. Expected calibration error: \
         {}.",
        trust.dataset,
        trust.method,
        short(*error)
    );
    let pictures = vec![frame.finish("Reliability of p_yes", &text)];
    Some(Plot { caption, pictures })
}

/// Returns the interval of the share with enough. Asks about the same documents are correlated.
fn chance(bin: &Bin) -> Option<Interval> {
    let enough: Vec<f64> = bin.each.iter().map(|(_, held)| f64::from(u8::from(*held))).collect();
    let names = bin.each.iter().map(|(documents, _)| Some(documents).filter(|key| !key.is_empty()));
    mean(&enough, &CaseGroups::by(names), SEED)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn nodes(queries: &[(usize, usize)], deviation: f64) -> Nodes {
        Nodes { queries: queries.iter().copied().collect(), mean: 2.0, deviation }
    }

    #[test]
    fn bars_hold_every_question() {
        let nodes = nodes(&[(3, 1), (4, 2), (8, 1)], 0.5);
        assert_eq!(bars(&nodes, 3, 1, 4).len(), 6);
        assert_eq!(bars(&nodes, 3, 2, 4), [(2.5, 75.0), (4.5, 0.0), (6.5, 25.0)]);
    }

    #[test]
    fn the_curve_holds_as_much_as_the_bars() {
        let curve = fitted(&nodes(&[(7, 1)], 0.5), 0.0, 60.0, 2);
        let step = 60.0 / f64::from(POINTS);
        let area: f64 = curve.iter().map(|(_, height)| height * step).sum();
        assert!((area / 2.0 - 100.0).abs() < 0.5, "{area}");
        assert!(fitted(&nodes(&[(7, 1)], 0.0), 0.0, 60.0, 2).is_empty());
    }

    #[test]
    fn many_nodes_share_bars() {
        let queries: BTreeMap<usize, usize> = (5..500).map(|nodes| (nodes, 1)).collect();
        let trust = Trust {
            dataset: "a".into(),
            method: "pecan".into(),
            cited: None,
            reached: None,
            steady: None,
            reliability: None,
            stops: None,
            nodes: Some(Nodes { queries, mean: 5.0, deviation: 0.7 }),
        };
        let plot = histogram(&trust).unwrap();
        assert!(plot.caption.contains("495 questions"), "{}", plot.caption);
        assert!(plot.pictures[0].matches("<rect").count() <= BARS);
        assert_eq!(reliability(&trust), None);
    }
}
