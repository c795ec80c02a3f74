use std::ops::Range;

/// The softmax attention of one layer: for every head and every token, a row of weights over the
/// cells of the cache. Lanes that are evaluated together have one piece each, all of the same
/// shape. In a lane that only grows and shrinks at its end, a token's cell is its position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SoftMax<'a> {
    /// Lane by lane, head by head, row by row, `stride` values each.
    pub values: &'a [f32],
    /// Values in a row.
    pub stride: usize,
    /// The cell of a row's first value.
    pub first: usize,
    /// Query tokens.
    pub rows: usize,
    /// Query heads.
    pub heads: usize,
    /// The lanes.
    pub slots: Lanes,
}

/// Adjacent lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lanes {
    /// The first lane.
    pub first: usize,
    /// Their number.
    pub count: usize,
}

impl Lanes {
    /// The only lane of a context with one.
    pub const ONLY: Self = Self { first: 0, count: 1 };

    fn place(self, slot: usize) -> Option<usize> {
        slot.checked_sub(self.first).filter(|&place| place < self.count)
    }
}

impl<'a> SoftMax<'a> {
    /// The weights of a head's row; `place` counts the lanes from the first one.
    pub fn row(&self, place: usize, head: usize, row: usize) -> &'a [f32] {
        let start = ((place * self.heads + head) * self.rows + row) * self.stride;
        &self.values[start..start + self.stride]
    }
}

/// The attention wanted of a lane in the next evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttentionRequest {
    /// The lane.
    pub slot: usize,
    /// The number of its tokens that are evaluated.
    pub rows: usize,
    /// The positions whose weights are wanted.
    pub columns: Range<usize>,
}

/// Adds up a lane's rows of attention over layers and heads, without keeping each layer's values.
#[derive(Debug)]
pub(crate) struct RowSum {
    wanted: AttentionRequest,
    sums: Vec<f32>,
    /// Rows seen, for each participating layer. A lane's rows may come in several pieces.
    seen: Vec<usize>,
    /// The number of heads in all layers.
    terms: usize,
}

impl RowSum {
    /// Expects rows from `layers` layers.
    pub fn new(wanted: AttentionRequest, layers: usize) -> Self {
        let sums = vec![0.0; wanted.rows * wanted.columns.len()];
        Self { wanted, sums, seen: vec![0; layers], terms: 0 }
    }

    /// Whether its lane is among these.
    pub fn is_among(&self, slots: Lanes) -> bool {
        slots.place(self.wanted.slot).is_some()
    }

    /// The wanted cells among the first `cells`. The others are unused, so nothing looks at them.
    pub fn cells(&self, cells: usize) -> Range<usize> {
        self.wanted.columns.start.min(cells)..self.wanted.columns.end.min(cells)
    }

    /// Adds all heads of the next rows of a layer, given its index among the participating layers,
    /// if the lane is among its lanes.
    pub fn add(&mut self, index: usize, layer: SoftMax<'_>) -> Result<(), String> {
        let Some(place) = layer.slots.place(self.wanted.slot) else { return Ok(()) };
        let start = self.seen[index];
        if start + layer.rows > self.wanted.rows {
            let (more, rows) = (start + layer.rows, self.wanted.rows);
            return Err(format!("it has {more} rows of attention instead of {rows}"));
        }
        let cells = self.cells(layer.first + layer.stride);
        if cells.start < layer.first {
            return Err(format!("its attention begins at cell {}", layer.first));
        }
        if !cells.is_empty() {
            self.add_cells(layer, place, start, cells);
        }
        self.seen[index] += layer.rows;
        if start == 0 {
            self.terms += layer.heads;
        }
        Ok(())
    }

    fn add_cells(&mut self, layer: SoftMax<'_>, place: usize, start: usize, cells: Range<usize>) {
        let width = self.wanted.columns.len();
        let offset = cells.start - self.wanted.columns.start;
        let (from, to) = (cells.start - layer.first, cells.end - layer.first);
        let add = |first: usize, sums: &mut [f32]| {
            for (row, sums) in sums.chunks_exact_mut(width).enumerate() {
                let sums = &mut sums[offset..offset + cells.len()];
                for head in 0..layer.heads {
                    let weights = &layer.row(place, head, first + row)[from..to];
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += weight;
                    }
                }
            }
        };
        let sums = &mut self.sums[start * width..(start + layer.rows) * width];
        let threads = threads(layer.rows * layer.heads * cells.len()).min(layer.rows);
        if threads == 1 {
            return add(0, sums);
        }
        let rows = layer.rows.div_ceil(threads);
        std::thread::scope(|scope| {
            for (part, sums) in sums.chunks_mut(rows * width).enumerate() {
                scope.spawn(move || add(part * rows, sums));
            }
        });
    }

    /// The lane and the means over everything added. Fails if a row of a layer is missing, or a
    /// value is not a number.
    pub fn mean(self) -> Result<(usize, Vec<f32>), String> {
        let rows = self.wanted.rows;
        let (complete, layers) =
            (self.seen.iter().filter(|&&seen| seen == rows).count(), self.seen.len());
        if complete < layers {
            return Err(format!("the attention of {complete} layers was read instead of {layers}"));
        }
        if self.terms == 0 {
            return Err("the attention of no layer was read".into());
        }
        let scale = 1.0 / self.terms as f32;
        let mut means = self.sums;
        means.iter_mut().for_each(|sum| *sum *= scale);
        if means.iter().any(|value| !value.is_finite()) {
            return Err("its attention contains values that are not numbers".into());
        }
        Ok((self.wanted.slot, means))
    }
}

/// The number of threads that pay off for adding `values` values.
fn threads(values: usize) -> usize {
    /// What one thread adds in about a millisecond.
    const WORTH_A_THREAD: usize = 1 << 21;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (values / WORTH_A_THREAD).clamp(1, cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two heads, two rows, three cells: weights that identify their origin.
    const LAYER: [f32; 12] = [0.1, 0.2, 0.7, 0.3, 0.3, 0.4, 0.5, 0.5, 0.0, 0.2, 0.2, 0.6];

    fn layer(first: usize) -> SoftMax<'static> {
        let slots = Lanes { first: 4, count: 1 };
        SoftMax { values: &LAYER, stride: 3, first, rows: 2, heads: 2, slots }
    }

    fn wanted(rows: usize, columns: Range<usize>) -> AttentionRequest {
        AttentionRequest { slot: 4, rows, columns }
    }

    fn mean(columns: Range<usize>, layers: &[SoftMax<'_>]) -> Result<Vec<f32>, String> {
        let mut sum = RowSum::new(wanted(2, columns), layers.len());
        for (index, &layer) in layers.iter().enumerate() {
            sum.add(index, layer)?;
        }
        sum.mean().map(|(_, values)| values)
    }

    #[track_caller]
    fn assert_close(values: &[f32], expected: &[f32]) {
        assert_eq!(values.len(), expected.len());
        for (value, expected) in values.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-6, "{value} is not {expected}");
        }
    }

    #[test]
    fn heads_and_layers_are_averaged() {
        let values = mean(0..3, &[layer(0), layer(0)]).expect("the layers fit");
        assert_close(&values, &[0.3, 0.35, 0.35, 0.25, 0.25, 0.5]);
    }

    #[test]
    fn only_wanted_columns_are_added() {
        let values = mean(1..2, &[layer(0)]).expect("the layer fits");
        assert_close(&values, &[0.35, 0.25]);
    }

    #[test]
    fn cells_not_in_use_count_as_nothing() {
        let values = mean(2..5, &[layer(0)]).expect("the layer fits");
        assert_close(&values, &[0.35, 0.0, 0.0, 0.5, 0.0, 0.0]);
        assert_close(&mean(7..8, &[layer(0)]).expect("the layer fits"), &[0.0, 0.0]);
    }

    #[test]
    fn rows_copied_from_a_later_cell_on_are_placed() {
        let values = mean(4..6, &[layer(4)]).expect("the layer fits");
        assert_close(&values, &[0.3, 0.35, 0.25, 0.25]);
    }

    #[test]
    fn rows_may_come_in_pieces() {
        let piece = |values| SoftMax { values, stride: 3, rows: 1, ..layer(0) };
        let (one, two) = ([0.1, 0.2, 0.7, 0.5, 0.5, 0.0], [0.3, 0.3, 0.4, 0.2, 0.2, 0.6]);
        let mut sum = RowSum::new(wanted(2, 0..3), 1);
        sum.add(0, piece(&one)).expect("the first row fits");
        sum.add(0, piece(&two)).expect("the second row fits");
        let (slot, values) = sum.mean().expect("it is complete");
        assert_eq!(slot, 4);
        assert_close(&values, &[0.3, 0.35, 0.35, 0.25, 0.25, 0.5]);
    }

    /// Large enough for several threads.
    #[test]
    fn many_values_are_added_as_few_are() {
        let (rows, heads, stride) = (37, 64, 4_096);
        let value = |index: usize| (index % 8_191) as f32 / 8_192.0;
        let values: Vec<f32> = (0..rows * heads * stride).map(value).collect();
        let slots = Lanes { first: 4, count: 1 };
        let layer = SoftMax { values: &values, stride, first: 0, rows, heads, slots };
        let mut sum = RowSum::new(wanted(rows, 5..4_000), 1);
        sum.add(0, layer).expect("it fits");
        let (_, means) = sum.mean().expect("it is complete");
        for row in 0..rows {
            let expected: f32 = (0..heads).map(|head| layer.row(0, head, row)[7]).sum();
            let found = means[row * 3_995 + 2];
            assert!((found - expected / heads as f32).abs() < 1e-5, "row {row}: {found}");
        }
    }

    #[test]
    fn a_lane_finds_its_own_piece() {
        let both = [[9.0; 12], LAYER].concat();
        let values = SoftMax { values: &both, slots: Lanes { first: 3, count: 2 }, ..layer(0) };
        assert_close(
            &mean(0..3, &[values]).expect("it is the second lane"),
            &[0.3, 0.35, 0.35, 0.25, 0.25, 0.5],
        );
        let elsewhere = SoftMax { slots: Lanes { first: 5, count: 1 }, ..layer(0) };
        assert!(mean(0..3, &[elsewhere]).is_err(), "another lane's rows are none of this one's");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(mean(3..5, &[layer(4)]).is_err(), "cell 3 is missing");
        assert!(mean(0..3, &[]).is_err(), "nothing was seen");
        let short = SoftMax { rows: 1, heads: 4, ..layer(0) };
        assert!(mean(0..3, &[short]).is_err(), "a row is missing");
        let mut sum = RowSum::new(wanted(1, 0..3), 1);
        assert!(sum.add(0, layer(0)).is_err(), "there is a row too many");
        let mut sum = RowSum::new(wanted(2, 0..3), 2);
        sum.add(0, layer(0)).expect("the layer fits");
        assert!(sum.mean().is_err(), "a layer is missing");
    }

    #[test]
    fn a_value_that_is_no_number_is_refused() {
        let values = [f32::NAN; 12];
        let layer = SoftMax { values: &values, ..layer(0) };
        assert!(mean(0..3, &[layer]).is_err());
    }
}
