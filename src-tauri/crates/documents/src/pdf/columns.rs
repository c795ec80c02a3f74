//! Columns whose lines the file has row by row: the left column is read before the right one.
//!
//! Most files store columns one after the other, and that order is kept. A page is searched for a
//! gutter only if lines side by side follow one another.

use super::area::Area;
use super::line::{PdfLine, WIDE};
use super::rotated;

/// The number of rows side by side from which they count as columns.
const FEWEST_ROWS: usize = 4;
/// The least gap between columns, in heights of their letters, and the number of rows that need it:
/// some columns are no further apart than words of a justified line, but all their rows are apart
/// at one place.
const GUTTERS: [(f32, usize); 2] = [(WIDE, FEWEST_ROWS), (0.65, 2 * FEWEST_ROWS)];
/// The share of the width of a column that a full line has.
const FULL_LINE: f32 = 0.75;
/// The share of a column's lines, in tenths, that are full, and that are long, if it is text and no table.
const MOST_LINES_TENTHS: usize = 6;
/// One in this many lines runs across both columns, at most.
const ACROSS: usize = 4;
/// The share of a column's lines, in tenths, that are no wider than the column: a few may reach beyond it.
const COLUMN_WIDTH_TENTHS: usize = 9;
/// The number of letters that most lines of a column reach; a table's cells have fewer.
const FEWEST_LETTERS: usize = 15;

/// The minimum number of characters in a line written from the top down, if no longer one is beside
/// it.
const FEWEST_DOWN: usize = 3;

/// Returns the lines in reading order.
pub(super) fn in_order(mut lines: Vec<PdfLine>) -> Vec<PdfLine> {
    for run in lines.chunk_by_mut(|a, b| a.may_run_down() && b.may_run_down()) {
        from_the_right(run);
    }
    rotated::sort(&mut lines);
    by_columns(lines)
}

/// Orders lines written from the top down, which PDFium returns from the left if they are side by
/// side.
fn from_the_right(lines: &mut [PdfLine]) {
    let run_down = |line: &PdfLine| line.may_run_down() && line.pieces.len() >= FEWEST_DOWN;
    if !lines.iter().any(run_down) {
        return;
    }
    let are_beside = |a: &PdfLine, b: &PdfLine| {
        a.area.zip(b.area).is_some_and(|(a, b)| a.top < b.bottom && b.top < a.bottom)
    };
    let left = |line: &PdfLine| line.area.map_or(0.0, |area| area.left);
    for tier in lines.chunk_by_mut(are_beside) {
        tier.sort_by(|a, b| left(b).total_cmp(&left(a)));
    }
}

fn by_columns(lines: Vec<PdfLine>) -> Vec<PdfLine> {
    let found = GUTTERS.into_iter().find_map(|(least, rows)| {
        let gutter = Gutter::find(&lines, least, rows)?;
        let split = |line: &PdfLine| line.clone().split_at(gutter.x, least);
        let parts: Vec<PdfLine> = lines.iter().flat_map(split).collect();
        gutter.parts_columns(&parts).then_some((gutter, parts))
    });
    let Some((gutter, parts)) = found else { return lines };
    gutter
        .bands(parts)
        .into_iter()
        .flat_map(|band| {
            let (first, second) = band.columns;
            [by_columns(first), by_columns(second), band.crossing.into_iter().collect()]
        })
        .flatten()
        .collect()
}

/// A vertical strip that rows leave free.
struct Gutter {
    x: f32,
}

/// Two columns side by side, and the line across both that ends them.
#[derive(Default)]
struct Band {
    columns: (Vec<PdfLine>, Vec<PdfLine>),
    crossing: Option<PdfLine>,
}

#[derive(PartialEq)]
enum ColumnSide {
    Left,
    Right,
    Across,
}

impl Gutter {
    /// Returns the place where most rows leave a gap of `least`, if at least `fewest` do.
    fn find(lines: &[PdfLine], least: f32, fewest: usize) -> Option<Self> {
        let inner = lines.iter().flat_map(|line| line.gaps_of(least));
        let between = lines.windows(2).filter_map(|pair| gap_between(&pair[0], &pair[1]));
        let gaps: Vec<(f32, f32)> = inner.chain(between).collect();
        if gaps.len() < fewest {
            return None;
        }
        let middle = |gap: &(f32, f32)| f32::midpoint(gap.0, gap.1);
        let support = |x: f32| gaps.iter().filter(|(left, right)| *left < x && x < *right).count();
        let best = gaps.iter().map(|gap| (support(middle(gap)), middle(gap)));
        let (rows, x) = best.max_by_key(|(rows, _)| *rows)?;
        (rows >= fewest).then_some(Self { x })
    }

    fn side(&self, line: &PdfLine) -> ColumnSide {
        match line.area {
            Some(area) if area.left > self.x => ColumnSide::Right,
            Some(area) if area.right > self.x => ColumnSide::Across,
            _ => ColumnSide::Left,
        }
    }

    /// Returns whether both sides are running text that the file has row by row.
    fn parts_columns(&self, lines: &[PdfLine]) -> bool {
        let of = |side: ColumnSide| -> Vec<&PdfLine> {
            lines.iter().filter(|line| self.side(line) == side).collect()
        };
        let (left, right, across) =
            (of(ColumnSide::Left), of(ColumnSide::Right), of(ColumnSide::Across));
        let rows = lines.windows(2).filter(|pair| gap_between(&pair[0], &pair[1]).is_some());
        let texts = rows.clone().filter(|pair| pair.iter().all(is_long));
        let rows = rows.count();
        rows * 2 >= left.len().min(right.len())
            && texts.count() * 10 >= rows * MOST_LINES_TENTHS
            && across.len() * ACROSS < lines.len()
            && is_text(&left)
            && is_text(&right)
    }

    fn bands(&self, lines: Vec<PdfLine>) -> Vec<Band> {
        let across = |line: &&PdfLine| self.side(line) == ColumnSide::Across;
        let mut borders: Vec<f32> = lines.iter().filter(across).map(bottom).collect();
        borders.sort_by(f32::total_cmp);
        let mut bands: Vec<Band> = (0..=borders.len()).map(|_| Band::default()).collect();
        for line in lines {
            let nth = borders.partition_point(|border| *border < bottom(&line));
            match (self.side(&line), line.is_right_to_left()) {
                (ColumnSide::Across, _) if bands[nth].crossing.is_none() => {
                    bands[nth].crossing = Some(line);
                }
                (ColumnSide::Right, false) | (ColumnSide::Left, true) => {
                    bands[nth].columns.1.push(line)
                }
                _ => bands[nth].columns.0.push(line),
            }
        }
        bands
    }
}

/// Returns whether most lines are long enough, and of about the same width.
fn is_text(lines: &[&PdfLine]) -> bool {
    let mut widths: Vec<f32> = lines.iter().filter_map(|line| line.area).map(Area::width).collect();
    widths.sort_by(f32::total_cmp);
    let Some(column) = widths.get(widths.len() * COLUMN_WIDTH_TENTHS / 10).copied() else {
        return false;
    };
    let full = widths.iter().filter(|width| **width > FULL_LINE * column).count();
    let long = lines.iter().filter(|line| is_long(line)).count();
    let most = lines.len() * MOST_LINES_TENTHS;
    widths.len() >= FEWEST_ROWS && full * 10 >= most && long * 10 >= most
}

fn is_long(line: &PdfLine) -> bool {
    line.letters() >= FEWEST_LETTERS
}

fn bottom(line: &PdfLine) -> f32 {
    line.area.map_or(0.0, |area| area.bottom)
}

/// Returns the gap between two lines in one row, the left one first.
fn gap_between(a: &PdfLine, b: &PdfLine) -> Option<(f32, f32)> {
    let (a, b) = (a.area?, b.area?);
    let shared = a.bottom.min(b.bottom) - a.top.max(b.top);
    let side_by_side = shared > 0.5 * a.height().min(b.height());
    (side_by_side && a.right < b.left).then_some((a.right, b.left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::{line, text};

    const LEFT: [&str; 5] = [
        "one is the first line of",
        "two goes on in this column",
        "three as columns do with",
        "four and the last one is",
        "five to close the column",
    ];
    const RIGHT: [&str; 5] = [
        "six begins the second one",
        "seven is in the same row",
        "eight has long lines too",
        "nine of the same length",
        "ten is the end of it all",
    ];

    /// Rows of two lines each, merged into one line or not.
    fn rows(merged: bool) -> Vec<PdfLine> {
        let mut lines = vec![line(0.0, 0.0, "A heading that stands across both of the columns")];
        for (nth, (left, right)) in (1_u8..).zip(LEFT.iter().zip(RIGHT)) {
            let y = 12.0 * f32::from(nth);
            let (mut left, right) = (line(0.0, y, left), line(150.0, y, right));
            match merged {
                true => {
                    left.append(right);
                    lines.push(left);
                }
                false => lines.extend([left, right]),
            }
        }
        lines
    }

    #[test]
    fn the_left_column_is_read_first() {
        for merged in [true, false] {
            let read: Vec<String> = in_order(rows(merged)).iter().map(text).collect();
            assert_eq!(read[1..6], LEFT, "merged: {merged}");
            assert_eq!(read[6..], RIGHT, "merged: {merged}");
        }
    }

    #[test]
    fn columns_that_the_file_has_in_order_stay() {
        let column = |x: f32, lines: [&str; 5]| {
            let rows = (1_u8..).zip(lines);
            rows.map(|(nth, text)| line(x, 12.0 * f32::from(nth), text)).collect::<Vec<_>>()
        };
        let row = |nth: u8| {
            let mut cells = line(0.0, 100.0 + 12.0 * f32::from(nth), "a cell");
            cells.append(line(100.0, 100.0 + 12.0 * f32::from(nth), "another cell"));
            cells
        };
        let page: Vec<PdfLine> =
            [column(0.0, LEFT), (0..4).map(row).collect(), column(150.0, RIGHT)].concat();
        assert_eq!(in_order(page.clone()), page);
    }

    #[test]
    fn tables_are_read_row_by_row() {
        let row = |nth: u8| {
            let y = 12.0 * f32::from(nth);
            let mut name = line(0.0, y, "a name");
            name.append(line(150.0, y, "what it means in a line or so"));
            name
        };
        let table: Vec<PdfLine> = (0..8).map(row).collect();
        assert_eq!(in_order(table.clone()), table);
    }
}
