//! Messages of the window system.

/// What files that are dragged over the window do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dragging {
    /// They entered it.
    Over,
    /// They left it.
    Gone,
    /// They were dropped.
    Dropped(Vec<String>),
}
