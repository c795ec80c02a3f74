//! Directions in the picture of a graph.

/// A direction in which to move from node to node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NavigationDirection {
    /// Along the document, towards its beginning.
    Left,
    /// Along the document, towards its end.
    Right,
    /// To the strongest point above.
    Up,
    /// To the node with the strongest edge below.
    Down,
}
