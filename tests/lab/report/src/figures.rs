//! Numbers with their intervals and goals, in stored form and as a table.

use serde::{Deserialize, Serialize};

use crate::statistics::{CaseGroups, Interval, mean, mean_difference};

/// The seed for drawing intervals.
pub const SEED: u64 = 1;

/// The goal for a number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureGoal {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureUnit {
    /// A share from 0 to 1, in per cent.
    Share,
    /// F1 from 0 to 1, in points of 100.
    Points,
    /// Seconds.
    Seconds,
    /// Unchanged.
    Plain,
}

/// One measured number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredFigure {
    /// What was measured.
    pub name: String,
    /// The number; none without cases.
    pub value: Option<f64>,
    /// The ends of its 95 % interval, if it has one.
    pub interval: Option<(f64, f64)>,
    /// The number of cases that it was measured over.
    pub cases: usize,
    /// Its goal, if one was set beforehand.
    pub goal: Option<FigureGoal>,
    /// How it is written.
    pub unit: FigureUnit,
}

impl MeasuredFigure {
    /// Creates a number without an interval.
    pub fn number(name: &str, value: Option<f64>, cases: usize, unit: FigureUnit) -> Self {
        Self { name: name.into(), value, interval: None, cases, goal: None, unit }
    }

    /// Returns the share of cases that hold.
    pub fn share(name: &str, held: impl IntoIterator<Item = bool>) -> Self {
        let values: Vec<f64> = held.into_iter().map(f64::from).collect();
        Self::of(name, &values, FigureUnit::Share)
    }

    /// Returns the mean of F1.
    pub fn f1(name: &str, values: &[f64]) -> Self {
        Self::of(name, values, FigureUnit::Points)
    }

    /// Returns the mean of some values.
    pub fn of(name: &str, values: &[f64], unit: FigureUnit) -> Self {
        let found = mean(values, &CaseGroups::apart(values.len()), SEED);
        Self::number(name, None, values.len(), unit).with(found)
    }

    /// Returns the mean difference between the first F1 of a question and the second.
    pub fn difference(name: &str, pairs: &[(f64, f64)]) -> Self {
        let found = mean_difference(pairs, &CaseGroups::apart(pairs.len()), SEED);
        Self::number(name, None, pairs.len(), FigureUnit::Points).with(found)
    }

    /// Returns the same figure with a value and its interval.
    #[must_use]
    pub fn with(self, found: Option<Interval>) -> Self {
        let interval = found.map(|found| (found.low, found.high));
        Self { value: found.map(|found| found.value), interval, ..self }
    }

    /// Returns the same figure with a goal of at least `goal`.
    #[must_use]
    pub fn at_least(self, goal: f64) -> Self {
        Self { goal: Some(FigureGoal::AtLeast(goal)), ..self }
    }

    /// Returns the same figure with a goal of at most `goal`.
    #[must_use]
    pub fn at_most(self, goal: f64) -> Self {
        Self { goal: Some(FigureGoal::AtMost(goal)), ..self }
    }

    /// Returns whether the goal is met; none without a number or a goal.
    pub fn is_met(&self) -> Option<bool> {
        Some(match (self.goal?, self.value?) {
            (FigureGoal::AtLeast(goal), value) => value >= goal,
            (FigureGoal::AtMost(goal), value) => value <= goal,
        })
    }

    fn line(&self) -> String {
        let Self { name, value, interval, cases, goal, unit } = self;
        let value = value.map_or_else(|| "no cases".to_owned(), |value| unit.written(value));
        let interval = interval.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", unit.written(low), unit.written(high))
        });
        let goal = match goal {
            Some(FigureGoal::AtLeast(goal)) => format!("≥ {}", unit.written(*goal)),
            Some(FigureGoal::AtMost(goal)) => format!("≤ {}", unit.written(*goal)),
            None => String::new(),
        };
        let met = self.is_met().map_or("", |met| if met { "yes" } else { "no" });
        format!("| {name} | {value} | {interval} | {cases} | {goal} | {met} |")
    }
}

impl FigureUnit {
    fn written(self, value: f64) -> String {
        match self {
            Self::Share => format!("{:.1} %", 100.0 * value),
            Self::Points => format!("{:.1}", 100.0 * value),
            Self::Seconds => format!("{value:.1} s"),
            Self::Plain => format!("{value:.3}"),
        }
    }
}

/// Returns a table in Markdown.
pub fn table(figures: &[MeasuredFigure]) -> String {
    let lines: Vec<String> = figures.iter().map(MeasuredFigure::line).collect();
    format!(
        "| measured | value | 95 % interval | cases | goal | met |\n|---|---|---|---|---|---|\n{}\n",
        lines.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_intervals_and_goals() {
        let figures = [
            MeasuredFigure::share("written", [true, true, true, true]).at_least(0.7),
            MeasuredFigure::f1("F1", &[]).at_least(0.42),
            MeasuredFigure::number("building", Some(61.25), 1, FigureUnit::Seconds).at_most(60.0),
            MeasuredFigure::difference("ahead by", &[(0.5, 0.25), (0.75, 0.5)]),
        ];
        let table = table(&figures);
        for line in [
            "| written | 100.0 % | 100.0 % to 100.0 % | 4 | ≥ 70.0 % | yes |",
            "| F1 | no cases |  | 0 | ≥ 42.0 |  |",
            "| building | 61.2 s |  | 1 | ≤ 60.0 s | no |",
            "| ahead by | 25.0 | 25.0 to 25.0 | 2 |  |  |",
        ] {
            assert!(table.contains(line), "{table}");
        }
    }
}
