//! Decides what separates two lines: whether the text continues, and how.

use super::area::Area;
use super::line::PdfLine;
use super::rotated::turned;
use super::word::PdfWord;
use crate::characters::is_wide;

/// The distance of the lower edges of two lines below one another, in heights of their letters: less is one line,
/// more is a gap in the text.
const STACKED_PITCH: std::ops::Range<f32> = 0.3..2.2;
/// The factor by which the letters of lines below one another may differ in height.
const STACKED_HEIGHTS: f32 = 1.5;
/// A distance to the next line from which a paragraph ends, in usual distances of the block.
const PARAGRAPH_PITCH: f32 = 1.35;
/// The factor by which the letters of a line and its continuation elsewhere may differ in height.
const ALIKE_HEIGHTS: f32 = 1.25;
/// The letters of a line, and of its continuation elsewhere, that make it more than a number or a caption.
const LONG_LINE: usize = 12;
const LONG_CONTINUATION: usize = 3;
/// The share of a block's width that its continuation elsewhere has at least, unlike a heading.
const FULL_LINE: f32 = 0.8;
/// The width of an indent, in heights of a line's letters.
const INDENT: f32 = 0.7;
/// The room of a space before the next word, in heights of a line's letters.
const SPACE: f32 = 0.6;

/// The text between a line and the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Joint {
    /// Two halves of a word, with a hyphen between them.
    Halves { before: String, after: String },
    /// This text, after the line's hyphen if it has one.
    Text(&'static str),
}

/// A blank line.
pub(super) const PARAGRAPH: Joint = Joint::Text("\n\n");
/// A new line.
const LINE: Joint = Joint::Text("\n");

/// Returns one joint for each line; the last one leads to `next`, the first line of a later page.
pub(super) fn between(lines: &[PdfLine], next: Option<&PdfLine>) -> Vec<Joint> {
    let mut joints = Vec::with_capacity(lines.len());
    for run in lines.chunk_by(|a, b| a.is_sideways() == b.is_sideways()) {
        let next = lines.get(joints.len() + run.len()).or(next);
        joints.extend(match run.first().is_some_and(PdfLine::is_sideways) {
            true => {
                let next = next.filter(|next| next.is_sideways());
                let next = next.and_then(|next| turned(std::slice::from_ref(next)).pop());
                of_blocks(&turned(run), next.as_ref())
            }
            false => of_blocks(run, next),
        });
    }
    joints
}

/// Returns the joints of lines that run from the left or from the right.
fn of_blocks(lines: &[PdfLine], next: Option<&PdfLine>) -> Vec<Joint> {
    let mut joints = Vec::with_capacity(lines.len());
    let mut begin = 0;
    while begin < lines.len() {
        let linked = lines[begin..].windows(2).take_while(|pair| are_stacked(&pair[0], &pair[1]));
        let end = begin + linked.count() + 1;
        let block = LineBlock::new(&lines[begin..end]);
        joints.extend(block.joints());
        joints.push(lines.get(end).or(next).map_or(PARAGRAPH, |next| block.onward(next)));
        begin = end;
    }
    joints
}

/// Returns whether the second line is right below the first, in letters of about the same size.
fn are_stacked(a: &PdfLine, b: &PdfLine) -> bool {
    let (Some(upper), Some(lower)) = (a.area, b.area) else { return false };
    let height = a.height.max(b.height);
    let pitch = lower.bottom - upper.bottom;
    pitch > STACKED_PITCH.start * height
        && pitch < STACKED_PITCH.end * height
        && height < STACKED_HEIGHTS * a.height.min(b.height)
        && upper.right.min(lower.right) > upper.left.max(lower.left)
}

/// Returns the joint inside a paragraph.
fn running(a: &PdfLine, b: &PdfLine) -> Joint {
    match (a.hyphen, a.pieces.last(), b.pieces.first()) {
        (Some(_), Some(before), Some(after)) => {
            Joint::Halves { before: before.text.clone(), after: after.text.clone() }
        }
        _ if a.last().is_some_and(is_wide) && b.first().is_some_and(is_wide) => Joint::Text(""),
        _ => Joint::Text(" "),
    }
}

/// Lines below one another, with their common properties.
struct LineBlock<'l> {
    lines: &'l [PdfLine],
    /// The outermost beginning and end of the lines, in reading direction.
    begin: f32,
    end: f32,
    /// The usual distance from one line to the next.
    pitch: f32,
    right_to_left: bool,
}

impl<'l> LineBlock<'l> {
    fn new(lines: &'l [PdfLine]) -> Self {
        let right_to_left = lines.first().is_some_and(PdfLine::is_right_to_left);
        let spans = || lines.iter().map(|line| span(line.area, right_to_left));
        let mut pitches: Vec<f32> =
            lines.windows(2).map(|pair| pitch(&pair[0], &pair[1])).collect();
        pitches.sort_by(f32::total_cmp);
        Self {
            lines,
            begin: spans().map(|(begin, _)| begin).fold(f32::INFINITY, f32::min),
            end: spans().map(|(_, end)| end).fold(f32::NEG_INFINITY, f32::max),
            // Of two different pitches the smaller one is inside a paragraph.
            pitch: pitches.get(pitches.len().saturating_sub(1) / 2).copied().unwrap_or_default(),
            right_to_left,
        }
    }

    fn joints(&self) -> impl Iterator<Item = Joint> {
        (1..self.lines.len()).map(|nth| self.joint(nth))
    }

    /// Returns the joint before the line.
    fn joint(&self, nth: usize) -> Joint {
        let (a, b) = (&self.lines[nth - 1], &self.lines[nth]);
        let begins = self.is_indented(b) && !self.is_indented(a);
        let returns = self.lines.get(nth + 1).is_none_or(|next| !self.is_indented(next));
        if pitch(a, b) > PARAGRAPH_PITCH * self.pitch {
            PARAGRAPH
        } else if a.has_cells() || b.has_cells() {
            LINE
        } else if a.hyphen.is_some() && b.first().is_some_and(char::is_lowercase) {
            running(a, b)
        } else if self.had_room(a, b) {
            if self.is_indented(b) && returns { PARAGRAPH } else { LINE }
        } else if begins && returns && ends_sentence(a) {
            PARAGRAPH
        } else if b.first().is_some_and(|first| matches!(first, '•' | '▪' | '■' | '◦' | '●'))
        {
            LINE
        } else {
            running(a, b)
        }
    }

    /// Returns the joint before the first line of the next block. Text continues in the next
    /// column, on the next page, or around a picture if the sentence does.
    fn onward(&self, next: &PdfLine) -> Joint {
        let Some(last) = self.lines.last() else { return PARAGRAPH };
        let alike = last.height.max(next.height) < ALIKE_HEIGHTS * last.height.min(next.height);
        let long = last.letters() > LONG_LINE && next.letters() > LONG_CONTINUATION;
        let goes_on = self.is_open(last) && (begins_low(last, next) || self.is_full(last, next));
        if alike && long && goes_on { running(last, next) } else { PARAGRAPH }
    }

    /// Returns whether a sentence continues after the line.
    fn is_open(&self, line: &PdfLine) -> bool {
        line.hyphen.is_some()
            || line.last().is_some_and(|last| last.is_alphanumeric() || ",;，、".contains(last))
    }

    /// Returns whether the line is as long as others above it, and so is the next, unlike a
    /// heading.
    fn is_full(&self, line: &PdfLine, next: &PdfLine) -> bool {
        let (_, end) = span(line.area, self.right_to_left);
        let width = self.end - self.begin;
        let next_width = next.area.map_or(0.0, Area::width);
        self.lines.len() > 2 && end + line.height > self.end && next_width > FULL_LINE * width
    }

    fn is_indented(&self, line: &PdfLine) -> bool {
        span(line.area, self.right_to_left).0 > self.begin + INDENT * line.height
    }

    /// Returns whether the next line's first word would have fitted on the line, which means that
    /// the line break is intended.
    fn had_room(&self, line: &PdfLine, next: &PdfLine) -> bool {
        let (_, end) = span(line.area, self.right_to_left);
        let word = |piece: &PdfWord| piece.area.map_or(0.0, Area::width);
        let first = next.pieces.first().map_or(0.0, word);
        end + first + SPACE * line.height < self.end
    }
}

/// Returns a line's beginning and end in reading direction.
fn span(area: Option<Area>, right_to_left: bool) -> (f32, f32) {
    match area {
        None => (0.0, 0.0),
        Some(area) if right_to_left => (-area.right, -area.left),
        Some(area) => (area.left, area.right),
    }
}

fn pitch(a: &PdfLine, b: &PdfLine) -> f32 {
    a.area.zip(b.area).map_or(0.0, |(upper, lower)| lower.bottom - upper.bottom)
}

/// Returns whether the next line begins unlike a sentence.
fn begins_low(line: &PdfLine, next: &PdfLine) -> bool {
    let (Some(last), Some(first)) = (line.last(), next.first()) else { return false };
    first.is_lowercase() || is_wide(first) && is_wide(last)
}

/// Returns whether a sentence ends with the line.
pub(super) fn ends_sentence(line: &PdfLine) -> bool {
    let closing = |c: char| matches!(c, '"' | '”' | '’' | '\'' | ')' | ']' | '»' | '」' | '』');
    let text = line.pieces.last().map_or("", |piece| piece.text.trim_end_matches(closing));
    text.ends_with(['.', '!', '?', ':', '…', '。', '！', '？', '：', '؟', '۔'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::PageLines;
    use crate::pdf::line::tests::line;
    use crate::pdf::paragraphs::compose;

    fn text_of(lines: Vec<PdfLine>) -> String {
        compose(vec![PageLines { lines, ..PageLines::default() }]).0
    }

    #[test]
    fn full_lines_run_on_and_short_ones_end() {
        let lines = vec![
            line(0.0, 0.0, "a line of a text that runs"),
            line(0.0, 12.0, "on here till it ends."),
            line(0.0, 24.0, "Another line that runs full"),
            line(0.0, 36.0, "and ends."),
        ];
        assert_eq!(
            text_of(lines),
            "a line of a text that runs on here till it ends. Another line that runs full and ends."
        );
        let list = vec![
            line(0.0, 0.0, "one"),
            line(0.0, 12.0, "two"),
            line(0.0, 24.0, "a much longer line"),
        ];
        assert_eq!(text_of(list), "one\ntwo\na much longer line");
    }

    #[test]
    fn rows_of_a_table_stay_rows() {
        let row = |y: f32, name: &str, value: &str| {
            let mut cells = line(0.0, y, name);
            cells.append(line(100.0, y, value));
            cells
        };
        let lines = vec![row(0.0, "height", "120"), row(12.0, "width", "340")];
        assert_eq!(text_of(lines), "height 120\nwidth 340");
    }

    #[test]
    fn paragraphs_show_by_indent_gap_and_size() {
        let indented = vec![
            line(0.0, 0.0, "a line of a text that runs."),
            line(15.0, 12.0, "New one that is indented"),
            line(0.0, 24.0, "and goes on."),
        ];
        assert_eq!(
            text_of(indented),
            "a line of a text that runs.\n\nNew one that is indented and goes on."
        );
        let gap = vec![
            line(0.0, 0.0, "a line of a text that runs"),
            line(0.0, 12.0, "on to a second line which"),
            line(0.0, 24.0, "is the last of its own par-"),
            line(0.0, 36.0, "agraph."),
            line(0.0, 56.0, "Another stands below."),
        ];
        assert!(text_of(gap).ends_with("own paragraph.\n\nAnother stands below."));
    }

    #[test]
    fn a_sentence_goes_on_in_the_next_column() {
        let column =
            |first: &str| vec![line(0.0, 700.0, "the sentence goes on"), line(300.0, 0.0, first)];
        assert_eq!(text_of(column("in this column")), "the sentence goes on in this column");
        assert_eq!(text_of(column("Or does not")), "the sentence goes on\n\nOr does not");
    }
}
