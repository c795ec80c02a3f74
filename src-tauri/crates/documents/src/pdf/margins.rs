//! Running heads, feet and page numbers: lines at the same place on page after page are no part of
//! the text. On pages bound sideways they run down or up at the left or the right.

use super::PageLines;
use super::edges::{self, Candidate, Edges};
use super::line::PdfLine;

/// The number of pages before and after a page that are searched for the same line.
const NEAR: usize = 4;
/// The distance in points of two lines' positions at which they count as the same on both pages.
const SAME_PLACE: f32 = 4.0;
/// The minimum number of those that must have it.
const FEWEST: usize = 2;

/// Removes them from the pages' lines, and returns them for each page.
pub(super) fn take(pages: &mut [PageLines], body: f32) -> Vec<Vec<PdfLine>> {
    let edges: Vec<Edges> = pages.iter().map(|page| edges::of(page, body)).collect();
    let found: Vec<Vec<usize>> = (0..pages.len()).map(|nth| repeated(&edges, nth)).collect();
    pages.iter_mut().zip(found).map(|(page, lines)| page.take(&lines)).collect()
}

/// Returns the lines of a page that also occur on pages near it, away from the text. A line with
/// text beyond it is text, and so are tables.
fn repeated(edges: &[Edges], nth: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for (edge, candidates) in edges[nth].iter().enumerate() {
        let mut begun = Vec::new();
        for row in candidates.chunk_by(|a, b| a.row == b.row) {
            let twins: Vec<Twins> = row.iter().map(|one| twins(edges, (nth, edge), one)).collect();
            let is_found = |twins: &Twins| twins.all >= fewest(edges);
            if !twins.iter().any(is_found) {
                break;
            }
            let lines = row.iter().zip(&twins).filter(|(_, twins)| is_found(twins));
            begun.extend(lines.map(|(one, _)| one.line));
            // Rows of a head are close together; the last one is apart from the text, if not on
            // every page.
            let has_room = |twins: &Twins| twins.apart >= fewest(edges);
            if row.iter().any(is_apart) || twins.iter().any(has_room) {
                found.append(&mut begun);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the minimum number of pages that must match a page.
fn fewest(edges: &[Edges]) -> usize {
    FEWEST.min(edges.len() - 1).max(1)
}

/// Returns whether a line's row is apart from the text, or need not be.
fn is_apart(candidate: &Candidate) -> bool {
    candidate.stands_alone || candidate.row == 0 && candidate.mark.is_number()
}

/// The number of pages near a page that have the same line.
struct Twins {
    all: usize,
    /// The number of those on which it stands apart.
    apart: usize,
}

fn twins(edges: &[Edges], (nth, edge): (usize, usize), candidate: &Candidate) -> Twins {
    let pages = nth.saturating_sub(NEAR)..(nth + NEAR + 1).min(edges.len());
    let mut twins = Twins { all: 0, apart: 0 };
    for other in pages.filter(|other| *other != nth && !candidate.is_of_table) {
        let way = other as i64 - nth as i64;
        let is_twin = |twin: &&Candidate| are_twins(candidate, twin, way);
        let found = edges[other][edge].iter().filter(is_twin);
        let apart = found.map(is_apart);
        if let Some(apart) = apart.max() {
            twins.all += 1;
            twins.apart += usize::from(apart);
        }
    }
    twins
}

/// Returns whether two lines some pages apart are the same, or numbers that count the pages.
fn are_twins(a: &Candidate, b: &Candidate, way: i64) -> bool {
    let is_near = a.mark.is_number() || (a.middle - b.middle).abs() < SAME_PLACE;
    is_near && a.mark.is_twin(&b.mark, way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::area::Area;
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

    #[test]
    fn what_differs_in_more_than_the_page_is_text() {
        let cases = [
            ["Exercise 1", "Exercise 2", "Exercise 3", "Exercise 4"],
            ["Chapter I", "Chapter II", "Chapter III", "Chapter IV"],
            [
                "Invoice 1 of 20 EUR",
                "Invoice 2 of 30 EUR",
                "Invoice 3 of 40 EUR",
                "Invoice 4 of 50",
            ],
            ["Table 1. Values", "Table 1. Values", "Table 1. Values", "Table 1. Values"],
        ];
        for lines in cases {
            let mut pages = lines.map(|line| page(&[(30.0, line)]));
            assert!(taken(&mut pages).iter().all(Vec::is_empty), "{lines:?}");
        }
    }

    #[test]
    fn what_stands_close_to_the_text_is_text_unless_it_does_so_once() {
        let head = |gap: f32, text: &str| page(&[(30.0, "The Book"), (40.0 + gap, text)]);
        let mut close = ["one", "two", "three"].map(|text| head(2.0, text));
        assert!(taken(&mut close).iter().all(Vec::is_empty));
        let mut pages = [head(20.0, "a"), head(2.0, "b"), head(20.0, "c"), head(20.0, "d")];
        assert!(taken(&mut pages).iter().all(|lines| lines == &["The Book"]));
        // Rows of a head may be close together.
        let rows = || page(&[(30.0, "The Book"), (42.0, "by its writer")]);
        let taken = taken(&mut [rows(), rows(), rows()]);
        assert!(taken.iter().all(|lines| lines == &["The Book", "by its writer"]));
    }

    #[test]
    fn page_numbers_are_taken_in_any_size_and_close_to_the_text() {
        let large = |(number, text): (&str, &str)| {
            let mut page = page(&[(780.0, number), (768.0, text)]);
            page.lines[1].height = 20.0;
            page
        };
        let mut pages = [("7", "one"), ("8", "two"), ("9", "three")].map(large);
        assert_eq!(taken(&mut pages), [["7"], ["8"], ["9"]]);
    }

    /// A word that runs down the page, letters 10 wide and 5 high.
    fn sideways(x: f32, y: f32, text: &str) -> PdfLine {
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
