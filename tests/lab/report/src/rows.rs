//! Numbers with their goals, as a table.

use serde::Serialize;

/// The direction of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
}

/// A number with its number of cases and its goal.
#[derive(Debug, Clone, Serialize)]
pub struct MeasurementRow {
    /// What is measured.
    pub name: String,
    /// The number; `None` if a program to compare with is missing.
    pub value: Option<f64>,
    /// The number of cases.
    pub cases: usize,
    /// The goal.
    pub goal: Option<Goal>,
}

impl MeasurementRow {
    /// A number with a goal.
    pub fn new(name: &str, value: Option<f64>, cases: usize, goal: Goal) -> Self {
        Self { name: name.to_owned(), value, cases, goal: Some(goal) }
    }

    /// A number without a goal.
    pub fn plain(name: &str, value: Option<f64>, cases: usize) -> Self {
        Self { name: name.to_owned(), value, cases, goal: None }
    }

    /// Returns whether the goal is met; `None` without a number or a goal.
    pub fn is_met(&self) -> Option<bool> {
        Some(match (self.goal?, self.value?) {
            (Goal::AtLeast(goal), value) => value >= goal,
            (Goal::AtMost(goal), value) => value <= goal,
        })
    }

    fn line(&self) -> String {
        let number = |value: f64| {
            if value.fract() == 0.0 && value.abs() < 1e9 {
                format!("{value:.0}")
            } else {
                format!("{value:.4}")
            }
        };
        let goal = match self.goal {
            Some(Goal::AtLeast(goal)) => format!("≥ {}", number(goal)),
            Some(Goal::AtMost(goal)) => format!("≤ {}", number(goal)),
            None => String::new(),
        };
        let met = self.is_met().map_or("", |met| if met { "yes" } else { "no" });
        let value = self.value.map_or_else(|| "not measured".to_owned(), number);
        format!("| {} | {value} | {} | {goal} | {met} |", self.name, self.cases)
    }
}

/// A table in Markdown.
pub fn rows_table(rows: &[MeasurementRow]) -> String {
    let lines: Vec<String> = rows.iter().map(MeasurementRow::line).collect();
    format!(
        "| measured | value | cases | goal | met |\n|---|---|---|---|---|\n{}\n",
        lines.join("\n")
    )
}

/// Returns the median, or 0 if there are no values. For an even number of values it is the mean of
/// the middle two, so that of two orders neither decides alone.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    (at(last / 2) + at(last.div_ceil(2))) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_met_or_not() {
        let rows = [
            MeasurementRow::new("a", Some(0.98), 3, Goal::AtLeast(0.98)),
            MeasurementRow::new("b", Some(1.0), 4, Goal::AtMost(0.0)),
            MeasurementRow::new("c", None, 5, Goal::AtMost(0.0)),
        ];
        assert_eq!(rows.clone().map(|row| row.is_met()), [Some(true), Some(false), None]);
        let table = rows_table(&rows);
        assert!(table.contains("| a | 0.9800 | 3 | ≥ 0.9800 | yes |"), "{table}");
        assert!(table.contains("| b | 1 | 4 | ≤ 0 | no |"), "{table}");
        assert!(table.contains("| c | not measured | 5 | ≤ 0 |  |"), "{table}");
    }

    #[test]
    fn the_middle_of_two_is_their_mean() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![1.12, 0.90]), 1.01);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
