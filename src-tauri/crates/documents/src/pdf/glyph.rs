//! The smallest parts of a page's content.

use super::area::Area;

/// A page's content, in the order of its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Glyph {
    /// A character, and its box if it has one.
    Letter(char, Option<Area>),
    /// White space.
    Space,
    /// The end of a line.
    LineEnd,
    /// A hyphen that breaks a word at the end of a line.
    Hyphen(Option<Area>),
}

impl Glyph {
    /// Returns its position, if it leaves ink and the position is known.
    pub fn area(&self) -> Option<Area> {
        match self {
            Self::Letter(_, area) | Self::Hyphen(area) => *area,
            Self::Space | Self::LineEnd => None,
        }
    }
}
