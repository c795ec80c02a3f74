//! The numbers in pictures: F1 against operations, and both over the length of documents.

use std::collections::BTreeMap;
use std::ops::Range;

use plotters::prelude::*;
use protocol::{Code, Failure};

use super::format::short;
use super::lengths::{AtLength, families};
use super::numbers::{MethodNumbers, Numbers};
use super::printable::{in_file_name, printable};
use super::records::distinct;
use report::statistics::Interval;

/// Pixels: the whole picture, and its part without the names of the methods.
const SIZE: (u32, u32) = (900, 480);
const CHART: u32 = 640;
/// The ends of whiskers, and a line of the names.
const WHISKER: u32 = 6;
const LINE: i32 = 15;

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The file's name.
    pub file: String,
    /// What it shows.
    pub caption: String,
    /// The file's contents.
    pub svg: String,
}

/// The points of each method by its number in the order of the methods.
type Series = BTreeMap<usize, Vec<(f64, Interval)>>;

/// What a picture shows.
struct Chart<'a> {
    file: String,
    caption: String,
    axes: [&'a str; 2],
    methods: Vec<&'a str>,
    series: Series,
}

/// Draws F1 against operations for every data set, and both over the length of the documents.
///
/// # Errors
///
/// If a picture cannot be drawn.
pub fn plots(numbers: &Numbers<'_>) -> Result<Vec<Plot>, Failure> {
    let sets = numbers.datasets().into_iter();
    let trade_offs = sets.map(|set| trade_off(set, &numbers.on(set)));
    let growth = families(&numbers.table).into_iter();
    let growth = growth.flat_map(|(family, all)| over_length(family, &all));
    let charts = trade_offs.chain(growth).filter(|chart| !chart.series.is_empty());
    charts.map(Chart::plot).collect()
}

/// A number of a method.
type Value = fn(&MethodNumbers) -> Option<Interval>;

/// What is drawn over the length of the documents: the name in files, that of the axis, and the number.
const OVER_LENGTH: [(&str, &str, Value); 2] = [
    ("f1", "F1 (%)", |own| Some(in_percent(own.quality.as_ref()?.scores.f1))),
    ("tflops", "TFLOPs per question", |own| Some(own.cost.as_ref()?.tflops)),
];

fn over_length<'a>(family: &str, all: &[AtLength<'a>]) -> [Chart<'a>; 2] {
    let methods = distinct(all.iter().map(|(_, own)| own.method.as_str()));
    OVER_LENGTH.map(|(name, label, value)| {
        let mut series = Series::new();
        for (tokens, own) in all {
            let number = methods.iter().position(|method| *method == own.method);
            if let Some((number, value)) = number.zip(value(own)) {
                series.entry(number).or_default().push((*tokens, value));
            }
        }
        series.values_mut().for_each(|line| line.sort_by(|(a, _), (b, _)| a.total_cmp(b)));
        Chart {
            file: format!("{name}-over-{}.svg", in_file_name(&format!("{family}length"))),
            caption: format!("{label} over the length of the documents"),
            axes: ["length of the document (tokens)", label],
            methods: methods.clone(),
            series,
        }
    })
}

fn trade_off<'a>(dataset: &str, own: &[&'a MethodNumbers]) -> Chart<'a> {
    let point = |(number, own): (usize, &&MethodNumbers)| {
        let (cost, quality) = (own.cost.as_ref()?, own.quality.as_ref()?);
        // A logarithmic axis has no place for zero.
        let tflops = Some(cost.tflops.value).filter(|tflops| *tflops > 0.0)?;
        Some((number, vec![(tflops, in_percent(quality.scores.f1))]))
    };
    Chart {
        file: format!("{}.svg", in_file_name(dataset)),
        caption: format!("{}: F1 against TFLOPs; up and left is better", printable(dataset)),
        axes: ["TFLOPs per question, without building", "F1 (%)"],
        methods: own.iter().map(|own| own.method.as_str()).collect(),
        series: own.iter().enumerate().filter_map(point).collect(),
    }
}

fn in_percent(Interval { value, low, high }: Interval) -> Interval {
    Interval { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
}

impl Chart<'_> {
    fn plot(self) -> Result<Plot, Failure> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|error| {
            let message = format!("{} cannot be drawn: {error}.", self.file);
            Failure::new(Code::Internal, message)
        })?;
        Ok(Plot { file: self.file, caption: self.caption, svg })
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (left, right) = root.split_horizontally(CHART);
        let (x, y) = self.ranges();
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.caption, ("sans-serif", 16))
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(x.log_scale(), y)?;
        chart
            .configure_mesh()
            .x_desc(self.axes[0])
            .x_label_formatter(&|x| short(*x))
            .y_desc(self.axes[1])
            .draw()?;
        for (&number, line) in &self.series {
            let style = Palette99::pick(number).filled();
            let middle = line.iter().map(|(x, one)| (*x, one.value));
            chart.draw_series(LineSeries::new(middle.clone(), style))?;
            chart.draw_series(middle.map(|point| Circle::new(point, 4, style)))?;
            let whiskers = line.iter().filter(|(_, one)| one.high > one.low);
            chart.draw_series(whiskers.map(|(x, one)| {
                ErrorBar::new_vertical(*x, one.low, one.value, one.high, style, WHISKER)
            }))?;
        }
        for (row, &number) in (1..).zip(self.series.keys()) {
            let (y, style) = (row * LINE, Palette99::pick(number).filled());
            right.draw(&Circle::new((8, y), 4, style))?;
            right.draw(&Text::new(
                printable(self.methods[number]),
                (18, y - 6),
                ("sans-serif", 12),
            ))?;
        }
        root.present()?;
        Ok(())
    }

    /// Returns the ranges of the axes: between powers of ten, and from zero. Nothing lies on an edge.
    fn ranges(&self) -> (Range<f64>, Range<f64>) {
        let points = || self.series.values().flatten();
        let low = points().map(|(x, _)| *x).fold(f64::INFINITY, f64::min);
        let high = points().map(|(x, _)| *x).fold(0.0, f64::max);
        let most = points().map(|(_, one)| one.high).fold(0.0, f64::max);
        let top = if most > 0.0 { most * 1.05 } else { 1.0 };
        let (low, high) = ((low / 1.2).log10().floor(), (high * 1.2).log10().ceil());
        (10.0_f64.powf(low)..10.0_f64.powf(high), 0.0..top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn every_set_and_every_family_is_drawn() {
        let all = results(vec![
            answered("story-5K", "1", "<b>", 1.0),
            answered("story-20K", "1", "<b>", 0.0),
            answered("story-5K", "1", "bm25:5", 1.0),
            not_run("story-5K", "1", "whole"),
            not_run("b", "1", "whole"),
        ]);
        let plots = plots(&Numbers::of(&all)).unwrap();
        let files: Vec<&str> = plots.iter().map(|plot| &*plot.file).collect();
        let growth = ["f1-over-story-length.svg", "tflops-over-story-length.svg"];
        assert_eq!(files, [&["story-5K.svg", "story-20K.svg", "all.svg"], &growth[..]].concat());
        for Plot { svg, .. } in &plots {
            assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
            assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
            assert!(!svg.contains("whole"), "what was not run has no place");
        }
    }
}
