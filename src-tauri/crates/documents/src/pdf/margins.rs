//! Running heads, feet and page numbers: what stands at the same place on page after page is no
//! part of the text. On pages that are bound sideways they run down or up at the left or the right.

use super::PageLines;
use super::glyphs::Area;
use super::line::Line;
use super::numerals;

/// How far from an edge they stand at the most, as a part of the page's height. Some sheets are
/// much larger than what is printed on them.
const EDGE: f32 = 0.33;
/// The most rows of them at one edge.
const MOST_ROWS: usize = 3;
/// More gaps than these make a row of a table.
const MOST_GAPS: usize = 2;
/// Pages before and after a page on which the same must stand.
const NEAR: usize = 4;
/// How many of those have it at least.
const FEWEST: usize = 2;

/// A line near an edge of its page.
struct Candidate {
    /// Its place among the page's lines.
    line: usize,
    /// Which row it stands in, counted from the edge.
    row: usize,
    /// Whether the next row inwards is far from its own.
    stands_alone: bool,
    is_table_row: bool,
    /// How far its middle is from the left or the upper edge.
    middle: f32,
    /// Its words without numbers.
    key: String,
    /// The number that it is, if it is nothing else.
    number: Option<i64>,
}

/// What stands near the upper, the lower, the left and the right edge of a page, from the edge
/// inwards.
type Edges = [Vec<Candidate>; 4];

/// A line by its place among a page's lines, and where it begins and ends on the way from the upper
/// to the lower edge, or from the left to the right one.
type Span = (usize, f32, f32);

/// Takes them out of the pages' lines, for each page apart.
pub(super) fn take(pages: &mut [PageLines], body: f32) -> Vec<Vec<Line>> {
    let edges: Vec<Edges> = pages.iter().map(|page| of(page, body)).collect();
    let found: Vec<Vec<usize>> = (0..pages.len()).map(|nth| repeated(&edges, nth)).collect();
    pages.iter_mut().zip(found).map(|(page, lines)| page.take(&lines)).collect()
}

fn of(page: &PageLines, body: f32) -> Edges {
    let Some((width, height)) = page.size else { return Edges::default() };
    let sideways = sideways(&page.lines);
    let is_small = |nth: usize, area: Area| match sideways.contains(&nth) {
        true => area.width() < 1.25 * body,
        false => page.lines[nth].height < 1.25 * body,
    };
    let areas = page.lines.iter().enumerate().filter_map(|(nth, line)| Some((nth, line.area?)));
    let small = areas.filter(|(nth, area)| is_small(*nth, *area));
    let (across, along): (Vec<_>, Vec<_>) = small.partition(|(nth, _)| sideways.contains(nth));
    let rows = along.into_iter().map(|(nth, area)| (nth, area.top, area.bottom)).collect();
    let columns = across.into_iter().map(|(nth, area)| (nth, area.left, area.right)).collect();
    let [head, foot] = at_both_ends(rows, height, &page.lines);
    let [left, right] = at_both_ends(columns, width, &page.lines);
    [head, foot, left, right]
}

/// The places of the lines that run down or up the page, and of what stands in a row with them,
/// as a page's number does.
fn sideways(lines: &[Line]) -> Vec<usize> {
    let areas: Vec<Area> =
        lines.iter().filter(|line| line.is_sideways()).filter_map(|line| line.area).collect();
    let is_beside = |line: &Line| {
        let number = line.area.filter(|_| line.letters() < 4);
        number.is_some_and(|number| {
            let middle = f32::midpoint(number.left, number.right);
            areas.iter().any(|area| area.left < middle && middle < area.right)
        })
    };
    let found = lines.iter().enumerate().filter(|(_, one)| one.is_sideways() || is_beside(one));
    found.map(|(nth, _)| nth).collect()
}

/// The candidates among lines at both ends of a page that is so high or wide.
fn at_both_ends(mut spans: Vec<Span>, size: f32, all: &[Line]) -> [Vec<Candidate>; 2] {
    spans.sort_by(|a, b| a.1.total_cmp(&b.1));
    let first = spans.iter().take_while(|span| span.2 < EDGE * size).copied();
    let last = spans.iter().rev().take_while(|span| span.1 > (1.0 - EDGE) * size).copied();
    [candidates(first, all), candidates(last, all)]
}

/// The lines of the first few rows, from outside inwards.
fn candidates(lines: impl Iterator<Item = Span>, all: &[Line]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut last: Option<(f32, f32)> = None;
    let mut row = 0;
    for (nth, top, bottom) in lines {
        let middle = f32::midpoint(top, bottom);
        if let Some((above, below)) = last.filter(|last| middle < last.0 || middle > last.1) {
            let gap = (top - below).max(above - bottom);
            let stands_alone = gap > 0.7 * (below - above);
            found.iter_mut().filter(|one| one.row == row).for_each(|one| {
                one.stands_alone = stands_alone;
            });
            row += 1;
        }
        if row == MOST_ROWS {
            break;
        }
        last = Some((top, bottom));
        let (key, number) = (key(&all[nth]), numerals::page_number(&all[nth]));
        let is_table_row = all[nth].gaps().count() > MOST_GAPS;
        let line =
            Candidate { line: nth, row, stands_alone: true, is_table_row, middle, key, number };
        found.push(line);
    }
    found
}

/// Its letters, and `#` for each number.
fn key(line: &Line) -> String {
    let mut key = String::new();
    for piece in &line.pieces {
        match numerals::value(&piece.text) {
            Some(_) => key.push('#'),
            None => push_masked(&mut key, &piece.text),
        }
    }
    key
}

fn push_masked(key: &mut String, word: &str) {
    for letter in word.chars() {
        match letter.is_ascii_digit() {
            false => key.extend(letter.to_lowercase()),
            true if key.ends_with('#') => {}
            true => key.push('#'),
        }
    }
}

/// The lines of a page that stand on pages near it as well. What has text beyond it is text; so is
/// what stands close to the text, but for the outermost row, and so are rows of a table.
fn repeated(edges: &[Edges], nth: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for (edge, candidates) in edges[nth].iter().enumerate() {
        let mut bound = 0;
        for candidate in candidates {
            if candidate.row > bound {
                break;
            }
            let is_apart = candidate.row == 0 || candidate.stands_alone;
            if is_apart && !candidate.is_table_row && is_repeated(edges, (nth, edge), candidate) {
                found.push(candidate.line);
                bound = candidate.row + 1;
            }
        }
    }
    found.sort_unstable();
    found
}

fn is_repeated(edges: &[Edges], (nth, edge): (usize, usize), candidate: &Candidate) -> bool {
    let pages = nth.saturating_sub(NEAR)..(nth + NEAR + 1).min(edges.len());
    let twins = pages.filter(|other| {
        *other != nth && {
            let way = *other as i64 - nth as i64;
            edges[*other][edge].iter().any(|twin| are_twins(candidate, twin, way))
        }
    });
    twins.count() >= FEWEST.min(edges.len() - 1).max(1)
}

/// Whether two lines some pages apart are the same, or numbers that count the pages.
fn are_twins(a: &Candidate, b: &Candidate, way: i64) -> bool {
    let is_same = (a.middle - b.middle).abs() < 4.0 && a.key == b.key && a.number.is_none();
    let counts = a.number.zip(b.number).is_some_and(|(a, b)| b - a == way);
    is_same || counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::{line, text};

    /// A page of 800 points with a line in its middle.
    fn page(margins: &[(f32, &str)]) -> PageLines {
        let mut lines = vec![line(0.0, 400.0, "the text of the page")];
        lines.extend(margins.iter().map(|(y, text)| line(0.0, *y, text)));
        PageLines { size: Some((600.0, 800.0)), lines, ..PageLines::default() }
    }

    fn taken(pages: &mut [PageLines]) -> Vec<Vec<String>> {
        take(pages, 10.0).iter().map(|lines| lines.iter().map(text).collect()).collect()
    }

    #[test]
    fn heads_and_numbers_are_taken_and_titles_stay() {
        let mut pages = vec![
            page(&[(60.0, "A title"), (780.0, "7")]),
            page(&[(30.0, "8 The Book"), (780.0, "8")]),
            page(&[(30.0, "9 The Book"), (60.0, "Words of the text"), (780.0, "9")]),
            page(&[(30.0, "10 The Book"), (780.0, "10"), (760.0, "1 A note")]),
        ];
        assert_eq!(
            taken(&mut pages),
            [
                vec!["7"],
                vec!["8 The Book", "8"],
                vec!["9 The Book", "9"],
                vec!["10 The Book", "10"]
            ]
        );
        assert_eq!(pages[0].lines.len(), 2);
        assert_eq!(pages[3].lines.last().map(text).as_deref(), Some("1 A note"));
    }

    #[test]
    fn numbers_that_do_not_count_pages_stay() {
        let mut pages =
            vec![page(&[(780.0, "1984")]), page(&[(780.0, "17")]), page(&[(780.0, "4")])];
        assert!(taken(&mut pages).iter().all(Vec::is_empty));
    }

    #[test]
    fn large_letters_and_what_lies_inside_text_stay() {
        let large = || {
            let mut page = page(&[(30.0, "A slide")]);
            page.lines[1].height = 20.0;
            page
        };
        assert!(taken(&mut [large(), large(), large()]).iter().all(Vec::is_empty));
        let words = ["apples", "pears", "plums"];
        let mut pages = words.map(|word| page(&[(20.0, word), (40.0, "again and again")]));
        assert!(taken(&mut pages).iter().all(Vec::is_empty));
    }

    /// A word that runs down the page, letters 10 wide and 5 high.
    fn sideways(x: f32, y: f32, text: &str) -> Line {
        let mut line = line(x, y, text);
        let down = 5.0 * text.chars().count() as f32;
        let area = Area { left: x, top: y, right: x + 10.0, bottom: y + down };
        line.area = Some(area);
        line.pieces[0].area = Some(area);
        line.height = down;
        line
    }

    #[test]
    fn what_runs_down_at_one_side_is_taken() {
        let even = |number: &str| {
            let mut page = page(&[(30.0, "The Book")]);
            page.lines.push(sideways(20.0, 90.0, "Report-6500"));
            page.lines.push(line(20.0, 300.0, number));
            page
        };
        let odd = || page(&[(30.0, "The Book")]);
        let mut pages = [odd(), even("2"), odd(), even("4"), odd(), even("6"), odd(), even("8")];
        let taken = taken(&mut pages);
        assert_eq!(taken[0], ["The Book"]);
        assert_eq!(taken[1], ["The Book", "Report-6500", "2"]);
        assert_eq!(taken[7], ["The Book", "Report-6500", "8"]);
    }

    #[test]
    fn one_page_has_no_margins() {
        assert!(taken(&mut [page(&[(780.0, "1")])])[0].is_empty());
    }
}
