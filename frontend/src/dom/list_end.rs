//! Whether the reader of a list that grows at its end is at that end.

/// Up to this many pixels from the end count as the end: positions are rounded, and hands are not
/// exact.
const NEAR: i32 = 8;

/// The scroll position of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListScrollPosition {
    /// Whether the reader left the list at its end.
    reached: bool,
    /// The last width and height.
    size: (i32, i32),
    /// The number of pixels above the visible part, last time.
    top: i32,
}

impl ListScrollPosition {
    /// The position of a list that has not been drawn.
    pub fn new() -> Self {
        Self { reached: true, size: (0, 0), top: 0 }
    }

    /// Notes that the list was scrolled, with this many pixels above and below the visible part. If
    /// its size differs from before, the reader did not scroll; if it did not move up, only more
    /// was added below.
    pub fn scroll(&mut self, size: (i32, i32), top: i32, below: i32) {
        if size == self.size && (below <= NEAR || top < self.top) {
            self.reached = below <= NEAR;
        }
        self.top = top;
    }

    /// Whether the list stands at its end.
    pub fn is_reached(self) -> bool {
        self.reached
    }

    /// Notes that the list was scrolled to its end.
    pub fn reach(&mut self) {
        self.reached = true;
    }

    /// Notes that the list was scrolled away from its end.
    pub fn leave(&mut self) {
        self.reached = false;
    }

    /// Notes a new size. Returns whether the list must be scrolled to its end again.
    pub fn resize(&mut self, size: (i32, i32)) -> bool {
        self.size = size;
        self.reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: (i32, i32) = (380, 700);
    const SMALL: (i32, i32) = (380, 300);

    fn shown(size: (i32, i32)) -> ListScrollPosition {
        let mut end = ListScrollPosition::new();
        assert!(end.resize(size), "a list begins at its end");
        end
    }

    #[test]
    fn what_was_left_at_its_end_stays_there() {
        for (below, stays) in [(0, true), (NEAR, true), (NEAR + 1, false), (400, false)] {
            let mut end = shown(LARGE);
            end.scroll(LARGE, 900, 0);
            end.scroll(LARGE, 900 - below, below);
            assert_eq!(end.resize(SMALL), stays, "{below}");
            end.reach();
            assert!(end.resize(LARGE));
            end.leave();
            assert!(!end.resize(SMALL));
        }
    }

    #[test]
    fn what_the_layout_scrolls_the_reader_did_not() {
        let mut end = shown(LARGE);
        end.scroll(SMALL, 500, 400);
        assert!(end.resize(SMALL));
        end.scroll(SMALL, 400, 500);
        end.scroll(LARGE, 900, 0);
        assert!(!end.resize(LARGE));
    }

    #[test]
    fn what_comes_below_does_not_leave_the_end() {
        let mut end = shown(LARGE);
        end.scroll(LARGE, 500, 0);
        end.scroll(LARGE, 540, 400);
        assert!(end.is_reached());
        end.scroll(LARGE, 530, 410);
        assert!(!end.is_reached());
    }
}
