//! Running heads, feet and page numbers: what stands at the same place on page after page is no
//! part of the text.

use super::PageLines;
use super::lines::Line;
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
    y: f32,
    /// Its words without numbers.
    key: String,
    /// The number that it is, if it is nothing else.
    number: Option<i64>,
}

/// What stands near the upper and the lower edge of a page, from the edge inwards.
type Edges = [Vec<Candidate>; 2];

/// Takes them out of the pages' lines, for each page apart.
pub(super) fn take(pages: &mut [PageLines], body: f32) -> Vec<Vec<Line>> {
    let edges: Vec<Edges> = pages.iter().map(|page| of(page, body)).collect();
    let found: Vec<Vec<usize>> = (0..pages.len()).map(|nth| repeated(&edges, nth)).collect();
    pages.iter_mut().zip(found).map(|(page, lines)| page.take(&lines)).collect()
}

fn of(page: &PageLines, body: f32) -> Edges {
    let Some((_, height)) = page.size else { return Edges::default() };
    let mut lines: Vec<(usize, f32, f32)> = page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.height < 1.25 * body)
        .filter_map(|(nth, line)| line.area.map(|area| (nth, area.top, area.bottom)))
        .collect();
    lines.sort_by(|a, b| a.1.total_cmp(&b.1));
    let head = lines.iter().take_while(|line| line.2 < EDGE * height).copied();
    let foot = lines.iter().rev().take_while(|line| line.1 > (1.0 - EDGE) * height).copied();
    [candidates(head, &page.lines), candidates(foot, &page.lines)]
}

/// The lines of the first few rows, given as place, upper and lower edge from outside inwards.
fn candidates(lines: impl Iterator<Item = (usize, f32, f32)>, all: &[Line]) -> Vec<Candidate> {
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
            Candidate { line: nth, row, stands_alone: true, is_table_row, y: middle, key, number };
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
    for edge in [0, 1] {
        let mut bound = 0;
        for candidate in &edges[nth][edge] {
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
    let is_same = (a.y - b.y).abs() < 4.0 && a.key == b.key && a.number.is_none();
    let counts = a.number.zip(b.number).is_some_and(|(a, b)| b - a == way);
    is_same || counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::lines::tests::{line, text};

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

    #[test]
    fn one_page_has_no_margins() {
        assert!(taken(&mut [page(&[(780.0, "1")])])[0].is_empty());
    }
}
