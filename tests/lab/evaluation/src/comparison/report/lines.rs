//! F1 and TFLOPs over a number: over a setting in which methods differ, or over document length.

use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::format::short;
use super::frame::PlotFrame;
use super::plots::{Plot, in_percent};
use super::summary::MethodSummary;
use crate::comparison::{Method, Usual, WalkOptions};
use crate::statistics::Interval;

/// What a line shows of a method that was run on a data set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlottedMethod {
    /// The data set.
    pub dataset: String,
    /// The method as written.
    pub method: String,
    /// Questions that have an answer and were run.
    pub questions: usize,
    /// F1, from 0 to 1.
    pub f1: Interval,
    /// The mean TFLOPs of a question, without building.
    pub tflops: Option<f64>,
}

impl PlottedMethod {
    /// Returns the mark of a method, if it was run.
    pub fn of(summary: &MethodSummary) -> Option<Self> {
        let quality = summary.quality.as_ref()?;
        Some(Self {
            dataset: summary.dataset.clone(),
            method: summary.method.clone(),
            questions: quality.questions,
            f1: quality.f1,
            tflops: summary.cost.as_ref().map(|cost| cost.tflops.value),
        })
    }
}

/// A setting of a walk in which methods may differ.
struct SweepParameter {
    /// Its name for people.
    label: &'static str,
    /// Its value, also for a method that does not name it.
    value: fn(&WalkOptions, &Usual) -> f64,
    without: fn(WalkOptions) -> WalkOptions,
}

const SETTINGS: [SweepParameter; 3] = [
    SweepParameter {
        label: "patience t_n (asks that must find enough)",
        value: |walk, usual| walk.patience.unwrap_or(usual.patience) as f64,
        without: |walk| WalkOptions { patience: None, ..walk },
    },
    SweepParameter {
        label: "confidence t_p (what p_yes must exceed)",
        value: |walk, usual| walk.confidence.unwrap_or(usual.confidence),
        without: |walk| WalkOptions { confidence: None, ..walk },
    },
    SweepParameter {
        label: "balance (weight of similarity against attention)",
        value: |walk, usual| walk.balance.unwrap_or(usual.balance),
        without: |walk| WalkOptions { balance: None, ..walk },
    },
];

/// Lines by name, in the order in which their methods were named: numbers and their measurements.
type PlotSeries = Vec<(String, Vec<(f64, PlottedMethod)>)>;

/// Plots F1 and TFLOPs over every setting that is the only difference between several methods.
pub fn sweeps(dataset: &str, summaries: &[&MethodSummary], usual: &Usual) -> Vec<Plot> {
    let plot = |setting: &SweepParameter| {
        let lines = differing(summaries, setting, usual);
        let caption = format!("{dataset}: F1 and TFLOPs per question over {}", setting.label);
        let axis = Axis::linear(setting.label, numbers(&lines));
        (!lines.is_empty()).then(|| both(&caption, &axis, &lines))
    };
    SETTINGS.iter().filter_map(plot).collect()
}

/// Returns the walks by everything except the setting; at least two of a kind. A method that does not
/// name it has the model's value, or, with the paper's settings, the papers'.
fn differing(summaries: &[&MethodSummary], setting: &SweepParameter, usual: &Usual) -> PlotSeries {
    let mut lines: PlotSeries = Vec::new();
    for mark in summaries.iter().filter_map(|summary| PlottedMethod::of(summary)) {
        let Ok(Method::Walk(walk)) = mark.method.parse::<Method>() else { continue };
        let usual = if walk.paper { Usual::default() } else { *usual };
        let value = (setting.value)(&walk, &usual);
        let others = Method::Walk((setting.without)(walk)).to_string();
        of(&mut lines, others).push((value, mark));
    }
    sorted(lines)
}

/// Plots F1 and TFLOPs over document length, if data sets are named after it: `story-5K`.
pub fn growth(marks: impl IntoIterator<Item = PlottedMethod>) -> Vec<Plot> {
    let mut families: Vec<(String, PlotSeries)> = Vec::new();
    for mark in marks {
        if let Some((family, tokens)) = length(&mark.dataset) {
            let lines = of(&mut families, family.to_owned());
            of(lines, mark.method.clone()).push((tokens, mark));
        }
    }
    let plot = |(family, lines): (String, PlotSeries)| {
        let lines = sorted(lines);
        let name = match family.trim_end_matches(['-', '_', ' ']) {
            "" => "documents",
            name => name,
        };
        let caption = format!("{name}: F1 and TFLOPs per question over the length of the document");
        let axis = Axis::log("length of the document (tokens)", numbers(&lines));
        (!lines.is_empty()).then(|| both(&caption, &axis, &lines))
    };
    families.into_iter().filter_map(plot).collect()
}

/// Returns what belongs to a name. A new name is added at the end.
fn of<T: Default>(all: &mut Vec<(String, T)>, name: String) -> &mut T {
    let at = all.iter().position(|(known, _)| *known == name).unwrap_or(all.len());
    if at == all.len() {
        all.push((name, T::default()));
    }
    &mut all[at].1
}

/// Returns the length of a data set's documents, if its name ends with it, and the name before it.
fn length(dataset: &str) -> Option<(&str, f64)> {
    let (rest, unit) = match dataset.strip_suffix('K') {
        Some(rest) => (rest, 1e3),
        None => (dataset.strip_suffix('M')?, 1e6),
    };
    let family = rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = rest[family.len()..].parse().ok()?;
    (number > 0.0).then_some((family, number * unit))
}

/// Returns the lines of two points or more, from the smallest number to the largest.
fn sorted(mut lines: PlotSeries) -> PlotSeries {
    for (_, line) in &mut lines {
        line.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    lines.retain(|(_, line)| line.len() > 1);
    lines
}

fn numbers(lines: &PlotSeries) -> Vec<f64> {
    lines.iter().flat_map(|(_, line)| line).map(|(number, _)| *number).collect()
}

/// Returns two pictures over the same axis.
fn both(caption: &str, axis: &Axis, lines: &PlotSeries) -> Plot {
    let marks = lines.iter().flat_map(|(_, line)| line);
    let questions = marks.map(|(_, mark)| mark.questions);
    let most = questions.max().unwrap_or(0);
    let tflops =
        |mark: &PlottedMethod| mark.tflops.map(|value| Interval { value, low: value, high: value });
    Plot {
        caption: format!(
            "{caption}; at most {most} questions per point, F1 with its 95% interval."
        ),
        pictures: vec![
            picture(axis, "F1 (%)", lines, |mark| Some(in_percent(mark.f1))),
            picture(axis, "TFLOPs per question", lines, tflops),
        ],
    }
}

fn picture(
    axis: &Axis,
    label: &str,
    lines: &PlotSeries,
    value: impl Fn(&PlottedMethod) -> Option<Interval>,
) -> String {
    let points = |line: &[(f64, PlottedMethod)]| -> Vec<(f64, Interval)> {
        line.iter().filter_map(|(number, mark)| Some((*number, value(mark)?))).collect()
    };
    let all = lines.iter().flat_map(|(_, line)| points(line));
    let y = Axis::linear(label, all.flat_map(|(_, one)| [one.low, one.high]));
    let mut frame = PlotFrame::new(axis.clone(), y);
    let mut text = String::new();
    for (number, (name, line)) in lines.iter().enumerate() {
        let points = points(line);
        draw(&mut frame, &points, number);
        frame.name(number, &format!("{} {name}", number + 1));
        let each = points.iter().map(|(x, one)| format!(" {}: {}.", short(*x), short(one.value)));
        text.push_str(&format!("{name}:{} ", each.collect::<String>()));
    }
    frame.finish(&format!("{label} over {}", axis.label), &text)
}

/// Draws a line with its dots and whiskers, and its number at its end.
fn draw(frame: &mut PlotFrame, points: &[(f64, Interval)], number: usize) {
    let middle: Vec<(f64, f64)> = points.iter().map(|(x, one)| (*x, one.value)).collect();
    frame.curve(&middle, number);
    for (x, one) in points {
        if one.high > one.low {
            frame.whisker(*x, *one, number);
        }
        frame.dot((*x, one.value), number);
    }
    if let Some(last) = middle.last() {
        frame.label(*last, &(number + 1).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::Numbers;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn data_sets_are_named_after_their_length() {
        for (name, expected) in [
            ("story-5K", Some(("story-", 5e3))),
            ("story-0.5M", Some(("story-", 5e5))),
            ("128K", Some(("", 128e3))),
            ("story", None),
            ("QuALITY-K", None),
            ("a..5K", None),
            ("story-0K", None),
        ] {
            assert_eq!(length(name), expected, "{name}");
        }
    }

    #[test]
    fn settings_are_swept_where_nothing_else_differs() {
        let names = [
            // Without options.
            "pecan",
            "pecan:patience=4",
            "pecan:patience=2",
            "pecan:tree:patience=2",
            "pecan:confidence=0.5",
            "whole",
        ];
        let all = results(names.map(|name| answered("a", "1", name, 0.5)).into());
        let numbers = Numbers::of(&all);
        let summaries = numbers.on("a");
        let usual = Usual { patience: 1, confidence: 0.75, balance: 0.25 };
        let lines = differing(&summaries, &SETTINGS[0], &usual);
        let found: Vec<(&str, Vec<f64>)> = lines
            .iter()
            .map(|(name, line)| (name.as_str(), line.iter().map(|(x, _)| *x).collect()))
            .collect();
        assert_eq!(found, [("pecan", vec![1.0, 2.0, 4.0])]);
        let lines = differing(&summaries, &SETTINGS[1], &usual);
        assert_eq!(lines[0].0, "pecan");
        let confidences: Vec<f64> = lines[0].1.iter().map(|(x, _)| *x).collect();
        assert_eq!(confidences, [0.5, 0.75]);
        let plots = sweeps("a", &summaries, &usual);
        assert_eq!((plots.len(), plots[0].pictures.len()), (2, 2));
    }

    #[test]
    fn growth_is_by_family() {
        let all = results(vec![
            answered("story-5K", "1", "pecan", 1.0),
            answered("story-20K", "1", "pecan", 0.5),
            answered("story-5K", "1", "bm25:5", 1.0),
            answered("story-20K", "1", "bm25:5", 0.5),
            answered("other-5K", "1", "pecan", 0.5),
            not_run("story-80K", "1", "pecan"),
        ]);
        let plots = growth(Numbers::of(&all).marks());
        assert_eq!(plots.len(), 1);
        assert!(plots[0].caption.starts_with("story: F1"), "{}", plots[0].caption);
        let picture = &plots[0].pictures[0];
        assert!(picture.contains("pecan: 5000: 100.0. 20000: 50.0."));
        // In the order of the methods, as in all other pictures.
        assert!(picture.contains("1 pecan") && picture.contains("2 bm25:5"), "{picture}");
    }
}
