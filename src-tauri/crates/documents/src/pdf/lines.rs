//! Glyphs to words and lines.

use super::directions::is_right_to_left;
use super::glyphs::{Area, Glyph};
use crate::characters::is_wide;

/// A word, or a character of a script without spaces, on a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    /// Its characters.
    pub text: String,
    /// Where it stands, unless nothing tells.
    pub area: Option<Area>,
    /// Whether a space stands before it.
    pub spaced: bool,
}

/// Words side by side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    /// Its words in order; at least one.
    pub pieces: Vec<Piece>,
    /// The hyphen at its end, which the last word leaves out: `-`, `‐`, or a soft one.
    pub hyphen: Option<char>,
    /// Where it stands, unless nothing tells.
    pub area: Option<Area>,
    /// The height of its letters' boxes: that of most of its words.
    pub height: f32,
}

impl Line {
    /// A line of these words, if there are any.
    fn new(pieces: Vec<Piece>, hyphen: Option<char>) -> Option<Self> {
        let area = pieces.iter().fold(None, |sum, piece| around(sum, piece.area));
        let height = usual_height(&pieces);
        (!pieces.is_empty()).then_some(Self { pieces, hyphen, area, height })
    }

    /// A line of text somewhere in an area.
    pub fn inside(area: Area, text: &str) -> Option<Self> {
        let piece = |(nth, word): (usize, &str)| Piece {
            text: word.to_owned(),
            area: Some(area),
            spaced: nth > 0,
        };
        Self::new(text.split_whitespace().enumerate().map(piece).collect(), None)
    }

    /// A line of text that fills an area from the left to the right: each word has its share.
    pub fn along(area: Area, text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let letters = words.iter().map(|word| word.chars().count() + 1).sum::<usize>();
        let share = area.width() / letters.saturating_sub(1).max(1) as f32;
        let mut left = area.left;
        let pieces = words.into_iter().enumerate().map(|(nth, word)| {
            let right = left + share * word.chars().count() as f32;
            let own = Area { left, right, ..area };
            left = right + share;
            Piece { text: word.to_owned(), area: Some(own), spaced: nth > 0 }
        });
        Self::new(pieces.collect(), None)
    }

    /// Its first character.
    pub fn first(&self) -> Option<char> {
        self.pieces.first()?.text.chars().next()
    }

    /// Its last character, a hyphen apart.
    pub fn last(&self) -> Option<char> {
        self.pieces.last()?.text.chars().next_back()
    }

    /// Its words, with spaces where they stand, and its hyphen.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (nth, piece) in self.pieces.iter().enumerate() {
            text.push_str(if nth > 0 && piece.spaced { " " } else { "" });
            text.push_str(&piece.text);
        }
        text.extend(self.hyphen.filter(|hyphen| *hyphen != '\u{ad}'));
        text
    }

    /// How many letters and digits it has.
    pub fn letters(&self) -> usize {
        let letters = |piece: &Piece| piece.text.chars().filter(|c| c.is_alphanumeric()).count();
        self.pieces.iter().map(letters).sum()
    }

    /// Whether it runs down or up the page.
    pub fn is_sideways(&self) -> bool {
        self.pieces.iter().any(is_sideways)
    }

    /// Whether its characters may be written from the top down: they are Chinese or Japanese, and
    /// each stands below the one before.
    pub fn may_run_down(&self) -> bool {
        may_run_down(&self.pieces)
    }

    /// Whether its words stand in cells, far apart from one another.
    pub fn has_cells(&self) -> bool {
        self.gaps().any(|(left, right)| right - left > 1.5 * self.height)
    }

    /// Where it leaves more room between two words than a space takes: from the left to the right.
    pub fn gaps(&self) -> impl Iterator<Item = (f32, f32)> {
        self.pieces.windows(2).filter_map(|pair| {
            let (a, b) = (pair[0].area?, pair[1].area?);
            let (left, right) = if a.left < b.left { (a.right, b.left) } else { (b.right, a.left) };
            (right - left > 0.9 * self.height).then_some((left, right))
        })
    }

    /// The part on the left of a place that one of its gaps holds, and the part on the right; or
    /// the line as it is.
    pub fn split_at(mut self, x: f32) -> Vec<Self> {
        if !self.gaps().any(|(left, right)| left < x && x < right) {
            return vec![self];
        }
        let is_left = |piece: &Piece| piece.area.is_none_or(|area| area.right < x);
        let border = self.pieces.iter().position(|piece| !is_left(piece)).unwrap_or_default();
        let mut after = self.pieces.split_off(border);
        if let Some(first) = after.first_mut() {
            first.spaced = false;
        }
        let hyphen = self.pieces.last_mut().and_then(take_hyphen);
        let halves = [Self::new(self.pieces, hyphen), Self::new(after, self.hyphen)];
        halves.into_iter().flatten().collect()
    }

    /// Whether it runs from right to left, by its first letter.
    pub fn is_right_to_left(&self) -> bool {
        let mut letters = self.pieces.iter().flat_map(|piece| piece.text.chars());
        letters.find(|letter| letter.is_alphabetic()).is_some_and(is_right_to_left)
    }
}

/// Puts glyphs together.
pub(super) fn of(glyphs: Vec<Glyph>) -> Vec<Line> {
    let mut setting = Setting::default();
    for glyph in glyphs {
        match glyph {
            Glyph::Letter(letter, area) => setting.letter(letter, area),
            Glyph::Space => setting.end_word(),
            Glyph::LineEnd => setting.end_line(None),
            Glyph::Hyphen(area) => setting.end_line(Some(area)),
        }
    }
    setting.end_line(None);
    setting.lines
}

#[derive(Default)]
struct Setting {
    lines: Vec<Line>,
    pieces: Vec<Piece>,
    /// Whether the next letter begins a word, after a space.
    spaced: bool,
}

impl Setting {
    fn letter(&mut self, letter: char, area: Option<Area>) {
        let goes_on = !self.spaced
            && self.pieces.last().is_some_and(|piece| {
                !is_wide(letter)
                    && !piece.text.chars().next_back().is_some_and(is_wide)
                    && !is_below(piece.area, area)
            });
        match self.pieces.last_mut() {
            Some(piece) if goes_on => {
                piece.text.push(letter);
                piece.area = around(piece.area, area);
            }
            _ => {
                let spaced = std::mem::take(&mut self.spaced);
                self.pieces.push(Piece { text: letter.into(), area, spaced });
            }
        }
    }

    fn end_word(&mut self) {
        self.spaced = !self.pieces.is_empty();
    }

    /// Ends the line; with the box of the hyphen that PDFium saw at its end, if it saw one.
    fn end_line(&mut self, hyphen: Option<Option<Area>>) {
        let mut pieces = std::mem::take(&mut self.pieces);
        self.spaced = false;
        let found = match hyphen {
            Some(area) => {
                if let Some(last) = pieces.last_mut() {
                    last.area = around(last.area, area);
                }
                Some('-')
            }
            None => pieces.last_mut().and_then(take_hyphen),
        };
        for piece in &mut pieces {
            piece.text.retain(|letter| letter != '\u{ad}');
        }
        pieces.retain(|piece| !piece.text.is_empty());
        drop_shadows(&mut pieces);
        let rows = rows(pieces);
        let last = rows.len().saturating_sub(1);
        let lines = rows
            .into_iter()
            .enumerate()
            .filter_map(|(nth, row)| Line::new(row, found.filter(|_| nth == last)));
        self.lines.extend(lines);
    }
}

/// Whether an upright letter stands below a word, as a lone mark does on the next line.
fn is_below(word: Option<Area>, letter: Option<Area>) -> bool {
    let (Some(word), Some(letter)) = (word, letter) else { return false };
    letter.height() > letter.width() && letter.top > word.bottom - 0.3 * letter.height()
}

/// Words that PDFium puts into one line though they stand below one another, apart.
fn rows(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut rows = Vec::new();
    // In a line that runs down or up the page they all do.
    if pieces.iter().any(is_sideways) || pieces.len() > 2 && may_run_down(&pieces) {
        return vec![pieces];
    }
    while let Some(nth) = pieces.windows(2).position(|pair| are_apart(&pair[0], &pair[1])) {
        let after = pieces.split_off(nth + 1);
        rows.push(std::mem::replace(&mut pieces, after));
    }
    rows.push(pieces);
    rows
}

fn are_apart(a: &Piece, b: &Piece) -> bool {
    let (Some(a), Some(b)) = (a.area, b.area) else { return false };
    let middle = |area: Area| f32::midpoint(area.top, area.bottom);
    (middle(a) - middle(b)).abs() > 1.1 * a.height().max(b.height())
}

/// Whether a word runs down or up the page. Of letters side by side none is so narrow.
fn is_sideways(piece: &Piece) -> bool {
    let letters = piece.text.chars().count();
    letters > 2 && piece.area.is_some_and(|area| area.height() > 3.0 * area.width())
}

/// Whether these are Chinese or Japanese characters below one another.
fn may_run_down(pieces: &[Piece]) -> bool {
    let are_wide = pieces.iter().all(|piece| piece.text.chars().all(is_wide));
    let is_below = |pair: &[Piece]| {
        pair[0].area.zip(pair[1].area).is_some_and(|(a, b)| {
            (a.left - b.left).abs() < 0.3 * a.width() && b.top > f32::midpoint(a.top, a.bottom)
        })
    };
    are_wide && pieces.windows(2).all(is_below)
}

/// Drops words that are drawn again over themselves, as for a shadow or a bold look.
fn drop_shadows(pieces: &mut Vec<Piece>) {
    let mut nth = 1;
    while nth < pieces.len() {
        let piece = &pieces[nth];
        let twin = pieces[..nth].iter().position(|other| is_shadow(other, piece));
        match twin {
            Some(twin) => {
                let shadow = pieces.remove(nth);
                if shadow.text.len() > pieces[twin].text.len() {
                    pieces[twin].text = shadow.text;
                }
            }
            None => nth += 1,
        }
    }
}

/// Whether two pieces are one word drawn twice; a quotation mark may be drawn with one of them.
fn is_shadow(a: &Piece, b: &Piece) -> bool {
    let (Some(over), Some(under)) = (a.area, b.area) else { return false };
    let near = 0.2 * over.height();
    let is_near = |a: f32, b: f32| (a - b).abs() < near;
    is_near(over.bottom, under.bottom)
        && (is_near(over.left, under.left) || is_near(over.right, under.right))
        && a.text.trim_matches(is_mark) == b.text.trim_matches(is_mark)
}

fn is_mark(letter: char) -> bool {
    !letter.is_alphanumeric()
}

/// Takes a hyphen off a word's end, if letters stand before it.
fn take_hyphen(piece: &mut Piece) -> Option<char> {
    let hyphen =
        piece.text.chars().next_back().filter(|last| matches!(last, '-' | '‐' | '\u{ad}'))?;
    let stem = piece.text.len() - hyphen.len_utf8();
    let after_letter = piece.text[..stem].ends_with(char::is_alphanumeric);
    after_letter.then(|| {
        piece.text.truncate(stem);
        hyphen
    })
}

fn around(a: Option<Area>, b: Option<Area>) -> Option<Area> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.around(b)),
        (a, b) => a.or(b),
    }
}

fn usual_height(pieces: &[Piece]) -> f32 {
    let mut heights: Vec<f32> =
        pieces.iter().filter_map(|piece| piece.area).map(Area::height).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn area(left: f32, right: f32) -> Option<Area> {
        Some(Area { left, top: 0.0, right, bottom: 10.0 })
    }

    /// Glyphs of width 5 for a text: `\n` ends a line, `~` is PDFium's hyphen.
    fn glyphs(text: &str) -> Vec<Glyph> {
        let mut x = 0.0;
        text.chars()
            .map(|letter| {
                x += 5.0;
                match letter {
                    ' ' => Glyph::Space,
                    '\n' => Glyph::LineEnd,
                    '~' => Glyph::Hyphen(area(x - 5.0, x)),
                    _ => Glyph::Letter(letter, area(x - 5.0, x)),
                }
            })
            .collect()
    }

    /// A line of words at a place, letters 5 wide and 10 high, spaces 5 wide.
    pub fn line(x: f32, y: f32, text: &str) -> Line {
        let mut left = x;
        let mut pieces = Vec::new();
        let stem = text.trim_end_matches('-');
        for word in stem.split(' ') {
            let right = left + 5.0 * word.chars().count() as f32;
            let area = Some(Area { left, top: y, right, bottom: y + 10.0 });
            pieces.push(Piece { text: word.into(), area, spaced: left > x });
            left = right + 5.0;
        }
        Line::new(pieces, (stem.len() < text.len()).then_some('-')).unwrap()
    }

    /// A line's words.
    pub fn text(line: &Line) -> String {
        texts(line).join(" ")
    }

    impl Line {
        /// Puts another line behind it in one row.
        pub fn append(&mut self, other: Line) {
            let mut after = other.pieces;
            after[0].spaced = true;
            self.pieces.extend(after);
            *self = Line::new(std::mem::take(&mut self.pieces), other.hyphen).unwrap();
        }
    }

    fn texts(line: &Line) -> Vec<&str> {
        line.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn the_words_of_a_line_share_its_area() {
        let whole = area(10.0, 60.0).unwrap();
        let line = Line::along(whole, " ab  cdefg hi ").unwrap();
        assert!((line.area.unwrap().right - whole.right).abs() < 0.01);
        let areas: Vec<_> = line.pieces.iter().map(|piece| piece.area).collect();
        let share = 50.0 / 11.0;
        assert_eq!(areas[0], area(10.0, 10.0 + 2.0 * share));
        assert!((areas[2].unwrap().left - (10.0 + 9.0 * share)).abs() < 0.01);
        assert_eq!(Line::along(whole, "  "), None);
    }

    #[test]
    fn words_lie_on_lines() {
        let lines = of(glyphs(" ab  cd\n\n \nef"));
        assert_eq!(lines.iter().map(texts).collect::<Vec<_>>(), [vec!["ab", "cd"], vec!["ef"]]);
        assert_eq!(lines[0].pieces[0].area, area(5.0, 15.0));
        assert_eq!(lines[0].area, area(5.0, 35.0));
        assert!(!lines[0].pieces[0].spaced && lines[0].pieces[1].spaced);
        assert_eq!(lines[0].letters(), 4);
    }

    #[test]
    fn characters_without_spaces_between_them_stand_alone() {
        let lines = of(glyphs("山川abc海 い"));
        assert_eq!(texts(&lines[0]), ["山", "川", "abc", "海", "い"]);
        assert_eq!(
            lines[0].pieces.iter().map(|piece| piece.spaced).collect::<Vec<_>>(),
            [false, false, false, false, true]
        );
    }

    #[test]
    fn characters_from_the_top_down_are_one_line() {
        let below = |letter: char, nth: usize| {
            let top = 15.0 * nth as f32;
            Glyph::Letter(letter, Some(Area { left: 0.0, top, right: 10.0, bottom: top + 10.0 }))
        };
        let down = |text: &str| {
            let letters = text.chars().enumerate();
            of(letters.map(|(nth, letter)| below(letter, nth)).collect()).len()
        };
        assert_eq!(down("山川海い"), 1);
        assert_eq!(down("a山b川"), 4);
    }

    #[test]
    fn hyphens_at_line_ends_are_set_apart() {
        let cases = [
            ("dif~ferent", "dif", Some('-')),
            ("dif-\nferent", "dif", Some('-')),
            ("dif\u{ad}\nferent", "dif", Some('\u{ad}')),
            ("a -\nb", "-", None),
            ("so\u{ad}ft\nb", "soft", None),
        ];
        for (text, last, hyphen) in cases {
            let lines = of(glyphs(text));
            assert_eq!(lines[0].pieces.last().unwrap().text, last, "{text}");
            assert_eq!(lines[0].hyphen, hyphen, "{text}");
            assert_eq!(lines.len(), 2, "{text}");
        }
        assert_eq!(of(glyphs("dif~f"))[0].pieces[0].area, area(0.0, 20.0));
    }

    #[test]
    fn shadows_are_dropped() {
        let piece = |text: &str, left: f32| Piece {
            text: text.into(),
            area: area(left, left + 20.0),
            spaced: true,
        };
        let mut pieces =
            vec![piece("“Rule", 0.0), piece("Out", 30.0), piece("Rule", 0.5), piece("Out”", 30.5)];
        drop_shadows(&mut pieces);
        assert_eq!(pieces, [piece("“Rule", 0.0), piece("Out”", 30.0)]);
        let mut twice = vec![piece("so", 0.0), piece("so", 30.0)];
        drop_shadows(&mut twice);
        assert_eq!(twice.len(), 2);
    }
}
