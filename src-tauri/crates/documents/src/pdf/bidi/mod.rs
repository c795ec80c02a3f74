//! The reading order of right-to-left and bidirectional text, which PDFium does not always restore.

mod directions;
mod mixed;
mod units;

use super::glyph::Glyph;

pub(super) use self::directions::is_right_to_left;

/// Restores the reading order of letters, and then that of words and numbers in right-to-left lines.
pub(super) fn restore(glyphs: &mut Vec<Glyph>) {
    directions::restore(glyphs);
    mixed::restore(glyphs);
}
