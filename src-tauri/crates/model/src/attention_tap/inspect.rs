use std::collections::BTreeMap;

use super::SoftMax;

/// A summary of one layer's attention.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LayerReport {
    /// The layer's number.
    pub layer: usize,
    /// Query heads.
    pub heads: usize,
    /// Rows seen.
    pub rows: usize,
    /// The smallest sum of a row.
    pub least: f32,
    /// The largest sum of a row.
    pub most: f32,
    /// The largest weight on a position after the row's own.
    pub ahead: f32,
    /// The data that the weights were computed from.
    pub origin: AttentionOrigin,
}

/// The data that a layer's weights were computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttentionOrigin {
    /// Whether there are sinks, which take a share of every row.
    pub sinks: bool,
    /// Identifies the layer's mask.
    pub mask: usize,
    /// The cache of the layer's keys, if known.
    pub cache: Option<KeyCache>,
}

/// A cache of the keys of one or several layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyCache {
    /// Identifies the cache.
    pub name: usize,
    /// The number of tokens it holds.
    pub cells: usize,
}

/// Checks, layer by layer, whether attention can be used.
#[derive(Debug, Default)]
pub(crate) struct Inspection {
    /// The rows that every layer must have.
    rows: usize,
    /// One per layer seen, in the order of the evaluation.
    pub reports: Vec<LayerReport>,
    /// The cells that each cache put the tokens into, by the caches' identifiers.
    written: BTreeMap<usize, Vec<usize>>,
    /// A violated expectation.
    fault: Option<String>,
}

impl Inspection {
    /// Expects layers of `rows` rows at the beginning of the sequence.
    pub fn new(rows: usize) -> Self {
        Self { rows, ..Self::default() }
    }

    /// Records the cells that a cache put its next tokens into.
    pub fn wrote(&mut self, cache: usize, cells: Vec<usize>) {
        self.written.entry(cache).or_default().extend(cells);
    }

    /// Whether a cache holds every token in the cell of its position.
    pub fn is_in_order(&self, cache: KeyCache) -> bool {
        let written = self.written.get(&cache.name);
        written.is_some_and(|cells| cells.iter().copied().eq(0..self.rows))
    }

    /// Examines the next rows of a layer.
    pub fn look(&mut self, layer: usize, attention: SoftMax<'_>, origin: AttentionOrigin) {
        let known = self.reports.iter().position(|report| report.layer == layer);
        let place = known.unwrap_or(self.reports.len());
        if known.is_none() {
            self.reports.push(LayerReport::new(layer, attention.heads, origin));
        }
        let report = &mut self.reports[place];
        let first = report.rows;
        report.rows += attention.rows;
        if attention.first != 0 || attention.stride < report.rows.min(self.rows) {
            let (rows, stride) = (report.rows, attention.stride);
            self.fault = Some(format!("layer {layer} has {stride} values for {rows} tokens"));
        } else if report.rows > self.rows {
            self.fault = Some("some of its layers have more than one attention".into());
        } else {
            for head in 0..attention.heads {
                for row in 0..attention.rows {
                    report.look_at_row(attention.row(0, head, row), first + row);
                }
            }
        }
    }

    /// The violated expectation, if any, once everything was seen.
    pub fn fault(&self) -> Option<String> {
        let short = self.reports.iter().find(|report| report.rows < self.rows);
        self.fault.clone().or_else(|| {
            let LayerReport { layer, rows, .. } = short?;
            Some(format!("layer {layer} has {rows} rows for {} tokens", self.rows))
        })
    }
}

impl LayerReport {
    fn new(layer: usize, heads: usize, origin: AttentionOrigin) -> Self {
        let (least, most) = (f32::INFINITY, f32::NEG_INFINITY);
        Self { layer, heads, rows: 0, least, most, ahead: 0.0, origin }
    }

    fn look_at_row(&mut self, weights: &[f32], row: usize) {
        let sum: f32 = weights.iter().sum();
        // NaN must not count as the smallest or largest sum.
        self.least = if sum.is_nan() { f32::NEG_INFINITY } else { self.least.min(sum) };
        self.most = if sum.is_nan() { f32::INFINITY } else { self.most.max(sum) };
        self.ahead = weights[row + 1..].iter().fold(self.ahead, |most, weight| most.max(*weight));
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::super::Lanes;
    use super::*;

    const ORIGIN: AttentionOrigin =
        AttentionOrigin { sinks: false, mask: 1, cache: Some(KeyCache { name: 3, cells: 256 }) };

    #[test]
    fn sums_and_weights_ahead_are_seen() {
        let values = [1.0, 0.0, 0.0, 0.25, 0.5, 0.0, 0.9, 0.1, 0.0, 0.5, 0.5, 0.0];
        let attention =
            SoftMax { values: &values, stride: 3, first: 0, rows: 2, heads: 2, slots: Lanes::ONLY };
        let mut inspection = Inspection::new(2);
        inspection.look(5, attention, ORIGIN);
        let report = &inspection.reports[0];
        assert_eq!((report.layer, report.heads, report.origin), (5, 2, ORIGIN));
        assert_eq!((report.least, report.most, report.ahead), (0.75, 1.0, 0.1));
    }

    #[test]
    fn tokens_must_be_in_the_cells_of_their_positions() {
        let cache = KeyCache { name: 3, cells: 8 };
        let cases: [(&[usize], bool); 4] =
            [(&[0, 1, 2], true), (&[0, 2, 1], false), (&[0, 1], false), (&[4, 5, 6], false)];
        for (cells, in_order) in cases {
            let mut inspection = Inspection::new(3);
            inspection.wrote(3, cells.to_vec());
            assert_eq!(inspection.is_in_order(cache), in_order, "{cells:?}");
            assert!(!inspection.is_in_order(KeyCache { name: 4, ..cache }), "nothing was seen");
        }
    }

    #[test]
    fn rows_may_come_in_pieces_but_all_must_come_once() {
        let values = [1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.25, 0.25, 0.5];
        let piece = |rows: Range<usize>| SoftMax {
            values: &values[3 * rows.start..3 * rows.end],
            stride: 3,
            first: 0,
            rows: rows.len(),
            heads: 1,
            slots: Lanes::ONLY,
        };
        // The begin and end of each piece.
        for (pieces, sound) in [
            (vec![(0, 3)], true),
            (vec![(0, 1), (1, 3)], true),
            (vec![(0, 2)], false),
            (vec![(0, 3), (0, 3)], false),
        ] {
            let mut inspection = Inspection::new(3);
            for &(start, end) in &pieces {
                inspection.look(0, piece(start..end), ORIGIN);
            }
            assert_eq!(inspection.fault().is_none(), sound, "{pieces:?}");
            assert_eq!(inspection.reports[0].ahead, 0.0, "{pieces:?}");
        }
    }

    #[test]
    fn a_row_with_fewer_values_than_tokens_is_a_fault() {
        let attention = SoftMax {
            values: &[1.0; 4],
            stride: 2,
            first: 0,
            rows: 2,
            heads: 1,
            slots: Lanes::ONLY,
        };
        let mut inspection = Inspection::new(3);
        inspection.look(0, attention, ORIGIN);
        assert!(inspection.fault().is_some());
    }
}
