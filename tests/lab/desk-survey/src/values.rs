//! The page's results as numbers.

use serde_json::Value;

/// The list of numbers that a script returned.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// The value below which this fraction of the values, from 0 to 1, lies.
pub fn percentile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some(sorted[(last as f64 * part).round() as usize])
}

/// The median.
pub fn median(values: &[f64]) -> Option<f64> {
    percentile(values, 0.5)
}
