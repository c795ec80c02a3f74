//! Scrolling elements into view, and choosing the rows of a long list to draw: the visible ones and
//! a few beside them.

use std::ops::Range;

use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Scrolls an element into view.
pub fn reveal(element: &Element, at: ScrollLogicalPosition) {
    let how = ScrollIntoViewOptions::new();
    how.set_block(at);
    element.scroll_into_view_with_scroll_into_view_options(&how);
}

/// Where the rows of a list end, in pixels from its beginning.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offsets(Vec<f64>);

impl Offsets {
    /// Returns the offsets of rows with these heights, one below the other.
    pub fn of(heights: impl Iterator<Item = f64>) -> Self {
        let mut end = 0.0;
        Self(
            heights
                .map(|height| {
                    end += height;
                    end
                })
                .collect(),
        )
    }

    /// Returns the rows that overlap the range between two heights.
    pub fn between(&self, top: f64, bottom: f64) -> Range<usize> {
        let first = self.0.partition_point(|&end| end <= top);
        let last = self.0.partition_point(|&end| end < bottom);
        first..(last + 1).min(self.0.len()).max(first)
    }

    /// Returns the total height of the rows that are not drawn, above and below the drawn ones.
    pub fn around(&self, drawn: &Range<usize>) -> (f64, f64) {
        let end_of = |rows: usize| rows.checked_sub(1).and_then(|last| self.0.get(last).copied());
        let [above, below] = [drawn.start, drawn.end].map(|rows| end_of(rows).unwrap_or(0.0));
        (above, self.whole() - below)
    }

    /// Returns the total height of all rows.
    fn whole(&self) -> f64 {
        self.0.last().copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_sight_are_drawn_and_no_others() {
        let offsets = Offsets::of([10.0, 20.0, 30.0].into_iter());
        for (top, bottom, drawn, around) in [
            (0.0, 5.0, 0..1, (0.0, 50.0)),
            (0.0, 10.0, 0..1, (0.0, 50.0)),
            (9.9, 10.1, 0..2, (0.0, 30.0)),
            (10.0, 30.0, 1..2, (10.0, 30.0)),
            (29.0, 99.0, 1..3, (10.0, 0.0)),
            (-50.0, 500.0, 0..3, (0.0, 0.0)),
            (60.0, 90.0, 3..3, (60.0, 0.0)),
        ] {
            assert_eq!(offsets.between(top, bottom), drawn, "{top} to {bottom}");
            assert_eq!(offsets.around(&drawn), around, "{drawn:?}");
        }
    }

    #[test]
    fn an_empty_list_draws_nothing() {
        let offsets = Offsets::of(std::iter::empty());
        assert_eq!(offsets.between(0.0, 100.0), 0..0);
        assert_eq!(offsets.around(&(0..0)), (0.0, 0.0));
    }

    #[test]
    fn of_ten_thousand_rows_a_screenful_is_drawn_wherever_it_is() {
        let heights = (0..10_000_u32).map(|row| f64::from(40 + row % 3 * 20));
        let offsets = Offsets::of(heights);
        for step in 0..1_000 {
            let top = offsets.whole() * f64::from(step) / 1_000.0;
            let drawn = offsets.between(top, top + 800.0);
            let (above, below) = offsets.around(&drawn);
            assert!(drawn.len() <= 800 / 40 + 2, "{drawn:?}");
            assert!(above <= top && offsets.whole() - below >= (top + 800.0).min(offsets.whole()));
        }
    }
}
