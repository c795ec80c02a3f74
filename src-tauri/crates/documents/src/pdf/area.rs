//! Boxes on a page.

/// A box on the page as shown, in points from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Lower edge.
    pub bottom: f32,
}

impl Area {
    /// Returns the smallest box around both.
    pub fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns its part within the other; not real if they do not overlap.
    pub fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// Returns the width in points.
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// Returns the height in points.
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }

    /// Returns whether the two have more than an edge in common.
    pub fn meets(self, other: Self) -> bool {
        let is_beside = self.right <= other.left || other.right <= self.left;
        !is_beside && self.top < other.bottom && other.top < self.bottom
    }

    /// Returns whether a point lies in it.
    pub fn holds(self, x: f32, y: f32) -> bool {
        self.left <= x && x < self.right && self.top <= y && y < self.bottom
    }

    /// Returns whether any of it lies on a page of this size.
    pub fn touches(self, width: f32, height: f32) -> bool {
        self.right > 0.0 && self.left < width && self.bottom > 0.0 && self.top < height
    }

    /// Returns whether it has a finite position and a size.
    pub fn is_real(self) -> bool {
        let finite = [self.left, self.top, self.right, self.bottom].iter().all(|n| n.is_finite());
        finite && self.width() > 0.0 && self.height() > 0.0
    }
}
