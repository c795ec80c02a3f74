//! Lines: words side by side on a page.

use super::area::Area;
use super::bidi::is_right_to_left;
use super::word::{PdfWord, gap, may_run_down, run_sideways, take_hyphen};

/// A gap wider than a space, in heights of a line's letters.
pub(super) const WIDE: f32 = 0.9;

/// The gap between the cells of a table, in heights of a line's letters: wider than a space and than the gaps of
/// justified lines.
const CELL_GAP: f32 = 1.5;
/// Words side by side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PdfLine {
    /// Its words in order; at least one.
    pub pieces: Vec<PdfWord>,
    /// The hyphen at its end, which is not part of the last word: `-`, `‐`, or a soft one.
    pub hyphen: Option<char>,
    /// Its position, if known.
    pub area: Option<Area>,
    /// The height of its letters' boxes: that of most of its words.
    pub height: f32,
}

impl PdfLine {
    /// Creates a line of these words, if there are any.
    pub fn new(pieces: Vec<PdfWord>, hyphen: Option<char>) -> Option<Self> {
        let area = pieces.iter().fold(None, |sum, piece| around(sum, piece.area));
        let height = usual_height(&pieces);
        (!pieces.is_empty()).then_some(Self { pieces, hyphen, area, height })
    }

    /// Creates a line of text somewhere in an area.
    pub fn inside(area: Area, text: &str) -> Option<Self> {
        let piece = |(nth, word): (usize, &str)| PdfWord {
            text: word.to_owned(),
            area: Some(area),
            spaced: nth > 0,
        };
        Self::new(text.split_whitespace().enumerate().map(piece).collect(), None)
    }

    /// Creates a line of text that fills an area from left to right: each word gets its share.
    pub fn along(area: Area, text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let letters = words.iter().map(|word| word.chars().count() + 1).sum::<usize>();
        let share = area.width() / letters.saturating_sub(1).max(1) as f32;
        let mut left = area.left;
        let pieces = words.into_iter().enumerate().map(|(nth, word)| {
            let right = left + share * word.chars().count() as f32;
            let own = Area { left, right, ..area };
            left = right + share;
            PdfWord { text: word.to_owned(), area: Some(own), spaced: nth > 0 }
        });
        Self::new(pieces.collect(), None)
    }

    /// Returns its first character.
    pub fn first(&self) -> Option<char> {
        self.pieces.first()?.text.chars().next()
    }

    /// Returns its last character, apart from a hyphen.
    pub fn last(&self) -> Option<char> {
        self.pieces.last()?.text.chars().next_back()
    }

    /// Returns its words, with their spaces, and its hyphen.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (nth, piece) in self.pieces.iter().enumerate() {
            text.push_str(if nth > 0 && piece.spaced { " " } else { "" });
            text.push_str(&piece.text);
        }
        text.extend(self.hyphen.filter(|hyphen| *hyphen != '\u{ad}'));
        text
    }

    /// Returns its number of letters and digits.
    pub fn letters(&self) -> usize {
        let letters = |piece: &PdfWord| piece.text.chars().filter(|c| c.is_alphanumeric()).count();
        self.pieces.iter().map(letters).sum()
    }

    /// Returns whether it runs down or up the page.
    pub fn is_sideways(&self) -> bool {
        run_sideways(&self.pieces)
    }

    /// Returns whether its characters may be written from the top down: they are Chinese or
    /// Japanese, and each is below the one before.
    pub fn may_run_down(&self) -> bool {
        may_run_down(&self.pieces)
    }

    /// Returns its words in widely separated parts.
    pub fn parts(&self) -> Vec<&[PdfWord]> {
        self.pieces.chunk_by(|a, b| gap(a, b, WIDE * self.height).is_none()).collect()
    }

    /// Returns whether its words are in cells, far apart from one another.
    pub fn has_cells(&self) -> bool {
        self.gaps().any(|(left, right)| right - left > CELL_GAP * self.height)
    }

    /// Iterates over gaps between words that are wider than a space: from left to right.
    pub fn gaps(&self) -> impl Iterator<Item = (f32, f32)> {
        self.gaps_of(WIDE)
    }

    /// Iterates over gaps between words of at least this width, in heights of its letters.
    pub fn gaps_of(&self, least: f32) -> impl Iterator<Item = (f32, f32)> {
        let least = least * self.height;
        let gaps = self.pieces.windows(2).filter_map(move |pair| gap(&pair[0], &pair[1], least));
        // Between two words that run one way there may be words that run the other way.
        let is_free = |(left, right): &(f32, f32)| {
            let middle =
                |piece: &PdfWord| piece.area.map(|area| f32::midpoint(area.left, area.right));
            let mut middles = self.pieces.iter().filter_map(middle);
            !middles.any(|middle| *left < middle && middle < *right)
        };
        gaps.filter(is_free)
    }

    /// Splits the line at a place inside one of its gaps of at least this width, the left part
    /// first; returns the unchanged line if there is no such gap.
    pub fn split_at(mut self, x: f32, least: f32) -> Vec<Self> {
        if !self.gaps_of(least).any(|(left, right)| left < x && x < right) {
            return vec![self];
        }
        let is_left = |piece: &PdfWord| piece.area.is_none_or(|area| area.right < x);
        let border = self.pieces.iter().position(|piece| !is_left(piece)).unwrap_or_default();
        let mut after = self.pieces.split_off(border);
        if let Some(first) = after.first_mut() {
            first.spaced = false;
        }
        let hyphen = self.pieces.last_mut().and_then(take_hyphen);
        let halves = [Self::new(self.pieces, hyphen), Self::new(after, self.hyphen)];
        halves.into_iter().flatten().collect()
    }

    /// Returns whether it runs from right to left, judged by its first letter.
    pub fn is_right_to_left(&self) -> bool {
        let mut letters = self.pieces.iter().flat_map(|piece| piece.text.chars());
        letters.find(|letter| letter.is_alphabetic()).is_some_and(is_right_to_left)
    }
}

/// Returns the area around both, as far as they are known.
pub(super) fn around(a: Option<Area>, b: Option<Area>) -> Option<Area> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.around(b)),
        (a, b) => a.or(b),
    }
}

fn usual_height(pieces: &[PdfWord]) -> f32 {
    let mut heights: Vec<f32> =
        pieces.iter().filter_map(|piece| piece.area).map(Area::height).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An area between these edges, 10 high.
    pub fn area(left: f32, right: f32) -> Option<Area> {
        Some(Area { left, top: 0.0, right, bottom: 10.0 })
    }

    /// A line of words at a place, letters 5 wide and 10 high, spaces 5 wide.
    pub fn line(x: f32, y: f32, text: &str) -> PdfLine {
        let mut left = x;
        let mut pieces = Vec::new();
        let stem = text.trim_end_matches('-');
        for word in stem.split(' ') {
            let right = left + 5.0 * word.chars().count() as f32;
            let area = Some(Area { left, top: y, right, bottom: y + 10.0 });
            pieces.push(PdfWord { text: word.into(), area, spaced: left > x });
            left = right + 5.0;
        }
        PdfLine::new(pieces, (stem.len() < text.len()).then_some('-')).unwrap()
    }

    /// Returns a line's words.
    pub fn text(line: &PdfLine) -> String {
        texts(line).join(" ")
    }

    impl PdfLine {
        /// Appends another line in the same row.
        pub fn append(&mut self, other: PdfLine) {
            let mut after = other.pieces;
            after[0].spaced = true;
            self.pieces.extend(after);
            *self = PdfLine::new(std::mem::take(&mut self.pieces), other.hyphen).unwrap();
        }
    }

    /// Returns a line's words, one by one.
    pub fn texts(line: &PdfLine) -> Vec<&str> {
        line.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn words_that_stand_between_leave_no_gap() {
        let piece = |text: &str, left: f32, right: f32| PdfWord {
            text: text.into(),
            area: area(left, right),
            spaced: true,
        };
        let words = vec![piece("שלום", 60.0, 90.0), piece("Google", 0.0, 30.0)];
        let both = [words.clone(), vec![piece("LLC", 33.0, 57.0)]].concat();
        let gaps = |pieces| PdfLine::new(pieces, None).unwrap().gaps().collect::<Vec<_>>();
        assert_eq!(gaps(words), [(30.0, 60.0)]);
        assert!(gaps(both).is_empty());
    }

    #[test]
    fn the_words_of_a_line_share_its_area() {
        let whole = area(10.0, 60.0).unwrap();
        let line = PdfLine::along(whole, " ab  cdefg hi ").unwrap();
        assert!((line.area.unwrap().right - whole.right).abs() < 0.01);
        let areas: Vec<_> = line.pieces.iter().map(|piece| piece.area).collect();
        let share = 50.0 / 11.0;
        assert_eq!(areas[0], area(10.0, 10.0 + 2.0 * share));
        assert!((areas[2].unwrap().left - (10.0 + 9.0 * share)).abs() < 0.01);
        assert_eq!(PdfLine::along(whole, "  "), None);
    }
}
