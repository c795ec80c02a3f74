//! Lines near the edges of a page.

use super::PageLines;
use super::area::Area;
use super::line::PdfLine;
use super::numerals;
use super::rotated::turned;
use super::running_heads::{MarginLine, is_caption};

/// The maximum distance of heads, feet and numbers from an edge, as a part of the page's height.
/// Some sheets are much larger than the print on them.
const EDGE: f32 = 0.33;
/// The height of the letters of heads, feet and numbers, in heights of the page's usual letters: larger ones are
/// headings.
const LARGEST_LETTERS: f32 = 1.25;
/// The gap from which a row stands alone, in heights of the row nearer to the edge.
const GAP_ALONE: f32 = 0.7;
/// A page's number beside lines that run down the page has fewer letters than this.
const NUMBER_LETTERS: usize = 4;
/// The maximum number of their rows at one edge.
const MOST_ROWS: usize = 3;
/// A row with more gaps than this belongs to a table.
const MOST_GAPS: usize = 2;
/// A line near an edge of its page.
pub(super) struct Candidate {
    /// Its index among the page's lines.
    pub line: usize,
    /// Its row, counted from the edge.
    pub row: usize,
    /// Whether the next row inwards is far from its own.
    pub stands_alone: bool,
    /// Whether it is the row or the title of a table.
    pub is_of_table: bool,
    /// The distance of its middle from the left or the upper edge.
    pub middle: f32,
    /// The part of it that is compared.
    pub mark: MarginLine,
}

/// The lines near the upper, the lower, the left and the right edge of a page, from the edge
/// inwards.
pub(super) type Edges = [Vec<Candidate>; 4];

/// A line by its index among a page's lines, and its beginning and end between the upper and the
/// lower edge, or between the left and the right one.
type Span = (usize, f32, f32);

/// Returns the edges of a page, whose letters are usually as high as `body`.
pub(super) fn of(page: &PageLines, body: f32) -> Edges {
    let Some((width, height)) = page.size else { return Edges::default() };
    let sideways = sideways(&page.lines);
    let is_small = |nth: usize, area: Area| match sideways.contains(&nth) {
        true => area.width() < LARGEST_LETTERS * body,
        false => page.lines[nth].height < LARGEST_LETTERS * body,
    };
    let areas = page.lines.iter().enumerate().filter_map(|(nth, line)| Some((nth, line.area?)));
    let is_number = |nth: usize| numerals::page_number(&page.lines[nth]).is_some();
    let small = areas.filter(|(nth, area)| is_small(*nth, *area) || is_number(*nth));
    let (across, along): (Vec<_>, Vec<_>) = small.partition(|(nth, _)| sideways.contains(nth));
    let rows = along.into_iter().map(|(nth, area)| (nth, area.top, area.bottom)).collect();
    let columns = across.into_iter().map(|(nth, area)| (nth, area.left, area.right)).collect();
    let [head, foot] = at_both_ends(rows, height, &page.lines);
    let [left, right] = at_both_ends(columns, width, &page.lines);
    [head, foot, left, right]
}

/// Returns the indices of the lines that run down or up the page, and of text in a row with them,
/// such as a page's number.
fn sideways(lines: &[PdfLine]) -> Vec<usize> {
    let areas: Vec<Area> =
        lines.iter().filter(|line| line.is_sideways()).filter_map(|line| line.area).collect();
    let is_beside = |line: &PdfLine| {
        let number = line.area.filter(|_| line.letters() < NUMBER_LETTERS);
        number.is_some_and(|number| {
            let middle = f32::midpoint(number.left, number.right);
            areas.iter().any(|area| area.left < middle && middle < area.right)
        })
    };
    let found = lines.iter().enumerate().filter(|(_, one)| one.is_sideways() || is_beside(one));
    found.map(|(nth, _)| nth).collect()
}

/// Returns the candidates among lines at both ends of a page of this height or width.
fn at_both_ends(mut spans: Vec<Span>, size: f32, all: &[PdfLine]) -> [Vec<Candidate>; 2] {
    spans.sort_by(|a, b| a.1.total_cmp(&b.1));
    let first = spans.iter().take_while(|span| span.2 < EDGE * size).copied();
    let last = spans.iter().rev().take_while(|span| span.1 > (1.0 - EDGE) * size).copied();
    [candidates(first, all), candidates(last, all)]
}

/// Returns whether a line belongs to a table, and its compared part, as the page is turned to read
/// it.
fn looks(line: &PdfLine) -> (bool, MarginLine) {
    let upright = line.is_sideways().then(|| turned(std::slice::from_ref(line)).pop()).flatten();
    let line = upright.as_ref().unwrap_or(line);
    (line.gaps().count() > MOST_GAPS || is_caption(line), MarginLine::of(line))
}

/// Returns the lines of the first few rows, from outside inwards.
fn candidates(lines: impl Iterator<Item = Span>, all: &[PdfLine]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut last: Option<(f32, f32)> = None;
    let mut row = 0;
    for (nth, top, bottom) in lines {
        let middle = f32::midpoint(top, bottom);
        if let Some((above, below)) = last.filter(|last| middle < last.0 || middle > last.1) {
            let gap = (top - below).max(above - bottom);
            let stands_alone = gap > GAP_ALONE * (below - above);
            found.iter_mut().filter(|one| one.row == row).for_each(|one| {
                one.stands_alone = stands_alone;
            });
            row += 1;
        }
        if row == MOST_ROWS {
            break;
        }
        last = Some((top, bottom));
        let (is_of_table, mark) = looks(&all[nth]);
        let line = Candidate { line: nth, row, stands_alone: true, is_of_table, middle, mark };
        found.push(line);
    }
    found
}
