//! Left-to-right words and numbers in right-to-left lines.
//!
//! PDFium reverses such lines word by word and takes marks next to numbers as parts of them, so
//! that `Google LLC` comes out as `LLC Google`, and `2006.` as `.2006`. The letters' positions
//! reveal the reading order.

use std::ops::Range;

use super::directions::is_right_to_left;
use super::units::{BidiClass, BidiUnit, runs, take_measures, units};
use crate::pdf::glyph::Glyph;

/// Restores the reading order of words in such lines.
pub(crate) fn restore(glyphs: &mut Vec<Glyph>) {
    let is_letter =
        |glyph: &Glyph| matches!(glyph, Glyph::Letter(one, _) if is_right_to_left(*one));
    if !glyphs.iter().any(is_letter) {
        return;
    }
    let ends = |glyph: &Glyph| matches!(glyph, Glyph::LineEnd | Glyph::Hyphen(_));
    let mut restored = Vec::with_capacity(glyphs.len());
    for line in glyphs.chunk_by(|a, b| ends(a) == ends(b)) {
        let units = units(line).filter(|units| is_mixed(units));
        match units.map(from_the_left).filter(|units| are_side_by_side(units)) {
            Some(units) => push_in_order(&mut restored, units),
            None => restored.extend_from_slice(line),
        }
    }
    *glyphs = restored;
}

/// Returns whether the units, in the order of the file, are one right-to-left row that contains
/// left-to-right words or numbers.
fn is_mixed(units: &[BidiUnit]) -> bool {
    let Some(row) = units.iter().find(|unit| unit.kind == BidiClass::RightToLeft) else {
        return false;
    };
    let is_beside =
        |unit: &BidiUnit| unit.area.top < row.area.bottom && row.area.top < unit.area.bottom;
    let is_other = |unit: &BidiUnit| matches!(unit.kind, BidiClass::LeftToRight | BidiClass::Digit);
    units.iter().any(is_other) && units.iter().all(is_beside) && runs_left(units)
}

/// Returns whether a row runs from right to left: it does in the file, or right-to-left words are
/// at both of its ends, or a mark that ends a sentence is at its left end.
fn runs_left(units: &[BidiUnit]) -> bool {
    let strong = || units.iter().filter(|unit| unit.kind != BidiClass::Mark);
    let by_place = |a: &&BidiUnit, b: &&BidiUnit| a.middle().total_cmp(&b.middle());
    let ends = [strong().min_by(by_place), strong().max_by(by_place)];
    let are_right_to_left =
        ends.into_iter().flatten().all(|unit| unit.kind == BidiClass::RightToLeft);
    let ends_left = units.iter().min_by(by_place).is_some_and(BidiUnit::is_closing);
    let (first, last) = (strong().next(), strong().next_back());
    let begins_right = first.zip(last).is_some_and(|(a, b)| a.middle() > b.middle());
    begins_right || are_right_to_left || ends_left
}

fn from_the_left(mut units: Vec<BidiUnit>) -> Vec<BidiUnit> {
    units.sort_by(|a, b| a.middle().total_cmp(&b.middle()));
    units
}

/// Returns whether each unit has a place of its own, unlike those of a replacement text.
fn are_side_by_side(units: &[BidiUnit]) -> bool {
    units.windows(2).all(|pair| {
        let [a, b] = [&pair[0], &pair[1]];
        a.area.right < b.middle() && a.middle() < b.area.left
    })
}

/// Appends units sorted from the left in reading order: runs from the right, with a space where two
/// words meet.
fn push_in_order(glyphs: &mut Vec<Glyph>, mut units: Vec<BidiUnit>) {
    take_measures(&mut units);
    let runs = runs(&units);
    for run in &runs {
        turn_brackets(&mut units, run);
    }
    let mut read_before: Option<&BidiUnit> = None;
    for run in runs.into_iter().rev() {
        let run = &units[run];
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let mut meets_word = read_before.is_some_and(|right| !last.touches(right));
        let mut left = first;
        for (nth, unit) in run.iter().enumerate() {
            if meets_word || nth > 0 && !left.touches(unit) {
                glyphs.push(Glyph::Space);
            }
            (meets_word, left) = (false, unit);
            let letters = unit.letters.iter();
            glyphs.extend(letters.map(|(letter, area)| Glyph::Letter(*letter, Some(*area))));
        }
        read_before = Some(first);
    }
}

/// Turns the brackets in and around a run of words: files have them in visual form, and PDFium
/// turns some of them.
fn turn_brackets(units: &mut [BidiUnit], run: &Range<usize>) {
    if matches!(units[run.start].kind, BidiClass::RightToLeft | BidiClass::Mark) {
        return;
    }
    let mut opens = true;
    for unit in units[run.clone()].iter_mut().filter(|unit| unit.is_paired()) {
        turn(unit, opens);
        opens = !opens;
    }
    // A bracket that touches another word belongs to that word.
    let is_word = |unit: Option<&BidiUnit>| unit.is_some_and(|unit| unit.kind != BidiClass::Mark);
    if let Some(before) = run.start.checked_sub(1) {
        let beyond = before.checked_sub(1).and_then(|nth| units.get(nth));
        let is_taken = is_word(beyond.filter(|unit| unit.touches(&units[before])));
        if units[before].touches(&units[run.start]) && !is_taken {
            turn(&mut units[before], false);
        }
    }
    if let Some(after) = units.get(run.end).filter(|after| units[run.end - 1].touches(after)) {
        let is_taken = is_word(units.get(run.end + 1).filter(|beyond| after.touches(beyond)));
        if !is_taken {
            turn(&mut units[run.end], true);
        }
    }
}

fn turn(unit: &mut BidiUnit, opens: bool) {
    for (letter, _) in &mut unit.letters {
        let pair = ["()", "[]", "{}"].into_iter().find(|pair| pair.contains(*letter));
        let mut pair = pair.into_iter().flat_map(str::chars);
        let turned = if opens { pair.next() } else { pair.next_back() };
        *letter = turned.unwrap_or(*letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::area::Area;

    const ALEF: u32 = 0x5d0;

    /// Capitals represent right-to-left letters.
    fn hebrew(letter: char) -> char {
        match letter {
            'A'..='Z' => char::from_u32(ALEF + u32::from(letter) - 65).unwrap(),
            _ => letter,
        }
    }

    fn capital(letter: char) -> char {
        match u32::from(letter) {
            code @ 0x5d0..=0x5ea => char::from_u32(code - ALEF + 65).unwrap(),
            _ => letter,
        }
    }

    /// Returns glyphs as PDFium reports those of a line with this visual order: words from the
    /// right, the letters of each in reading order.
    fn glyphs(seen: &str) -> Vec<Glyph> {
        let mut x = 5.0 * seen.len() as f32;
        let mut glyphs = Vec::new();
        for word in seen.rsplit(' ') {
            let begin = x - 5.0 * word.chars().count() as f32;
            let letter = |(nth, letter): (usize, char)| {
                let left = begin + 5.0 * nth as f32;
                let area = Area { left, top: 0.0, right: left + 5.0, bottom: 10.0 };
                Glyph::Letter(hebrew(letter), Some(area))
            };
            let mut letters: Vec<Glyph> = word.chars().enumerate().map(letter).collect();
            let is_capital = |glyph: &Glyph| matches!(glyph, Glyph::Letter(letter, _) if is_right_to_left(*letter));
            letters.reverse();
            for run in letters.chunk_by_mut(|a, b| is_capital(a) == is_capital(b)) {
                if !run.first().is_some_and(is_capital) {
                    run.reverse();
                }
            }
            glyphs.extend(letters);
            glyphs.push(Glyph::Space);
            x = begin - 5.0;
        }
        glyphs.push(Glyph::LineEnd);
        glyphs
    }

    fn read(seen: &str) -> String {
        let mut glyphs = glyphs(seen);
        restore(&mut glyphs);
        let text = glyphs.iter().map(|glyph| match glyph {
            Glyph::Letter(letter, _) => capital(*letter),
            _ => ' ',
        });
        text.collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn words_from_the_left_are_read_from_the_left() {
        let cases = [
            (".FED google llc CBA", "ABC google llc DEF."),
            (".google llc CBA", "ABC google llc."),
            ("FED google ltd. CBA", "ABC google ltd. DEF"),
            ("FED google, apple CBA", "ABC google, apple DEF"),
            ("FED windows 10 CBA", "ABC windows 10 DEF"),
            ("FED google-CBA", "ABC-google DEF"),
            (".(google llc) CBA", "ABC (google llc)."),
            ("google (uk) CBA", "ABC google (uk)"),
            ("\"google llc\" CBA", "ABC \"google llc\""),
        ];
        for (seen, expected) in cases {
            assert_eq!(read(seen), expected, "{seen}");
        }
    }

    #[test]
    fn numbers_are_read_from_the_left() {
        let cases = [
            (".2006 CBA", "ABC 2006."),
            ("350-CBA", "ABC-350"),
            ("FED ,1,250,000 CBA", "ABC 1,250,000, DEF"),
            ("FED 12.5% CBA", "ABC 12.5% DEF"),
            ("FED $50 CBA", "ABC $50 DEF"),
            ("2010-2015 CBA", "ABC 2010-2015"),
            ("%50 ةنس", "سنة 50%"),
            ("2015-2010 ةنس", "سنة 2010-2015"),
            ("2015–2010 CBA", "ABC 2010–2015"),
            ("30 ,20 ,10 CBA", "ABC 10, 20, 30"),
            (".(1998) CBA", "ABC (1998)."),
        ];
        for (seen, expected) in cases {
            assert_eq!(read(seen), expected, "{seen}");
        }
    }

    #[test]
    fn other_lines_stay() {
        for line in ["FED CBA", "google llc", "2006."] {
            let before = glyphs(line);
            let mut after = before.clone();
            restore(&mut after);
            assert_eq!(after, before, "{line}");
        }
        // Letters of a replacement text all claim one place.
        let area = Area { left: 0.0, top: 0.0, right: 9.0, bottom: 9.0 };
        let letter = |letter| Glyph::Letter(letter, Some(area));
        let before = [letter('א'), letter('ב'), Glyph::Space, letter('h'), letter('i')].to_vec();
        let mut after = before.clone();
        restore(&mut after);
        assert_eq!(after, before);
    }
}
