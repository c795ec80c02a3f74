//! What the page returns, as numbers.

use serde_json::Value;

/// A list of numbers that a script returned.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// The value below which this part of the values lie, from 0 to 1.
pub fn percentile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some(sorted[(last as f64 * part).round() as usize])
}

/// The one in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    percentile(values, 0.5)
}
