//! Joins lines to running text, and records the place of each word.

use protocol::{DocumentPage, PageWord, Rect};

use super::PageLines;
use super::area::Area;
use super::hyphens::{Hyphenation, UnbrokenWords};
use super::line::PdfLine;
use super::line_breaks::{self, Joint, PARAGRAPH};
use crate::characters::count;

/// Joins the pages' text.
pub(super) fn compose(pages: Vec<PageLines>) -> (String, Vec<DocumentPage>) {
    let vocabulary = vocabulary(&pages);
    let mut composition = Composition { vocabulary, text: String::new(), length: 0 };
    // The first line on the pages after each page.
    let mut following = Vec::with_capacity(pages.len());
    let mut first: Option<&PdfLine> = None;
    for page in pages.iter().rev() {
        following.push(first);
        first = page.lines.first().or(page.notes.first()).or(first);
    }
    let numbered = (0..).zip(pages.iter().zip(following.into_iter().rev()));
    let composed = numbered.map(|(nth, (page, next))| composition.page(nth, page, next)).collect();
    (composition.text, composed)
}

fn vocabulary(pages: &[PageLines]) -> UnbrokenWords {
    let mut vocabulary = UnbrokenWords::default();
    for lines in pages.iter().flat_map(|page| [&page.lines, &page.notes]) {
        let mut after_hyphen = false;
        for line in lines {
            vocabulary.add(line, after_hyphen);
            after_hyphen = line.hyphen.is_some();
        }
    }
    vocabulary
}

struct Composition {
    vocabulary: UnbrokenWords,
    text: String,
    length: u32,
}

impl Composition {
    fn page(&mut self, nth: usize, page: &PageLines, next: Option<&PdfLine>) -> DocumentPage {
        let (number, start) = (page_number(nth), self.length);
        let mut words = Vec::new();
        for (line, joint) in sequence(page, next) {
            self.line(line, nth, &mut words);
            self.joint(joint, line.hyphen);
        }
        let label = page.label.clone().unwrap_or_else(|| number.to_string());
        DocumentPage { number, label, start, end: self.length, size: page.size, words }
    }

    fn line(&mut self, line: &PdfLine, page: usize, words: &mut Vec<PageWord>) {
        for (nth, piece) in line.pieces.iter().enumerate() {
            if nth > 0 && piece.spaced {
                self.push(" ");
            }
            let start = self.length;
            self.push(&piece.text);
            if let Some(area) = piece.area {
                words.push(PageWord { start, end: self.length, rect: rect(page, area) });
            }
        }
    }

    /// Adds the joint after a line. A kept hyphen is no part of the word before it.
    fn joint(&mut self, joint: Joint, hyphen: Option<char>) {
        let visible = hyphen.filter(|hyphen| *hyphen != '\u{ad}');
        match joint {
            Joint::Halves { before, after } => {
                let hyphen = hyphen.unwrap_or('-');
                match self.vocabulary.decide(hyphen, &before, &after) {
                    Hyphenation::Undone => {}
                    Hyphenation::Kept => self.push_hyphen(visible),
                    Hyphenation::Open => {
                        self.push_hyphen(visible);
                        self.push(" ");
                    }
                }
            }
            Joint::Text(between) => {
                self.push_hyphen(visible);
                self.push(between);
            }
        }
    }

    fn push_hyphen(&mut self, hyphen: Option<char>) {
        if let Some(hyphen) = hyphen {
            self.push(hyphen.encode_utf8(&mut [0; 4]));
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.length += count(text);
    }
}

fn page_number(nth: usize) -> u32 {
    u32::try_from(nth).unwrap_or(u32::MAX - 1) + 1
}

/// Converts an area to a rectangle on the page at this index, counted from 0.
pub(super) fn rect(nth: usize, area: Area) -> Rect {
    let page = page_number(nth);
    Rect { page, x: area.left, y: area.top, width: area.width(), height: area.height() }
}

/// Returns a page's lines, each with the joint after it. Notes come after the last paragraph that
/// ends on the page, so that one continuing on the next page stays whole.
fn sequence<'p>(page: &'p PageLines, next: Option<&PdfLine>) -> Vec<(&'p PdfLine, Joint)> {
    let with_joints =
        |lines: &'p [PdfLine]| lines.iter().zip(line_breaks::between(lines, next)).collect();
    let mut body: Vec<(&PdfLine, Joint)> = with_joints(&page.lines);
    if !page.notes.is_empty() {
        let mut notes: Vec<(&PdfLine, Joint)> = with_joints(&page.notes);
        notes.last_mut().into_iter().for_each(|last| last.1 = PARAGRAPH);
        let ended = body.iter().rposition(|(_, joint)| *joint == PARAGRAPH);
        let place = ended.map_or(body.len(), |nth| nth + 1);
        if place == body.len() {
            body.last_mut().into_iter().for_each(|last| last.1 = PARAGRAPH);
        }
        body.splice(place..place, notes);
    }
    if next.is_none() {
        body.last_mut().into_iter().for_each(|last| last.1 = Joint::Text(""));
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::line;

    #[test]
    fn words_lie_where_their_text_is() {
        let lines = vec![line(0.0, 0.0, "words are bro-"), line(0.0, 12.0, "ken at 漢 line")];
        let page = PageLines { label: Some("iv".into()), lines, ..PageLines::default() };
        let (text, pages) = compose(vec![PageLines::default(), page, PageLines::default()]);
        assert_eq!(text, "words are broken at 漢 line");
        let words: Vec<&str> = pages[1]
            .words
            .iter()
            .map(|word| crate::places::slice(&text, word.start..word.end))
            .collect();
        assert_eq!(words, ["words", "are", "bro", "ken", "at", "漢", "line"]);
        assert_eq!((pages[1].label.as_str(), pages[2].label.as_str()), ("iv", "3"));
        assert_eq!((pages[0].end, pages[1].end, pages[2].end), (0, 26, 26));
    }

    #[test]
    fn paragraphs_and_words_go_on_over_pages() {
        let first = vec![
            line(0.0, 0.0, "A paragraph that ends."),
            line(0.0, 40.0, "One that goes on over the pa-"),
        ];
        let second = vec![line(0.0, 0.0, "ge, and then it ends there.")];
        let page = |lines, notes| PageLines { lines, notes, ..PageLines::default() };
        let note = vec![line(0.0, 90.0, "1 A note.")];
        let (text, pages) =
            compose(vec![page(first, note), PageLines::default(), page(second, vec![])]);
        assert_eq!(
            text,
            "A paragraph that ends.\n\n1 A note.\n\nOne that goes on over the page, and then it \
             ends there."
        );
        let ends: Vec<u32> = pages.iter().map(|page| page.end).collect();
        assert_eq!(ends, [63, 63, 90]);
    }

    #[test]
    fn notes_never_stand_in_the_middle_of_a_line() {
        let lines = vec![line(0.0, 0.0, "all of the page is one")];
        let notes = vec![line(0.0, 90.0, "1 A note.")];
        let next = vec![line(0.0, 0.0, "paragraph that goes on")];
        let pages = vec![
            PageLines { lines, notes, ..PageLines::default() },
            PageLines { lines: next, ..PageLines::default() },
        ];
        let (text, _) = compose(pages);
        assert_eq!(text, "all of the page is one\n\n1 A note.\n\nparagraph that goes on");
    }
}
