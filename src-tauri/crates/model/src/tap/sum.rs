use std::ops::Range;

/// The softmax attention of one layer: for every head and every token, a row of weights over the
/// cells of the cache. For one sequence that only grows and shrinks at its end, the cell of a
/// token is its position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SoftMax<'a> {
    /// Head by head, row by row, `stride` values each.
    pub values: &'a [f32],
    /// Values in a row.
    pub stride: usize,
    /// The cell of a row's first value.
    pub first: usize,
    /// Tokens that look.
    pub rows: usize,
    /// Heads that look.
    pub heads: usize,
}

impl<'a> SoftMax<'a> {
    /// The weights of a head's row.
    pub fn row(&self, head: usize, row: usize) -> &'a [f32] {
        let start = (head * self.rows + row) * self.stride;
        &self.values[start..start + self.stride]
    }
}

/// Adds up rows of attention over layers and heads, keeping no layer's own values.
#[derive(Debug, Default)]
pub(crate) struct RowSum {
    rows: usize,
    columns: Range<usize>,
    sums: Vec<f32>,
    layers: usize,
    terms: usize,
}

impl RowSum {
    /// Forgets what was added, and expects layers of `rows` rows.
    pub fn start(&mut self, rows: usize, columns: Range<usize>) {
        self.sums.clear();
        self.sums.resize(rows * columns.len(), 0.0);
        (self.rows, self.columns) = (rows, columns);
        (self.layers, self.terms) = (0, 0);
    }

    /// The wanted cells among the first `cells`. The others are not in use, so nothing looks at
    /// them.
    pub fn wanted(&self, cells: usize) -> Range<usize> {
        self.columns.start.min(cells)..self.columns.end.min(cells)
    }

    /// Adds all heads of a layer.
    pub fn add(&mut self, layer: SoftMax<'_>) -> Result<(), String> {
        if layer.rows != self.rows {
            return Err(format!("{} rows of attention in place of {}", layer.rows, self.rows));
        }
        let cells = self.wanted(layer.first + layer.stride);
        if cells.start < layer.first {
            return Err(format!("attention begins at cell {}", layer.first));
        }
        if !cells.is_empty() {
            self.add_cells(layer, cells);
        }
        self.layers += 1;
        self.terms += layer.heads;
        Ok(())
    }

    fn add_cells(&mut self, layer: SoftMax<'_>, cells: Range<usize>) {
        let offset = cells.start - self.columns.start;
        let (from, to) = (cells.start - layer.first, cells.end - layer.first);
        for (row, sums) in self.sums.chunks_exact_mut(self.columns.len()).enumerate() {
            let sums = &mut sums[offset..offset + cells.len()];
            for head in 0..layer.heads {
                let weights = &layer.row(head, row)[from..to];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
        }
    }

    /// Appends the means over everything added to `values`. Fails if nothing was added, or a
    /// value is no number.
    pub fn append_mean(&self, values: &mut Vec<f32>) -> Result<(), String> {
        if self.terms == 0 {
            return Err("no layer's attention was seen".into());
        }
        let scale = 1.0 / self.terms as f32;
        let start = values.len();
        values.extend(self.sums.iter().map(|sum| sum * scale));
        if values[start..].iter().any(|value| !value.is_finite()) {
            return Err("its attention holds values that are no numbers".into());
        }
        Ok(())
    }

    /// Layers added since the start.
    pub fn layers(&self) -> usize {
        self.layers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two heads, two rows, three cells: weights that tell where they came from.
    const LAYER: [f32; 12] = [0.1, 0.2, 0.7, 0.3, 0.3, 0.4, 0.5, 0.5, 0.0, 0.2, 0.2, 0.6];

    fn layer(first: usize) -> SoftMax<'static> {
        SoftMax { values: &LAYER, stride: 3, first, rows: 2, heads: 2 }
    }

    fn mean(columns: Range<usize>, layers: &[SoftMax<'_>]) -> Result<Vec<f32>, String> {
        let mut sum = RowSum::default();
        sum.start(2, columns);
        for &layer in layers {
            sum.add(layer)?;
        }
        let mut values = Vec::new();
        sum.append_mean(&mut values)?;
        Ok(values)
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
    fn what_does_not_fit_is_refused() {
        assert!(mean(3..5, &[layer(4)]).is_err(), "cell 3 is missing");
        assert!(mean(0..3, &[]).is_err(), "nothing was seen");
        let short = SoftMax { rows: 1, heads: 4, ..layer(0) };
        assert!(mean(0..3, &[short]).is_err(), "a row is missing");
    }

    #[test]
    fn a_value_that_is_no_number_is_refused() {
        let values = [f32::NAN; 12];
        let layer = SoftMax { values: &values, ..layer(0) };
        assert!(mean(0..3, &[layer]).is_err());
    }

    #[test]
    fn starting_again_forgets() {
        let mut sum = RowSum::default();
        sum.start(2, 0..3);
        sum.add(layer(0)).expect("the layer fits");
        sum.start(2, 0..1);
        assert_eq!(sum.layers(), 0);
        sum.add(layer(0)).expect("the layer fits");
        let mut values = Vec::new();
        sum.append_mean(&mut values).expect("a layer was added");
        assert_close(&values, &[0.3, 0.25]);
    }
}
