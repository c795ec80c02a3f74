//! Units that keep their order in a line of bidirectional text.

use std::ops::Range;

use super::directions::{is_mark, is_right_to_left};
use crate::pdf::area::Area;
use crate::pdf::glyph::Glyph;

/// Marks between two numbers that join them into one.
const JOINING: &str = ".,:/";
/// Further such marks, but not among Arabic words.
const SIGNS: &str = "-+";
/// The minimum width of a space, in heights of letters.
const SPACE: f32 = 0.12;
/// Marks that never begin a word.
const CLOSING: &str = ".,:;!?";

/// The direction of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BidiClass {
    RightToLeft,
    LeftToRight,
    Digit,
    Mark,
}

impl BidiClass {
    fn of(letter: char) -> Self {
        match letter {
            _ if letter.is_numeric() => Self::Digit,
            _ if is_right_to_left(letter) && !is_mark(letter) => Self::RightToLeft,
            _ if letter.is_alphabetic() => Self::LeftToRight,
            _ => Self::Mark,
        }
    }
}

/// Letters that keep their order: a right-to-left word, or one other character.
#[derive(Debug, Clone)]
pub(crate) struct BidiUnit {
    pub letters: Vec<(char, Area)>,
    pub area: Area,
    pub kind: BidiClass,
    /// The index of its word, among those that spaces separate.
    pub word: usize,
}

impl BidiUnit {
    pub fn middle(&self) -> f32 {
        f32::midpoint(self.area.left, self.area.right)
    }

    /// Returns whether no space separates it from the unit on its right. PDFium assigns marks to
    /// other words than those they touch.
    pub fn touches(&self, right: &Self) -> bool {
        let has_mark = self.kind == BidiClass::Mark || right.kind == BidiClass::Mark;
        let room = right.area.left - self.area.right;
        if has_mark { room < SPACE * self.area.height() } else { self.word == right.word }
    }

    /// Returns whether the next letter of its word in the file belongs to it: one of its script, or
    /// one at the same place, like a letter's mark.
    fn holds(&self, kind: BidiClass, area: Area) -> bool {
        let middle = f32::midpoint(area.left, area.right);
        let is_over = self.area.left < middle && middle < self.area.right;
        self.kind == kind && kind == BidiClass::RightToLeft || is_over
    }

    /// Returns its character, if it is a single one.
    pub fn letter(&self) -> Option<char> {
        match self.letters.as_slice() {
            [(letter, _)] => Some(*letter),
            _ => None,
        }
    }

    pub fn is_one_of(&self, marks: &str) -> bool {
        self.letter().is_some_and(|letter| marks.contains(letter))
    }

    /// Returns whether it is a mark that never begins a word.
    pub fn is_closing(&self) -> bool {
        self.is_one_of(CLOSING) || self.letter().is_some_and(is_mark)
    }

    /// Returns whether it is one of a pair around words.
    pub fn is_paired(&self) -> bool {
        self.is_one_of("()[]{}\"“”")
    }

    /// Returns whether it belongs to the number beside it.
    pub fn is_measure(&self) -> bool {
        self.letter().is_some_and(|letter| {
            matches!(letter, '%' | '‰' | '$' | '£' | '¥' | '°' | '#')
                || ('\u{20a0}'..='\u{20cf}').contains(&letter)
        })
    }
}

/// Returns a line's units; `None` if a letter's position is unknown.
pub(crate) fn units(line: &[Glyph]) -> Option<Vec<BidiUnit>> {
    let mut units: Vec<BidiUnit> = Vec::new();
    let letter = |glyph: &Glyph| match *glyph {
        Glyph::Letter(letter, area) => Some((letter, area)),
        _ => None,
    };
    let words = line.split(|glyph| letter(glyph).is_none()).enumerate();
    for (word, letters) in words.map(|(word, glyphs)| (word, glyphs.iter().filter_map(letter))) {
        for (letter, area) in letters {
            let (kind, area) = (BidiClass::of(letter), area?);
            match units.last_mut().filter(|last| last.word == word && last.holds(kind, area)) {
                Some(last) => {
                    last.letters.push((letter, area));
                    last.area = last.area.around(area);
                }
                None => units.push(BidiUnit { letters: vec![(letter, area)], area, kind, word }),
            }
        }
    }
    Some(units)
}

/// Returns whether the right-to-left words are Arabic, in which numbers have fewer marks.
fn are_arabic(units: &[BidiUnit]) -> bool {
    let is_hebrew = |letter: char| matches!(u32::from(letter), 0x590..=0x5ff | 0xfb1d..=0xfb4f);
    let mut words = units.iter().filter(|unit| unit.kind == BidiClass::RightToLeft);
    words.all(|word| word.letters.iter().all(|(letter, _)| !is_hebrew(*letter)))
}

/// Joins signs to the numbers beside them, except after Arabic words.
pub(crate) fn take_measures(units: &mut [BidiUnit]) {
    let is_word = |unit: &BidiUnit| unit.kind == BidiClass::RightToLeft;
    let after_words = if are_arabic(units) { units.iter().rposition(is_word) } else { None };
    for nth in after_words.map_or(0, |last| last + 1)..units.len() {
        let is_number = |pair: &[BidiUnit]| {
            pair[0].touches(&pair[1]) && pair.iter().any(|unit| unit.kind == BidiClass::Digit)
        };
        let around = nth.saturating_sub(1)..(nth + 2).min(units.len());
        if units[nth].is_measure() && units[around].windows(2).any(is_number) {
            units[nth].kind = BidiClass::Digit;
        }
    }
}

/// Returns the runs that are read from left to right, from the left: words and numbers with
/// everything between them; other units one by one.
pub(crate) fn runs(units: &[BidiUnit]) -> Vec<Range<usize>> {
    let signs = if are_arabic(units) { "" } else { SIGNS };
    let mut runs = Vec::new();
    let mut begin = 0;
    while let Some(first) = units.get(begin) {
        let end = match first.kind {
            BidiClass::LeftToRight | BidiClass::Digit => run_end(units, begin, signs),
            BidiClass::RightToLeft | BidiClass::Mark => begin + 1,
        };
        runs.push(begin..end);
        begin = end;
    }
    runs
}

fn run_end(units: &[BidiUnit], begin: usize, signs: &str) -> usize {
    let mut end = begin + 1;
    let mut has_words = units[begin].kind == BidiClass::LeftToRight;
    while let Some(next) = (end..units.len()).find(|nth| units[*nth].kind != BidiClass::Mark) {
        let is_number =
            units[next].kind == BidiClass::Digit && units[end - 1].kind == BidiClass::Digit;
        let is_joined = match units[next].kind {
            BidiClass::RightToLeft => false,
            _ => has_words || !is_number || are_one_number(&units[end - 1..=next], signs),
        };
        if !is_joined {
            break;
        }
        has_words |= units[next].kind == BidiClass::LeftToRight;
        end = next + 1;
    }
    while units.get(end).is_some_and(|next| closes(units, begin..end, next)) {
        end += 1;
    }
    end
}

/// Returns whether two numbers are separated by nothing, or by a mark that joins them.
fn are_one_number(units: &[BidiUnit], signs: &str) -> bool {
    units.windows(2).all(|pair| pair[0].touches(&pair[1]))
        && match units {
            [_, _] => true,
            [_, mark, _] => mark.is_one_of(JOINING) || mark.is_one_of(signs),
            _ => false,
        }
}

/// Returns whether a mark right of a run belongs to it: it closes a pair that the run opens, or a
/// word.
fn closes(units: &[BidiUnit], run: Range<usize>, mark: &BidiUnit) -> bool {
    let inside = units[run.clone()].iter().filter(|unit| unit.is_paired()).count();
    let ends_word = units.get(run.end + 1).is_none_or(|next| !mark.touches(next));
    let is_beside = units[run.end - 1].touches(mark);
    is_beside && (mark.is_paired() && inside % 2 == 1 || mark.is_closing() && ends_word)
}
