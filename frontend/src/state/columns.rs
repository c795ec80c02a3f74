use std::ops::RangeInclusive;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Desk, stored};

/// The columns as they were last are remembered under this name.
const COLUMNS: &str = "columns";
/// In a window narrower than this there is one column at a time, as in the style sheet.
const NARROW: f64 = 900.0;
/// What stays for the middle, and the rail's width.
const MIDDLE: f64 = 320.0;
const RAIL: f64 = 48.0;

/// A column beside the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The library, on the left.
    Library,
    /// Questions, on the right.
    Questions,
}

/// How a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its width in pixels.
    pub width: f64,
    /// Whether it is unfolded.
    pub open: bool,
}

/// How the columns beside the middle stand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Columns {
    library: Column,
    questions: Column,
}

impl Side {
    /// How wide it is to begin with.
    pub fn usual(self) -> f64 {
        match self {
            Self::Library => 240.0,
            Self::Questions => 380.0,
        }
    }

    /// How wide it can be.
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
        let column = |side: Side| Column { width: side.usual(), open: true };
        Self { library: column(Side::Library), questions: column(Side::Questions) }
    }
}

impl Columns {
    /// As they were last.
    pub(super) fn begin() -> RwSignal<Self> {
        RwSignal::new(stored::load(COLUMNS).unwrap_or_default())
    }

    /// One of them.
    pub fn of(&self, side: Side) -> Column {
        match side {
            Side::Library => self.library,
            Side::Questions => self.questions,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut Column {
        match side {
            Side::Library => &mut self.library,
            Side::Questions => &mut self.questions,
        }
    }

    /// The room that one of them takes up.
    pub fn taken(&self, side: Side) -> f64 {
        let Column { width, open } = self.of(side);
        if open { width } else { 0.0 }
    }

    /// Makes one of them as wide as was wished, as far as a window of this width has room for it and
    /// for the middle.
    fn widen(&mut self, side: Side, wished: f64, window: f64) {
        let room = window - RAIL - MIDDLE - self.taken(side.other());
        let (least, most) = side.widths().into_inner();
        self.of_mut(side).width = wished.clamp(least, room.clamp(least, most));
    }
}

impl Desk {
    /// Whether a column is unfolded.
    pub fn is_unfolded(self, side: Side) -> bool {
        self.columns.with(|columns| columns.of(side).open)
    }

    /// Shows a column, or folds it away.
    pub fn toggle(self, side: Side) {
        self.fold(side, untrack(|| self.is_unfolded(side)));
    }

    /// Folds a column away, or unfolds it.
    pub fn fold(self, side: Side, fold: bool) {
        self.columns.update(|columns| columns.of_mut(side).open = !fold);
    }

    /// Makes a column as wide as was wished, as far as there is room.
    pub fn widen(self, side: Side, wished: f64) {
        let window = width_of_window().unwrap_or(f64::MAX);
        self.columns.update(|columns| columns.widen(side, wished, window));
    }

    /// The same, so that it ends so far from the left of the window.
    pub fn draw_to(self, side: Side, at: f64) {
        match (side, width_of_window()) {
            (Side::Library, _) => self.widen(side, at - RAIL),
            (Side::Questions, Some(window)) => self.widen(side, window - at),
            (Side::Questions, None) => {}
        }
    }

    /// Remembers how the columns stand, for a window with nothing open.
    pub(super) fn keep_columns(self) {
        self.columns.with(|columns| stored::save(COLUMNS, columns));
    }
}

/// Whether there is room for one column at a time only.
pub fn is_narrow() -> bool {
    width_of_window().is_some_and(|width| width < NARROW)
}

fn width_of_window() -> Option<f64> {
    window().inner_width().ok()?.as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_leave_room_for_the_middle() {
        let mut columns = Columns::default();
        for (side, wished, window, width) in [
            (Side::Library, 300.0, 1_280.0, 300.0),
            (Side::Library, 20.0, 1_280.0, 180.0),
            (Side::Library, 900.0, 1_920.0, 480.0),
            (Side::Questions, 900.0, 1_280.0, 432.0),
            (Side::Questions, 900.0, 700.0, 280.0),
        ] {
            columns.widen(side, wished, window);
            assert_eq!(columns.of(side).width, width, "{side:?} {wished} of {window}");
        }
        columns.of_mut(Side::Library).open = false;
        assert_eq!(columns.taken(Side::Library), 0.0);
        columns.widen(Side::Questions, 900.0, 1_280.0);
        assert_eq!(columns.of(Side::Questions).width, 720.0);
    }
}
