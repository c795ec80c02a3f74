//! The numbers in pictures.

use super::Numbers;
use super::axis::Axis;
use super::format::{interval, short};
use super::frame::PlotFrame;
use super::kinds::QuestionKindResults;
use super::lines::{growth, sweeps};
use super::summary::MethodSummary;
use super::trust_plots::{histogram, reliability};
use crate::statistics::Interval;

/// The first-named walks, whose nodes and asks are drawn. The tables have the numbers of all walks.
const WALKS: usize = 2;

/// Pictures with a sentence that says what they show.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// What they show, and from how many questions.
    pub caption: String,
    /// The pictures, as SVG.
    pub pictures: Vec<String>,
}

/// Returns all plots of a data set.
pub fn plots(numbers: &Numbers<'_>, dataset: &str) -> Vec<Plot> {
    let summaries = numbers.on(dataset);
    let mut plots: Vec<Plot> = trade_off(dataset, &summaries).into_iter().collect();
    plots.extend(numbers.kinds.iter().filter(|kinds| kinds.dataset == dataset).map(by_kind));
    plots.extend(sweeps(dataset, &summaries, &numbers.results.usual));
    let trusts = numbers.trusts.iter().filter(|trust| trust.dataset == dataset);
    let of_walks = trusts.map(|trust| histogram(trust).into_iter().chain(reliability(trust)));
    let of_walks = of_walks.map(Vec::from_iter).filter(|own| !own.is_empty());
    plots.extend(of_walks.take(WALKS).flatten());
    plots
}

/// Returns the plots over data sets.
pub fn plots_over_sets(numbers: &Numbers<'_>) -> Vec<Plot> {
    growth(numbers.marks())
}

/// Plots F1 against TFLOPs of every method that was run.
fn trade_off(dataset: &str, summaries: &[&MethodSummary]) -> Option<Plot> {
    let point = |summary: &&MethodSummary| {
        let quality = summary.quality.as_ref()?;
        let tflops = summary.cost.as_ref()?.tflops.value;
        Some((summary.method.clone(), tflops, in_percent(quality.f1), quality.questions))
    };
    let points: Vec<(String, f64, Interval, usize)> = summaries.iter().filter_map(point).collect();
    let most = points.iter().map(|(.., questions)| *questions).max()?;
    let x = Axis::log("TFLOPs per question", points.iter().map(|(_, tflops, ..)| *tflops));
    let y = Axis::linear("F1 (%)", points.iter().flat_map(|(_, _, f1, _)| [f1.low, f1.high]));
    let mut frame = PlotFrame::new(x, y);
    let mut text = String::new();
    for (number, (method, tflops, f1, _)) in points.iter().enumerate() {
        // A logarithmic axis has no place for zero.
        if *tflops > 0.0 {
            frame.whisker(*tflops, *f1, number);
            frame.dot((*tflops, f1.value), number);
            frame.label((*tflops, f1.value), &(number + 1).to_string());
        }
        frame.name(number, &format!("{} {method}", number + 1));
        text.push_str(&format!("{method}: {} at {} TFLOPs. ", short(f1.value), short(*tflops)));
    }
    let caption = format!(
        "{dataset}: F1 with its 95% interval against the TFLOPs of a question, without building; \
         {most} questions, fewer where a method was not run. Up and left is better."
    );
    let pictures = vec![frame.finish("F1 against TFLOPs per question", &text)];
    Some(Plot { caption, pictures })
}

/// Draws a picture with bars for each kind.
fn by_kind(kinds: &QuestionKindResults) -> Plot {
    let counts = kinds.kinds.iter().zip(&kinds.questions);
    let counts: Vec<String> = counts.map(|(kind, count)| format!("{kind} {count}")).collect();
    Plot {
        caption: format!(
            "{}: F1 with its 95% interval by kind of question and method. Questions: {}.",
            kinds.dataset,
            counts.join(", ")
        ),
        pictures: (0..kinds.kinds.len()).map(|kind| bars(kinds, kind)).collect(),
    }
}

fn bars(kinds: &QuestionKindResults, kind: usize) -> String {
    let names = (1..=kinds.rows.len()).map(|number| number.to_string());
    let label = format!("{} (methods by number)", kinds.kinds[kind]);
    let y = Axis::linear("F1 (%)", [0.0, 100.0]);
    let mut frame = PlotFrame::new(Axis::names(&label, names.collect()), y);
    let mut text = String::new();
    for (number, (method, cells)) in kinds.rows.iter().enumerate() {
        frame.name(number, &format!("{} {method}", number + 1));
        let Some(f1) = cells[kind] else { continue };
        let from = number as f64;
        frame.bar(from + 0.15, from + 0.85, 100.0 * f1.value, number);
        frame.whisker(from + 0.5, in_percent(f1), number);
        text.push_str(&format!("{method}: {}. ", interval(f1)));
    }
    frame.finish(&format!("F1 of {} questions by method", kinds.kinds[kind]), &text)
}

/// Scales an interval to the range from 0 to 100.
pub fn in_percent(interval: Interval) -> Interval {
    let Interval { value, low, high } = interval;
    Interval { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Record;
    use crate::comparison::report::sample::{answered, not_run, results, walked};

    #[test]
    fn every_plot_says_from_how_many_questions() {
        let kind = |record: Record| Record { kind: Some("two-hop".into()), ..record };
        let walk = |id: &str| {
            let asks = [(None, false), (Some(0.25), false), (Some(0.75), true)];
            kind(walked(answered("a", id, "pecan", 1.0), true, &asks))
        };
        let all = results(vec![
            walk("1"),
            walk("2"),
            kind(answered("a", "1", "bm25:5", 0.5)),
            not_run("a", "1", "whole"),
        ]);
        let plots = plots(&Numbers::of(&all), "a");
        let captions: Vec<&str> = plots.iter().map(|plot| plot.caption.as_str()).collect();
        assert_eq!(captions.len(), 4, "{captions:?}");
        for (caption, count) in
            captions.iter().zip(["2 questions", "two-hop 2", "2 questions", "4 asks"])
        {
            assert!(caption.contains(count), "{caption}");
        }
        assert!(plots[0].pictures[0].contains("bm25:5: 50.0 at 2.00 TFLOPs."), "{plots:?}");
        assert!(!plots[0].pictures[0].contains("whole"), "what was not run has no place");
    }

    #[test]
    fn without_answers_there_is_no_plot() {
        let all = results(vec![not_run("a", "1", "whole")]);
        assert!(plots(&Numbers::of(&all), "a").is_empty());
    }
}
