//! Maps ranges of the text to pages and rectangles, and back. Works on pages rebuilt from a library
//! as well as on those of a document just read.

use std::ops::Range;

use protocol::{DocumentPage, PageWord, Rect};

/// The part of the height, or of the width, that words of one line share: most of it.
const SHARED: f32 = 0.5;
/// The gap between words of one line, in heights of the higher one: a few letters, less than between columns.
const WIDEST_GAP: f32 = 3.0;
/// The width of a column of characters from the top down, in heights of its characters.
const COLUMN_WIDTH: f32 = 1.5;

/// Returns the page of a range that begins at this character: the last non-empty page that begins
/// there or before. `None` past the end.
pub fn page_at(pages: &[DocumentPage], character: u32) -> Option<&DocumentPage> {
    let after = pages.partition_point(|page| page.start <= character);
    pages[..after].iter().rev().find(|page| page.end > character)
}

/// Returns the part of a text between two character offsets; shorter if the text ends before.
pub fn slice(text: &str, range: Range<u32>) -> &str {
    let byte = |rest: &str, characters: u32| {
        rest.char_indices().nth(characters as usize).map_or(rest.len(), |(byte, _)| byte)
    };
    let from = &text[byte(text, range.start)..];
    &from[..byte(from, range.end.saturating_sub(range.start))]
}

/// Returns the rectangles of a range, one for each line that it touches, in reading order. Words
/// that the range only touches count whole. Empty if the pages are not printed ones.
pub fn rects(pages: &[DocumentPage], range: Range<u32>) -> Vec<Rect> {
    let first = pages.partition_point(|page| page.end <= range.start);
    pages[first..]
        .iter()
        .take_while(|page| page.start < range.end)
        .flat_map(|page| line_rects(&page.words, range.clone()))
        .collect()
}

/// Returns the ranges of the words whose middle lies under a rectangle, in reading order;
/// consecutive words form one range. A rectangle over two columns has a range for every line of
/// each.
pub fn ranges(pages: &[DocumentPage], area: &Rect) -> Vec<Range<u32>> {
    let words = pages.iter().filter(|page| page.number == area.page).flat_map(|page| &page.words);
    let mut found: Vec<(usize, Range<u32>)> = Vec::new();
    for (nth, word) in words.enumerate().filter(|(_, word)| is_under(area, &word.rect)) {
        match found.last_mut() {
            Some((last, range)) if *last + 1 == nth => (*last, range.end) = (nth, word.end),
            _ => found.push((nth, word.start..word.end)),
        }
    }
    found.into_iter().map(|(_, range)| range).collect()
}

/// Returns whether the middle of a word lies under a rectangle.
fn is_under(area: &Rect, word: &Rect) -> bool {
    let (x, y) = (word.x + word.width / 2.0, word.y + word.height / 2.0);
    (area.x..=area.x + area.width).contains(&x) && (area.y..=area.y + area.height).contains(&y)
}

/// Works like `rects`, for the words of one page.
pub fn line_rects(words: &[PageWord], range: Range<u32>) -> Vec<Rect> {
    let first = words.partition_point(|word| word.end <= range.start);
    let mut lines: Vec<Rect> = Vec::new();
    for word in words[first..].iter().take_while(|word| word.start < range.end) {
        match lines.last_mut() {
            Some(line) if on_one_line(line, word) => *line = union(line, &word.rect),
            _ => lines.push(word.rect),
        }
    }
    lines
}

/// Returns whether a word continues a line's rectangle, in either direction of the script.
fn on_one_line(line: &Rect, word: &PageWord) -> bool {
    line.page == word.rect.page && (goes_along(line, &word.rect) || goes_down(line, word))
}

/// Returns whether the two share most of their height with a gap of at most a few letters, so that
/// neighbouring columns stay apart.
fn goes_along(line: &Rect, word: &Rect) -> bool {
    overlap(line.y, line.height, word.y, word.height) > SHARED * line.height.min(word.height)
        && -overlap(line.x, line.width, word.x, word.width)
            < WIDEST_GAP * line.height.max(word.height)
}

/// Handles vertical writing: returns whether a single character is right below a column no wider
/// than a character.
fn goes_down(line: &Rect, word: &PageWord) -> bool {
    let rect = &word.rect;
    word.end - word.start == 1
        && line.width < COLUMN_WIDTH * line.height
        && overlap(line.x, line.width, rect.x, rect.width) > SHARED * line.width.min(rect.width)
        && -overlap(line.y, line.height, rect.y, rect.height) < rect.width.max(rect.height)
        && rect.y > line.y
}

/// Returns the overlap of two spans; negative: their distance.
fn overlap(a: f32, a_size: f32, b: f32, b_size: f32) -> f32 {
    (a + a_size).min(b + b_size) - a.max(b)
}

fn union(a: &Rect, b: &Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    let right = (a.x + a.width).max(b.x + b.width);
    let bottom = (a.y + a.height).max(b.y + b.height);
    Rect { page: a.page, x, y, width: right - x, height: bottom - y }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect { page: 1, x, y, width, height }
    }

    fn word(start: u32, end: u32, rect: Rect) -> PageWord {
        PageWord { start, end, rect }
    }

    fn page(number: u32, start: u32, end: u32, words: Vec<PageWord>) -> DocumentPage {
        DocumentPage { number, label: number.to_string(), start, end, size: None, words }
    }

    /// Two lines of two words: "ab cd" and "ef gh".
    fn two_lines() -> Vec<PageWord> {
        vec![
            word(0, 2, rect(0.0, 0.0, 20.0, 10.0)),
            word(3, 5, rect(24.0, 0.5, 20.0, 9.0)),
            word(6, 8, rect(0.0, 12.0, 20.0, 10.0)),
            word(9, 11, rect(24.0, 12.0, 20.0, 10.0)),
        ]
    }

    #[test]
    fn one_rectangle_for_each_line() {
        let words = two_lines();
        let cases: [(Range<u32>, Vec<Rect>); 6] = [
            (0..11, vec![rect(0.0, 0.0, 44.0, 10.0), rect(0.0, 12.0, 44.0, 10.0)]),
            (4..7, vec![rect(24.0, 0.5, 20.0, 9.0), rect(0.0, 12.0, 20.0, 10.0)]),
            (1..2, vec![rect(0.0, 0.0, 20.0, 10.0)]),
            (2..3, vec![]),
            (5..5, vec![]),
            (11..99, vec![]),
        ];
        for (range, expected) in cases {
            assert_eq!(line_rects(&words, range.clone()), expected, "{range:?}");
        }
    }

    #[test]
    fn words_under_a_rectangle() {
        let pages = [page(1, 0, 11, two_lines()), page(2, 11, 11, vec![])];
        let cases: [(Rect, &[(u32, u32)]); 5] = [
            (rect(0.0, 0.0, 50.0, 30.0), &[(0, 11)]),
            (rect(20.0, 0.0, 50.0, 30.0), &[(3, 5), (9, 11)]),
            (rect(0.0, 4.0, 50.0, 4.0), &[(0, 5)]),
            (rect(100.0, 0.0, 5.0, 5.0), &[]),
            (Rect { page: 2, ..rect(0.0, 0.0, 50.0, 30.0) }, &[]),
        ];
        for (area, expected) in cases {
            let found = ranges(&pages, &area).into_iter().map(|range| (range.start, range.end));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{area:?}");
        }
    }

    #[test]
    fn columns_and_vertical_writing() {
        let columns =
            [word(0, 2, rect(0.0, 0.0, 20.0, 10.0)), word(3, 5, rect(60.0, 0.0, 20.0, 10.0))];
        assert_eq!(line_rects(&columns, 0..5).len(), 2);
        let right_to_left =
            [word(0, 2, rect(24.0, 0.0, 20.0, 10.0)), word(3, 5, rect(0.0, 0.0, 20.0, 10.0))];
        assert_eq!(line_rects(&right_to_left, 0..5), [rect(0.0, 0.0, 44.0, 10.0)]);
        let downwards: Vec<PageWord> = (0..4_u8)
            .map(|n| word(n.into(), u32::from(n) + 1, rect(50.0, 12.0 * f32::from(n), 10.0, 10.0)))
            .collect();
        assert_eq!(line_rects(&downwards, 0..4), [rect(50.0, 0.0, 10.0, 46.0)]);
    }

    #[test]
    fn ranges_cross_pages() {
        let second = vec![PageWord {
            start: 13,
            end: 15,
            rect: Rect { page: 3, ..rect(1.0, 1.0, 2.0, 2.0) },
        }];
        let pages = [page(1, 0, 13, two_lines()), page(2, 13, 13, vec![]), page(3, 13, 15, second)];
        let found = rects(&pages, 9..14);
        assert_eq!(found.iter().map(|rect| rect.page).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(page_at(&pages, 12).map(|page| page.number), Some(1));
        assert_eq!(page_at(&pages, 13).map(|page| page.number), Some(3));
        assert_eq!(page_at(&pages, 15), None);
    }

    #[test]
    fn slices_count_characters() {
        assert_eq!(slice("aé漢b", 1..3), "é漢");
        assert_eq!(slice("aé漢b", 3..9), "b");
        assert_eq!(slice("aé漢b", 9..12), "");
    }

    proptest! {
        /// There and back: the words under the rectangles of a range include all words that it
        /// touches.
        #[test]
        fn rectangles_lead_back_to_their_words(
            sizes in prop::collection::vec((1_u32..9, 2.0_f32..60.0, 5.0_f32..20.0), 1..40),
            from in 0_u32..200,
            length in 1_u32..60,
        ) {
            let (mut start, mut x, mut y) = (0, 0.0, 0.0);
            let words: Vec<PageWord> = sizes
                .into_iter()
                .map(|(letters, width, height)| {
                    if x > 200.0 {
                        (x, y) = (0.0, y + 25.0);
                    }
                    let placed = word(start, start + letters, rect(x, y, width, height));
                    (start, x) = (start + letters + 1, x + width + 3.0);
                    placed
                })
                .collect();
            let pages = [page(1, 0, start, words.clone())];
            let range = from..from + length;
            let back: Vec<Range<u32>> =
                rects(&pages, range.clone()).iter().flat_map(|area| ranges(&pages, area)).collect();
            for word in words.iter().filter(|word| word.start < range.end && word.end > range.start) {
                let found = back.iter().any(|range| range.start <= word.start && word.end <= range.end);
                prop_assert!(found, "{word:?} is not in {back:?}");
            }
        }
    }
}
