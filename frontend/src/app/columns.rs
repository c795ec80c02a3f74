//! The columns beside the middle of the window, and their widths.

use std::ops::RangeInclusive;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::storage;

/// The key under which the last columns are stored.
const COLUMNS: &str = "columns";
/// In a narrower window there is one column at a time, with letters of the usual size. With larger
/// ones the limit is wider by this for each per cent.
const NARROW: f64 = 900.0;
const WIDER: f64 = 4.0;
/// The width left for the middle.
const MIDDLE: f64 = 320.0;
/// The width of the narrow column of buttons on the left.
pub const RAIL: f64 = 48.0;

/// A column beside the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideColumn {
    /// The library, on the left.
    Library,
    /// Questions, on the right.
    Questions,
}

/// The state of a column.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ColumnState {
    /// Its width in pixels.
    pub width: f64,
    /// Whether it is unfolded.
    pub open: bool,
}

/// The state of the columns beside the middle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Columns {
    library: ColumnState,
    questions: ColumnState,
}

impl SideColumn {
    /// The default width.
    pub fn usual(self) -> f64 {
        match self {
            Self::Library => 240.0,
            Self::Questions => 380.0,
        }
    }

    /// The range of widths.
    pub fn widths(self) -> RangeInclusive<f64> {
        match self {
            Self::Library => 180.0..=480.0,
            Self::Questions => 280.0..=720.0,
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Library => Self::Questions,
            Self::Questions => Self::Library,
        }
    }
}

impl Default for Columns {
    fn default() -> Self {
        let column = |side: SideColumn| ColumnState { width: side.usual(), open: true };
        Self { library: column(SideColumn::Library), questions: column(SideColumn::Questions) }
    }
}

impl Columns {
    /// The stored columns, with nothing open.
    pub fn kept() -> Self {
        storage::load(COLUMNS).unwrap_or_default()
    }

    /// Stores the columns for a window with nothing open.
    pub fn keep(&self) {
        storage::save(COLUMNS, self);
    }

    /// The state of one column.
    pub fn of(&self, side: SideColumn) -> ColumnState {
        match side {
            SideColumn::Library => self.library,
            SideColumn::Questions => self.questions,
        }
    }

    /// The state of one column, to change it.
    pub fn of_mut(&mut self, side: SideColumn) -> &mut ColumnState {
        match side {
            SideColumn::Library => &mut self.library,
            SideColumn::Questions => &mut self.questions,
        }
    }

    /// Whether both columns are folded away.
    pub fn are_folded(&self) -> bool {
        !self.library.open && !self.questions.open
    }

    /// The room that a column takes up.
    pub fn taken(&self, side: SideColumn) -> f64 {
        let ColumnState { width, open } = self.of(side);
        if open { width } else { 0.0 }
    }

    /// Leaves one column open in place of the middle, or none.
    pub fn stand_alone(&mut self, side: Option<SideColumn>) {
        for own in [SideColumn::Library, SideColumn::Questions] {
            self.of_mut(own).open = side == Some(own);
        }
    }

    /// Sets a column's width to the wished one, as far as a window of this width has room for it
    /// and the middle.
    pub fn widen(&mut self, side: SideColumn, wished: f64, window: f64) {
        let room = window - RAIL - MIDDLE - self.taken(side.other());
        let (least, most) = side.widths().into_inner();
        self.of_mut(side).width = wished.clamp(least, room.clamp(least, most));
    }
}

/// The width below which there is one column at a time, with letters of this size in per cent.
pub fn narrow_below(scale: u32) -> f64 {
    NARROW + WIDER * f64::from(scale.saturating_sub(100))
}

/// The width of the window in pixels, once it is known.
pub fn width_of_window() -> Option<f64> {
    window().inner_width().ok()?.as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_leave_room_for_the_middle() {
        let mut columns = Columns::default();
        for (side, wished, window, width) in [
            (SideColumn::Library, 300.0, 1_280.0, 300.0),
            (SideColumn::Library, 20.0, 1_280.0, 180.0),
            (SideColumn::Library, 900.0, 1_920.0, 480.0),
            (SideColumn::Questions, 900.0, 1_280.0, 432.0),
            (SideColumn::Questions, 900.0, 700.0, 280.0),
        ] {
            columns.widen(side, wished, window);
            assert_eq!(columns.of(side).width, width, "{side:?} {wished} of {window}");
        }
        columns.of_mut(SideColumn::Library).open = false;
        assert_eq!(columns.taken(SideColumn::Library), 0.0);
        columns.widen(SideColumn::Questions, 900.0, 1_280.0);
        assert_eq!(columns.of(SideColumn::Questions).width, 720.0);
    }

    #[test]
    fn larger_letters_need_a_wider_window() {
        assert_eq!([90, 100, 130, 150].map(narrow_below), [900.0, 900.0, 1_020.0, 1_100.0]);
    }

    #[test]
    fn where_there_is_room_for_one_column_one_is_unfolded() {
        let mut columns = Columns::default();
        for side in [Some(SideColumn::Questions), Some(SideColumn::Library), None] {
            columns.stand_alone(side);
            let open =
                [SideColumn::Library, SideColumn::Questions].map(|side| columns.of(side).open);
            assert_eq!(
                open,
                [SideColumn::Library, SideColumn::Questions].map(|own| side == Some(own))
            );
            assert_eq!(columns.are_folded(), side.is_none());
        }
    }
}
