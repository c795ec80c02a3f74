//! Lines that run down or up the page because their text is turned, as in a wide table.

use super::area::Area;
use super::line::PdfLine;
use super::word::PdfWord;

/// Orders such lines side by side, which PDFium returns from the left.
pub(super) fn sort(lines: &mut [PdfLine]) {
    for run in runs_mut(lines) {
        let run_up = run_up(run);
        let are_beside = |a: &PdfLine, b: &PdfLine| {
            a.area.zip(b.area).is_some_and(|(a, b)| a.top < b.bottom && b.top < a.bottom)
        };
        for tier in run.chunk_by_mut(are_beside) {
            tier.sort_by(|a, b| place(a, run_up).total_cmp(&place(b, run_up)));
        }
    }
}

fn runs_mut(lines: &mut [PdfLine]) -> impl Iterator<Item = &mut [PdfLine]> {
    let runs = lines.chunk_by_mut(|a, b| a.is_sideways() == b.is_sideways());
    runs.filter(|run| run.first().is_some_and(PdfLine::is_sideways))
}

/// Returns a line's position down its turned page.
fn place(line: &PdfLine, runs_up: bool) -> f32 {
    line.area.map_or(0.0, |area| upright(area, runs_up).top)
}

/// Returns whether sideways lines run up the page, judged by the words of at least one.
fn run_up(lines: &[PdfLine]) -> bool {
    lines.iter().any(|line| {
        let areas = line.pieces.first().and_then(|piece| piece.area);
        let areas = areas.zip(line.pieces.last().and_then(|piece| piece.area));
        areas.is_some_and(|(first, last)| first.bottom > last.bottom)
    })
}

/// Returns the lines, which all run down or up the page, at their positions after turning the page.
pub(super) fn turned(lines: &[PdfLine]) -> Vec<PdfLine> {
    let run_up = run_up(lines);
    let piece = |piece: &PdfWord| {
        let area = piece.area.map(|area| upright(area, run_up));
        PdfWord { area, ..piece.clone() }
    };
    let line = |line: &PdfLine| PdfLine::new(line.pieces.iter().map(piece).collect(), line.hyphen);
    lines.iter().filter_map(line).collect()
}

/// Returns the area after text that runs up or down is turned to run from the left.
fn upright(area: Area, runs_up: bool) -> Area {
    let Area { left, top, right, bottom } = area;
    match runs_up {
        true => Area { left: -bottom, top: left, right: -top, bottom: right },
        false => Area { left: top, top: -right, right: bottom, bottom: -left },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::{line, text};
    use crate::pdf::word::run_sideways;

    /// A turned line at its position, letters 10 wide and 5 high.
    fn sideways(x: f32, text: &str, runs_up: bool) -> PdfLine {
        let mut line = line(100.0, 0.0, text);
        for piece in &mut line.pieces {
            let area = piece.area.unwrap();
            let (top, bottom) = if runs_up {
                (500.0 - area.right, 500.0 - area.left)
            } else {
                (area.left, area.right)
            };
            piece.area = Some(Area { left: x, top, right: x + 10.0, bottom });
        }
        PdfLine::new(line.pieces, line.hyphen).unwrap()
    }

    #[test]
    fn turned_lines_are_read_from_where_they_begin() {
        let upright = line(0.0, 0.0, "upright words");
        for (runs_up, expected) in [(false, [3, 2, 1]), (true, [1, 2, 3])] {
            let words = |nth: u8| format!("turned line {nth}");
            let column = |nth: u8| sideways(50.0 + 12.0 * f32::from(nth), &words(nth), runs_up);
            for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
                let mut lines = vec![upright.clone()];
                lines.extend(order.map(column));
                sort(&mut lines);
                assert_eq!(lines[0], upright);
                let read: Vec<String> = lines[1..].iter().map(text).collect();
                assert_eq!(read, expected.map(words), "up: {runs_up}, {order:?}");
            }
        }
    }

    #[test]
    fn turned_lines_stand_below_one_another() {
        for runs_up in [false, true] {
            let way = if runs_up { 12.0 } else { -12.0 };
            let lines =
                [sideways(200.0, "one seven", runs_up), sideways(200.0 + way, "is four", runs_up)];
            let turned = turned(&lines);
            let areas: Vec<Area> = turned.iter().filter_map(|line| line.area).collect();
            assert!((areas[0].left - areas[1].left).abs() < 0.01, "up: {runs_up}");
            assert!((areas[1].top - areas[0].top - 12.0).abs() < 0.01, "up: {runs_up}");
            assert!(turned.iter().all(|line| (line.height - 10.0).abs() < 0.01));
        }
    }

    #[test]
    fn turned_words_are_higher_the_longer_they_are() {
        let stacked = |words: &[(&str, f32, f32)]| {
            let mut top = 0.0;
            let piece = |(text, width, height): &(&str, f32, f32)| {
                let area = Area { left: 50.0, top, right: 50.0 + width, bottom: top + height };
                top += height + 3.0;
                PdfWord { text: (*text).into(), area: Some(area), spaced: true }
            };
            run_sideways(&words.iter().map(piece).collect::<Vec<_>>())
        };
        type Words<'w> = &'w [(&'w str, f32, f32)];
        let cases: [(Words<'_>, bool); 6] = [
            (&[("row", 12.0, 18.0), ("7", 12.0, 6.0), ("runs", 12.0, 21.0)], true),
            (&[("Line", 12.0, 21.0), ("11", 12.0, 12.0)], true),
            (&[("sideways", 12.0, 48.0)], true),
            (&[("row", 18.0, 12.0), ("7", 6.0, 12.0)], false),
            (&[("row", 18.0, 12.0), ("two", 18.0, 12.0)], false),
            (&[("row", 12.0, 18.0)], false),
        ];
        for (words, expected) in cases {
            assert_eq!(stacked(words), expected, "{words:?}");
        }
    }
}
