//! Footnotes: the file has them between two columns or two pages, but they are read after the text
//! to which they belong.

use super::area::Area;
use super::line::PdfLine;
use super::line_breaks::ends_sentence;

/// The height of a footnote's letters, in heights of the page's usual letters: it is smaller than this.
const SMALL: f32 = 0.93;

/// Removes a page's footnotes from its lines, whose letters are usually as high as `body`.
pub(super) fn take(lines: &mut Vec<PdfLine>, body: f32) -> Vec<PdfLine> {
    let mut notes = Vec::new();
    let mut begin = 0;
    while begin < lines.len() {
        let run = lines[begin..].iter().take_while(|line| is_small(line, body)).count();
        match first_note(lines, begin..begin + run, body) {
            Some(first) => {
                notes.extend(lines.drain(first..begin + run));
                begin = first.max(begin + 1);
            }
            None => begin += run.max(1),
        }
    }
    notes
}

fn is_small(line: &PdfLine, body: f32) -> bool {
    line.height < SMALL * body
}

/// Returns the line of a run of small ones with which footnotes begin, if any.
fn first_note(lines: &[PdfLine], run: std::ops::Range<usize>, body: f32) -> Option<usize> {
    let small = &lines[run.clone()];
    let area = small.iter().filter_map(|line| line.area).reduce(Area::around)?;
    let others = || {
        let usual = lines.iter().filter(|line| !is_small(line, body));
        usual
            .filter_map(|line| line.area)
            .filter(|other| other.left < area.right && other.right > area.left)
    };
    let is_last = !others().any(|other| other.bottom > area.bottom);
    let is_below_text = others().any(|other| other.bottom < area.bottom);
    if !is_last || !is_below_text {
        return None;
    }
    let marked = small.iter().position(begins_with_mark);
    let interrupts = || {
        let (before, after) = (lines.get(run.start.checked_sub(1)?)?, lines.get(run.end)?);
        let goes_on = after.first().is_some_and(char::is_lowercase) || before.hyphen.is_some();
        (goes_on && !ends_sentence(before)).then_some(0)
    };
    Some(run.start + marked.or_else(interrupts)?)
}

/// Returns whether a line begins with a footnote's number or sign, and not with a list's.
fn begins_with_mark(line: &PdfLine) -> bool {
    let Some(first) = line.pieces.first() else { return false };
    let digits = first.text.chars().take_while(char::is_ascii_digit).count();
    let after = first.text.chars().nth(digits);
    let is_number = (1..=3).contains(&digits)
        && after.is_none_or(char::is_alphabetic)
        && (after.is_some() || line.pieces.get(1).is_some_and(|next| has_letters(&next.text)));
    is_number || first.text.starts_with(['*', '†', '‡', '§', '¶', '∗', '¹', '²', '³', '⁴', '⁵'])
}

fn has_letters(word: &str) -> bool {
    word.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::{line, text};

    fn small(y: f32, text: &str) -> PdfLine {
        PdfLine { height: 8.0, ..line(0.0, y, text) }
    }

    fn taken(mut lines: Vec<PdfLine>) -> (Vec<String>, Vec<String>) {
        let notes = take(&mut lines, 10.0);
        (lines.iter().map(text).collect(), notes.iter().map(text).collect())
    }

    #[test]
    fn notes_at_the_foot_of_a_column_are_taken() {
        let lines = vec![
            line(0.0, 0.0, "the sentence goes"),
            small(80.0, "1 A note."),
            small(90.0, "It goes on."),
            line(300.0, 0.0, "on in the next column."),
        ];
        let (text, notes) = taken(lines);
        assert_eq!(text, ["the sentence goes", "on in the next column."]);
        assert_eq!(notes, ["1 A note.", "It goes on."]);
    }

    #[test]
    fn small_text_that_is_no_note_stays() {
        let above = line(0.0, 0.0, "A sentence that ends.");
        let list = small(80.0, "1. Author, a reference.");
        assert!(taken(vec![above.clone(), list]).1.is_empty());
        let caption = small(40.0, "1 is the loneliest number");
        let below = line(0.0, 90.0, "more of the text");
        assert!(taken(vec![above, caption.clone(), below]).1.is_empty());
        assert!(taken(vec![caption]).1.is_empty());
    }

    #[test]
    fn an_address_in_the_middle_of_a_sentence_is_a_note() {
        let lines = vec![
            line(0.0, 0.0, "the sentence goes"),
            small(80.0, "A. Author is with the university."),
            line(300.0, 0.0, "on in the next column."),
        ];
        assert_eq!(taken(lines).1, ["A. Author is with the university."]);
    }
}
