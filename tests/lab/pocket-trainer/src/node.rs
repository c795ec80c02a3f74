//! The nodes that a search visits.

use super::attention_supervision::RowRange;

/// A visited node and the places of its statements.
pub(super) struct TrainingNode {
    pub tokens: Vec<u32>,
    pub statements: Vec<FactStatement>,
    /// Whether it is a point.
    pub point: bool,
}

/// A fact and the node's tokens that state it; those of a point include its line break.
pub(super) struct FactStatement {
    pub fact: usize,
    pub tokens: RowRange,
}

impl TrainingNode {
    /// Returns the statement of a fact, if the node states it.
    pub fn states(&self, fact: usize) -> Option<&FactStatement> {
        self.statements.iter().find(|s| s.fact == fact)
    }
}
