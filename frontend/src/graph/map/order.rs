//! The order in which nodes are listed.

use crate::graph::map::Map;

/// The column by which nodes are ordered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NodeSortColumn {
    /// From the beginning of the document to its end.
    Place,
    /// From the chunks upwards.
    Level,
    /// By the number of points that were written from a node with edges of this weight or more, in
    /// descending order.
    Above(f32),
    /// By the strongest edge down from a node, in descending order.
    Strongest,
    /// By how much of a node rests on a piece of the text, in descending order.
    Resting,
}

impl NodeSortColumn {
    /// Whether the order begins with the largest.
    pub fn falls(self) -> bool {
        matches!(self, Self::Above(_) | Self::Strongest | Self::Resting)
    }
}

impl Map {
    /// Returns nodes in the order of a column, or in the opposite one. Nodes that are equal in it
    /// keep the order of the document. `resting` is how much of each node rests on a piece of the
    /// text; it is empty if none is given.
    pub fn ordered(
        &self,
        mut indexes: Vec<usize>,
        (column, backwards): (NodeSortColumn, bool),
        resting: &[f32],
    ) -> Vec<usize> {
        let above = |index: usize, threshold: f32| {
            self.above[index].iter().take_while(|edge| edge.weight >= threshold).count()
        };
        let strongest = |index: usize| self.below[index].first().map_or(0.0, |edge| edge.weight);
        let rests = |index: usize| resting.get(index).copied().unwrap_or_default();
        indexes.sort_by(|&one, &other| {
            let by_column = match column {
                NodeSortColumn::Place => self.across[one].total_cmp(&self.across[other]),
                NodeSortColumn::Level => self.nodes[one].level.cmp(&self.nodes[other].level),
                NodeSortColumn::Above(from) => above(other, from).cmp(&above(one, from)),
                NodeSortColumn::Strongest => strongest(other).total_cmp(&strongest(one)),
                NodeSortColumn::Resting => rests(other).total_cmp(&rests(one)),
            };
            let by_column = if backwards { by_column.reverse() } else { by_column };
            by_column.then(self.across[one].total_cmp(&self.across[other]))
        });
        indexes
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    #[test]
    fn every_column_has_its_order() {
        let cases = [
            (NodeSortColumn::Place, false, [0, 4, 6, 1, 2, 5, 3]),
            (NodeSortColumn::Place, true, [3, 5, 2, 1, 6, 4, 0]),
            (NodeSortColumn::Level, false, [0, 1, 2, 3, 4, 5, 6]),
            (NodeSortColumn::Level, true, [6, 4, 5, 0, 1, 2, 3]),
            (NodeSortColumn::Above(0.0), false, [0, 4, 1, 2, 5, 3, 6]),
            (NodeSortColumn::Above(0.6), false, [4, 1, 0, 6, 2, 5, 3]),
            (NodeSortColumn::Strongest, false, [6, 4, 5, 0, 1, 2, 3]),
            (NodeSortColumn::Resting, false, [1, 6, 0, 4, 2, 5, 3]),
            (NodeSortColumn::Resting, true, [0, 4, 2, 5, 3, 6, 1]),
        ];
        for (column, backwards, expected) in cases {
            let resting = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.5];
            let ordered = small().ordered((0..7).collect(), (column, backwards), &resting);
            assert_eq!(ordered, expected, "{column:?}, {backwards}");
        }
    }
}
