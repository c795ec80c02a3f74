//! Small pictures of lines, dots and text. Colours are classes that the page's style defines, so that
//! they suit light and dark. Nothing is fetched and nothing runs.

use std::fmt::Write as _;

use super::escape::escaped;

/// Colours that the style has. Further ones start over.
pub const COLOURS: usize = 8;

/// A point in a picture, in its own units, from the upper left corner.
pub type SvgPoint = (f64, f64);

/// The position of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// In its middle.
    Middle,
    /// To the left of it.
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A picture that is being drawn.
#[derive(Debug, Clone, Default)]
pub struct Svg {
    body: String,
}

impl Svg {
    /// Draws a line, whose look the class defines.
    pub fn line(&mut self, from: SvgPoint, to: SvgPoint, class: &str) {
        self.add(format_args!(
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        ));
    }

    /// Draws a line through points.
    pub fn polyline(&mut self, points: &[SvgPoint], class: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        self.add(format_args!("<polyline class=\"{class}\" points=\"{points}\"/>"));
    }

    /// Draws a dot.
    pub fn dot(&mut self, at: SvgPoint, class: &str) {
        let (x, y) = at;
        self.add(format_args!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"));
    }

    /// Draws a box between two corners.
    pub fn rectangle(&mut self, from: SvgPoint, to: SvgPoint, class: &str) {
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\"/>"
        ));
    }

    /// Draws a text.
    pub fn text(&mut self, at: SvgPoint, anchor: Anchor, text: &str) {
        let ((x, y), anchor, text) = (at, anchor.name(), escaped(text));
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// Draws a text from the bottom up.
    pub fn upright_text(&mut self, at: SvgPoint, text: &str) {
        let ((x, y), text) = (at, escaped(text));
        self.add(format_args!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" \
             text-anchor=\"middle\">{text}</text>"
        ));
    }

    /// Returns the whole picture, with a description for those who do not see it.
    pub fn finish(self, size: SvgPoint, title: &str, description: &str) -> String {
        let ((width, height), title) = (size, escaped(title));
        let (description, body) = (escaped(description), self.body);
        format!(
            "<svg role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{body}</svg>\n"
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// Returns the class of a colour.
pub fn colour(number: usize) -> String {
    format!("c{}", number % COLOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_places_and_texts_are_escaped() {
        let mut svg = Svg::default();
        svg.line((0.0, 1.0), (2.0, 3.26), "axis");
        svg.polyline(&[(0.0, 0.0), (1.0, 2.0)], "curve c0");
        svg.rectangle((5.0, 9.0), (7.0, 4.0), &colour(9));
        svg.dot((1.0, 1.0), "c2");
        svg.text((1.0, 2.0), Anchor::End, "<script>");
        svg.upright_text((3.0, 4.0), "a & b");
        let text = svg.finish((720.0, 360.0), "F1 \"<b>\"", "d");
        for part in [
            "<line class=\"axis\" x1=\"0.0\" y1=\"1.0\" x2=\"2.0\" y2=\"3.3\"/>",
            "points=\"0.0,0.0 1.0,2.0\"",
            "<rect class=\"c1\" x=\"5.0\" y=\"4.0\" width=\"2.0\" height=\"5.0\"/>",
            "text-anchor=\"end\">&lt;script&gt;</text>",
            "rotate(-90)\" text-anchor=\"middle\">a &amp; b</text>",
            "<title>F1 &quot;&lt;b&gt;&quot;</title>",
            "viewBox=\"0 0 720 360\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
