//! Words on a page, and how those of a line are arranged.

use super::area::Area;
use crate::characters::is_wide;

/// The height of a word, in widths, beyond which it runs down or up the page.
const SIDEWAYS: f32 = 3.0;
/// Words of fewer letters may be that narrow upright.
const SIDEWAYS_LETTERS: usize = 3;
/// The part of their width by which the edges of turned words may differ.
const TURNED_EDGES: f32 = 0.1;
/// The factor by which the turned word with the most letters is higher than that with the fewest.
const TURNED_GROWTH: f32 = 1.3;
/// The part of their width by which the left edges of characters below one another may differ.
const DOWN_EDGES: f32 = 0.3;

/// A word, or a character of a script without spaces, on a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PdfWord {
    /// Its characters.
    pub text: String,
    /// Its position, if known.
    pub area: Option<Area>,
    /// Whether a space precedes it.
    pub spaced: bool,
}

/// Returns whether the words of a line run down or up the page.
pub(super) fn run_sideways(pieces: &[PdfWord]) -> bool {
    pieces.iter().any(is_sideways) || are_turned(pieces)
}

/// Returns whether a word runs down or up the page. Upright words are never so narrow.
fn is_sideways(piece: &PdfWord) -> bool {
    let letters = piece.text.chars().count();
    letters >= SIDEWAYS_LETTERS
        && piece.area.is_some_and(|area| area.height() > SIDEWAYS * area.width())
}

/// Returns whether words are equally wide, and higher the more letters they have.
fn are_turned(pieces: &[PdfWord]) -> bool {
    let [first, second, ..] = pieces else { return false };
    let Some((one, other)) = first.area.zip(second.area) else { return false };
    let near = TURNED_EDGES * one.width();
    let is_as_wide =
        |area: Area| (area.left - one.left).abs() < near && (area.right - one.right).abs() < near;
    if !is_as_wide(other) {
        return false;
    }
    let letters = |piece: &&PdfWord| piece.text.chars().count();
    let (short, long) = (pieces.iter().min_by_key(letters), pieces.iter().max_by_key(letters));
    let height = |piece: Option<&PdfWord>| piece.and_then(|piece| piece.area).map(Area::height);
    let grow =
        height(short).zip(height(long)).is_some_and(|(short, long)| long > TURNED_GROWTH * short);
    grow && pieces.iter().all(|piece| piece.area.is_none_or(is_as_wide))
}

/// Returns the gap between two words, from left to right, if it is wider than this.
pub(super) fn gap(a: &PdfWord, b: &PdfWord, least: f32) -> Option<(f32, f32)> {
    let (a, b) = (a.area?, b.area?);
    let (left, right) = if a.left < b.left { (a.right, b.left) } else { (b.right, a.left) };
    (right - left > least).then_some((left, right))
}

/// Returns whether these are Chinese or Japanese characters below one another.
pub(super) fn may_run_down(pieces: &[PdfWord]) -> bool {
    let are_wide = pieces.iter().all(|piece| piece.text.chars().all(is_wide));
    let is_below = |pair: &[PdfWord]| {
        pair[0].area.zip(pair[1].area).is_some_and(|(a, b)| {
            (a.left - b.left).abs() < DOWN_EDGES * a.width()
                && b.top > f32::midpoint(a.top, a.bottom)
        })
    };
    are_wide && pieces.windows(2).all(is_below)
}

/// Takes a hyphen off a word's end, if letters precede it.
pub(super) fn take_hyphen(piece: &mut PdfWord) -> Option<char> {
    let hyphen =
        piece.text.chars().next_back().filter(|last| matches!(last, '-' | '‐' | '\u{ad}'))?;
    let stem = piece.text.len() - hyphen.len_utf8();
    let after_letter = piece.text[..stem].ends_with(char::is_alphanumeric);
    after_letter.then(|| {
        piece.text.truncate(stem);
        hyphen
    })
}
