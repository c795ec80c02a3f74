//! A picture with two axes.

use super::axis::Axis;
use super::svg::{Anchor, Svg, SvgPoint, colour};
use super::table::cut;
use crate::statistics::Interval;

/// The heights of the picture and of the area between the axes.
const HEIGHT: f64 = 340.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 288.0;
/// Where the area between the axes begins and ends, and how wide the legend beside it is.
const LEFT: f64 = 66.0;
const RIGHT: f64 = 480.0;
const LEGEND: f64 = 250.0;
/// The distance between two lines of the legend.
const LINE: f64 = 17.0;
/// Characters of a name in the legend, and of one under an axis in proportion to its room.
const NAME: usize = 36;
const CHARACTER: f64 = 7.0;
/// The height of a line of text.
const TEXT: f64 = 12.0;
/// Where a label may stand beside its point: the first of these that is free.
const BESIDE: [(f64, f64, Anchor); 6] = [
    (5.0, -6.0, Anchor::Start),
    (-5.0, -6.0, Anchor::End),
    (5.0, 14.0, Anchor::Start),
    (-5.0, 14.0, Anchor::End),
    (5.0, -18.0, Anchor::Start),
    (5.0, 26.0, Anchor::Start),
];
/// Half the width of a whisker's ends.
const WHISKER: f64 = 4.0;

/// A picture that is being drawn between its axes.
#[derive(Debug, Clone)]
pub struct PlotFrame {
    svg: Svg,
    x: Axis,
    y: Axis,
    legend: usize,
    labels: Vec<LabelBounds>,
}

/// The position of a text: its left and right ends, and its baseline.
#[derive(Debug, Clone, Copy)]
struct LabelBounds {
    left: f64,
    right: f64,
    line: f64,
}

impl LabelBounds {
    /// Returns the position of a text.
    fn of((x, line): SvgPoint, anchor: Anchor, text: &str) -> Self {
        let width = CHARACTER * text.chars().count() as f64;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        Self { left, right: left + width, line }
    }

    /// Returns whether it is in the picture, above the axis.
    fn is_inside(&self) -> bool {
        self.left > LEFT && self.line > TEXT && self.line < BOTTOM
    }

    fn is_over(&self, other: &Self) -> bool {
        let beside = self.left >= other.right || other.left >= self.right;
        !beside && (self.line - other.line).abs() < TEXT
    }
}

impl PlotFrame {
    /// Draws the axes.
    pub fn new(x: Axis, y: Axis) -> Self {
        let mut frame = Self { svg: Svg::default(), x, y, legend: 0, labels: Vec::new() };
        frame.draw_x();
        frame.draw_y();
        frame
    }

    fn draw_x(&mut self) {
        let ticks = self.x.ticks();
        let room = (RIGHT - LEFT) / ticks.len().max(1) as f64 / CHARACTER;
        for (value, text) in ticks {
            let x = self.place((value, self.y.low())).0;
            self.svg.line((x, BOTTOM), (x, BOTTOM + 5.0), "axis");
            let text = cut(&text, room.max(2.0) as usize);
            self.svg.text((x, BOTTOM + 20.0), Anchor::Middle, &text);
        }
        self.svg.line((LEFT, BOTTOM), (RIGHT, BOTTOM), "axis");
        let middle = (LEFT + RIGHT) / 2.0;
        self.svg.text((middle, BOTTOM + 42.0), Anchor::Middle, &self.x.label);
    }

    fn draw_y(&mut self) {
        for (value, text) in self.y.ticks() {
            let y = self.place((self.x.low(), value)).1;
            self.svg.line((LEFT, y), (RIGHT, y), "grid");
            self.svg.text((LEFT - 8.0, y + 4.0), Anchor::End, &text);
        }
        self.svg.line((LEFT, TOP), (LEFT, BOTTOM), "axis");
        self.svg.upright_text((16.0, (TOP + BOTTOM) / 2.0), &self.y.label);
    }

    /// Returns where two values are in the picture.
    fn place(&self, (x, y): SvgPoint) -> SvgPoint {
        let (x, y) = (self.x.place(x), self.y.place(y));
        (LEFT + x * (RIGHT - LEFT), BOTTOM - y * (BOTTOM - TOP))
    }

    /// Draws a dot.
    pub fn dot(&mut self, at: SvgPoint, number: usize) {
        let at = self.place(at);
        self.svg.dot(at, &format!("fill {}", colour(number)));
    }

    /// Draws an interval of values.
    pub fn whisker(&mut self, x: f64, interval: Interval, number: usize) {
        let class = format!("stroke {}", colour(number));
        let (low, high) = (self.place((x, interval.low)), self.place((x, interval.high)));
        self.svg.line(low, high, &class);
        for (x, y) in [low, high] {
            self.svg.line((x - WHISKER, y), (x + WHISKER, y), &class);
        }
    }

    /// Draws a bar that stands on the axis.
    pub fn bar(&mut self, from: f64, to: f64, height: f64, number: usize) {
        let (from, to) = (self.place((from, self.y.low())), self.place((to, height)));
        self.svg.rectangle(from, to, &format!("fill {}", colour(number)));
    }

    /// Draws a line through points.
    pub fn curve(&mut self, points: &[SvgPoint], number: usize) {
        let points: Vec<SvgPoint> = points.iter().map(|&point| self.place(point)).collect();
        self.svg.polyline(&points, &format!("curve {}", colour(number)));
    }

    /// Draws a line that represents no measurement.
    pub fn guide(&mut self, from: SvgPoint, to: SvgPoint) {
        let (from, to) = (self.place(from), self.place(to));
        self.svg.line(from, to, "guide");
    }

    /// Draws a text beside a point: a little above and to the right, unless another text is there.
    pub fn label(&mut self, at: SvgPoint, text: &str) {
        let (x, y) = self.place(at);
        let found = BESIDE.map(|(right, down, anchor)| ((x + right, y + down), anchor));
        let is_free = |&&(at, anchor): &&(SvgPoint, Anchor)| {
            let place = LabelBounds::of(at, anchor, text);
            place.is_inside() && !self.labels.iter().any(|other| place.is_over(other))
        };
        let (at, anchor) = *found.iter().find(is_free).unwrap_or(&found[0]);
        self.labels.push(LabelBounds::of(at, anchor, text));
        self.svg.text(at, anchor, text);
    }

    /// Adds a line to the legend.
    pub fn name(&mut self, number: usize, text: &str) {
        let y = TOP + 8.0 + LINE * self.legend as f64;
        self.legend += 1;
        self.svg.dot((RIGHT + 24.0, y - 4.0), &format!("fill {}", colour(number)));
        self.svg.text((RIGHT + 36.0, y), Anchor::Start, &cut(text, NAME));
    }

    /// Returns the whole picture, with a description for those who do not see it.
    pub fn finish(self, title: &str, description: &str) -> String {
        let legend = if self.legend > 0 { LEGEND } else { 24.0 };
        let height = HEIGHT.max(TOP + 16.0 + LINE * self.legend as f64);
        self.svg.finish((RIGHT + legend, height), title, description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_beside_one_another() {
        let axis = || Axis::linear("x", [0.0, 10.0]);
        let mut frame = PlotFrame::new(axis(), axis());
        let near = [(5.0, 5.0), (5.05, 5.02), (4.98, 4.99), (5.01, 5.0), (5.0, 5.01)];
        for (number, at) in near.into_iter().enumerate() {
            frame.label(at, &number.to_string());
        }
        for (at, one) in frame.labels.iter().enumerate() {
            assert!(one.is_inside() && !frame.labels[..at].iter().any(|other| one.is_over(other)));
        }
        // There is no room above the top.
        frame.label((2.0, 10.0), "top");
        assert!(frame.labels.last().is_some_and(LabelBounds::is_inside));
    }

    #[test]
    fn values_have_their_places() {
        let x = Axis::linear("x", [0.0, 10.0]);
        let y = Axis::linear("F1 (%)", [0.0, 100.0]);
        let mut frame = PlotFrame::new(x, y);
        frame.dot((0.0, 0.0), 0);
        frame.dot((10.0, 100.0), 1);
        frame.bar(0.0, 5.0, 50.0, 2);
        frame.whisker(5.0, Interval { value: 50.0, low: 0.0, high: 100.0 }, 3);
        let text = frame.clone().finish("t", "d");
        for part in [
            "<circle class=\"fill c0\" cx=\"66.0\" cy=\"288.0\"",
            "<circle class=\"fill c1\" cx=\"480.0\" cy=\"14.0\"",
            "<rect class=\"fill c2\" x=\"66.0\" y=\"151.0\" width=\"207.0\" height=\"137.0\"",
            "<line class=\"stroke c3\" x1=\"273.0\" y1=\"288.0\" x2=\"273.0\" y2=\"14.0\"",
            ">F1 (%)</text>",
            "viewBox=\"0 0 504 340\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        (0..30).for_each(|number| frame.name(number, "a method"));
        assert!(frame.finish("t", "d").contains("viewBox=\"0 0 730 540\""));
    }
}
